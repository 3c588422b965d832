/** Reads what the service answered: stock, balances, vouchers; and whose a barcode is. */

import type { Db } from "../file/database/open-database.ts";
import type { voucherTable } from "../file/schema/documents.ts";
import type { balanceTable, stockTable } from "../file/schema/reference-data.ts";
import type { Row } from "../file/schema/table.ts";

export type StoredStock = Row<typeof stockTable>;
/** Two clocks may differ, and a local time may be written as UTC; a day more is no time that a stock was counted at. */
const MOST_AHEAD_MS = 86_400_000;
/** Whether the time that a row gives for itself was still to come when it was received: then it says nothing. */
export const isToCome = (saidAt: string, receivedAt: number): boolean =>
  saidAt > new Date(receivedAt + MOST_AHEAD_MS).toISOString();
/** Where a page of stock rows ended. */
export type StockPlace = Record<"product" | "store" | "unit", BoundId> &
  Record<"production" | "expiry", string>;
export interface StoredBalance extends Row<typeof balanceTable> {
  account_name: string | null;
}
export type StoredVoucher = Omit<Row<typeof voucherTable>, "search_text">;

type BoundId = bigint | string;
const STOCK_ORDER =
  "ORDER BY product_id, store_id, measure_unit_id, production_at, expiry_at, source, currency_id, cost_price";
/** The rows of a batch in a row, as the store's index has them. */
const IN_STORE_ORDER = "ORDER BY product_id, measure_unit_id, production_at, expiry_at";
const AFTER =
  "(product_id, store_id, measure_unit_id, production_at, expiry_at) > (@product, @store, @unit, @production, @expiry)";
const BALANCE = `SELECT account_id, account.name AS account_name, currency_id, amount, ceil_amount,
    service_updated_at, answered_at
  FROM balance LEFT JOIN account ON account.id = account_id`;

export function createMirrorReads(db: Db) {
  const firstStock = db.prepare<[number], StoredStock>(`SELECT * FROM stock ${STOCK_ORDER} LIMIT ?`);
  const stockAfter = db.prepare<[StockPlace & { limit: number }], StoredStock>(
    `SELECT * FROM stock WHERE ${AFTER} ${STOCK_ORDER} LIMIT @limit`,
  );
  const stockOfProduct = db.prepare<[BoundId], StoredStock>(
    `SELECT * FROM stock WHERE product_id = ? ${STOCK_ORDER}`,
  );
  const firstOfStore = db.prepare<[BoundId, number], StoredStock>(
    `SELECT * FROM stock WHERE store_id = ? ${IN_STORE_ORDER} LIMIT ?`,
  );
  const storeAfter = db.prepare<[StockPlace & { limit: number }], StoredStock>(
    `SELECT * FROM stock WHERE store_id = @store
       AND (product_id, measure_unit_id, production_at, expiry_at) > (@product, @unit, @production, @expiry)
     ${IN_STORE_ORDER} LIMIT @limit`,
  );
  const stockOfBoth = db.prepare<[BoundId, BoundId], StoredStock>(
    `SELECT * FROM stock WHERE product_id = ? AND store_id = ? ${STOCK_ORDER}`,
  );
  const stockOfBarcode = db.prepare<[string], StoredStock>("SELECT * FROM stock WHERE barcode = ? LIMIT 1");
  const productOfBarcode = db.prepare<[string], { product_key: number }>(
    `SELECT product_key FROM product_unit CROSS JOIN product USING (product_key)
     WHERE barcode = ? AND barcode <> ''
     ORDER BY product.deleted, product_unit.deleted, product_key LIMIT 1`,
  );
  const productsOfBarcodes = db.prepare<[string], { product_key: number; barcode: string; deleted: number }>(
    `SELECT product_key, barcode, max(product.deleted, product_unit.deleted) AS deleted
     FROM json_each(?) CROSS JOIN product_unit ON barcode = value AND barcode <> ''
       CROSS JOIN product USING (product_key)
     LIMIT 200`,
  );
  const productOfId = db.prepare<[BoundId], { product_key: number }>(
    "SELECT product_key FROM product WHERE id = ?",
  );
  const allBalances = db.prepare<[], StoredBalance>(`${BALANCE} ORDER BY account_id, currency_id`);
  const balancesOf = db.prepare<[BoundId], StoredBalance>(
    `${BALANCE} WHERE account_id = ? ORDER BY currency_id`,
  );
  // The inner query is answered by the index alone; only what is found is fetched.
  const vouchers = db.prepare<[string, number], StoredVoucher>(
    `SELECT voucher.* FROM (
       SELECT serial_no AS found, mirrored_at AS at FROM voucher
       WHERE NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(search_text, value) = 0)
       ORDER BY mirrored_at DESC, serial_no DESC LIMIT ?
     ) CROSS JOIN voucher ON serial_no = found ORDER BY at DESC, serial_no DESC`,
  );
  const voucher = db.prepare<[string], StoredVoucher>("SELECT * FROM voucher WHERE serial_no = ?");
  return {
    /** Stock rows of a product, in one store or all. */
    stock: (product: BoundId, store: BoundId | null): StoredStock[] =>
      store === null ? stockOfProduct.all(product) : stockOfBoth.all(product, store),
    /** Stock rows of a store or all, in the order of their products, after a place. */
    stockPage(store: BoundId | null, after: StockPlace | null, limit: number): StoredStock[] {
      if (store === null) return after === null ? firstStock.all(limit) : stockAfter.all({ ...after, limit });
      return after === null ? firstOfStore.all(store, limit) : storeAfter.all({ ...after, store, limit });
    },
    /** One stock row with that barcode. */
    stockOfBarcode: (barcode: string): StoredStock | undefined => stockOfBarcode.get(barcode),
    /** The product that has the barcode, a live one before a deleted one. */
    productOfBarcode: (barcode: string): number | null => productOfBarcode.get(barcode)?.product_key ?? null,
    /** The products that have one of the barcodes, each once with the first of them: live ones, else deleted ones. */
    productsOfBarcodes(barcodes: readonly string[]): { product_key: number; barcode: string }[] {
      const rows = productsOfBarcodes.all(JSON.stringify(barcodes));
      const wanted = rows.some(({ deleted }) => deleted === 0) ? 0 : 1;
      return rows.filter(
        ({ deleted, product_key }, at) =>
          deleted === wanted && rows.findIndex((row) => row.product_key === product_key) === at,
      );
    },
    productOfId: (id: BoundId): number | null => productOfId.get(id)?.product_key ?? null,
    balances: (account: BoundId | null): StoredBalance[] =>
      account === null ? allBalances.all() : balancesOf.all(account),
    /** Vouchers whose serial number or note holds every one of the (folded) words, newest first. */
    vouchers: (words: readonly string[], limit: number): StoredVoucher[] =>
      vouchers.all(JSON.stringify(words), limit),
    voucher: (serialNo: string): StoredVoucher | undefined => voucher.get(serialNo),
  };
}
