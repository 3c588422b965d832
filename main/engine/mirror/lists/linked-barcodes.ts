/** The barcodes that were linked to products here. */

import type { Db } from "../../file/database/open-database.ts";
import type { linkedBarcodeTable } from "../../file/schema/reference-data.ts";
import type { Row } from "../../file/schema/table.ts";

type BoundId = bigint | string;

export type StoredLink = Row<typeof linkedBarcodeTable>;

export function createLinkedBarcodeStore(db: Db) {
  const ofCodes = db.prepare<[string], StoredLink>(
    "SELECT linked_barcode.* FROM json_each(?) CROSS JOIN linked_barcode ON barcode = value LIMIT 1",
  );
  const ofProduct = db.prepare<[BoundId], StoredLink>(
    "SELECT * FROM linked_barcode WHERE product_id = ? ORDER BY linked_at DESC LIMIT 200",
  );
  const put = db.prepare<[string, BoundId, BoundId | null, bigint]>(
    "INSERT OR REPLACE INTO linked_barcode (barcode, product_id, measure_unit_id, linked_at) VALUES (?, ?, ?, ?)",
  );
  const remove = db.prepare<[string]>("DELETE FROM linked_barcode WHERE barcode = ?");
  return {
    /** The link of the first of these codes that has one. */
    ofCodes: (codes: readonly string[]): StoredLink | undefined => ofCodes.get(JSON.stringify(codes)),
    ofProduct: (product: BoundId): StoredLink[] => ofProduct.all(product),
    put: (barcode: string, product: BoundId, unit: BoundId | null, now: number): void =>
      void put.run(barcode, product, unit, BigInt(now)),
    remove: (barcode: string): boolean => remove.run(barcode).changes > 0,
  };
}
