/** Reads reference data as it is shown: products by key with their units, and rows of the plain kinds. */
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { product } from "../../file/schema/reference-data.ts";
import type { Row } from "../../file/schema/table.ts";
import type { DeletedFilter } from "../search/search-parts.ts";
import { PLAIN_TABLES } from "./plain.ts";
import type { PlainKind } from "./values.ts";

export type StoredProduct = Omit<Row<typeof product>, "search_name">;
type Origin = Pick<StoredProduct, "deleted" | "source" | "updated_at">;
/** A product with all its units, in the order in which they first came. */
export interface WholeProduct extends StoredProduct {
  units: StoredUnit[];
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

type StoredRow = StoredProduct & {
  [Field in keyof Omit<StoredUnit, "deleted">]: StoredUnit[Field] | null;
} & {
  unit_key: number | null;
  unit_deleted: number | null;
};

/** Puts the rows of each product together; a row without a unit is of a product that has none. */
function gathered(rows: readonly StoredRow[]): WholeProduct[] {
  const found = new Map<number, StoredProduct & { units: (StoredUnit & { unit_key: number })[] }>();
  for (const row of rows) {
    const { product_key, id, name, deleted, source, updated_at } = row;
    const product = found.get(product_key) ?? {
      product_key,
      id,
      name,
      deleted,
      source,
      updated_at,
      units: [],
    };
    found.set(product_key, product);
    const { unit_key, barcode, measure_unit_id, measure_unit_name, price, cost_price, unit_deleted } = row;
    if (unit_key === null || barcode === null || measure_unit_id === null || unit_deleted === null) continue;
    const values = { barcode, measure_unit_id, measure_unit_name, price, cost_price, deleted: unit_deleted };
    product.units.push({ unit_key, ...values });
  }
  for (const { units } of found.values()) units.sort((a, b) => a.unit_key - b.unit_key);
  return [...found.values()];
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
  // One statement for a whole list: asked product by product, the asking costs more than the reading.
  const whole = db.prepare<[string], StoredRow>(
    `SELECT product.product_key, product.id, product.name, product.deleted, product.source, product.updated_at,
       unit_key, barcode, measure_unit_id, measure_unit.name AS measure_unit_name, price, cost_price,
       product_unit.deleted AS unit_deleted
     FROM json_each(?) CROSS JOIN product ON product.product_key = json_each.value
       LEFT JOIN product_unit ON product_unit.product_key = product.product_key
       LEFT JOIN measure_unit ON measure_unit.id = measure_unit_id`,
  );
  const counted = (table: string, isDeleted: string): string =>
    `(SELECT count(*) FROM ${table}) AS total, (SELECT count(*) FROM ${table} WHERE ${isDeleted}) AS deleted`;
  const totals: readonly (readonly [kind: string, columns: string])[] = [
    ...Object.entries(PLAIN_TABLES).map(
      ([kind, { table }]) => [kind, counted(table, "deleted = 1")] as const,
    ),
    // There may be a million: the file keeps their number.
    [
      "product",
      "(SELECT sum(n) FROM product_count) AS total, (SELECT n FROM product_count WHERE deleted = 1) AS deleted",
    ],
    ["taxVoucher", counted("voucher", "0")],
    ["stock", counted("stock", "0")],
    ["purchase", counted("purchase", "0")],
  ];
  const counts = db.prepare<[], KindCount>(
    totals
      .map(
        ([kind, columns]) =>
          `SELECT '${kind}' AS kind, ${columns},
             (SELECT max(finished_at) FROM import_log WHERE kind = '${kind}') AS imported_at`,
      )
      .join(" UNION ALL "),
  );
  return {
    /** The products of those keys that are there, each once, in the keys' order. */
    products: (keys: readonly number[]): WholeProduct[] => gathered(whole.all(JSON.stringify(keys))),
    /** Rows of a plain kind whose (folded) name holds every word; the one with that id first. */
    plain: (
      kind: PlainKind,
      words: readonly string[],
      id: bigint | string | null,
      deleted: DeletedFilter,
      limit: number,
    ): StoredPlain[] =>
      plain[kind].all({
        words: JSON.stringify(words),
        id,
        limit,
        deleted: deleted === undefined ? null : BigInt(deleted),
      }),
    counts: (): KindCount[] => counts.all(),
  };
}
