/** Writes purchases of a file: a row for each line, and the purchase that its rows make. */
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import type { Db } from "../../file/database/open-database.ts";
import {
  CONTRADICTS,
  type ReferenceRow,
  type RowLook,
  type RowOutcome,
  type RowWriter,
  type SeenRows,
} from "./values.ts";

interface PurchaseFound {
  purchase_key: number;
  date: string;
  currency_id: string;
}
interface LineFound {
  line_key: number;
  same: number;
  /** How much it is like the row, from 0. */
  likeness: number;
}

/** Lines of one purchase that are kept. */
export const MOST_PURCHASE_LINES = 5_000;
export const TOO_MANY_LINES: RowReason = { code: "purchaseLines", params: { most: MOST_PURCHASE_LINES } };

/**
 * Writes the rows of purchase files. A line is known again by its product, unit, dates and batch; of several that are
 * alike it is the one with the same numbers, else price, else quantity, else the first. What an earlier file had and this one has not stays.
 */
export function createPurchaseWriter(db: Db): RowWriter {
  const findPurchase = db.prepare<[ReferenceRow], PurchaseFound>(
    `SELECT purchase_key, date, currency_id FROM purchase
     WHERE supplier_account_id = @supplierAccountId AND document_no = @documentNo`,
  );
  const insertPurchase = db.prepare<[ReferenceRow]>(
    `INSERT INTO purchase (supplier_account_id, document_no, date, currency_id, search_no, imported_at)
     VALUES (@supplierAccountId, @documentNo, @date, @currencyId, @searchName, @at)`,
  );
  const updatePurchase = db.prepare<[ReferenceRow]>(
    "UPDATE purchase SET date = @date, currency_id = @currencyId, imported_at = @at WHERE purchase_key = @purchaseKey",
  );
  const dateLines = db.prepare<[ReferenceRow]>(
    "UPDATE purchase_line SET date = @date WHERE purchase_key = @purchaseKey",
  );
  const findLines = db.prepare<[ReferenceRow], LineFound>(
    `SELECT line_key, (quantity = @quantity AND free_quantity = @freeQuantity AND price IS @price) AS same,
       2 * (price IS @price) + (quantity = @quantity) AS likeness
     FROM purchase_line
     WHERE purchase_key = @purchaseKey AND product_id = @productId AND measure_unit_id = @measureUnitId
       AND production_at = @productionAt AND expiry_at = @expiryAt AND batch = @batch
     ORDER BY row`,
  );
  const lastRow = db
    .prepare<[ReferenceRow], number>(
      "SELECT coalesce(max(row), 0) FROM purchase_line WHERE purchase_key = @purchaseKey",
    )
    .pluck();
  const insertLine = db.prepare<[ReferenceRow]>(
    `INSERT INTO purchase_line (purchase_key, row, date, product_id, measure_unit_id, production_at, expiry_at, batch,
       quantity, free_quantity, price, imported_at)
     VALUES (@purchaseKey, @row, @date, @productId, @measureUnitId, @productionAt, @expiryAt, @batch, @quantity,
       @freeQuantity, @price, @at)`,
  );
  const updateLine = db.prepare<[ReferenceRow]>(
    `UPDATE purchase_line SET quantity = @quantity, free_quantity = @freeQuantity, price = @price, imported_at = @at
     WHERE line_key = @lineKey`,
  );

  /** The line most like this one that the file hasn't met. */
  const unmet = (row: ReferenceRow, seen: SeenRows): LineFound | undefined => {
    let best: LineFound | undefined;
    for (const found of findLines.iterate(row)) {
      if (seen.has(found.line_key)) continue;
      if (found.same === 1) return found;
      if (best === undefined || found.likeness > best.likeness) best = found;
    }
    return best;
  };
  const isSameHead = (row: ReferenceRow, head: PurchaseFound): boolean =>
    head.date === row.date && head.currency_id === row.currencyId;

  /** The purchases that this import has met: what a row says of one otherwise contradicts the rows before. */
  let met = new Set<number>();
  let importing: SeenRows | null = null;

  const head = (row: ReferenceRow, at: bigint): { key: bigint; change: "none" | "updated" } | null => {
    const found = findPurchase.get(row);
    if (found === undefined) {
      const key = insertPurchase.run({ ...row, at }).lastInsertRowid;
      met.add(Number(key));
      return { key: BigInt(key), change: "none" };
    }
    const key = BigInt(found.purchase_key);
    const isFirst = !met.has(found.purchase_key);
    met.add(found.purchase_key);
    if (isSameHead(row, found)) return { key, change: "none" };
    if (!isFirst) return null;
    updatePurchase.run({ ...row, at, purchaseKey: key });
    dateLines.run({ ...row, purchaseKey: key });
    return { key, change: "updated" };
  };

  const put = (row: ReferenceRow, seen: SeenRows, now: number): RowOutcome => {
    if (importing !== seen) met = new Set();
    importing = seen;
    const at = BigInt(now);
    const of = head(row, at);
    if (of === null) return CONTRADICTS;
    const bound = { ...row, at, purchaseKey: of.key };
    const found = unmet(bound, seen);
    if (found === undefined) {
      const last = lastRow.get(bound) ?? 0;
      if (last >= MOST_PURCHASE_LINES) return TOO_MANY_LINES;
      seen.add(Number(insertLine.run({ ...bound, row: BigInt(last + 1) }).lastInsertRowid));
      return "added";
    }
    seen.add(found.line_key);
    if (found.same === 1) return of.change === "updated" ? "updated" : "unchanged";
    updateLine.run({ ...bound, lineKey: BigInt(found.line_key) });
    return "updated";
  };

  const look = (row: ReferenceRow, seen: SeenRows, isFirst: boolean): RowLook => {
    const purchase = findPurchase.get(row);
    if (purchase === undefined) return "absent";
    const bound = { ...row, purchaseKey: BigInt(purchase.purchase_key) };
    const found = unmet(bound, seen);
    if (found === undefined) return "absent";
    seen.add(found.line_key);
    return found.same === 1 && (isSameHead(row, purchase) || !isFirst) ? "same" : "different";
  };
  return {
    put,
    look,
    linesOf: (row) => {
      const purchase = findPurchase.get(row);
      return purchase === undefined ? 0 : (lastRow.get({ purchaseKey: BigInt(purchase.purchase_key) }) ?? 0);
    },
  };
}
