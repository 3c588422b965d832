/** Reads reference data as it is shown: products by key with their units, and rows of the plain kinds. */
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import type { ExactInteger } from "../../../contract/values.ts";
import type { Db } from "./open-database.ts";
import { PLAIN_TABLES } from "./reference-data-plain.ts";
import type { PlainKind } from "./reference-data-values.ts";
import type { DeletedFilter } from "./reference-search.ts";

interface Origin {
  deleted: number;
  source: "file" | "service";
  updated_at: number;
}
export interface StoredProduct extends Origin {
  product_key: number;
  id: ExactInteger;
  name: string;
}
export interface StoredUnit {
  barcode: string;
  measure_unit_id: ExactInteger;
  measure_unit_name: string | null;
  price: string | null;
  cost_price: string | null;
  deleted: number;
}
export interface StoredPlain extends Origin {
  id: ExactInteger;
  name: string;
  base_unit_id: ExactInteger | null;
  factor: string | null;
  type: "supplier" | "cash" | "bank" | "other";
  digits: number | null;
  from_currency_id: string;
  to_currency_id: string;
  rate: string | null;
}
export interface KindCount {
  kind: ReferenceKind;
  total: number;
  deleted: number;
  imported_at: number | null;
}

type PlainQuery = { words: string; id: bigint | string | null; deleted: bigint | null; limit: number };

function preparePlain(db: Db, kind: PlainKind) {
  const { table, keys } = PLAIN_TABLES[kind];
  const exact = Object.keys(keys).length === 1 ? `SELECT rowid FROM ${table} WHERE id = @id` : "SELECT NULL";
  // The inner query is answered by the name index alone; only what is found is fetched.
  return db.prepare<[PlainQuery], StoredPlain>(
    `SELECT ${table}.* FROM (
       SELECT rowid AS found, search_name, 1 AS rank FROM ${table}
       WHERE (@deleted IS NULL OR deleted = @deleted) AND rowid IS NOT (${exact})
         AND NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(search_name, value) = 0)
       UNION ALL
       SELECT rowid, search_name, 0 FROM ${table}
       WHERE rowid = (${exact}) AND (@deleted IS NULL OR deleted = @deleted)
       ORDER BY rank, search_name LIMIT @limit
     ) AS hit CROSS JOIN ${table} ON ${table}.rowid = found ORDER BY rank, hit.search_name`,
  );
}

export function createReferenceReads(db: Db) {
  const plain = {
    measureUnit: preparePlain(db, "measureUnit"),
    account: preparePlain(db, "account"),
    store: preparePlain(db, "store"),
    currency: preparePlain(db, "currency"),
    exchangeRate: preparePlain(db, "exchangeRate"),
    permission: preparePlain(db, "permission"),
  };
  const product = db.prepare<[number], StoredProduct>(
    "SELECT product_key, id, name, deleted, source, updated_at FROM product WHERE product_key = ?",
  );
  const units = db.prepare<[number], StoredUnit>(
    `SELECT barcode, measure_unit_id, measure_unit.name AS measure_unit_name, price, cost_price, product_unit.deleted
     FROM product_unit LEFT JOIN measure_unit ON measure_unit.id = product_unit.measure_unit_id
     WHERE product_key = ? ORDER BY unit_key`,
  );
  const counts = db.prepare<[], KindCount>(
    [
      ...Object.entries(PLAIN_TABLES).map(([kind, { table }]) => [kind, table, "deleted = 1"] as const),
      ["product", "product", "deleted = 1"] as const,
      ["taxVoucher", "voucher", "0"] as const,
    ]
      .map(
        ([kind, table, isDeleted]) =>
          `SELECT '${kind}' AS kind, (SELECT count(*) FROM ${table}) AS total,
             (SELECT count(*) FROM ${table} WHERE ${isDeleted}) AS deleted,
             (SELECT max(finished_at) FROM import_log WHERE kind = '${kind}') AS imported_at`,
      )
      .join(" UNION ALL "),
  );
  return {
    product: (key: number): StoredProduct | undefined => product.get(key),
    units: (key: number): StoredUnit[] => units.all(key),
    /** Rows of a plain kind whose (folded) name holds every word; the one with that id first. */
    plain: (
      kind: PlainKind,
      words: readonly string[],
      id: bigint | string | null,
      deleted: DeletedFilter,
      limit: number,
    ): StoredPlain[] =>
      plain[kind].all({
        ...{ words: JSON.stringify(words), id, limit },
        deleted: deleted === undefined ? null : BigInt(deleted),
      }),
    counts: (): KindCount[] => counts.all(),
  };
}
