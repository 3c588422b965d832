/** Quantities of one unit in another, exactly where the number has an end. */
import type Big from "big.js";
import type { Conversion } from "../../../../contract/channels/mirror-details.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import { conversionOf, type ReadUnit } from "../mirror/unit-conversion.ts";

/** Digits behind the point of a number that has no end. */
const ROUNDED = 6;

export interface Converted {
  value: Big;
  isExact: boolean;
}

/** Follows each unit once. */
export function createConverter(readUnit: ReadUnit) {
  const known = new Map<ExactInteger, Conversion>();
  const follow = (id: ExactInteger): Conversion => {
    const found = known.get(id) ?? conversionOf(id, readUnit);
    known.set(id, found);
    return found;
  };
  /** Null where one of the units stands on nothing known, or they stand on different ones. */
  return (quantity: Big, from: ExactInteger, to: ExactInteger): Converted | null => {
    if (from === to || quantity.eq(0)) return { value: quantity, isExact: true };
    const [source, target] = [follow(from), follow(to)];
    if (source.factor === null || target.factor === null || source.baseUnitId !== target.baseUnitId)
      return null;
    const inBase = quantity.times(source.factor);
    const value = inBase.div(target.factor);
    const isExact = value.times(target.factor).eq(inBase);
    return { value: isExact ? value : value.round(ROUNDED), isExact };
  };
}
