/**
 * Reference data from files, the log of imports, and what makes both and the documents searchable.
 *
 * A missing unit or barcode of a product's row is '' and not NULL, so that it takes part in the row's key.
 */

/** Letters that are one to a reader, and marks that are none. Shipped with the column below: never edited. */
export const FOLDED_LETTERS: readonly (readonly [from: string, to: string])[] = [
  ...["\u064B", "\u064C", "\u064D", "\u064E", "\u064F", "\u0650", "\u0651", "\u0652", "\u0653", "\u0654"].map(
    (mark) => [mark, ""] as const,
  ),
  ...["\u0655", "\u0670", "\u0640"].map((mark) => [mark, ""] as const),
  ...["\u0622", "\u0623", "\u0625", "\u0671"].map((alef) => [alef, "\u0627"] as const),
  ...["\u0626", "\u0649", "\u06CC"].map((ya) => [ya, "\u064A"] as const),
  ["\u0624", "\u0648"],
  ["\u06A9", "\u0643"],
  ["\u0629", "\u0647"],
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(0x0660 + digit), String(digit)] as const),
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(0x06f0 + digit), String(digit)] as const),
];

const folded = (expression: string): string =>
  FOLDED_LETTERS.reduce(
    (inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`,
    `lower(${expression})`,
  );

const origin = `
  source TEXT NOT NULL CHECK (source IN ('file','service')),
  updated_at INTEGER NOT NULL`;
const deleted = "deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))";

/** A kind whose rows are found by name: its own columns, and an index that covers a search. */
const named = (table: string, own: string, constraint = ""): string => `
CREATE TABLE ${table} (${own},
  search_name TEXT NOT NULL,
  ${deleted},${origin}${constraint}
) STRICT;
CREATE INDEX ${table}_by_name ON ${table}(search_name, deleted);`;

/** A column that holds the folded text of others, whoever writes them. */
const searchedBy = (table: string, text: string, columns: readonly string[]): string => `
ALTER TABLE ${table} ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE ${table} SET search_text = ${folded(text)};
CREATE TRIGGER ${table}_search_insert AFTER INSERT ON ${table} BEGIN
  UPDATE ${table} SET search_text = ${folded(text)} WHERE rowid = new.rowid;
END;
CREATE TRIGGER ${table}_search_update AFTER UPDATE OF ${columns.join(", ")} ON ${table} BEGIN
  UPDATE ${table} SET search_text = ${folded(text)} WHERE rowid = new.rowid;
END;`;

export const referenceData = `
CREATE TABLE import_log (
  import_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  file_name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  added INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  rejected INTEGER NOT NULL
) STRICT;
CREATE INDEX import_log_finished ON import_log(kind, finished_at);
${named("measure_unit", "id ANY PRIMARY KEY NOT NULL, name TEXT NOT NULL, base_unit_id ANY, factor TEXT")}
${named("account", "id ANY PRIMARY KEY NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL CHECK (type IN ('supplier','cash','bank','other'))")}
${named("store", "id ANY PRIMARY KEY NOT NULL, name TEXT NOT NULL")}
${named("currency", "id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, digits INTEGER")}
${named(
  "exchange_rate",
  "from_currency_id TEXT NOT NULL, to_currency_id TEXT NOT NULL, rate TEXT",
  ",\n  PRIMARY KEY (from_currency_id, to_currency_id)",
)}
${named("permission", "id ANY PRIMARY KEY NOT NULL, name TEXT NOT NULL")}
${named("product", "product_key INTEGER PRIMARY KEY, id ANY NOT NULL UNIQUE, name TEXT NOT NULL")}
CREATE INDEX product_deleted_by_name ON product(search_name) WHERE deleted = 1;

CREATE TABLE product_unit (
  unit_key INTEGER PRIMARY KEY,
  product_key INTEGER NOT NULL REFERENCES product(product_key),
  measure_unit_id ANY NOT NULL DEFAULT '',
  barcode TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  price TEXT,
  cost_price TEXT,
  ${deleted},${origin},
  UNIQUE (product_key, measure_unit_id, barcode)
) STRICT;
CREATE INDEX product_unit_by_barcode ON product_unit(barcode, product_key) WHERE barcode <> '';

-- Part-of-name search. The two blanks at the end let a name's last one or two letters begin a trigram too.
CREATE VIEW product_search_text AS SELECT product_key, search_name || '  ' AS text FROM product;
CREATE VIRTUAL TABLE product_search USING fts5(
  text, tokenize = 'trigram case_sensitive 1', content = 'product_search_text', content_rowid = 'product_key',
  detail = none, columnsize = 0
);
CREATE VIRTUAL TABLE product_search_terms USING fts5vocab('product_search', 'row');

CREATE INDEX stock_by_store ON stock(store_id, product_id);
CREATE INDEX stock_by_barcode ON stock(barcode) WHERE barcode IS NOT NULL;

-- The newest first, by a part of what is written: each index alone answers that search.
${searchedBy("document", "serial_no || ' ' || subject || ' ' || note", ["serial_no", "subject", "note"])}
CREATE INDEX document_search ON document(created_at, serial_no, kind, search_text);
${searchedBy("voucher", "serial_no || ' ' || coalesce(note, '')", ["serial_no", "note"])}
CREATE INDEX voucher_search ON voucher(mirrored_at, serial_no, search_text);
`;
