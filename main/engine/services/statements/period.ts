/** The moments that calendar days of this counter begin at. Pure. */
import type { DayOf } from "../outbox/local-days.ts";

const HOUR_MS = 3_600_000;
/** No clock on a wall is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;
/** Beyond every moment that is kept. */
const END = 8_640_000_000_000_000;

/** The first moment whose day is that one or a later one. */
function beginOf(day: string, dayOf: DayOf): number {
  const middle = Date.parse(`${day}T00:00:00Z`);
  let [before, begun] = [middle - FURTHEST_MS, middle + FURTHEST_MS];
  while (begun - before > 1) {
    const half = Math.floor((before + begun) / 2);
    if (dayOf(half) < day) before = half;
    else begun = half;
  }
  return begun;
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10);

/** From the first moment of the day `from` up to the first after the day `to`; what is left out is no bound. */
export function periodOf(
  from: string | undefined,
  to: string | undefined,
  dayOf: DayOf,
): { from: number; until: number } {
  return {
    from: from === undefined ? 0 : beginOf(from, dayOf),
    until: to === undefined ? END : beginOf(dayAfter(to), dayOf),
  };
}
