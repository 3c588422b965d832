/** Where values are between the lowest and the highest of them, and where a key leads. Pure. */
import Big from "big.js";

export interface Shares {
  /** 0 … 1 of each, in the order given; null where the value is not known. */
  shares: (number | null)[];
  lowest: string;
  highest: string;
  /** Where zero is, if it is between the two. */
  zero: number | null;
}

const isDecimal = (text: string | null): text is string => text !== null && /^-?\d+(?:\.\d+)?$/.test(text);

/** Exact decimals as shares of their span: amounts that floating point can't tell apart stay apart. Null: none is known. */
export function sharesOf(values: readonly (string | null)[]): Shares | null {
  const known = values.filter(isDecimal);
  const [one] = known;
  if (one === undefined) return null;
  const lowest = known.reduce((least, value) => (new Big(value).lt(least) ? value : least), one);
  const highest = known.reduce((most, value) => (new Big(value).gt(most) ? value : most), one);
  const span = new Big(highest).minus(lowest);
  const shareOf = (value: string) => (span.eq(0) ? 0.5 : Number(new Big(value).minus(lowest).div(span)));
  const crosses = new Big(lowest).lt(0) && new Big(highest).gt(0);
  return {
    shares: values.map((value) => (isDecimal(value) ? shareOf(value) : null)),
    lowest,
    highest,
    zero: crosses ? shareOf("0") : null,
  };
}

/** Places across for moments, oldest first: the moments themselves, or equal steps where all are one. */
export function placesOf(moments: readonly number[]): number[] {
  const span = Math.max(...moments) - Math.min(...moments);
  return moments.map((moment, index) => (span > 0 ? moment : index));
}

/** Where a key leads among the places whose value is known; null where it leads nowhere. The arrows go as the eye does. */
export function moved(
  values: readonly (number | null)[],
  from: number,
  key: string,
  rtl: boolean,
): number | null {
  const known = values.flatMap((value, index) => (value === null ? [] : [index]));
  const at = known.indexOf(from);
  const last = known.length - 1;
  const places: Record<string, number> = {
    ArrowLeft: rtl ? at + 1 : at - 1,
    ArrowRight: rtl ? at - 1 : at + 1,
    ArrowDown: at - 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const to = places[key];
  return to === undefined ? null : (known[Math.min(last, Math.max(0, to))] ?? null);
}
