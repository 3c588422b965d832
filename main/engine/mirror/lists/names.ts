/** Single names out of the reference data, as a posting needs them. */
import { type NamedList, tableOf } from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";

/** A shop's day names far fewer; beyond it the memory starts again. */
const MOST_REMEMBERED = 1_000;

/** Remembers what a reader answered, until `forget`. */
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
  const nameIn = (list: NamedList) => {
    const read = db
      .prepare<[number | string], string>(`SELECT name FROM ${tableOf(list)} WHERE id = ?`)
      .pluck();
    return remembering((id): string | null => read.get(id) ?? null);
  };
  const isUnknown = db
    .prepare<[number | string], number>(
      "SELECT EXISTS (SELECT 1 FROM currency) AND NOT EXISTS (SELECT 1 FROM currency WHERE id = ?)",
    )
    .pluck();
  const lists = new Map<NamedList, ReturnType<typeof nameIn>>();
  const unknownCurrency = remembering((code) => isUnknown.get(code) === 1);
  return {
    /** Of a list whose records have one id; null where it is not known. */
    name(list: NamedList, id: number | string): string | null {
      const known = lists.get(list) ?? nameIn(list);
      lists.set(list, known);
      return known.get(id);
    },
    isUnknownCurrency: (code: string): boolean => unknownCurrency.get(code),
    /** Reference data changed: names are read anew. */
    forget(): void {
      for (const kept of [...lists.values(), unknownCurrency]) kept.forget();
    },
  };
}
