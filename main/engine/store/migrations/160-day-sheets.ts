/**
 * The sheets of the end of a day: numbered without a gap, each bound to the one before by its hash. What was decided on a
 * day, and by whom each entry was entered, is read from the audit by its time.
 */
export const daySheets = `
CREATE TABLE day_sheet (
  number INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  replaces INTEGER,
  content TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX day_sheet_by_day ON day_sheet(day, number);
CREATE TRIGGER day_sheet_no_update BEFORE UPDATE ON day_sheet
  BEGIN SELECT RAISE(ABORT, 'a day sheet is never changed'); END;
CREATE TRIGGER day_sheet_no_delete BEFORE DELETE ON day_sheet
  BEGIN SELECT RAISE(ABORT, 'a day sheet is never deleted'); END;
CREATE INDEX audit_by_time ON audit(at);
`;
