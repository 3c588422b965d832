/** Where the points of a plot over time stand. Amounts stay exact until they are a share of the plot's height. */
import Big from "big.js";

export interface PlotPoint {
  /** When it was so, ISO 8601. */
  at: string;
  /** An exact decimal as text; null where it is not known: the line breaks there. */
  value: string | null;
}

export interface Placed {
  /** Its place among all points given, the unknown ones too. */
  index: number;
  x: number;
  y: number;
}

export interface Geometry {
  placed: Placed[];
  /** A line for each run of known points: level until the next answer, for nothing is known in between. */
  paths: string[];
  lowest: string;
  highest: string;
  /** Where zero lies, if it lies between the lowest and the highest. */
  zeroY: number | null;
}

interface Room {
  width: number;
  height: number;
  /** Room inside the edges, so that no dot is cut. */
  margin: number;
  /** Time runs from right to left. */
  rtl: boolean;
}

const isDecimal = (text: string | null): text is string => text !== null && /^-?\d+(?:\.\d+)?$/.test(text);
const short = (length: number): number => Math.round(length * 100) / 100;

/** Places in 0…1: equal steps where all times are one. */
function shares(points: readonly PlotPoint[]): number[] {
  const times = points.map(({ at }) => Date.parse(at));
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  const last = Math.max(1, points.length - 1);
  return times.map((time, at) => (span > 0 && Number.isFinite(span) ? (time - first) / span : at / last));
}

function runsOf(placed: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = [];
  for (const point of placed) {
    const run = runs.at(-1);
    if (run === undefined || run.at(-1)?.index !== point.index - 1) runs.push([point]);
    else run.push(point);
  }
  return runs;
}

/** A run as steps. */
const steps = (run: readonly Placed[]): string =>
  run.map(({ x, y }, at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join("");

/** Places the points, oldest first; null where none of them is known. */
export function geometryOf(points: readonly PlotPoint[], room: Room): Geometry | null {
  const known = points.flatMap(({ value }) => (isDecimal(value) ? [value] : []));
  const [one] = known;
  if (one === undefined) return null;
  const lowest = known.reduce((least, value) => (new Big(value).lt(least) ? value : least), one);
  const highest = known.reduce((most, value) => (new Big(value).gt(most) ? value : most), one);
  const span = new Big(highest).minus(lowest);
  const inner = { width: room.width - 2 * room.margin, height: room.height - 2 * room.margin };
  const yOf = (value: string): number => {
    const share = span.eq(0) ? 0.5 : Number(new Big(value).minus(lowest).div(span));
    return short(room.margin + (1 - share) * inner.height);
  };
  const across = shares(points);
  const placed = points.flatMap(({ value }, index): Placed[] => {
    if (!isDecimal(value)) return [];
    const share = across[index] ?? 0;
    return [{ index, x: short(room.margin + (room.rtl ? 1 - share : share) * inner.width), y: yOf(value) }];
  });
  const paths = runsOf(placed).map(steps);
  const crosses = new Big(lowest).lt(0) && new Big(highest).gt(0);
  return { placed, paths, lowest, highest, zeroY: crosses ? yOf("0") : null };
}

/** The point that stands nearest to a place across. */
export function nearest(placed: readonly Placed[], x: number): number | null {
  const [first] = placed;
  if (first === undefined) return null;
  return placed.reduce((best, point) => (Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best), first)
    .index;
}

/** Where a key leads among the known points; null where it leads nowhere. The arrows go as the eye does. */
export function moved(placed: readonly Placed[], from: number, key: string, rtl: boolean): number | null {
  const at = placed.findIndex(({ index }) => index === from);
  const last = placed.length - 1;
  const places: Record<string, number> = {
    ArrowLeft: rtl ? at + 1 : at - 1,
    ArrowRight: rtl ? at - 1 : at + 1,
    ArrowDown: at - 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const to = places[key];
  return to === undefined ? null : (placed[Math.min(last, Math.max(0, to))]?.index ?? null);
}
