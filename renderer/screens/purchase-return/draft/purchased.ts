/** Lines of a return that give back lines of purchases: what is left of each, and what is above it. */
import Big from "big.js";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { emptyLine, type ReturnLine } from "./draft.ts";
import { givenOf, sumsOfLines } from "./sums.ts";
import { fromBase, type UnitBases } from "./units.ts";

export type Purchase = ChannelOutput<"purchases.get">;
export type BoughtLine = Purchase["lines"][number];

/** A purchase is known by its supplier and the number that the supplier gave it. */
export interface PurchaseId {
  documentNo: string;
  supplierAccountId: string;
}

interface Bought {
  purchase: Purchase;
  line: BoughtLine;
}
/** By `keyOfLine`; a line of a purchase that is not known here any more is missing. */
type Purchased = ReadonlyMap<string, Bought>;

/** The key of a purchase's line, by which lines of returns name it. */
export const keyOfLine = ({ supplierAccountId, row, documentNo }: PurchaseId & { row: string }): string =>
  `${supplierAccountId} ${row} ${documentNo}`;

export const idOf = ({
  documentNo,
  supplierAccountId,
}: Pick<Purchase, "documentNo" | "supplierAccountId">): PurchaseId => ({
  documentNo,
  supplierAccountId: String(supplierAccountId),
});

/** The lines of these purchases. */
export const purchasedOf = (purchases: readonly Purchase[]): Purchased =>
  new Map(
    purchases.flatMap((purchase) =>
      purchase.lines.map((line) => [
        keyOfLine({ ...idOf(purchase), row: String(line.row) }),
        { purchase, line },
      ]),
    ),
  );

/** The purchase's line as a line of a return: all of it but how much goes back. */
export function lineOfPurchase(
  lineId: string,
  { purchase, line }: Bought,
  batchText: (batch: string) => string,
): ReturnLine {
  return {
    ...emptyLine(lineId),
    productId: String(line.productId),
    measureUnitId: String(line.measureUnitId),
    productionAt: line.productionAt ?? "",
    expiryAt: line.expiryAt ?? "",
    price: line.price ?? "",
    // What was paid is no default: another store or currency doesn't change it.
    priceTyped: line.price !== null,
    description: line.batch === null ? "" : batchText(line.batch),
    purchaseLine: { ...idOf(purchase), row: String(line.row) },
  };
}

export interface Left {
  /** In base units, or in the purchase's own unit where it has no known base. */
  amount: string;
  /** In the unit of the line where that number has an end, else in the purchase's. */
  shown: string;
  unitId: string;
  isOwnUnit: boolean;
  /** Whether the line's unit can be converted into that of the amount. */
  isComparable: boolean;
  /** False: `shown` is cut off after three decimals. */
  isExact: boolean;
}
export type LeftField = "quantity" | "freeQuantity";

/** What is left for a line before this return; null where it is not known. */
export function leftFor(
  { line }: Bought,
  measureUnitId: string,
  { bases, field = "quantity" }: { bases: UnitBases; field?: LeftField },
): Left | null {
  const { left, leftInBase } = field === "quantity" ? line : line.free;
  if (left === null || leftInBase === null) return null;
  const own = String(line.measureUnitId);
  // `left` may be rounded, and a rounded number of cartons is no whole number of pieces.
  const amount = bases.has(own) ? leftInBase : left;
  const isOneBase =
    bases.get(own) !== undefined && bases.get(own)?.baseId === bases.get(measureUnitId)?.baseId;
  const converted = isOneBase && own !== measureUnitId ? fromBase(amount, measureUnitId, bases) : null;
  if (converted?.exact === true)
    return {
      amount,
      shown: converted.value,
      unitId: measureUnitId,
      isOwnUnit: true,
      isExact: true,
      isComparable: true,
    };
  const inOwn = bases.has(own) ? fromBase(amount, own, bases) : { value: left, exact: true };
  const isOwnUnit = own === measureUnitId;
  return {
    amount,
    shown: inOwn.value,
    unitId: own,
    isOwnUnit,
    isExact: inOwn.exact,
    isComparable: isOneBase || isOwnUnit,
  };
}

/**
 * Whether more is given back, of all lines together, than is left. A warning, never a refusal: the file may be old. Of
 * units that can't be compared it is only known where nothing is left.
 */
export const isAboveLeft = (given: string | undefined, left: Left | null): boolean =>
  given !== undefined &&
  left !== null &&
  new Big(given).gt(0) &&
  (left.isComparable ? new Big(given).gt(left.amount) : new Big(left.amount).lte(0));

/** The places of the lines that give back more than is left of their purchase. */
export function linesAboveLeft(
  lines: readonly ReturnLine[],
  purchased: Purchased,
  bases: UnitBases,
): number[] {
  const sums = sumsOfLines(lines, bases);
  return lines.flatMap((line, at) => {
    const bought = boughtFor(line, purchased);
    const isAbove = (field: LeftField) =>
      bought !== undefined &&
      isAboveLeft(givenOf(sums, line, field), leftFor(bought, line.measureUnitId, { bases, field }));
    return isAbove("quantity") || isAbove("freeQuantity") ? [at] : [];
  });
}

/** What a line gives back; undefined where it is of no purchase, or of one that is not known here. */
export const boughtFor = (
  line: Pick<ReturnLine, "purchaseLine"> | undefined,
  purchased: Purchased,
): Bought | undefined =>
  line?.purchaseLine === undefined ? undefined : purchased.get(keyOfLine(line.purchaseLine));
