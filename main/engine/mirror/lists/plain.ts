/** Writes the kinds whose rows are one table's rows: units, accounts, stores, currencies, rates, permissions. */
import type { Db } from "../../file/database/open-database.ts";
import {
  lookOf,
  outcomeOf,
  type PlainKind,
  type ReferenceRow,
  type RowOutcome,
  type RowWriter,
  type SeenRows,
} from "./values.ts";

interface PlainTable {
  table: string;
  /** Column of the table to the row's field. */
  keys: Record<string, string>;
  fields: Record<string, string>;
}

export const PLAIN_TABLES: Record<PlainKind, PlainTable> = {
  measureUnit: {
    table: "measure_unit",
    keys: { id: "id" },
    fields: { name: "name", base_unit_id: "baseUnitId", factor: "factor" },
  },
  account: { table: "account", keys: { id: "id" }, fields: { name: "name", type: "type" } },
  store: { table: "store", keys: { id: "id" }, fields: { name: "name" } },
  currency: { table: "currency", keys: { id: "id" }, fields: { name: "name", digits: "digits" } },
  exchangeRate: {
    table: "exchange_rate",
    keys: { from_currency_id: "fromCurrencyId", to_currency_id: "toCurrencyId" },
    fields: { rate: "rate" },
  },
  permission: { table: "permission", keys: { id: "id" }, fields: { name: "name" } },
};

const list = (columns: Record<string, string>, one: (column: string, field: string) => string): string[] =>
  Object.entries(columns).map(([column, field]) => one(column, field));

/** Prepares one kind's statements. */
function prepareWriter(db: Db, kind: PlainKind): RowWriter {
  const { table, keys, fields } = PLAIN_TABLES[kind];
  const values = { ...fields, search_name: "searchName", deleted: "deleted" };
  const isKey = list(keys, (column, field) => `${column} = @${field}`).join(" AND ");
  const isSame = list(values, (column, field) => `${column} IS @${field}`).join(" AND ");
  const all = { ...keys, ...values, updated_at: "at" };
  const find = db.prepare<[ReferenceRow], { rowid: number; same: number }>(
    `SELECT rowid, (${isSame}) AS same FROM ${table} WHERE ${isKey}`,
  );
  const insert = db.prepare<[ReferenceRow]>(
    `INSERT INTO ${table} (${Object.keys(all).join(", ")}, source)
     VALUES (${list(all, (_, field) => `@${field}`).join(", ")}, 'file')`,
  );
  const update = db.prepare<[ReferenceRow]>(
    `UPDATE ${table} SET ${list(values, (column, field) => `${column} = @${field}`).join(", ")},
       updated_at = @at, source = 'file' WHERE ${isKey}`,
  );
  const put = (row: ReferenceRow, seen: SeenRows, at: number): RowOutcome => {
    const bound = { ...row, at: BigInt(at) };
    const found = find.get(bound);
    if (found === undefined) {
      seen.add(Number(insert.run(bound).lastInsertRowid));
      return "added";
    }
    const outcome = outcomeOf(found, seen.add(found.rowid));
    if (outcome === "updated") update.run(bound);
    return outcome;
  };
  return { put, look: (row) => lookOf(find.get(row)) };
}

/** The writer of every plain kind. */
export function createPlainWriters(db: Db): Record<PlainKind, RowWriter> {
  return {
    measureUnit: prepareWriter(db, "measureUnit"),
    account: prepareWriter(db, "account"),
    store: prepareWriter(db, "store"),
    currency: prepareWriter(db, "currency"),
    exchangeRate: prepareWriter(db, "exchangeRate"),
    permission: prepareWriter(db, "permission"),
  };
}
