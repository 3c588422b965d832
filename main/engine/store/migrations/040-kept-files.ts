/** Which file a document reference of an entry stands for. The file itself lies in the profile, under its hash. */
export const keptFiles = `
CREATE TABLE kept_file (
  sequence INTEGER NOT NULL REFERENCES entry(sequence),
  position INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (sequence, position)
) STRICT, WITHOUT ROWID;
`;
