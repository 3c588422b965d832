/** This counter's arithmetic, exact: price times quantity; free goods cost nothing. */
import Big from "big.js";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import type { UnitBases } from "../units/unit-conversion.ts";
import type { ReturnLine } from "./draft.ts";

const known = new WeakMap<ReturnLine, Big | null>();

function computed(line: ReturnLine): Big | null {
  const price = parseTypedDecimal(line.price);
  const quantity = parseTypedDecimal(line.quantity);
  return price.kind === "decimal" && quantity.kind === "decimal"
    ? new Big(price.value).times(quantity.value)
    : null;
}

/** Price times quantity, null while one of them is no number. Lines never change in place: worked out once. */
export function lineProduct(line: ReturnLine): Big | null {
  const before = known.get(line);
  if (before !== undefined) return before;
  const result = computed(line);
  known.set(line, result);
  return result;
}

/** The spelling of a sum. */
export const plain = (big: Big): string => (big.eq(0) ? "0" : big.toFixed());

/** A line's total; null while price or quantity is not a number yet. */
export function lineTotal(line: ReturnLine): string | null {
  const total = lineProduct(line);
  return total === null ? null : plain(total);
}

/** How many signs the longest number of each kind needs when written, its separators of thousands counted. */
export interface Signs {
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

/** The key of goods as stock is counted: a product in its base unit, or in its unit where no base is known. */
export const goodsKey = (
  line: Pick<ReturnLine, "productId" | "measureUnitId">,
  bases: UnitBases = NO_BASES,
): string => `${line.productId} ${bases.get(line.measureUnitId)?.baseId ?? line.measureUnitId}`;

const takenOf = new WeakMap<ReturnLine, { factor: string; amount: Big | null }>();

/** What one line takes, free goods included; null where neither is a number. Worked out once for a line. */
export function amountTaken(line: ReturnLine, factor: string): Big | null {
  const before = takenOf.get(line);
  if (before !== undefined && before.factor === factor) return before.amount;
  let amount: Big | null = null;
  for (const text of [line.quantity, line.freeQuantity]) {
    const typed = parseTypedDecimal(text);
    if (typed.kind === "decimal") amount = (amount ?? new Big(0)).plus(new Big(typed.value).times(factor));
  }
  takenOf.set(line, { factor, amount });
  return amount;
}
