/** Calendar days as this counter's wall has them. Pure: the moment and its day are handed in. */

/** The day, YYYY-MM-DD, of a moment. */
export type DayOf = (moment: number) => string;

/** The last `count` calendar days up to and with the one of `now`, oldest first. A day may have 23 or 25 hours. */
export function lastDays(now: number, count: number, dayOf: DayOf): string[] {
  const [year = 0, month = 1, day = 1] = dayOf(now).split("-").map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}
