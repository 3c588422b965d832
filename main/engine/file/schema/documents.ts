/** Documents, records to restore, vouchers, and the index of documents' and vouchers' texts. */
import {
  OPERATION_KINDS,
  OPERATIONS,
  type OperationKind,
  RESTORES,
} from "../../../../contract/operations.ts";
import { searchedBy } from "./folded-text.ts";
import { checked, decimalText, LONG, oneOf, shown, table, textUpTo, time, WORDS, whole } from "./table.ts";

/** Operations that record a document, and the others: those that restore a record. */
type DocumentKind = {
  [Kind in OperationKind]: (typeof OPERATIONS)[Kind]["restores"] extends null ? Kind : never;
}[OperationKind];
const DOCUMENT_KINDS = OPERATION_KINDS.filter(
  (kind): kind is DocumentKind => OPERATIONS[kind].restores === null,
);
const RESTORING = RESTORES.map(({ operation }) => `'${operation}'`).join(",");

/** Where a row of the mirror comes from. */
export const SOURCES = ["file", "service"] as const;

/** The greatest key of a believable time; what is later is never indexed. */
const LAST_KEY = "1 << 62";

/** The key of a row in the trigram index, as an expression: the time, then the first four digits of the serial number. */
export const trigramKey = (at: string, serialNo: string): string => {
  const digit = (place: number): string =>
    `instr('123456789abcdef', lower(substr(${serialNo}, ${place}, 1)))`;
  return `((${at} << 16) + (${digit(1)} << 12) + (${digit(2)} << 8) + (${digit(3)} << 4) + ${digit(4)})`;
};

/** `OR IGNORE` would not hold here: a statement's own rule for conflicts, such as an upsert's, replaces its triggers'. */
const late = (of: string, at: string): string => `
CREATE TRIGGER ${of}_trigram_late AFTER UPDATE OF search_text, ${at} ON ${of}
WHEN new.${at} <= (SELECT until >> 16 FROM document_trigram_mark) BEGIN
  INSERT INTO document_trigram_late (key)
    SELECT key FROM (SELECT ${trigramKey(`new.${at}`, "new.serial_no")} AS key)
    WHERE key NOT IN (SELECT key FROM document_trigram_late);
END;`;

export const documentTable = table(
  "document",
  {
    serial_no: "TEXT PRIMARY KEY COLLATE NOCASE",
    kind: ["TEXT NOT NULL", oneOf(DOCUMENT_KINDS)],
    subject: ["TEXT NOT NULL", textUpTo(WORDS)],
    note: ["TEXT NOT NULL", textUpTo(WORDS)],
    currency_id: "TEXT",
    local_amount: ["TEXT", decimalText],
    created_at: ["INTEGER NOT NULL", time],
    changed_at: ["INTEGER NOT NULL", time],
    last_sequence: "INTEGER REFERENCES entry(sequence)",
    service_amount: "TEXT",
    service_status: ["ANY", shown],
    // When the attempt ended whose answer says this of the document.
    answered_at: ["INTEGER", time],
    search_text: "TEXT NOT NULL DEFAULT ''",
    // Whose account a return is of, as its request says.
    account_id: ["ANY", whole],
    service_currency_id: "TEXT",
  },
  {
    also: `
CREATE INDEX document_by_time ON document(created_at, serial_no);
CREATE INDEX document_by_account ON document(account_id, created_at, serial_no) WHERE account_id IS NOT NULL;
-- The newest first, by a part of what is written: this index alone answers that search.
CREATE INDEX document_search ON document(created_at, serial_no, kind, search_text);
${searchedBy("document", "new.serial_no || ' ' || new.subject || ' ' || new.note", "serial_no, subject, note")}
${late("document", "created_at")}
`,
  },
);

/** A record that was asked to be restored, and when a restore of it was last confirmed, whatever became of a later request. */
const restoreRecordTable = table(
  "restore_record",
  {
    record_key: "TEXT PRIMARY KEY",
    kind: "TEXT NOT NULL",
    requested_at: ["INTEGER NOT NULL", time],
    last_sequence: "INTEGER NOT NULL REFERENCES entry(sequence)",
    answer: ["TEXT", textUpTo(LONG)],
    answered_at: ["INTEGER", time],
    confirmed_sequence: "INTEGER REFERENCES entry(sequence)",
    confirmed_at: ["INTEGER", time],
  },
  {
    also: `
CREATE TRIGGER restore_confirmed AFTER UPDATE OF state ON entry
WHEN NEW.state = 'confirmed' AND OLD.state <> 'confirmed' AND (${oneOf(RESTORES.map(({ operation }) => operation))("NEW.kind")}) BEGIN
  UPDATE restore_record SET confirmed_sequence = NEW.sequence, confirmed_at = NEW.changed_at
    WHERE record_key = NEW.ordering_key;
END;
`,
  },
);

export const voucherTable = table(
  "voucher",
  {
    serial_no: "TEXT PRIMARY KEY COLLATE NOCASE",
    currency_id: "TEXT",
    amount: "TEXT",
    note: ["TEXT", textUpTo(LONG)],
    status: ["ANY", shown],
    creator_user_id: ["ANY", shown],
    creator_device_id: "TEXT",
    updated_at: "TEXT",
    source: ["TEXT NOT NULL", checked(SOURCES)],
    mirrored_at: ["INTEGER NOT NULL", time],
    search_text: "TEXT NOT NULL DEFAULT ''",
  },
  {
    also: `
CREATE INDEX voucher_search ON voucher(mirrored_at, serial_no, search_text);
${searchedBy("voucher", "new.serial_no || ' ' || coalesce(new.note, '')", "serial_no, note")}
${late("voucher", "mirrored_at")}
`,
  },
);

/**
 * Where among the documents and vouchers a part of a word may be. It is filled in the background, in pieces
 * (`document-trigrams.ts`), never by a posting, and names too many rows rather than too few: each is compared anyway.
 * Every row of before the mark is in it or among the late ones: those written, or changed, behind the mark.
 */
const trigramMarkTable = table(
  "document_trigram_mark",
  {
    id: "INTEGER PRIMARY KEY CHECK (id = 1)",
    until: `INTEGER NOT NULL CHECK (until BETWEEN 0 AND ${LAST_KEY})`,
  },
  {
    salvaged: false,
    also: `
INSERT INTO document_trigram_mark (id, until) VALUES (1, 0);
CREATE VIRTUAL TABLE document_trigram USING fts5(
  text, tokenize = 'trigram case_sensitive 1', content = '', detail = none, columnsize = 0
);
CREATE VIRTUAL TABLE document_trigram_terms USING fts5vocab('document_trigram', 'row');
`,
  },
);
const trigramLateTable = table("document_trigram_late", { key: "INTEGER PRIMARY KEY" }, { salvaged: false });

/** Empties the index: it is filled anew. */
export const RESET_TRIGRAMS = `INSERT INTO document_trigram (document_trigram) VALUES ('delete-all');
  UPDATE document_trigram_mark SET until = 0;
  DELETE FROM document_trigram_late;`;

/**
 * What rows repeat of entries and answers, taken from them anew: for after a recovery. The digits of an account are in
 * the request's body as they were frozen, and a number beyond 2^53 stays text, as everywhere.
 */
export const FACTS_OF_ENTRIES = `
UPDATE main.restore_record SET confirmed_sequence = done.sequence, confirmed_at = done.changed_at
  FROM (SELECT ordering_key, max(sequence) AS sequence, changed_at FROM main.entry
        WHERE state = 'confirmed' AND kind IN (${RESTORING}) GROUP BY ordering_key) AS done
  WHERE record_key = done.ordering_key;
UPDATE main.document SET account_id = iif(CAST(of.digits AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991,
    CAST(of.digits AS INTEGER), of.digits)
  FROM (SELECT sequence, request_body -> '$.supplierAccountId' AS digits FROM main.entry
        WHERE kind = 'purchaseReturn' AND json_valid(request_body)) AS of
  WHERE last_sequence = of.sequence AND account_id IS NULL;
UPDATE main.document SET service_currency_id =
    (SELECT (SELECT value ->> '$.currencyId' FROM json_each(response_body)
             WHERE lower(iif(type = 'object', value ->> '$.serialNo', NULL)) = lower(document.serial_no) LIMIT 1)
     FROM main.entry CROSS JOIN main.attempt USING (sequence)
     WHERE entry.serial_no = document.serial_no AND entry.serial_no IS NOT NULL AND ended_at = answered_at
       AND outcome IN ('accepted','accepted_not_understood') AND json_valid(response_body)
     ORDER BY attempt_id DESC LIMIT 1)
  WHERE service_amount IS NOT NULL AND service_currency_id IS NULL;
`;

export const DOCUMENT_TABLES = [
  documentTable,
  restoreRecordTable,
  voucherTable,
  trigramMarkTable,
  trigramLateTable,
];
