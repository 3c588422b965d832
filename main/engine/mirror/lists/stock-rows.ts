/** Writes stock rows of a file into the mirror, beside what the service answered: reads choose the newer of the two. */
import type { Db } from "../../file/database/open-database.ts";
import { isToCome } from "../mirror-reads.ts";
import {
  outcomeOf,
  type ReferenceRow,
  type RowLook,
  type RowOutcome,
  type RowWriter,
  type SeenRows,
} from "./values.ts";

interface StockFound {
  rowid: number;
  same: number;
  service_updated_at: string | null;
  answered_at: number;
}

/** Rows of one batch that differ in their cost; a shop has one or two. */
const MOST_OF_BATCH = 100;

/** Of two files the row that says the later time of itself stays, unless that was to come when it was imported. */
const isOutdated = (row: ReferenceRow, { service_updated_at: told, answered_at }: StockFound): boolean =>
  typeof row.updatedAt === "string" && told !== null && row.updatedAt < told && !isToCome(told, answered_at);

/**
 * Writes the rows of stock files. A batch is a product in a unit, a store and dates; it may have several costs. A row
 * with another cost than the last file's takes the place of a row of its batch that this file hasn't named.
 */
export function createStockWriter(db: Db): RowWriter {
  const batch = `product_id = @productId AND store_id = @storeId AND measure_unit_id = @measureUnitId
    AND production_at = @productionAt AND expiry_at = @expiryAt AND source = 'file'`;
  const same = `(barcode IS @barcode AND quantity IS @quantity AND service_updated_at IS @updatedAt
    AND currency_id = @currencyId AND cost_price = @costPrice) AS same`;
  const findExact = db.prepare<[ReferenceRow], StockFound>(
    `SELECT rowid, service_updated_at, answered_at, ${same} FROM stock
     WHERE ${batch} AND currency_id = @currencyId AND cost_price = @costPrice`,
  );
  const findBatch = db.prepare<[ReferenceRow], StockFound>(
    `SELECT rowid, service_updated_at, answered_at, ${same} FROM stock WHERE ${batch}
     ORDER BY coalesce(service_updated_at, ''), currency_id, cost_price LIMIT ${MOST_OF_BATCH}`,
  );
  const insert = db.prepare<[ReferenceRow]>(
    `INSERT INTO stock (product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id,
       cost_price, quantity, service_updated_at, answered_at, source)
     VALUES (@productId, @measureUnitId, @storeId, @productionAt, @expiryAt, @barcode, @currencyId, @costPrice,
       @quantity, @updatedAt, @at, 'file')`,
  );
  const update = db.prepare<[ReferenceRow]>(
    `UPDATE stock SET barcode = @barcode, currency_id = @currencyId, cost_price = @costPrice, quantity = @quantity,
       service_updated_at = @updatedAt, answered_at = @at WHERE rowid = @rowid`,
  );
  /** The row itself where this file hasn't met it, else the oldest of its batch that it hasn't met. */
  const unmet = (row: ReferenceRow, seen: SeenRows): StockFound | undefined => {
    const exact = findExact.get(row);
    if (exact !== undefined && !seen.has(exact.rowid)) return exact;
    return findBatch.all(row).find(({ rowid }) => !seen.has(rowid));
  };
  const put = (row: ReferenceRow, seen: SeenRows, now: number): RowOutcome => {
    const at = BigInt(now);
    const exact = findExact.get(row);
    if (exact !== undefined && seen.has(exact.rowid)) return outcomeOf(exact, false);
    const found = unmet(row, seen);
    if (found === undefined) {
      seen.add(Number(insert.run({ ...row, at }).lastInsertRowid));
      return "added";
    }
    // Not met: what takes its place may still come.
    if (isOutdated(row, found)) return "unchanged";
    seen.add(found.rowid);
    if (found.same === 1) return "unchanged";
    update.run({ ...row, at, rowid: BigInt(found.rowid) });
    return "updated";
  };
  const look = (row: ReferenceRow, seen: SeenRows): RowLook => {
    const found = unmet(row, seen);
    if (found === undefined) return "absent";
    if (isOutdated(row, found)) return "outdated";
    seen.add(found.rowid);
    return found.same === 1 ? "same" : "different";
  };
  return { put, look };
}
