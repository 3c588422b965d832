/**
 * Numbers, dates and times as the person's language writes them. Exact decimals stay text all the way:
 * Intl formats the digits of a string, so nothing passes through binary floating point.
 */
import type { Settings } from "../../contract/channels/shell.ts";

export type Language = Settings["language"];
export type Digits = Settings["digits"];

/** Sets a value apart from the sentence around it, so that its own direction doesn't turn the sentence round (FSI … PDI). */
export const isolated = (text: string): string => (text === "" ? "" : `\u2068${text}\u2069`);
/** The same of what runs from the left in every language, such as a path or a version. */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`;

/** An amount and its currency as they are read in Arabic: the number on the right, the currency on its left. */
export const rightToLeft = (text: string): string => `\u2067${text}\u2069`;

/** Intl formats at most this many fraction digits; a longer fraction is shown as it is spelled. */
const MAX_FRACTION = 100;

type NumericText = `${number}`;
const isNumericText = (text: string): text is NumericText => /^-?\d+(?:\.\d+)?$/.test(text);

/** The fraction digits of a decimal as it is spelled. */
const fractionOf = (text: string): number => {
  const point = text.indexOf(".");
  return point === -1 ? 0 : text.length - point - 1;
};

interface DecimalParts {
  sign: string;
  integer: string;
  separator: string;
  fraction: string;
}

export interface Formats {
  locale: string;
  /** A count: a whole number that fits a `number`. */
  count: (value: number) => string;
  /** An exact decimal, every digit kept; `minFraction` only adds zeros. */
  decimal: (text: string, minFraction?: number) => string;
  /** The same, cut where columns align. */
  decimalParts: (text: string, minFraction?: number) => DecimalParts;
  date: (isoDate: string) => string;
  dayAndMonth: (isoDate: string) => string;
  weekday: (isoDate: string) => string;
  dateTime: (timestamp: string) => string;
  time: (timestamp: string) => string;
  /** "3 minutes ago" or "in 2 hours". */
  relative: (timestamp: string, now: number) => string;
  /** "3 hours": an age without direction. */
  duration: (milliseconds: number) => string;
  bytes: (bytes: number) => string;
  percent: (share: number) => string;
  list: (items: string[]) => string;
}

/** The locale tag of a language with the digits the person chose; the calendar is the interface's own. */
function localeOf(language: Language, digits: Digits): string {
  const numbering = digits === "latin" ? "-nu-latn" : digits === "arabic" ? "-nu-arab" : "";
  return `${language}-u-ca-gregory${numbering}`;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** The past's form of "seconds" in the Arabic of Intl (CLDR), which lost a vowel mark that its future has. */
const BARE_SECONDS = "ثوانِ";

/** The largest unit that an age fills, and how many of it. */
function wholeUnits(milliseconds: number): { unit: (typeof UNITS)[number][0]; amount: number } {
  const size = Math.abs(milliseconds);
  for (const [unit, length] of UNITS)
    if (size >= length) return { unit, amount: Math.trunc(milliseconds / length) };
  return { unit: "second", amount: 0 };
}

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Makes what Intl needs at its first use: a format costs up to a tenth of a millisecond, and a screen uses a few. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const known = new Map<string, Formats>();

/** All formats of one language and digit choice: the same object each time it is asked for. */
export function formatsOf(language: Language, digits: Digits): Formats {
  const locale = localeOf(language, digits);
  const formats = known.get(locale) ?? createFormats(locale);
  known.set(locale, formats);
  return formats;
}

function createFormats(locale: string): Formats {
  const counts = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
  const percents = once(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }));
  const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
  const shortDates = once(
    () => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }),
  );
  const weekdays = once(() => new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }));
  const dateTimes = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }));
  const times = once(() => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));
  const relatives = once(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  const lists = once(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const units = new Map<string, Intl.NumberFormat>();
  const decimals = new Map<number, Intl.NumberFormat>();

  const decimalFormat = (text: string, minFraction: number) => {
    const fraction = Math.max(fractionOf(text), minFraction);
    const made =
      decimals.get(fraction) ??
      new Intl.NumberFormat(locale, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
    decimals.set(fraction, made);
    return made;
  };
  const fits = (text: string, minFraction: number): text is NumericText =>
    isNumericText(text) && Math.max(fractionOf(text), minFraction) <= MAX_FRACTION;

  const decimalParts = (text: string, minFraction = 0): DecimalParts => {
    if (!fits(text, minFraction)) return { sign: "", integer: text, separator: "", fraction: "" };
    const parts = { sign: "", integer: "", separator: "", fraction: "" };
    for (const part of decimalFormat(text, minFraction).formatToParts(text)) {
      if (part.type === "fraction") parts.fraction += part.value;
      else if (part.type === "decimal") parts.separator += part.value;
      else if (part.type === "minusSign") parts.sign += part.value;
      else parts.integer += part.value;
    }
    return parts;
  };

  const inUnit = (unit: string, value: number, fraction = 0) => {
    const key = `${unit} ${fraction}`;
    const made =
      units.get(key) ??
      new Intl.NumberFormat(locale, {
        style: "unit",
        unit,
        unitDisplay: "long",
        maximumFractionDigits: fraction,
      });
    units.set(key, made);
    return made.format(value);
  };

  const asDay = (isoDate: string) => new Date(`${isoDate.slice(0, 10)}T00:00:00.000Z`);
  const orAsSpelled = (text: string, date: Date, format: () => Intl.DateTimeFormat) =>
    Number.isNaN(date.getTime()) ? text : format().format(date);

  return {
    locale,
    count: (value) => counts().format(value),
    decimal: (text, minFraction = 0) =>
      fits(text, minFraction) ? decimalFormat(text, minFraction).format(text) : text,
    decimalParts,
    date: (isoDate) => orAsSpelled(isoDate, asDay(isoDate), dates),
    dayAndMonth: (isoDate) => orAsSpelled(isoDate, asDay(isoDate), shortDates),
    weekday: (isoDate) => orAsSpelled(isoDate, asDay(isoDate), weekdays),
    dateTime: (timestamp) => orAsSpelled(timestamp, new Date(timestamp), dateTimes),
    time: (timestamp) => orAsSpelled(timestamp, new Date(timestamp), times),
    relative: (timestamp, now) => {
      const instant = Date.parse(timestamp);
      if (Number.isNaN(instant)) return timestamp;
      const { unit, amount } = wholeUnits(instant - now);
      return relatives().format(amount, unit).replace(BARE_SECONDS, "ثوانٍ");
    },
    duration: (milliseconds) => {
      if (Math.abs(milliseconds) < 1_000) return inUnit("millisecond", Math.round(milliseconds));
      const { unit, amount } = wholeUnits(milliseconds);
      return inUnit(unit, amount);
    },
    bytes: (bytes) => {
      const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
      return inUnit(BYTE_UNITS[step] ?? "byte", bytes / 1_000 ** step, step === 0 ? 0 : 1);
    },
    percent: (share) => percents().format(share),
    list: (items) => lists().format(items),
  };
}
