/** Single names out of the reference data, as a posting needs them. */
import type { Db } from "../file/open-database.ts";

/** A shop's day names far fewer; beyond it the memory starts again. */
const MOST_REMEMBERED = 1_000;

/** Remembers what a reader answered, until it is told to forget. */
function remembering<T>(read: (key: number | string) => T): {
  get: (key: number | string) => T;
  forget: () => void;
} {
  const known = new Map<number | string, T>();
  return {
    get(key) {
      const found = known.get(key);
      if (found !== undefined) return found;
      if (known.size >= MOST_REMEMBERED) known.clear();
      const value = read(key);
      known.set(key, value);
      return value;
    },
    forget: () => known.clear(),
  };
}

export function createNameStore(db: Db) {
  const nameIn = (table: "account" | "measure_unit" | "permission") => {
    const read = db.prepare<[number | string], string>(`SELECT name FROM ${table} WHERE id = ?`).pluck();
    return remembering((id): string | null => read.get(id) ?? null);
  };
  const isUnknown = db
    .prepare<[number | string], number>(
      "SELECT EXISTS (SELECT 1 FROM currency) AND NOT EXISTS (SELECT 1 FROM currency WHERE id = ?)",
    )
    .pluck();
  const account = nameIn("account");
  const measureUnit = nameIn("measure_unit");
  const permission = nameIn("permission");
  const unknownCurrency = remembering((code) => isUnknown.get(code) === 1);
  return {
    account: account.get,
    measureUnit: measureUnit.get,
    permission: permission.get,
    isUnknownCurrency: (code: string): boolean => unknownCurrency.get(code),
    /** Reference data changed: names are read anew. */
    forget(): void {
      for (const kept of [account, measureUnit, permission, unknownCurrency]) kept.forget();
    },
  };
}
