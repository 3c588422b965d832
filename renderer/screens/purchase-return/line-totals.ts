/** This counter's arithmetic, exact: price times quantity; free goods cost nothing. */
import Big from "big.js";
import { parseTypedDecimal } from "../../components/field/typed-decimal.ts";
import type { ReturnLine } from "./draft.ts";
import type { UnitBases } from "./unit-conversion.ts";

const known = new WeakMap<ReturnLine, Big | null>();

function computed(line: ReturnLine): Big | null {
  const price = parseTypedDecimal(line.price);
  const quantity = parseTypedDecimal(line.quantity);
  return price.kind === "decimal" && quantity.kind === "decimal"
    ? new Big(price.value).times(quantity.value)
    : null;
}

/** Lines never change in place, so a line's product is worked out once. */
function productOf(line: ReturnLine): Big | null {
  const before = known.get(line);
  if (before !== undefined) return before;
  const result = computed(line);
  known.set(line, result);
  return result;
}

const plain = (big: Big): string => (big.eq(0) ? "0" : big.toFixed());

/** A line's total; null while price or quantity is not a number yet. */
export function lineTotal(line: ReturnLine): string | null {
  const total = productOf(line);
  return total === null ? null : plain(total);
}

/** The sum of all lines that have a total. */
export function returnTotal(lines: readonly ReturnLine[]): string {
  return plain(lines.reduce((sum, line) => sum.plus(productOf(line) ?? 0), new Big(0)));
}

const NO_BASES: UnitBases = new Map();

/** The key of goods as stock is counted: a product in its base unit, or in its unit where no base is known. */
export const goodsKey = (
  line: Pick<ReturnLine, "productId" | "measureUnitId">,
  bases: UnitBases = NO_BASES,
): string => `${line.productId} ${bases.get(line.measureUnitId)?.baseId ?? line.measureUnitId}`;

/** How much of each goods the whole return takes out of the store, free ones included; in base units where known. */
export function takenByGoods(lines: readonly ReturnLine[], bases: UnitBases = NO_BASES): Map<string, string> {
  const taken = new Map<string, Big>();
  for (const line of lines) {
    if (line.productId === "") continue;
    const key = goodsKey(line, bases);
    const factor = bases.get(line.measureUnitId)?.factor ?? 1;
    for (const typed of [line.quantity, line.freeQuantity]) {
      const amount = parseTypedDecimal(typed);
      if (amount.kind === "decimal")
        taken.set(key, (taken.get(key) ?? new Big(0)).plus(new Big(amount.value).times(factor)));
    }
  }
  return new Map([...taken].map(([key, amount]) => [key, plain(amount)]));
}
