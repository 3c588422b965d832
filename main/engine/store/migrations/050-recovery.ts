/**
 * What was done when a file was damaged, missing or restored, and what became of each entry by it.
 *
 * `held` marks an entry whose sending is a person's decision, whatever the owner's policy says: nobody knows
 * whether the service has it.
 */
export const recovery = `
CREATE TABLE recovery (
  recovery_id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('damaged','missing','rolled_back','restored','profile')),
  reason TEXT NOT NULL,
  details TEXT NOT NULL,
  decision TEXT CHECK (decision IN ('not_used_since','may_have_sent')),
  decided_at INTEGER,
  seen_at INTEGER
) STRICT;
CREATE TABLE recovery_entry (
  recovery_id INTEGER NOT NULL REFERENCES recovery(recovery_id),
  sequence INTEGER NOT NULL REFERENCES entry(sequence),
  origin TEXT NOT NULL CHECK (origin IN ('backup','file','both')),
  state_before TEXT,
  state_after TEXT NOT NULL,
  reason TEXT CHECK (reason IN ('was_in_flight','was_unknown','may_have_been_sent')),
  held INTEGER NOT NULL CHECK (held IN (0, 1)),
  PRIMARY KEY (recovery_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_entry_held ON recovery_entry(sequence) WHERE held = 1;
-- Rows that could be read but belong to nothing any more: kept, never thrown away.
CREATE TABLE recovery_row (
  recovery_id INTEGER NOT NULL REFERENCES recovery(recovery_id),
  source TEXT NOT NULL,
  row TEXT NOT NULL
) STRICT;
`;
