/**
 * Which entry a draft or a posting of that id became, so that the same again is no second entry; and entries by their time, which
 * is not the order of their sequence where the clock was wrong for a while.
 */
export const postedDrafts = `
CREATE TABLE posted_draft (
  draft_id TEXT UNIQUE,
  posting_id TEXT UNIQUE,
  input_hash TEXT NOT NULL,
  sequence INTEGER NOT NULL REFERENCES entry(sequence),
  CHECK ((draft_id IS NULL) <> (posting_id IS NULL))
) STRICT;
CREATE INDEX entry_by_time ON entry(created_at, kind);
`;
