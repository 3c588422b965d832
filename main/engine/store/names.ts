/** Single names out of the reference data, as a posting needs them. */
import type { Db } from "./open-database.ts";

export function createNameStore(db: Db) {
  const nameIn = (table: "account" | "measure_unit" | "permission") => {
    const read = db.prepare<[number | string], string>(`SELECT name FROM ${table} WHERE id = ?`).pluck();
    return (id: number | string): string | null => read.get(id) ?? null;
  };
  const unknownCurrency = db
    .prepare<[string], number>(
      "SELECT EXISTS (SELECT 1 FROM currency) AND NOT EXISTS (SELECT 1 FROM currency WHERE id = ?)",
    )
    .pluck();
  return {
    account: nameIn("account"),
    measureUnit: nameIn("measure_unit"),
    permission: nameIn("permission"),
    isUnknownCurrency: (code: string): boolean => unknownCurrency.get(code) === 1,
  };
}
