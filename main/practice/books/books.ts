/** The stand-in's own database: where its shop and its transactions are kept, and what a person sees of them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { PracticeBooks } from "../../../contract/channels/practice.ts";
import {
  columnsOf,
  inSql,
  keyColumnsOf,
  PLAIN_LISTS,
  type PlainList,
  tableOf,
} from "../../../contract/lists.ts";
import type { OperationKind } from "../../../contract/operations.ts";
import type { Timestamp } from "../../../contract/values.ts";
import { named, type ShopLanguage } from "../shop/types.ts";

export type PracticeDb = Database.Database;

/** `now()` in milliseconds since 1970. */
export interface PracticeClock {
  now(): number;
}

/** The columns of a plain list in the books, between its id and its mark of deletion. */
export const listColumns = (list: PlainList) =>
  columnsOf(list).filter(({ name }) => name !== "id" && name !== "deleted");

function listTable(list: PlainList): string {
  const columns = listColumns(list).map(
    ({ name, need }) => `${inSql(name)} TEXT${need === "needed" ? " NOT NULL" : ""}`,
  );
  const keys = keyColumnsOf(list).map(inSql).join(", ");
  const parts = ["id TEXT PRIMARY KEY", ...columns, "deleted INTEGER NOT NULL", `UNIQUE (${keys})`];
  return `CREATE TABLE IF NOT EXISTS ${tableOf(list)} (${parts.join(", ")}) STRICT;`;
}

/** Ids, decimals, dates and timestamps are text: nothing here passes through binary floating point. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
${PLAIN_LISTS.map(listTable).join("\n")}
CREATE TABLE IF NOT EXISTS product (id TEXT PRIMARY KEY, name TEXT NOT NULL, deleted INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS product_unit (
  product_id TEXT NOT NULL REFERENCES product (id), measure_unit_id TEXT NOT NULL, barcode TEXT NOT NULL,
  price TEXT NOT NULL, cost_price TEXT NOT NULL, PRIMARY KEY (product_id, measure_unit_id)) STRICT;
CREATE TABLE IF NOT EXISTS balance (
  account_id TEXT NOT NULL REFERENCES account (id), currency_id TEXT NOT NULL, amount TEXT NOT NULL,
  ceil_amount TEXT NOT NULL, creator_user_id TEXT NOT NULL, created_at TEXT NOT NULL,
  updator_user_id TEXT NOT NULL, updated_at TEXT NOT NULL, PRIMARY KEY (account_id, currency_id)) STRICT;
CREATE TABLE IF NOT EXISTS storage (
  product_id TEXT NOT NULL, measure_unit_id TEXT NOT NULL, store_id TEXT NOT NULL, production_at TEXT NOT NULL,
  expiry_at TEXT NOT NULL, barcode TEXT NOT NULL, currency_id TEXT NOT NULL, cost_price TEXT NOT NULL,
  quantity TEXT NOT NULL, creator_user_id TEXT NOT NULL, created_at TEXT NOT NULL,
  updator_user_id TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (product_id, measure_unit_id, store_id, production_at, expiry_at)) STRICT;
CREATE TABLE IF NOT EXISTS voucher (
  serial_key TEXT PRIMARY KEY, serial_no TEXT NOT NULL, transaction_id INTEGER NOT NULL, currency_id TEXT NOT NULL,
  amount TEXT NOT NULL, note TEXT NOT NULL, status TEXT NOT NULL, creator_user_id TEXT NOT NULL,
  creator_device_id TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  fees_account_id TEXT NOT NULL, cash_account_id TEXT NOT NULL, document_references TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS book_transaction (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, serial_no TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS transfer (
  id INTEGER PRIMARY KEY AUTOINCREMENT, transaction_id INTEGER NOT NULL, account_id TEXT NOT NULL,
  currency_id TEXT NOT NULL, amount TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS tenant_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT, transaction_id INTEGER NOT NULL UNIQUE, description TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS log (
  id INTEGER PRIMARY KEY AUTOINCREMENT, transaction_id INTEGER, description TEXT NOT NULL,
  creator_user_id TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS applied (
  n INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL, record_key TEXT NOT NULL, serial_no TEXT,
  transaction_id INTEGER, applied_at TEXT NOT NULL, request_body TEXT NOT NULL, answer_body TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS applied_by_record ON applied (operation, record_key);
CREATE INDEX IF NOT EXISTS transfer_by_transaction ON transfer (transaction_id);
`;
const SCHEMA_VERSION = 1;

/**
 * Opens the books in the folder (made where missing), or in memory for ":memory:".
 * `sqliteBinding` is the path of a database binding for a runtime that can't load the packaged one.
 * Throws where this runtime can't load the binding, or where the books are of another version.
 */
export function openBooks(folder: string, sqliteBinding?: string | null): PracticeDb {
  // better-sqlite3 13 ends the process without a word on an older Node-API, so ask before opening.
  if (!sqliteBinding && Number(process.versions.napi ?? "0") < 10) {
    throw new Error(
      `the database needs Node 22.14 or newer (Node-API 10); this is Node ${process.versions.node}`,
    );
  }
  if (folder !== ":memory:") mkdirSync(folder, { recursive: true });
  const file = folder === ":memory:" ? folder : join(folder, "practice-books.sqlite");
  const db = new Database(file, sqliteBinding ? { nativeBinding: sqliteBinding } : {});
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = ON");
    const version = db.pragma("user_version", { simple: true });
    if (version !== 0 && version !== SCHEMA_VERSION) {
      throw new Error(
        `the practice books in ${file} are of version ${String(version)}, not ${SCHEMA_VERSION}`,
      );
    }
    db.exec(SCHEMA);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** Reads a value that the service keeps about itself, or null. */
export function readMeta(db: PracticeDb, key: string): string | null {
  return (
    db.prepare<[string], { value: string }>("SELECT value FROM meta WHERE key = ?").get(key)?.value ?? null
  );
}

/** Keeps a value about the service itself. */
export function writeMeta(db: PracticeDb, key: string, value: string): void {
  db.prepare("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(
    key,
    value,
  );
}

/** Picks the words in the language of the sample shop's names, as a real service has one. */
export function shopWords(db: PracticeDb): (english: string, arabic: string) => string {
  const language: ShopLanguage = readMeta(db, "language") === "ar" ? "ar" : "en";
  return (english, arabic) => named(language, english, arabic);
}

/** Forgets a value that the service kept about itself. */
export function forgetMeta(db: PracticeDb, key: string): void {
  db.prepare("DELETE FROM meta WHERE key = ?").run(key);
}

/** What a request came to. `repeated`: nothing was changed, the first answer was given again. */
export interface Applied {
  appliedNo: number;
  answerBody: string;
  repeated: boolean;
}

/** The first answer that this record got from this operation, or null. */
export function firstAnswer(db: PracticeDb, operation: OperationKind, recordKey: string): Applied | null {
  const row = db
    .prepare<[string, string], { n: number; answer_body: string }>(
      "SELECT n, answer_body FROM applied WHERE operation = ? AND record_key = ? ORDER BY n LIMIT 1",
    )
    .get(operation, recordKey);
  return row === undefined ? null : { appliedNo: row.n, answerBody: row.answer_body, repeated: true };
}

/** Records an applied request inside the transaction that applies it. */
export function recordApplied(
  db: PracticeDb,
  applied: {
    operation: OperationKind;
    recordKey: string;
    serialNo: string | null;
    transactionId: number | null;
    appliedAt: Timestamp;
    requestBody: string;
    answerBody: string;
  },
): Applied {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO applied
         (operation, record_key, serial_no, transaction_id, applied_at, request_body, answer_body)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      applied.operation,
      applied.recordKey,
      applied.serialNo,
      applied.transactionId,
      applied.appliedAt,
      applied.requestBody,
      applied.answerBody,
    );
  return { appliedNo: Number(lastInsertRowid), answerBody: applied.answerBody, repeated: false };
}

/** More than anyone enters in a lesson. */
const BOOKS_SHOWN = 50;

type Shown = PracticeBooks["transactions"][number];

/** The books as a person who practises looks at them, newest first; restores move no money, and are seen in the reference data. */
export function shownBooks(db: PracticeDb): PracticeBooks {
  const recorded = db
    .prepare<
      [number],
      Pick<Shown, "kind" | "serialNo" | "at" | "times"> & { transactionId: number; recordKey: string }
    >(
      `SELECT operation AS kind, serial_no AS serialNo, max(applied_at) AS at, count(*) AS times,
         max(transaction_id) AS transactionId, record_key AS recordKey
       FROM applied WHERE operation IN ('purchaseReturn', 'taxVoucher')
       GROUP BY operation, record_key ORDER BY max(n) DESC LIMIT ?`,
    )
    .all(BOOKS_SHOWN);
  // A return moves from the supplier to the account first; what is left of the supplier's sign is the amount.
  const moved = db.prepare<[number], Pick<Shown, "party" | "amount" | "currencyId">>(
    `SELECT account.name AS party, ltrim(transfer.amount, '-') AS amount, currency_id AS currencyId
     FROM transfer JOIN account ON account.id = account_id WHERE transaction_id = ? ORDER BY transfer.id LIMIT 1`,
  );
  const voucher = db.prepare<[string], Pick<Shown, "party" | "amount" | "currencyId">>(
    "SELECT note AS party, amount, currency_id AS currencyId FROM voucher WHERE serial_key = ?",
  );
  return {
    transactions: recorded.flatMap(({ transactionId, recordKey, ...row }) => {
      const money = row.kind === "taxVoucher" ? voucher.get(recordKey) : moved.get(transactionId);
      return money === undefined ? [] : [{ ...row, ...money }];
    }),
    balances: db
      .prepare<[], PracticeBooks["balances"][number]>(
        `SELECT account.name AS account, amount, currency_id AS currencyId
         FROM balance JOIN account ON account.id = account_id ORDER BY CAST(account_id AS INTEGER), currency_id`,
      )
      .all(),
  };
}
