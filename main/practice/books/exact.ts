/** Arithmetic on exact decimals: sums and products are never rounded. */
import Big from "big.js";
import { canonicalDecimal, canonicalDecimalText, type Decimal } from "../../../contract/values.ts";
import { Refusal } from "./refusal.ts";

/** The canonical spelling of a result; refuses (422) what has more digits than any border takes. */
function exact(value: Big): Decimal {
  // A plain spelling of a hostile exponent would be endless, so the size is asked first.
  const canonical = Math.abs(value.e) > 120 ? null : canonicalDecimal(value.toFixed());
  if (canonical === null)
    throw new Refusal(422, "too_many_digits", "An amount of this request has too many digits.");
  return canonicalDecimalText.parse(canonical);
}

export const add = (left: string, right: string): Decimal => exact(new Big(left).plus(right));
export const subtract = (left: string, right: string): Decimal => exact(new Big(left).minus(right));
export const multiply = (left: string, right: string): Decimal => exact(new Big(left).times(right));
export const negate = (value: string): Decimal => exact(new Big(0).minus(value));
export const isNegative = (value: string): boolean => value.startsWith("-");
