/** The lines of returns that name a purchase or a batch, with what became of their entries. */
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { entryTable } from "../../file/schema/entries.ts";
import type { returnLineTable } from "../../file/schema/reference-data.ts";
import type { Row } from "../../file/schema/table.ts";

type BoundId = bigint | string;

/** A line of a return as it was entered. */
export interface NewReturnLine {
  position: number;
  productId: ExactInteger;
  measureUnitId: ExactInteger;
  storeId: ExactInteger;
  productionAt: string;
  expiryAt: string;
  quantity: string;
  freeQuantity: string;
  purchase: { supplierAccountId: ExactInteger; documentNo: string; row: ExactInteger } | null;
}

export type StoredReturnLine = Row<typeof returnLineTable> &
  Pick<Row<typeof entryTable>, "state" | "changed_at">;

export interface PurchaseOfLine {
  position: number;
  supplier_account_id: ExactInteger;
  document_no: string;
  row: number;
}

const STANDING = `SELECT return_line.*, state, changed_at FROM return_line CROSS JOIN entry USING (sequence)
  WHERE state <> 'discarded'`;

export function createReturnLineStore(db: Db) {
  const insert = db.prepare(
    `INSERT INTO return_line (sequence, position, product_id, measure_unit_id, store_id, production_at, expiry_at,
       quantity, free_quantity, supplier_account_id, document_no, row)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const ofPurchase = db.prepare<[BoundId, string, string | null], StoredReturnLine>(
    `${STANDING} AND supplier_account_id = ? AND document_no = ? AND entry_id IS NOT ?`,
  );
  const ofBatch = db.prepare<[BoundId, string], StoredReturnLine>(
    `${STANDING} AND product_id = ? AND expiry_at = ? AND expiry_at <> ''`,
  );
  const ofEntry = db.prepare<[number], PurchaseOfLine>(
    `SELECT position, supplier_account_id, document_no, row FROM return_line
     WHERE sequence = ? AND document_no IS NOT NULL ORDER BY position`,
  );
  return {
    /** Call it inside the transaction of the posting. */
    put(sequence: number, lines: readonly NewReturnLine[]): void {
      for (const line of lines)
        insert.run(
          BigInt(sequence),
          BigInt(line.position),
          bound(line.productId),
          bound(line.measureUnitId),
          bound(line.storeId),
          line.productionAt,
          line.expiryAt,
          line.quantity,
          line.freeQuantity,
          line.purchase === null ? null : bound(line.purchase.supplierAccountId),
          line.purchase?.documentNo ?? null,
          line.purchase === null ? null : bound(line.purchase.row),
        );
    },
    /** `without`: the entry whose lines are left out; null: of all. */
    ofPurchase: (supplier: BoundId, documentNo: string, without: string | null): StoredReturnLine[] =>
      ofPurchase.all(supplier, documentNo, without),
    ofBatch: (product: BoundId, expiryAt: string): StoredReturnLine[] => ofBatch.all(product, expiryAt),
    /** The lines of an entry that name a purchase; `position` counts from 0. */
    ofEntry: (sequence: number): PurchaseOfLine[] => ofEntry.all(sequence),
  };
}

const bound = (id: ExactInteger): BoundId => (typeof id === "number" ? BigInt(id) : id);
