/**
 * Reference data from files, the log of imports, and balances, stock and purchases.
 *
 * A missing part of a row's key is '' and not NULL, so that it takes part in it.
 */
import {
  ACCOUNT_TYPES,
  columnsOf,
  type Holds,
  inSql,
  keyColumnsOf,
  PLAIN_LISTS,
  type PlainList,
  tableOf,
} from "../../../../contract/lists.ts";
import { SOURCES } from "./documents.ts";
import {
  between,
  checked,
  count,
  decimalText,
  flag,
  id,
  json,
  type Rule,
  SHORT,
  table,
  textUpTo,
  time,
  WORDS,
  whole,
} from "./table.ts";

const deleted = "INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))";
const source = ["TEXT NOT NULL", checked(SOURCES)] as const;
/** Ends the columns of each row that a file brings. */
const origin = { deleted, source, updated_at: ["INTEGER NOT NULL", time] } as const;
const named = { search_name: "TEXT NOT NULL", ...origin } as const;
const name = ["TEXT NOT NULL", textUpTo(WORDS)] as const;

/** How the file keeps what a cell holds. */
const SQL: Record<Holds, readonly [sql: string, rule: Rule]> = {
  id: ["ANY", whole],
  name: ["TEXT", textUpTo(WORDS)],
  barcode: ["TEXT", textUpTo(SHORT)],
  unitId: ["ANY", whole],
  notNegative: ["TEXT", decimalText],
  factor: ["TEXT", decimalText],
  accountType: ["TEXT", checked(ACCOUNT_TYPES)],
  currency: ["TEXT", textUpTo(SHORT)],
  digits: ["INTEGER", between(0, SHORT)],
  rate: ["TEXT", decimalText],
  uuid: ["TEXT", textUpTo(SHORT)],
  decimal: ["TEXT", decimalText],
  note: ["TEXT", textUpTo(WORDS)],
  status: ["ANY", whole],
  userId: ["ANY", whole],
  time: ["TEXT", textUpTo(SHORT)],
  productId: ["ANY", whole],
  storeId: ["ANY", whole],
  supplierId: ["ANY", whole],
  day: ["TEXT", textUpTo(SHORT)],
  dayOrMonth: ["TEXT", textUpTo(SHORT)],
  dayOrTime: ["TEXT", textUpTo(SHORT)],
  documentNo: ["TEXT", textUpTo(WORDS)],
  text: ["TEXT", textUpTo(WORDS)],
  deleted: ["INTEGER", flag],
};

/** The table of a plain list, with an index that covers a search by name. */
function plainTable(list: PlainList) {
  const columns = columnsOf(list).flatMap(({ name, holds, need, empty }) => {
    if (name === "deleted") return [];
    const [sql, rule] = SQL[holds];
    const isFilled = need === "needed" || empty !== null;
    return [[inSql(name), [isFilled ? `${sql} NOT NULL` : sql, rule]] as const];
  });
  const own = tableOf(list);
  return table(
    own,
    { ...Object.fromEntries(columns), ...named },
    {
      salvaged: false,
      key: `PRIMARY KEY (${keyColumnsOf(list).map(inSql).join(", ")})`,
      also: `CREATE INDEX ${own}_by_name ON ${own}(search_name, deleted);\n`,
    },
  );
}

const importLogTable = table(
  "import_log",
  {
    import_id: ["INTEGER PRIMARY KEY", id],
    kind: "TEXT NOT NULL",
    file_name: "TEXT NOT NULL",
    started_at: ["INTEGER NOT NULL", time],
    finished_at: ["INTEGER NOT NULL", time],
    added: "INTEGER NOT NULL",
    updated: "INTEGER NOT NULL",
    unchanged: "INTEGER NOT NULL",
    rejected: "INTEGER NOT NULL",
  },
  { salvaged: false, also: "CREATE INDEX import_log_finished ON import_log(kind, finished_at);\n" },
);

/**
 * Which version of each list came from the shop folder. `taking`: a version of which all is here and proven, as JSON;
 * from the moment it is written it is taken to its end, also after a crash (`import/run/list-versions.ts`).
 */
export const shopListTable = table(
  "shop_list",
  {
    list: "TEXT PRIMARY KEY",
    /** Which folder numbered it: the fingerprint of its first root, or 'plain'. */
    origin: "TEXT NOT NULL",
    version: ["INTEGER", count],
    rows: ["INTEGER NOT NULL DEFAULT 0", count],
    taken_at: ["INTEGER", time],
    /** When a file was imported over it. */
    by_hand_at: ["INTEGER", time],
    declined: ["INTEGER", count],
    taking: ["TEXT", json],
  },
  { salvaged: false },
);

export const productTable = table(
  "product",
  { product_key: ["INTEGER PRIMARY KEY", id], id: ["ANY NOT NULL UNIQUE", whole], name, ...named },
  {
    salvaged: false,
    imported: true,
    also: `
CREATE INDEX product_by_name ON product(search_name, deleted);
CREATE INDEX product_deleted_by_name ON product(search_name) WHERE deleted = 1;
-- Part-of-name search. The two blanks at the end let a name's last one or two letters begin a trigram too.
CREATE VIEW product_search_text AS SELECT product_key, search_name || '  ' AS text FROM product;
CREATE VIRTUAL TABLE product_search USING fts5(
  text, tokenize = 'trigram case_sensitive 1', content = 'product_search_text', content_rowid = 'product_key',
  detail = none, columnsize = 0
);
CREATE VIRTUAL TABLE product_search_terms USING fts5vocab('product_search', 'row');
`,
  },
);

const productUnitTable = table(
  "product_unit",
  {
    unit_key: ["INTEGER PRIMARY KEY", id],
    product_key: "INTEGER NOT NULL REFERENCES product(product_key)",
    measure_unit_id: ["ANY NOT NULL DEFAULT ''", whole],
    barcode: "TEXT NOT NULL DEFAULT ''",
    name,
    price: "TEXT",
    cost_price: "TEXT",
    ...origin,
  },
  {
    salvaged: false,
    imported: true,
    key: "UNIQUE (product_key, measure_unit_id, barcode)",
    also: "CREATE INDEX product_unit_by_barcode ON product_unit(barcode, product_key) WHERE barcode <> '';\n",
  },
);

/**
 * How many products there are: to count a million of them walks through a whole index, at each start and after each
 * answer. The code that writes products keeps it (`products.ts`), a batch at a time: a trigger makes SQLite keep a
 * journal for each row, and an import takes half as long again.
 */
const productCountTable = table(
  "product_count",
  { deleted: "INTEGER PRIMARY KEY CHECK (deleted IN (0, 1))", n: "INTEGER NOT NULL" },
  {
    salvaged: false,
    imported: true,
    also: "INSERT INTO product_count (deleted, n) VALUES (0, 0), (1, 0);\n",
  },
);

/**
 * Which products of each stretch of keys have which letters in their names (`product-blocks.ts`). Filled in the
 * background; what has no block yet is found by the search index.
 */
const productBlockTable = table(
  "product_block",
  {
    block: "INTEGER PRIMARY KEY",
    up_to: "INTEGER NOT NULL",
    changed: "TEXT NOT NULL DEFAULT ''",
  },
  { salvaged: false, imported: true },
);
const productBlockTermTable = table(
  "product_block_term",
  { block: "INTEGER NOT NULL", term: "TEXT NOT NULL", keys: "BLOB NOT NULL" },
  { salvaged: false, imported: true, key: "PRIMARY KEY (block, term)", options: "STRICT, WITHOUT ROWID" },
);

/** Barcodes that a person linked to a product on this computer, for reference data that doesn't have them. */
export const linkedBarcodeTable = table(
  "linked_barcode",
  {
    barcode: ["TEXT PRIMARY KEY", textUpTo(SHORT)],
    product_id: ["ANY NOT NULL", whole],
    measure_unit_id: ["ANY", whole],
    linked_at: ["INTEGER NOT NULL", time],
  },
  { also: "CREATE INDEX linked_barcode_by_product ON linked_barcode(product_id);\n" },
);

export const balanceTable = table(
  "balance",
  {
    account_id: ["ANY NOT NULL", whole],
    currency_id: "TEXT NOT NULL",
    amount: "TEXT",
    ceil_amount: "TEXT",
    service_updated_at: "TEXT",
    answered_at: ["INTEGER NOT NULL", time],
  },
  { key: "PRIMARY KEY (account_id, currency_id)" },
);
const balanceHistoryTable = table(
  "balance_history",
  {
    account_id: ["ANY NOT NULL", whole],
    currency_id: "TEXT NOT NULL",
    amount: "TEXT",
    serial_no: "TEXT",
    answered_at: ["INTEGER NOT NULL", time],
  },
  {
    also: "CREATE INDEX balance_history_by_account ON balance_history(account_id, currency_id, answered_at);\n",
  },
);

/** What a batch is, the soonest expiry first. */
export const BATCH_COLUMNS = [
  "expiry_at",
  "product_id",
  "store_id",
  "measure_unit_id",
  "production_at",
] as const;
// A decimal is stored in one spelling, which as text is above '0' where its number is. An index is found only by a
// condition that is written the same; `of` is the table's name in a query, with a dot.
const hasSome = (of: string): string => `coalesce(${of}quantity, '1') > '0'`;
/** Whether a row has an expiry, and some or nobody knows how much. */
export const isInStock = (of: string): string => `${of}expiry_at <> '' AND ${hasSome(of)}`;
/** Whether a row has an expiry, and none are left or fewer. */
export const isUsedUp = (of: string): string => `${of}expiry_at <> '' AND NOT ${hasSome(of)}`;

/** From files and from the service's answers; a row of a file has in `answered_at` when it was imported. */
export const stockTable = table(
  "stock",
  {
    product_id: ["ANY NOT NULL", whole],
    measure_unit_id: ["ANY NOT NULL", whole],
    store_id: ["ANY NOT NULL", whole],
    production_at: "TEXT NOT NULL DEFAULT ''",
    expiry_at: "TEXT NOT NULL DEFAULT ''",
    barcode: "TEXT",
    currency_id: "TEXT NOT NULL DEFAULT ''",
    cost_price: "TEXT NOT NULL DEFAULT ''",
    quantity: "TEXT",
    service_updated_at: "TEXT",
    answered_at: ["INTEGER NOT NULL", time],
    source: ["TEXT NOT NULL DEFAULT 'service'", checked(SOURCES)],
  },
  {
    imported: true,
    key: "PRIMARY KEY (product_id, store_id, measure_unit_id, production_at, expiry_at, source, currency_id, cost_price)",
    also: `
CREATE INDEX stock_by_store ON stock(store_id, product_id, measure_unit_id, production_at, expiry_at);
CREATE INDEX stock_by_barcode ON stock(barcode) WHERE barcode IS NOT NULL;
CREATE INDEX stock_by_expiry ON stock(${BATCH_COLUMNS.join()}) WHERE ${isInStock("")};
CREATE INDEX stock_used_up_by_expiry ON stock(${BATCH_COLUMNS.join()}) WHERE ${isUsedUp("")};
`,
  },
);

export const purchaseTable = table(
  "purchase",
  {
    purchase_key: ["INTEGER PRIMARY KEY", id],
    supplier_account_id: ["ANY NOT NULL", whole],
    document_no: ["TEXT NOT NULL", textUpTo(WORDS)],
    date: ["TEXT NOT NULL", textUpTo(SHORT)],
    currency_id: ["TEXT NOT NULL", textUpTo(SHORT)],
    search_no: "TEXT NOT NULL",
    imported_at: ["INTEGER NOT NULL", time],
  },
  {
    salvaged: false,
    imported: true,
    key: "UNIQUE (supplier_account_id, document_no)",
    also: `
CREATE INDEX purchase_by_date ON purchase(date, purchase_key, search_no);
CREATE INDEX purchase_by_supplier ON purchase(supplier_account_id, date, purchase_key);
`,
  },
);

/**
 * A line is found again by its product, unit, dates and batch, the first of those that are alike first: `row` is its
 * number in the purchase and never changes.
 */
export const purchaseLineTable = table(
  "purchase_line",
  {
    line_key: ["INTEGER PRIMARY KEY", id],
    purchase_key: "INTEGER NOT NULL REFERENCES purchase(purchase_key)",
    row: ["INTEGER NOT NULL", id],
    date: "TEXT NOT NULL",
    product_id: ["ANY NOT NULL", whole],
    measure_unit_id: ["ANY NOT NULL", whole],
    production_at: "TEXT NOT NULL DEFAULT ''",
    expiry_at: "TEXT NOT NULL DEFAULT ''",
    batch: ["TEXT NOT NULL DEFAULT ''", textUpTo(WORDS)],
    quantity: ["TEXT NOT NULL", decimalText],
    free_quantity: ["TEXT NOT NULL", decimalText],
    price: ["TEXT", decimalText],
    imported_at: ["INTEGER NOT NULL", time],
  },
  {
    salvaged: false,
    imported: true,
    key: "UNIQUE (purchase_key, row)",
    also: `
CREATE INDEX purchase_line_by_product ON purchase_line(product_id, date, purchase_key);
CREATE INDEX purchase_line_by_expiry ON purchase_line(product_id, expiry_at, date, purchase_key);
`,
  },
);

/** Of returns, the lines that name a purchase or a batch: what the request's body says, so that it can be summed. */
export const returnLineTable = table(
  "return_line",
  {
    sequence: "INTEGER NOT NULL REFERENCES entry(sequence)",
    position: ["INTEGER NOT NULL", between(0, WORDS)],
    product_id: ["ANY NOT NULL", whole],
    measure_unit_id: ["ANY NOT NULL", whole],
    store_id: ["ANY NOT NULL", whole],
    production_at: "TEXT NOT NULL DEFAULT ''",
    expiry_at: "TEXT NOT NULL DEFAULT ''",
    quantity: ["TEXT NOT NULL", decimalText],
    free_quantity: ["TEXT NOT NULL", decimalText],
    supplier_account_id: ["ANY", whole],
    document_no: ["TEXT", textUpTo(WORDS)],
    row: ["INTEGER", id],
  },
  {
    key: "PRIMARY KEY (sequence, position)",
    options: "STRICT, WITHOUT ROWID",
    also: `
CREATE INDEX return_line_by_purchase ON return_line(supplier_account_id, document_no, row)
  WHERE document_no IS NOT NULL;
CREATE INDEX return_line_by_batch ON return_line(product_id, expiry_at) WHERE expiry_at <> '';
`,
  },
);

/** How many days before its expiry a supplier still takes goods back; the account '' is every other supplier's. */
const returnWindowTable = table("return_window", {
  account_id: ["ANY PRIMARY KEY NOT NULL", whole],
  days: "INTEGER NOT NULL CHECK (days BETWEEN 0 AND 3650)",
  updated_at: ["INTEGER NOT NULL", time],
});

export const REFERENCE_TABLES = [
  ...[importLogTable, shopListTable, ...PLAIN_LISTS.map(plainTable)],
  ...[
    productTable,
    productUnitTable,
    productCountTable,
    productBlockTable,
    productBlockTermTable,
    linkedBarcodeTable,
  ],
  ...[
    balanceTable,
    balanceHistoryTable,
    stockTable,
    purchaseTable,
    purchaseLineTable,
    returnLineTable,
    returnWindowTable,
  ],
];
