/** Refuses input that is too large or oddly made before anything looks into it. Pure. */

/** A draft's content is the largest thing that crosses; twice that is plenty. */
export const LARGEST_INPUT = 8_000_000;
const DEEPEST = 32;
const PER_VALUE = 8;

/**
 * Is the input plain data of at most `budget` characters, give or take?
 *
 * Stops at the first excess, so a hostile input costs no more than the budget.
 */
export function isWithinSize(input: unknown, budget = LARGEST_INPUT): boolean {
  return charge(input, budget, 0) >= 0;
}

/** What is left of the budget; negative when it is used up. */
function charge(value: unknown, budget: number, depth: number): number {
  if (depth > DEEPEST) return -1;
  const left = budget - PER_VALUE;
  if (typeof value === "string") return left - value.length;
  if (typeof value !== "object" || value === null) return typeof value === "function" ? -1 : left;
  if (Array.isArray(value)) return chargeAll(value, left, depth);
  if (Object.getPrototypeOf(value) !== Object.prototype) return -1;
  const keys = Object.keys(value).reduce((sum, key) => sum - key.length, left);
  return keys < 0 ? keys : chargeAll(Object.values(value), keys, depth);
}

function chargeAll(values: readonly unknown[], budget: number, depth: number): number {
  let left = budget;
  for (const value of values) {
    left = charge(value, left, depth + 1);
    if (left < 0) return left;
  }
  return left;
}
