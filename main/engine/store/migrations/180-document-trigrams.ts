/**
 * Where among the documents and vouchers a part of a word may be. It is filled behind, in pieces (`document-trigrams.ts`),
 * never by a posting, and tells too much rather than too little: what it names is read and compared anyway. A row of it
 * stands for a key, which has the order of the lists: the time, then the first four digits of the serial number. Every
 * row of before the mark is in it or among the late ones: those written, or changed, behind the mark.
 */

/** The greatest key of a believable time; what is later is never indexed. */
const LAST_KEY = "1 << 62";

/** The key of a row, as an expression. */
export const keyOf = (at: string, serialNo: string): string => {
  const digit = (place: number): string =>
    `instr('123456789abcdef', lower(substr(${serialNo}, ${place}, 1)))`;
  return `((${at} << 16) + (${digit(1)} << 12) + (${digit(2)} << 8) + (${digit(3)} << 4) + ${digit(4)})`;
};

/** `OR IGNORE` would not hold here: a statement's own rule for conflicts, such as an upsert's, replaces its triggers'. */
const late = (table: string, at: string): string => `
CREATE TRIGGER ${table}_trigram_late AFTER UPDATE OF search_text, ${at} ON ${table}
WHEN new.${at} <= (SELECT until >> 16 FROM document_trigram_mark) BEGIN
  INSERT INTO document_trigram_late (key)
    SELECT key FROM (SELECT ${keyOf(`new.${at}`, "new.serial_no")} AS key)
    WHERE key NOT IN (SELECT key FROM document_trigram_late);
END;`;

export const documentTrigrams = `
CREATE VIRTUAL TABLE document_trigram USING fts5(
  text, tokenize = 'trigram case_sensitive 1', content = '', detail = none, columnsize = 0
);
CREATE VIRTUAL TABLE document_trigram_terms USING fts5vocab('document_trigram', 'row');
CREATE TABLE document_trigram_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL CHECK (until BETWEEN 0 AND ${LAST_KEY})
) STRICT;
INSERT INTO document_trigram_mark (id, until) VALUES (1, 0);
CREATE TABLE document_trigram_late (key INTEGER PRIMARY KEY) STRICT;
${late("document", "created_at")}
${late("voucher", "mirrored_at")}
`;
