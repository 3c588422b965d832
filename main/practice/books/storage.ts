/** Goods in the stores: a row for each product, unit, store, production and expiry date. */
import { z } from "zod";
import type { productStorage } from "../../../contract/service/results.ts";
import {
  type CurrencyCode,
  currencyCode,
  type Decimal,
  decimal,
  type ExactInteger,
  exactInteger,
  type IsoDate,
  isoDate,
  timestamp,
} from "../../../contract/values.ts";
import { subtract } from "./exact.ts";
import { mainCurrencyOf } from "./known-records.ts";
import type { Posting } from "./ledger.ts";
import type { Db } from "./open-books.ts";

/** Dates of goods whose dates nobody knows: the interface wants a date in every storage row. */
const NO_PRODUCTION = isoDate.parse("1900-01-01");
const NO_EXPIRY = isoDate.parse("9999-12-31");

const storageRow = z.object({
  product_id: exactInteger,
  measure_unit_id: exactInteger,
  store_id: exactInteger,
  production_at: isoDate,
  expiry_at: isoDate,
  barcode: z.string(),
  currency_id: currencyCode,
  cost_price: decimal,
  quantity: decimal,
  creator_user_id: exactInteger,
  created_at: timestamp,
  updator_user_id: exactInteger,
  updated_at: timestamp,
});
export type StorageRow = z.output<typeof storageRow>;

/** Which goods a line names; a null date stands for "whichever goes off first". */
export interface GoodsWanted {
  productId: ExactInteger;
  measureUnitId: ExactInteger;
  storeId: ExactInteger;
  productionAt: IsoDate | null;
  expiryAt: IsoDate | null;
  currencyId: CurrencyCode;
  /** The cost of goods that the books know no cost of. */
  price: Decimal;
}

function findRow(db: Db, goods: GoodsWanted): StorageRow | null {
  const row = db
    .prepare(
      `SELECT * FROM storage
       WHERE product_id = ? AND measure_unit_id = ? AND store_id = ?
         AND production_at = coalesce(?, production_at) AND expiry_at = coalesce(?, expiry_at)
       ORDER BY expiry_at, production_at LIMIT 1`,
    )
    .get(
      String(goods.productId),
      String(goods.measureUnitId),
      String(goods.storeId),
      goods.productionAt,
      goods.expiryAt,
    );
  return row === undefined ? null : storageRow.parse(row);
}

const soldAs = z.object({ barcode: z.string(), cost_price: decimal });

/** Barcode and cost of the product in this unit; a unit it isn't sold in costs what the request says. */
function describeGoods(db: Db, goods: GoodsWanted) {
  const row = db
    .prepare("SELECT barcode, cost_price FROM product_unit WHERE product_id = ? AND measure_unit_id = ?")
    .get(String(goods.productId), String(goods.measureUnitId));
  if (row === undefined) return { barcode: "", currencyId: goods.currencyId, costPrice: goods.price };
  const sold = soldAs.parse(row);
  return { barcode: sold.barcode, currencyId: mainCurrencyOf(db), costPrice: sold.cost_price };
}

function openRow(db: Db, goods: GoodsWanted, posting: Posting): StorageRow {
  const user = String(posting.userId);
  const { barcode, currencyId, costPrice } = describeGoods(db, goods);
  const row = db
    .prepare("INSERT INTO storage VALUES (?, ?, ?, ?, ?, ?, ?, ?, '0', ?, ?, ?, ?) RETURNING *")
    .get(
      String(goods.productId),
      String(goods.measureUnitId),
      String(goods.storeId),
      goods.productionAt ?? NO_PRODUCTION,
      goods.expiryAt ?? NO_EXPIRY,
      barcode,
      currencyId,
      costPrice,
      user,
      posting.updatedAt,
      user,
      posting.updatedAt,
    );
  return storageRow.parse(row);
}

/** Takes goods out of the store and returns the row as it stands then. More than is known to be there may go. */
export function takeGoods(db: Db, goods: GoodsWanted, quantity: Decimal, posting: Posting): StorageRow {
  const held = findRow(db, goods) ?? openRow(db, goods, posting);
  const row = db
    .prepare(
      `UPDATE storage SET quantity = ?, updator_user_id = ?, updated_at = ?
       WHERE product_id = ? AND measure_unit_id = ? AND store_id = ? AND production_at = ? AND expiry_at = ?
       RETURNING *`,
    )
    .get(
      subtract(held.quantity, quantity),
      String(posting.userId),
      posting.updatedAt,
      String(held.product_id),
      String(held.measure_unit_id),
      String(held.store_id),
      held.production_at,
      held.expiry_at,
    );
  return storageRow.parse(row);
}

/** The rows as the answer carries them: each row once, as it stands after the last line that touched it. */
export function storageAnswer(
  rows: readonly StorageRow[],
  tenantId: ExactInteger,
): z.output<typeof productStorage>[] {
  const last = new Map(
    rows.map((row) => [
      [row.product_id, row.measure_unit_id, row.store_id, row.production_at, row.expiry_at].join(" "),
      row,
    ]),
  );
  return [...last.values()].map((row, index) => ({
    rowNo: index + 1,
    tenantId,
    productId: row.product_id,
    measureUnitId: row.measure_unit_id,
    barcode: row.barcode,
    currencyId: row.currency_id,
    storeId: row.store_id,
    productionAt: row.production_at,
    expiryAt: row.expiry_at,
    costPrice: row.cost_price,
    quantity: row.quantity,
    status: 1,
    creatorUserId: row.creator_user_id,
    createdAt: row.created_at,
    updatorUserId: row.updator_user_id,
    updatedAt: row.updated_at,
    description: null,
  }));
}
