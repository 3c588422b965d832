/**
 * What all lines come to together, kept up to date by what changed: a key in one of a thousand lines costs one line.
 * Exact, so that adding and taking away again leaves no trace. Pure; a line never changes in place.
 */
import Big from "big.js";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import type { UnitBases } from "../units/unit-conversion.ts";
import { isLeftOut, isTyped, type ReturnLine } from "./draft.ts";
import { amountTaken, goodsKey, lineProduct, plain } from "./line-totals.ts";

/** How much of some goods the lines take, and how many of the lines say so. */
interface Taken {
  amount: Big;
  lines: number;
  /** The amount as a decimal, written at the first question: every line in sight asks at every key. */
  text?: string;
}

const textOf = (taken: Taken): string => {
  taken.text ??= plain(taken.amount);
  return taken.text;
};

export interface LineSums {
  /** The lines it is the sum of, and the bases they were counted with. */
  lines: readonly ReturnLine[];
  bases: UnitBases;
  total: Big;
  /** Lines of which something is typed, and those of them without a total yet. */
  typed: number;
  open: number;
  /** Lines of purchases without a quantity. */
  leftOut: number;
  /** By `goodsKey`. */
  taken: ReadonlyMap<string, Taken>;
  /** How much goes back of each line of a purchase, by `givenKey`. */
  given: ReadonlyMap<string, Taken>;
}

const GIVEN = ["quantity", "freeQuantity"] as const;
type Given = (typeof GIVEN)[number];

const givenKey = (line: ReturnLine, field: Given, bases: UnitBases): string | null => {
  const of = line.purchaseLine;
  return of === undefined
    ? null
    : [field, goodsKey(line, bases), of.supplierAccountId, of.row, of.documentNo].join(" ");
};

const NO_BASES: UnitBases = new Map();

const none = (bases: UnitBases): LineSums => ({
  lines: [],
  bases,
  total: new Big(0),
  typed: 0,
  open: 0,
  leftOut: 0,
  taken: new Map(),
  given: new Map(),
});

/** The sums after `lines` became what they are now; `before` may be of any other lines. */
export function sumsOfLines(
  lines: readonly ReturnLine[],
  bases: UnitBases = NO_BASES,
  before: LineSums | null = null,
): LineSums {
  const from = before !== null && before.bases === bases ? before : none(bases);
  const old = from.lines;
  if (old === lines) return from;
  const shorter = Math.min(old.length, lines.length);
  let start = 0;
  while (start < shorter && old[start] === lines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === lines.at(-1 - end)) end += 1;

  let { total, typed, open, leftOut } = from;
  const taken = new Map(from.taken);
  const given = new Map(from.given);
  const add = (sums: Map<string, Taken>, key: string, amount: Big, by: 1 | -1): void => {
    const known = sums.get(key) ?? { amount: new Big(0), lines: 0 };
    const left = known.lines + by;
    if (left === 0) sums.delete(key);
    else
      sums.set(key, {
        amount: by === 1 ? known.amount.plus(amount) : known.amount.minus(amount),
        lines: left,
      });
  };
  const count = (line: ReturnLine, by: 1 | -1): void => {
    const product = lineProduct(line);
    if (product !== null) total = by === 1 ? total.plus(product) : total.minus(product);
    if (isTyped(line)) {
      typed += by;
      if (isLeftOut(line)) leftOut += by;
      else if (product === null) open += by;
    }
    const factor = bases.get(line.measureUnitId)?.factor ?? "1";
    for (const field of line.purchaseLine === undefined ? [] : GIVEN) {
      const key = givenKey(line, field, bases);
      const read = parseTypedDecimal(line[field]);
      if (key !== null && read.kind === "decimal") add(given, key, new Big(read.value).times(factor), by);
    }
    const amount = amountTaken(line, factor);
    if (line.productId !== "" && amount !== null) add(taken, goodsKey(line, bases), amount, by);
  };
  for (const line of old.slice(start, old.length - end)) count(line, -1);
  for (const line of lines.slice(start, lines.length - end)) count(line, 1);
  return { lines, bases, total, typed, open, leftOut, taken, given };
}

let latest: LineSums | null = null;

/** The same sums, from those that were asked for last: all who ask in one turn share one count. */
export function latestSums(lines: readonly ReturnLine[], bases: UnitBases): LineSums {
  latest = sumsOfLines(lines, bases, latest);
  return latest;
}

/** The sum of all lines that have a total, as an exact decimal. */
export const totalOf = ({ total }: LineSums): string => plain(total);

/** How much of a line's goods the whole return takes, free ones included; in base units where known. */
export function takenOf({ taken, bases }: LineSums, line: ReturnLine): string | undefined {
  const found = taken.get(goodsKey(line, bases));
  return found === undefined ? undefined : textOf(found);
}

/** How much the whole return gives back of the purchase's line that a line names; in base units where known. */
export function givenOf({ given, bases }: LineSums, line: ReturnLine, field: Given): string | undefined {
  const key = givenKey(line, field, bases);
  const found = key === null ? undefined : given.get(key);
  return found === undefined ? undefined : textOf(found);
}
