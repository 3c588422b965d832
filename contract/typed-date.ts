/** A date as it is printed on goods or typed in a hurry, to YYYY-MM-DD. Day before month, as both languages write it. */
export type TypedDate =
  | { kind: "empty" }
  /** `other`: the digits can also be read as that date, which is further from today. */
  | { kind: "date"; value: string; other?: string }
  | { kind: "wrong" };

/** Goods often carry a month only: an expiry lasts to its end, a production began with it. */
export type MonthMeans = "firstDay" | "lastDay";

const westernDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));

const WRONG: TypedDate = { kind: "wrong" };

function dateOf(year: number, month: number, day: number): TypedDate {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  const same =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && year >= 1000 && year <= 9999
    ? { kind: "date", value: date.toISOString().slice(0, 10) }
    : WRONG;
}

const fullYear = (digits: string): number => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));

function monthOf(year: number, month: number, means: MonthMeans): TypedDate {
  if (month < 1 || month > 12) return WRONG;
  return dateOf(year, month, means === "firstDay" ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate());
}

const daysApart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b));

/** Six digits, as a hand writes them (day first) or as goods bear them (year first): the date nearer to today. */
function ofSixDigits(digits: string, today: string): TypedDate {
  const [first, second, third] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const dayFirst = dateOf(fullYear(third), Number(second), Number(first));
  const yearFirst = dateOf(fullYear(first), Number(second), Number(third));
  if (dayFirst.kind !== "date") return yearFirst;
  if (yearFirst.kind !== "date" || yearFirst.value === dayFirst.value) return dayFirst;
  const dayIsNearer = daysApart(dayFirst.value, today) <= daysApart(yearFirst.value, today);
  const [near, far] = dayIsNearer ? [dayFirst, yearFirst] : [yearFirst, dayFirst];
  return { ...near, other: far.value };
}

/**
 * Understands 2026-12-31, 31/12/2026, 31.12.26, 31122026, 311226, 261231, 12/2026 and 2026-12, with any digits.
 * `today` (YYYY-MM-DD) decides between two readings of six digits.
 */
export function readTypedDate(typed: string, monthMeans: MonthMeans, today: string): TypedDate {
  const text = westernDigits(
    typed
      .trim()
      .replace(/[\u200e\u200f\u061c]/g, "")
      .replace(/\s*[./\\\-–]\s*|\s+/g, "-"),
  );
  if (text === "") return { kind: "empty" };
  const parts = /^\d+(?:-\d+){1,2}$/.test(text) ? text.split("-") : null;
  const [first = "", second = "", third] = parts ?? [];
  if (parts !== null && third !== undefined) {
    if (first.length === 4) return dateOf(Number(first), Number(second), Number(third));
    if (third.length !== 2 && third.length !== 4) return WRONG;
    return dateOf(fullYear(third), Number(second), Number(first));
  }
  if (parts !== null) {
    if (first.length === 4) return monthOf(Number(first), Number(second), monthMeans);
    return second.length === 4 || second.length === 2
      ? monthOf(fullYear(second), Number(first), monthMeans)
      : WRONG;
  }
  if (/^\d{6}$/.test(text)) return ofSixDigits(text, today);
  const run = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  return run === null ? WRONG : dateOf(fullYear(run[3] ?? ""), Number(run[2]), Number(run[1]));
}
