/** What the mirror knows of goods: how many are in stock, and what they cost. */
import Big from "big.js";
import type { ProductRow } from "../../../../contract/channels/mirror.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { inBase, type UnitBases } from "../units/unit-conversion.ts";

export type StockRow = ChannelOutput<"mirror.stock">["rows"][number];

interface Where {
  measureUnitId: string;
  /** Empty: not chosen yet, so every store counts. */
  storeId: string;
}

const stands = (row: StockRow, { measureUnitId, storeId }: Where): boolean =>
  (row.measureUnitId === null || String(row.measureUnitId) === measureUnitId) &&
  (storeId === "" || row.storeId === null || String(row.storeId) === storeId);

const NO_BASES: UnitBases = new Map();

/** The quantity last known, in base units where the line's unit has a known base; null where nothing is known. */
export function knownStockInBase(
  rows: readonly StockRow[],
  where: Where,
  bases: UnitBases = NO_BASES,
): string | null {
  const base = bases.get(where.measureUnitId);
  if (base === undefined) return knownStock(rows, where);
  const counted = rows.flatMap(({ quantity, ...row }) => {
    const unitId = String(row.measureUnitId ?? where.measureUnitId);
    const inStore = where.storeId === "" || row.storeId === null || String(row.storeId) === where.storeId;
    const same = bases.get(unitId)?.baseId === base.baseId;
    const amount = quantity === null || !inStore || !same ? null : inBase(quantity, unitId, bases);
    return amount === null ? [] : [amount];
  });
  if (counted.length === 0) return null;
  return counted.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();
}

/** The quantity last known; null where nothing is known. Stock in another unit is not converted. */
export function knownStock(rows: readonly StockRow[], where: Where): string | null {
  const counted = rows.filter((row) => row.quantity !== null && stands(row, where));
  if (counted.length === 0) return null;
  const sum = counted.reduce((total, row) => total.plus(row.quantity ?? 0), new Big(0));
  return sum.eq(0) ? "0" : sum.toFixed();
}

/** Whether more is taken than is known to be there. A warning, never a refusal: the mirror may be old. */
export function isAboveStock(taken: string | undefined, stock: string | null): boolean {
  return taken !== undefined && stock !== null && new Big(taken).gt(stock);
}

interface PriceQuestion extends Where {
  stock: readonly StockRow[];
  product: Pick<ProductRow, "units"> | null;
  currencyId: string;
}

/**
 * The price to begin with: what the goods cost by the newest stock row in that unit, store and currency, else by the
 * product's row. Never the sales price: goods go back at cost.
 */
export function defaultPrice({ stock, product, measureUnitId, storeId, currencyId }: PriceQuestion): string {
  const newest = stock
    .filter((row) => row.costPrice !== null && stands(row, { measureUnitId, storeId }))
    .filter((row) => currencyId === "" || row.currencyId === null || row.currencyId === currencyId)
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0];
  if (newest?.costPrice != null) return newest.costPrice;
  const unit = product?.units.find(
    (row) => String(row.measureUnitId ?? "") === measureUnitId && row.costPrice !== null,
  );
  return unit?.costPrice ?? "";
}

/** The units a product is known in, each once, in the reference data's order. */
export function unitsOf(product: Pick<ProductRow, "units"> | null): { id: string; name: string }[] {
  const units = new Map<string, string>();
  for (const { measureUnitId, measureUnitName } of product?.units ?? [])
    if (measureUnitId !== null) units.set(String(measureUnitId), measureUnitName ?? String(measureUnitId));
  return [...units].map(([id, name]) => ({ id, name }));
}
