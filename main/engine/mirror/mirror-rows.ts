/** Stored rows of products and stock as the channels give them. */
import type { ProductRow, StockRow } from "../../../contract/channels/mirror.ts";
import { timestampOf } from "../../../contract/values.ts";
import type { StoredProduct, StoredUnit } from "./lists/reads.ts";
import type { StoredStock } from "./mirror-reads.ts";
import { type NewestStock, stockTime } from "./newest-stock.ts";

/** An empty key part means "none". */
export const orNull = <T>(value: T | ""): T | null => (value === "" ? null : value);

export const originOf = (row: { source: "file" | "service"; updated_at: number }) => ({
  source: row.source,
  updatedAt: timestampOf(row.updated_at),
});

export function productRowOf(product: StoredProduct, units: readonly StoredUnit[]): ProductRow {
  return {
    kind: "product",
    id: product.id,
    name: product.name,
    deleted: product.deleted === 1,
    units: units.map((unit) => ({
      barcode: orNull(unit.barcode),
      measureUnitId: orNull(unit.measure_unit_id),
      measureUnitName: unit.measure_unit_name,
      price: unit.price,
      costPrice: unit.cost_price,
    })),
    ...originOf(product),
  };
}

export const stockRowOf = (row: NewestStock): StockRow => ({
  productId: row.product_id,
  measureUnitId: orNull(row.measure_unit_id),
  storeId: orNull(row.store_id),
  barcode: row.barcode,
  currencyId: orNull(row.currency_id),
  productionAt: orNull(row.production_at),
  expiryAt: orNull(row.expiry_at),
  costPrice: orNull(row.cost_price),
  quantity: row.quantity,
  source: row.source,
  updatedAt: stockTime(row),
  other: row.other,
});

/** A product that only stock rows tell of: its name is in none of them. */
export const productOfStock = (row: StoredStock): ProductRow => ({
  kind: "product",
  id: row.product_id,
  name: "",
  deleted: false,
  units: [
    {
      barcode: row.barcode,
      measureUnitId: orNull(row.measure_unit_id),
      measureUnitName: null,
      price: null,
      costPrice: orNull(row.cost_price),
    },
  ],
  source: row.source,
  updatedAt: stockTime(row),
});
