/** This counter's arithmetic, exact: price times quantity, and what all lines come to. Free goods cost nothing. */
import Big from "big.js";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { onceForEach } from "../../../lib/same.ts";
import { isLeftOut, isTyped, type ReturnLine } from "./draft.ts";
import type { UnitBases } from "./units.ts";

/** Price times quantity, null while one of them is no number. */
const lineProduct = onceForEach((line: ReturnLine): Big | null => {
  const price = parseTypedDecimal(line.price);
  const quantity = parseTypedDecimal(line.quantity);
  return price.kind === "decimal" && quantity.kind === "decimal"
    ? new Big(price.value).times(quantity.value)
    : null;
});

/** The spelling of a sum. */
const plain = (big: Big): string => (big.eq(0) ? "0" : big.toFixed());

/** A line's total; null while price or quantity is not a number yet. */
export function lineTotal(line: ReturnLine): string | null {
  const total = lineProduct(line);
  return total === null ? null : plain(total);
}

/** How many signs the longest number of each kind needs when written, its separators of thousands counted. */
interface Signs {
  price: number;
  quantity: number;
  total: number;
}

const signsOf = (typed: string, fraction: number): number => {
  const [whole = "", part = ""] = typed.split(".");
  const decimals = Math.max(part.length, fraction);
  return whole.length + Math.floor(whole.length / 3) + (decimals === 0 ? 0 : decimals + 1);
};

const widths = new WeakMap<ReturnLine, Signs & { fraction: number }>();

/** What one line needs; worked out once for a line and a currency. */
function signsOfLine(line: ReturnLine, fraction: number): Signs {
  const before = widths.get(line);
  if (before !== undefined && before.fraction === fraction) return before;
  const signs = {
    fraction,
    price: signsOf(line.price, fraction),
    quantity: Math.max(signsOf(line.quantity, 0), signsOf(line.receivedQuantity, 0)),
    total: signsOf(lineTotal(line) ?? "", fraction),
  };
  widths.set(line, signs);
  return signs;
}

/** The widths that the columns of numbers need; `fraction` is the digits of the currency. */
export function signsOfLines(lines: readonly ReturnLine[], fraction: number): Signs {
  const signs = { price: 0, quantity: 0, total: 0 };
  for (const line of lines) {
    const { price, quantity, total } = signsOfLine(line, fraction);
    if (price > signs.price) signs.price = price;
    if (quantity > signs.quantity) signs.quantity = quantity;
    if (total > signs.total) signs.total = total;
  }
  return signs;
}

/** The sum of all lines that have a total. */
export function returnTotal(lines: readonly ReturnLine[]): string {
  return plain(lines.reduce((sum, line) => sum.plus(lineProduct(line) ?? 0), new Big(0)));
}

const NO_BASES: UnitBases = new Map();

/** The key of goods as stock is counted: a product in its base unit, or in its own unit where no base is known. */
const goodsKey = (
  line: Pick<ReturnLine, "productId" | "measureUnitId">,
  bases: UnitBases = NO_BASES,
): string => `${line.productId} ${bases.get(line.measureUnitId)?.baseId ?? line.measureUnitId}`;

const amountsTaken = new WeakMap<ReturnLine, { factor: string; amount: Big | null }>();

/** What one line takes, free goods included; null where neither is a number. Worked out once for a line. */
function amountTaken(line: ReturnLine, factor: string): Big | null {
  const before = amountsTaken.get(line);
  if (before !== undefined && before.factor === factor) return before.amount;
  let amount: Big | null = null;
  for (const text of [line.quantity, line.freeQuantity]) {
    const typed = parseTypedDecimal(text);
    if (typed.kind === "decimal") amount = (amount ?? new Big(0)).plus(new Big(typed.value).times(factor));
  }
  amountsTaken.set(line, { factor, amount });
  return amount;
}

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

interface LineSums {
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
