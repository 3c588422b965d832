/** Reads reference data as it is shown: products by key with their units, and rows of the plain kinds. */
import type { PlainRow } from "../../../../contract/channels/mirror.ts";
import {
  columnsOf,
  inSql,
  isPlain,
  keyColumnsOf,
  type List,
  type PlainList,
  REFERENCE_KINDS,
  tableOf,
} from "../../../../contract/lists.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { productTable } from "../../file/schema/reference-data.ts";
import type { Row } from "../../file/schema/table.ts";
import type { DeletedFilter } from "../search/search-parts.ts";

export type StoredProduct = Omit<Row<typeof productTable>, "search_name">;
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
type AsStored<R> = R extends unknown
  ? Omit<R, "deleted" | "updatedAt"> & { deleted: number; updatedAt: number }
  : never;
/** A record of a plain list by the names of its columns. */
export type StoredPlain = AsStored<PlainRow>;
export interface KindCount {
  kind: List;
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

function preparePlain(db: Db, list: PlainList) {
  const table = tableOf(list);
  const columns = columnsOf(list).flatMap(({ name }) =>
    name === "deleted" ? [] : `${inSql(name)} AS ${name}`,
  );
  const [key, ...others] = keyColumnsOf(list);
  const exact = others.length === 0 ? `SELECT rowid FROM ${table} WHERE ${key} = @id` : "SELECT NULL";
  // The inner query is answered by the name index alone; only what is found is fetched.
  return db.prepare<[PlainQuery], StoredPlain>(
    `SELECT '${list}' AS kind, ${columns.join(", ")}, deleted, source, updated_at AS updatedAt FROM (
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
  const plain = new Map<PlainList, ReturnType<typeof preparePlain>>();
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
  const totalsOf = (list: List): string => {
    // There may be a million: the file keeps their number.
    if (list === "product")
      return "(SELECT sum(n) FROM product_count) AS total, (SELECT n FROM product_count WHERE deleted = 1) AS deleted";
    return counted(tableOf(list), isPlain(list) ? "deleted = 1" : "0");
  };
  const counts = db.prepare<[], KindCount>(
    REFERENCE_KINDS.map(
      (list) =>
        `SELECT '${list}' AS kind, ${totalsOf(list)},
           (SELECT max(finished_at) FROM import_log WHERE kind = '${list}') AS imported_at`,
    ).join(" UNION ALL "),
  );
  return {
    /** The products of those keys that are there, each once, in the keys' order. */
    products: (keys: readonly number[]): WholeProduct[] => gathered(whole.all(JSON.stringify(keys))),
    /** Rows of a plain kind whose (folded) name holds every word; the one with that id first. */
    plain(
      list: PlainList,
      words: readonly string[],
      id: bigint | string | null,
      deleted: DeletedFilter,
      limit: number,
    ): StoredPlain[] {
      const search = plain.get(list) ?? preparePlain(db, list);
      plain.set(list, search);
      return search.all({
        words: JSON.stringify(words),
        id,
        limit,
        deleted: deleted === undefined ? null : BigInt(deleted),
      });
    },
    counts: (): KindCount[] => counts.all(),
  };
}
