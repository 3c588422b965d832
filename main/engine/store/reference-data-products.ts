/** Writes products: a row for each product, unit and barcode, and the product that its rows make. */
import type { Db } from "./open-database.ts";
import { createProductTally } from "./product-count.ts";
import {
  lookOf,
  outcomeOf,
  type ReferenceRow,
  type RowLook,
  type RowOutcome,
  type RowWriter,
  type SeenRows,
} from "./reference-data-values.ts";
import { searchable } from "./reference-search-text.ts";

interface ProductFound {
  product_key: number;
  name: string;
  search_name: string;
  deleted: number;
}
interface UnitFound {
  unit_key: number;
  same: number;
}
interface UnitName {
  name: string;
  deleted: number;
}

/**
 * What a product is by its rows, which come newest first: named by the first live one, found by every
 * live name, deleted where every row is.
 */
export function productOf(rows: readonly UnitName[]): { name: string; searchName: string; deleted: number } {
  const live = rows.filter((row) => row.deleted === 0);
  const telling = live.length > 0 ? live : rows;
  const names = new Set(telling.map((row) => searchable(row.name)));
  return {
    name: telling[0]?.name ?? "",
    searchName: [...names].join(" "),
    deleted: live.length > 0 ? 0 : 1,
  };
}

/** Writes the rows of product files. */
export function createProductWriter(db: Db): RowWriter {
  const findProduct = db.prepare<[ReferenceRow], ProductFound>(
    "SELECT product_key, name, search_name, deleted FROM product WHERE id = @id",
  );
  const insertProduct = db.prepare(
    `INSERT INTO product (id, name, search_name, deleted, source, updated_at)
     VALUES (@id, @name, @searchName, @deleted, 'file', @at)`,
  );
  const updateProduct = db.prepare(
    "UPDATE product SET name = ?, search_name = ?, deleted = ?, source = 'file', updated_at = ? WHERE product_key = ?",
  );
  const index = db.prepare("INSERT INTO product_search (rowid, text) VALUES (?, ?)");
  const unindex = db.prepare(
    "INSERT INTO product_search (product_search, rowid, text) VALUES ('delete', ?, ?)",
  );
  const findUnit = db.prepare<[ReferenceRow], UnitFound>(
    `SELECT unit_key,
       (name IS @name AND price IS @price AND cost_price IS @costPrice AND deleted IS @deleted) AS same
     FROM product_unit WHERE product_key = @productKey AND measure_unit_id = @measureUnitId AND barcode = @barcode`,
  );
  const insertUnit = db.prepare(
    `INSERT INTO product_unit
       (product_key, measure_unit_id, barcode, name, price, cost_price, deleted, source, updated_at)
     VALUES (@productKey, @measureUnitId, @barcode, @name, @price, @costPrice, @deleted, 'file', @at)`,
  );
  const updateUnit = db.prepare(
    `UPDATE product_unit SET name = @name, price = @price, cost_price = @costPrice, deleted = @deleted,
       source = 'file', updated_at = @at WHERE unit_key = @unitKey`,
  );
  const unitNames = db.prepare<[number], UnitName>(
    "SELECT name, deleted FROM product_unit WHERE product_key = ? ORDER BY updated_at DESC, unit_key",
  );

  const tally = createProductTally(db);

  // The index's text is the view's: two blanks after the name (migration 20).
  const indexed = (searchName: string): string => `${searchName}  `;

  const addProduct = (row: ReferenceRow, at: bigint): number => {
    const key = Number(insertProduct.run({ ...row, at }).lastInsertRowid);
    index.run(BigInt(key), indexed(String(row.searchName)));
    tally.moved(null, Number(row.deleted));
    return key;
  };

  const refresh = (product: ProductFound, at: bigint): void => {
    const made = productOf(unitNames.all(product.product_key));
    const sameText = made.searchName === product.search_name;
    if (sameText && made.name === product.name && made.deleted === product.deleted) return;
    const key = BigInt(product.product_key);
    if (!sameText) unindex.run(key, indexed(product.search_name));
    updateProduct.run(made.name, made.searchName, BigInt(made.deleted), at, key);
    if (!sameText) index.run(key, indexed(made.searchName));
    tally.moved(product.deleted, made.deleted);
  };

  const boundTo = (row: ReferenceRow, productKey: number) => ({
    ...row,
    productKey: BigInt(productKey),
    measureUnitId: row.measureUnitId ?? "",
    barcode: row.barcode ?? "",
  });

  const look = (row: ReferenceRow): RowLook => {
    const product = findProduct.get(row);
    return lookOf(product === undefined ? undefined : findUnit.get(boundTo(row, product.product_key)));
  };

  const put = (row: ReferenceRow, seen: SeenRows, now: number): RowOutcome => {
    const at = BigInt(now);
    const product = findProduct.get(row);
    const bound = { ...boundTo(row, product?.product_key ?? addProduct(row, at)), at };
    const found = product === undefined ? undefined : findUnit.get(bound);
    if (found === undefined) {
      seen.add(Number(insertUnit.run(bound).lastInsertRowid));
      if (product !== undefined) refresh(product, at);
      return "added";
    }
    const outcome = outcomeOf(found, seen.add(found.unit_key));
    if (outcome === "updated" && product !== undefined) {
      updateUnit.run({ ...bound, unitKey: BigInt(found.unit_key) });
      refresh(product, at);
    }
    return outcome;
  };
  return { put, look, begin: tally.begin, finish: tally.write };
}
