/** The days of a statement, by what was chosen and typed. Pure but for `today`, which is handed in. */
import { readTypedDate } from "../../../../contract/typed-date.ts";

export const PERIODS = ["month", "lastMonth", "year", "all", "days"] as const;
export type Period = (typeof PERIODS)[number];

export interface Chosen {
  period: Period;
  /** As they are typed; they count where the period is "days". */
  from: string;
  to: string;
}

/** Both days are of the period; null is no bound. */
export interface Days {
  from: string | null;
  to: string | null;
}

const dayIn = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** What is typed and is no date is no bound, and said to be wrong. */
export function typedDays({ from, to }: Chosen, today: string): { days: Days; wrong: (keyof Days)[] } {
  const first = readTypedDate(from, "firstDay", today);
  const last = readTypedDate(to, "lastDay", today);
  return {
    days: {
      from: first.kind === "date" ? first.value : null,
      to: last.kind === "date" ? last.value : null,
    },
    wrong: [
      ...(first.kind === "wrong" ? ["from" as const] : []),
      ...(last.kind === "wrong" ? ["to" as const] : []),
    ],
  };
}

/** `today`: YYYY-MM-DD. */
export function daysOf(chosen: Chosen, today: string): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  switch (chosen.period) {
    case "month":
      return { from: dayIn(year, month, 1), to: null };
    case "lastMonth":
      return { from: dayIn(year, month - 1, 1), to: dayIn(year, month, 0) };
    case "year":
      return { from: dayIn(year, 1, 1), to: null };
    case "all":
      return { from: null, to: null };
    case "days":
      return typedDays(chosen, today).days;
  }
}
