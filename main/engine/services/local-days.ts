/** Calendar days as this counter's wall has them. Pure: the moment and the zone are handed in. */

/** The day, YYYY-MM-DD, of a moment in a time zone. */
export type DayOf = (moment: number) => string;

/** Reads days in an IANA time zone; an unknown name is a RangeError. */
export function daysIn(timeZone: string): DayOf {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "gregory", numberingSystem: "latn" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  };
}

/** The last `count` calendar days up to and with the one of `now`, oldest first. A day may have 23 or 25 hours. */
export function lastDays(now: number, count: number, dayOf: DayOf): string[] {
  const [year = 0, month = 1, day = 1] = dayOf(now).split("-").map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}
