/** Writes products: a row for each product, unit and barcode, and the product that its rows make. */
import type { Db } from "../../file/database/open-database.ts";
import { BLOCK_KEYS } from "../search/product-blocks.ts";
import { searchable } from "../search/search-text.ts";
import { boundedNames, crowdKey, ProductCrowd } from "./product-crowd.ts";
import {
  lookOf,
  type ReferenceRow,
  type RowLook,
  type RowOutcome,
  type RowWriter,
  rowOutcome,
  type SeenRows,
} from "./values.ts";

// The number of products that the file keeps.

/** Gathers what a transaction does to the number, and writes it once. */
interface ProductTally {
  /** A product came, or went from one state to the other. */
  moved(from: number | null, to: number): void;
  /** Forgets what was gathered: its transaction was rolled back. */
  begin(): void;
  /** Writes what was gathered, inside the transaction that did it. */
  write(): void;
}

function createProductTally(db: Db): ProductTally {
  const add = db.prepare<[number, number]>("UPDATE product_count SET n = n + ? WHERE deleted = ?");
  const gathered = new Map<number, number>();
  const by = (deleted: number, n: number): void =>
    void gathered.set(deleted, (gathered.get(deleted) ?? 0) + n);
  return {
    moved(from, to) {
      if (from !== null) by(from, -1);
      by(to, 1);
    },
    begin: () => gathered.clear(),
    write() {
      for (const [deleted, n] of gathered) if (n !== 0) add.run(n, deleted);
      gathered.clear();
    },
  };
}

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
interface UnitRow extends UnitName {
  measure_unit_id: number | string;
  barcode: string;
}
/** A product of which this transaction wrote a row, as it was before. */
interface Touched {
  product: ProductFound;
  crowd: ProductCrowd;
  isStale: boolean;
}

/** Letters of search texts that one transaction indexes or takes out of the index: some 20 ms of it. */
const MOST_INDEXED_LETTERS = 30_000;

/**
 * What a product is by its rows, which come newest first: named by the first live one, found by every
 * live name, deleted where every row is. Of more names than one product may have, it is found by the newest.
 */
function productOf(rows: readonly UnitName[]): { name: string; searchName: string; deleted: number } {
  const live = rows.filter((row) => row.deleted === 0);
  const telling = live.length > 0 ? live : rows;
  const names = new Set(telling.map((row) => searchable(row.name)));
  return {
    name: telling[0]?.name ?? "",
    searchName: boundedNames(names).join(" "),
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
  const noteChange = db.prepare<[bigint, number, bigint]>(
    `UPDATE product_block SET changed = changed || ' ' || (? % ${BLOCK_KEYS}) WHERE block = ? AND up_to >= ?`,
  );
  // Each search looks at every changed name.
  const dropBlock = db.prepare<[number]>(
    "DELETE FROM product_block WHERE block = ? AND length(changed) > 600",
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
  const unitRows = db.prepare<[number], UnitRow>(
    "SELECT name, deleted, measure_unit_id, barcode FROM product_unit WHERE product_key = ? ORDER BY updated_at DESC, unit_key",
  );

  const tally = createProductTally(db);

  // The index's text is the view's: two blanks after the name.
  const indexed = (searchName: string): string => `${searchName}  `;

  const addProduct = (row: ReferenceRow, at: bigint): number => {
    const key = Number(insertProduct.run({ ...row, at }).lastInsertRowid);
    index.run(BigInt(key), indexed(String(row.searchName)));
    tally.moved(null, Number(row.deleted));
    return key;
  };

  const refresh = (product: ProductFound, at: bigint): void => {
    const made = productOf(unitRows.all(product.product_key));
    const sameText = made.searchName === product.search_name;
    if (sameText && made.name === product.name && made.deleted === product.deleted) return;
    const key = BigInt(product.product_key);
    if (!sameText) unindex.run(key, indexed(product.search_name));
    updateProduct.run(made.name, made.searchName, BigInt(made.deleted), at, key);
    if (!sameText) {
      const block = Math.floor(product.product_key / BLOCK_KEYS);
      index.run(key, indexed(made.searchName));
      noteChange.run(key, block, key);
      dropBlock.run(block);
    }
    tally.moved(product.deleted, made.deleted);
  };

  const loadCrowd = (productKey: number): ProductCrowd => {
    const crowd = new ProductCrowd();
    for (const row of unitRows.all(productKey))
      crowd.set(crowdKey(row.measure_unit_id, row.barcode), searchable(row.name));
    return crowd;
  };

  /** What this transaction changed of products that were there: each is worked out once, at its end. */
  const touched = new Map<number, Touched>();
  let staleLetters = 0;
  let writtenAt = 0n;

  const touch = (product: ProductFound): Touched => {
    const known = touched.get(product.product_key);
    if (known !== undefined) return known;
    const first = { product, crowd: loadCrowd(product.product_key), isStale: false };
    touched.set(product.product_key, first);
    return first;
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

  /** Writes a row of a product that is there by `write`, where the product takes it. */
  const intoCrowd = (
    product: ProductFound,
    row: ReferenceRow,
    outcome: "added" | "updated",
    write: () => void,
  ): RowOutcome => {
    const of = touch(product);
    const key = crowdKey(row.measureUnitId, row.barcode);
    const name = String(row.searchName);
    const refusal = of.crowd.refusal(key, name);
    if (refusal !== null) return refusal;
    write();
    of.crowd.set(key, name);
    if (!of.isStale) staleLetters += product.search_name.length + of.crowd.letters;
    of.isStale = true;
    return outcome;
  };

  const put = (row: ReferenceRow, seen: SeenRows, now: number): RowOutcome => {
    const at = BigInt(now);
    writtenAt = at;
    const product = findProduct.get(row);
    if (product === undefined) {
      const bound = { ...boundTo(row, addProduct(row, at)), at };
      seen.add(Number(insertUnit.run(bound).lastInsertRowid));
      return "added";
    }
    const bound = { ...boundTo(row, product.product_key), at };
    const found = findUnit.get(bound);
    if (found === undefined)
      return intoCrowd(product, row, "added", () => {
        seen.add(Number(insertUnit.run(bound).lastInsertRowid));
      });
    const outcome = rowOutcome(found, !seen.has(found.unit_key));
    if (outcome !== "updated") {
      seen.add(found.unit_key);
      return outcome;
    }
    return intoCrowd(product, row, "updated", () => {
      seen.add(found.unit_key);
      updateUnit.run({ ...bound, unitKey: BigInt(found.unit_key) });
    });
  };

  return {
    put,
    look,
    begin() {
      touched.clear();
      staleLetters = 0;
      tally.begin();
    },
    finish() {
      for (const { product, isStale } of touched.values()) if (isStale) refresh(product, writtenAt);
      touched.clear();
      tally.write();
    },
    isFull: () => staleLetters > MOST_INDEXED_LETTERS,
    crowdOf(row) {
      const product = findProduct.get(row);
      return product === undefined ? new ProductCrowd() : loadCrowd(product.product_key);
    },
  };
}
