/** The page's words: those of the same view in the program, and some more. */
import arChain from "../i18n/ar/chain.json";
import arFolder from "../i18n/ar/shop-folder.json";
import enChain from "../i18n/en/chain.json";
import enFolder from "../i18n/en/shop-folder.json";

const wordsOf = ({ shopFolder: { browse, counters } }: typeof enFolder, more: typeof enChain) => ({
  ...counters,
  browse,
  ...more,
});
const en = wordsOf(enFolder, enChain);
const ar = wordsOf(arFolder, arChain);

type Language = "en" | "ar";

let words = en;
let language: Language = "en";
let locale = "en";
let dates = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
/** A value keeps all its digits. */
const DIGITS = { maximumFractionDigits: 20 };
let numbers = new Intl.NumberFormat("en", DIGITS);
let ages = new Intl.RelativeTimeFormat("en", { style: "short" });

/** Chooses the language of everything that is drawn from now on. */
export function speakIn(wanted: Language): void {
  language = wanted;
  words = wanted === "ar" ? ar : en;
  locale = `${wanted}-u-ca-gregory-nu-latn`;
  dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  numbers = new Intl.NumberFormat(locale, DIGITS);
  ages = new Intl.RelativeTimeFormat(locale, { style: "short" });
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === "ar" ? "rtl" : "ltr";
}

export const languageNow = (): Language => language;
export const chainWords = () => words;

export const numberWords = (n: number): string => numbers.format(n);

const isNumeric = (text: string): text is `${number}` => /^-?\d+(?:\.\d+)?$/.test(text);
/** Exactly: the text of a decimal doesn't pass through a number. */
export const moneyWords = (value: string, currency: string): string =>
  `${isNumeric(value) ? numbers.format(value) : value} ${currency}`;
export const momentWords = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? at : dates.format(new Date(at));

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const inUnits = (ms: number) => {
  const [unit, unitMs] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ["minute", 60_000];
  return { unit, amount: Math.round(ms / unitMs) };
};

/** How long ago. */
export function ageWords(at: string | null, now: number): string {
  const ms = at === null ? Number.NaN : Date.parse(at) - now;
  if (Number.isNaN(ms)) return "–";
  const { unit, amount } = inUnits(ms);
  return ages.format(amount, unit);
}

/** How long, without a direction. */
export function durationWords(ms: number): string {
  const { unit, amount } = inUnits(ms);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** Puts values into words, each with its own direction. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `\u2068${values[name] ?? ""}\u2069`);
