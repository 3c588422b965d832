/** Calendar days as this counter's wall has them. Pure: the moment and its day are handed in. */

/** The day, YYYY-MM-DD, of a moment. */
export type DayOf = (moment: number) => string;

/** Every zone's days begin at a quarter of an hour, so a sum of quarters is exact in any of them. */
export const QUARTER_MS = 900_000;
/** The earliest and the latest that a zone's day begins before or after UTC's, with room to spare. */
const WIDEST_MS = 16 * 3_600_000;

/** The first moment of a day and of the one after it. */
export function rangeOfDay(day: string, dayOf: DayOf): { from: number; to: number } {
  const begin = (asked: string): number => {
    const utc = Date.parse(`${asked}T00:00:00.000Z`);
    // Days only go forward: the first quarter that is not before the day is found by halving.
    let [before, at] = [utc - WIDEST_MS, utc + WIDEST_MS];
    while (at - before > QUARTER_MS) {
      const middle = before + Math.floor((at - before) / 2 / QUARTER_MS) * QUARTER_MS;
      if (dayOf(middle) < asked) before = middle;
      else at = middle;
    }
    return at;
  };
  const next = new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
  return { from: begin(day), to: begin(next) };
}

/** The last `count` calendar days up to and with the one of `now`, oldest first. A day may have 23 or 25 hours. */
export function lastDays(now: number, count: number, dayOf: DayOf): string[] {
  const [year = 0, month = 1, day = 1] = dayOf(now).split("-").map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}
