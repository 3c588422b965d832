/**
 * Which entry a draft became, so that the same draft posted again is no second entry; and entries by their time, which
 * is not the order of their sequence where the clock was wrong for a while.
 */
export const postedDrafts = `
CREATE TABLE posted_draft (
  draft_id TEXT PRIMARY KEY,
  input_hash TEXT NOT NULL,
  sequence INTEGER NOT NULL REFERENCES entry(sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_by_time ON entry(created_at, kind);
`;
