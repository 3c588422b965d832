/** What the mirror knows of goods: their stock, their batches, what they cost. */
import Big from "big.js";
import type { ProductRow, StockRow } from "../../../../contract/channels/mirror.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import type { ReturnLine } from "./draft.ts";
import type { ScannedFill } from "./draft-actions.ts";
import { sumsOfLines, takenOf } from "./sums.ts";
import { inBase, type UnitBases } from "./units.ts";

/** Goods that a person or a scanner named. */
export interface FoundGoods {
  /** null: an id used as typed, that the reference data doesn't hold. */
  product: ProductRow | null;
  productId: string;
  /** The unit that the scanned barcode is of; null where it was found otherwise. */
  measureUnitId: string | null;
  /** Its stock, where the same answer had it; absent: not asked yet. */
  stock?: StockRow[];
  /** What the scanned code fills the line with. */
  filled?: ScannedFill;
}

interface Where {
  measureUnitId: string;
  /** Empty: not chosen yet, so every store counts. */
  storeId: string;
}

const isIn = (row: StockRow, { measureUnitId, storeId }: Where): boolean =>
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
  const counted = rows.filter((row) => row.quantity !== null && isIn(row, where));
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
    .filter((row) => row.costPrice !== null && isIn(row, { measureUnitId, storeId }))
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

type DetailRow = NonNullable<ChannelOutput<"mirror.productDetail">>["stock"][number];
/** A stock row that says when its goods were made or go off. */
export type Batch = Pick<
  DetailRow,
  "productionAt" | "expiryAt" | "quantity" | "measureUnitId" | "storeId" | "storeName" | "answeredAt"
>;

/** The dates of a line's batch; empty where the batch says none. */
type BatchDates = Pick<ReturnLine, "productionAt" | "expiryAt">;

const NEVER = "\uffff";
const isInStore = ({ storeId }: Pick<Batch, "storeId">, wanted: string): boolean =>
  wanted === "" || storeId === null || String(storeId) === wanted;
const isThere = ({ quantity }: Pick<Batch, "quantity">): boolean =>
  quantity !== null && new Big(quantity).gt(0);

/** Batches in the order they are likely meant: of the chosen store first, then what goes off first. */
export function batchesOf<Row extends Batch>(rows: readonly Row[], storeId: string): Row[] {
  const rank = (row: Row) => (isInStore(row, storeId) ? 0 : 1);
  return rows
    .filter(({ productionAt, expiryAt }) => productionAt !== null || expiryAt !== null)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.expiryAt ?? NEVER).localeCompare(b.expiryAt ?? NEVER) ||
        (a.productionAt ?? NEVER).localeCompare(b.productionAt ?? NEVER),
    );
}

/** What choosing a batch writes into its line. */
export const datesOf = ({
  productionAt,
  expiryAt,
}: Pick<Batch, "productionAt" | "expiryAt">): BatchDates => ({
  productionAt: productionAt ?? "",
  expiryAt: expiryAt ?? "",
});

/**
 * The dates that every known batch of the store has, where there is only one; null where several may be meant.
 * Batches that are sold out count only where nothing else is known. A batch in another store is no suggestion.
 */
export function onlyBatch<Row extends Batch>(rows: readonly Row[], storeId: string): Row | null {
  const own = batchesOf(rows, storeId).filter((row) => isInStore(row, storeId));
  const there = own.filter(isThere);
  const [first, ...others] = there.length > 0 ? there : own;
  if (first === undefined) return null;
  const same = others.every(
    ({ productionAt, expiryAt }) => productionAt === first.productionAt && expiryAt === first.expiryAt,
  );
  return same ? first : null;
}

/** Whether goods had gone off before a day (YYYY-MM-DD). They can be returned all the same. */
export const hasExpired = ({ expiryAt }: Pick<Batch, "expiryAt">, today: string): boolean =>
  expiryAt !== null && expiryAt < today;

/**
 * The places of the lines that take more than is known to be there. Goods that several lines take are counted together.
 */
export function linesAboveStock(
  lines: readonly ReturnLine[],
  rows: readonly StockRow[],
  { storeId, bases }: { storeId: string; bases: UnitBases },
): number[] {
  const sums = sumsOfLines(lines, bases);
  const of = new Map<string, StockRow[]>();
  for (const row of rows) {
    const id = String(row.productId);
    const known = of.get(id);
    if (known === undefined) of.set(id, [row]);
    else known.push(row);
  }
  return lines.flatMap((line, at) => {
    const stock = knownStockInBase(of.get(line.productId) ?? [], { ...line, storeId }, bases);
    return line.productId !== "" && isAboveStock(takenOf(sums, line), stock) ? [at] : [];
  });
}
