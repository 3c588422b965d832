/** Finds products among very many: by id, by barcode, by how a name begins, by any part of a name. */
import type { Db } from "../../file/database/open-database.ts";
import { createPartSearch, type DeletedFilter } from "./search-parts.ts";
import { LAST_LETTER } from "./search-text.ts";

interface Key {
  product_key: number;
}
/** A product's place among all in the order of their names. */
export interface ProductPlace {
  product_key: number;
  search_name: string;
  deleted: number;
}
interface BoundPlace {
  product_key: bigint;
  search_name: string;
  deleted: bigint;
  limit: number;
}
const BEFORE_ALL: ProductPlace = { search_name: "", deleted: -1, product_key: -1 };
const IS_WANTED = "(@deleted IS NULL OR product.deleted = @deleted)";

export function createProductSearch(db: Db) {
  const byId = db.prepare<[{ id: bigint | string; deleted: bigint | null }], Key>(
    `SELECT product_key FROM product WHERE id = @id AND ${IS_WANTED}`,
  );
  const byBarcode = db.prepare<[{ from: string; to: string; deleted: bigint | null; limit: number }], Key>(
    `SELECT DISTINCT product_unit.product_key FROM product_unit CROSS JOIN product USING (product_key)
     WHERE barcode <> '' AND barcode >= @from AND barcode < @to AND ${IS_WANTED}
     ORDER BY barcode LIMIT @limit`,
  );
  const range = `search_name >= @from AND search_name < @to`;
  const byBeginning = db.prepare<[{ from: string; to: string; deleted: bigint | null; limit: number }], Key>(
    `SELECT product_key FROM product WHERE ${range} AND ${IS_WANTED} ORDER BY search_name LIMIT @limit`,
  );
  const deletedByBeginning = db.prepare<[{ from: string; to: string; limit: number }], Key>(
    `SELECT product_key FROM product WHERE deleted = 1 AND ${range} ORDER BY search_name LIMIT @limit`,
  );
  // By the index from its first column to its last: a later page costs what the first one does.
  const pageOf = (where: string) =>
    db.prepare<[BoundPlace], ProductPlace>(
      `SELECT product_key, search_name, deleted FROM product
       WHERE ${where} ORDER BY search_name, deleted, product_key LIMIT @limit`,
    );
  const after = "(search_name, deleted, product_key) > (@search_name, @deleted, @product_key)";
  const pages = { all: pageOf(after), live: pageOf(`${after} AND +deleted = 0`) };
  const deletedPage = db.prepare<[BoundPlace], ProductPlace>(
    `SELECT product_key, search_name, deleted FROM product
     WHERE deleted = 1 AND (search_name, product_key) > (@search_name, @product_key)
     ORDER BY search_name, product_key LIMIT @limit`,
  );
  const beginning = (from: string, deleted: DeletedFilter, limit: number): Key[] => {
    const to = `${from}${LAST_LETTER}`;
    return deleted === true
      ? deletedByBeginning.all({ from, to, limit })
      : byBeginning.all({ from, to, deleted: deleted === undefined ? null : 0n, limit });
  };

  return {
    /** Up to `limit` products in the order of their names. */
    first: (deleted: DeletedFilter, limit: number): number[] =>
      beginning("", deleted, limit).map(({ product_key }) => product_key),
    /** Up to `limit` products after that place in the order of their names; null: from the first. */
    page(deleted: DeletedFilter, place: ProductPlace | null, limit: number): ProductPlace[] {
      const { search_name, deleted: mark, product_key } = place ?? BEFORE_ALL;
      const bound = { search_name, product_key: BigInt(product_key), deleted: BigInt(mark), limit };
      if (deleted === true) return deletedPage.all(bound);
      return (deleted === undefined ? pages.all : pages.live).all(bound);
    },
    byId: (id: bigint | string, deleted: DeletedFilter): number[] =>
      byId
        .all({ id, deleted: deleted === undefined ? null : BigInt(deleted) })
        .map(({ product_key }) => product_key),
    /** Products with a barcode that begins so; the exact one comes first. */
    byBarcode: (barcode: string, deleted: DeletedFilter, limit: number): number[] =>
      byBarcode
        .all({
          from: barcode,
          to: `${barcode}${LAST_LETTER}`,
          limit,
          deleted: deleted === undefined ? null : BigInt(deleted),
        })
        .map(({ product_key }) => product_key),
    /** Products whose (folded) name begins so, in the order of their names. */
    byBeginning: (text: string, deleted: DeletedFilter, limit: number): number[] =>
      beginning(text, deleted, limit).map(({ product_key }) => product_key),
    /**
     * Products whose (folded) name holds every one of the words, the newest first: before the others those in which they
     * stand by themselves, then those in which they begin words; of very many the newest are looked at for that. At
     * least `limit` where there are so many; some may be named twice.
     */
    byParts: createPartSearch(db),
  };
}
