/** Quantities in base units, exactly, and back in any other where the number has an end. */
import Big from "big.js";
import type { ExactInteger } from "../../../../contract/values.ts";
import { conversionOf, type ReadUnit } from "../../mirror/unit-conversion.ts";

/** Digits behind the point of a number that has no end. */
const ROUNDED = 6;
/** Divides to this many digits; what is longer has no end. */
const Exact = Big();
Exact.DP = 60;

export interface Converted {
  value: Big;
  isExact: boolean;
}

interface Base {
  /** A unit that is based on nothing known is its own. */
  id: ExactInteger;
  /** Null: it is the base unit itself, as most of a stock are. */
  factor: Big | null;
}

export type Converter = ReturnType<typeof createConverter>;

/** Follows each unit once. Sum in base units and convert the sum: what is rounded on the way adds up to another number. */
export function createConverter(readUnit: ReadUnit) {
  const known = new Map<ExactInteger, Base>();
  const baseOf = (id: ExactInteger): Base => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const { baseUnitId, factor } = conversionOf(id, readUnit);
    const base =
      baseUnitId === null || factor === null || baseUnitId === id
        ? { id, factor: null }
        : { id: baseUnitId, factor: new Big(factor) };
    known.set(id, base);
    return base;
  };
  return {
    baseIdOf: (unit: ExactInteger): ExactInteger => baseOf(unit).id,
    toBase(quantity: Big, unit: ExactInteger): Big {
      const { factor } = baseOf(unit);
      return factor === null ? quantity : quantity.times(factor);
    },
    fromBase(amount: Big, unit: ExactInteger): Converted {
      const { factor } = baseOf(unit);
      if (factor === null) return { value: amount, isExact: true };
      const value = new Exact(amount).div(factor);
      const isExact = value.times(factor).eq(amount);
      return { value: isExact ? value : value.round(ROUNDED), isExact };
    },
  };
}
