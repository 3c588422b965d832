/** What a scanned code says, before anyone asks which product has it. Pure, for every sequence of characters. */
import Big from "big.js";
import { hasCheckDigit } from "../../../../contract/check-digit.ts";
import { westernDigits } from "../../mirror/search/search-text.ts";
import {
  bracketedElements,
  contradicts,
  type Element,
  linkedElements,
  readElements,
} from "./element-string.ts";
import { gtinsOf } from "./gtin.ts";

// Dates in GS1 codes: YYMMDD, a day of 00 for "the month only". Pure.

/**
 * The date as YYYY-MM-DD; null where it is none. A year is the one with these last digits from 49 years before this year
 * to 50 after it; a day of 00 is the month's last (General Specifications, section 7.12 and the notes on AIs 11 to 17).
 */
export function gs1Date(digits: string, today: string): string | null {
  const [, yy = "", mm = "", dd = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const month = Number(mm);
  if (month < 1 || month > 12) return null;
  const thisYear = Number(today.slice(0, 4));
  const near = thisYear - (thisYear % 100) + Number(yy);
  const ahead = near - thisYear;
  const year = ahead > 50 ? near - 100 : ahead < -49 ? near + 100 : near;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = dd === "00" ? lastDay : Number(dd);
  return day <= lastDay ? `${year}-${mm}-${String(day).padStart(2, "0")}` : null;
}

/** What goods weigh or measure, by the code; exact. */
export interface Measure {
  value: string;
  unit: "kg" | "lb" | "m" | "l";
}

/** What a code says of goods; null where it says nothing of it. */
export interface ScanFacts {
  /** The product number, 14 digits. */
  gtin: string;
  /** How many, exact. */
  count: string | null;
  measure: Measure | null;
  /** YYYY-MM-DD. */
  productionAt: string | null;
  expiryAt: string | null;
  batch: string | null;
  serial: string | null;
}

/**
 * `checkDigit`: it was misread or misprinted. `contradicts`: it says one thing twice, and not the same.
 * `noProductNumber`: a GS1 code without a product number, or none that can be read.
 */
type WhyUnreadable = "checkDigit" | "contradicts" | "noProductNumber";

export type ScanReading =
  /** A code as it is: a barcode by itself. `gtins`: the product numbers it may be. */
  | { kind: "plain"; code: string; gtins: readonly string[] }
  /** A GS1 code. More than one where a separator may have been lost: what they differ in is not certain. */
  | { kind: "goods"; code: string; facts: readonly [ScanFacts, ...ScanFacts[]] }
  | { kind: "unreadable"; code: string; why: WhyUnreadable };

const SEPARATOR = "\u001d";
/** Symbology identifiers of GS1 element strings: GS1-128, DataBar and composite, DataMatrix, QR, DotCode. */
const GS1_SYMBOL = /^\](?:C1|e[0-3]|d2|Q3|J1)/;
const ANY_SYMBOL = /^\][A-Za-z][0-9A-Za-z]/;
/** A product number alone, as EAN-13, UPC-A, UPC-E, EAN-8 and ITF-14 are sent. */
const NUMBER_SYMBOL = /^\](?:E[04]|I[01])/;
/** A retail barcode with a GS1 code above it. */
const COMPOSITE = /^\]E[04](\d{8,13})\|\]e0(.*)$/su;
/** Elements in front of a code that was sent without a symbology identifier and without separators. */
const BEGINS_AS_GS1 = /^(?:01|02|10|1[1357]|21|30|37|310\d)/;
const SHORTEST_GS1 = 16;

/** The measures that goods are counted in, by the first three digits of the identifier; the fourth says the decimals. */
const MEASURES: ReadonlyMap<string, Measure["unit"]> = new Map([
  ["310", "kg"],
  ["311", "m"],
  ["315", "l"],
  ["320", "lb"],
]);

function measureOf({ ai, value }: Element): Measure | null {
  const unit = MEASURES.get(ai.slice(0, 3));
  if (unit === undefined || ai.length !== 4 || !/^\d{6}$/.test(value)) return null;
  const amount = new Big(value).div(new Big(10).pow(Number(ai[3])));
  return { value: amount.toFixed(), unit };
}

const countOf = (value: string | undefined): string | null =>
  value !== undefined && /^\d{1,8}$/.test(value) ? String(Number(value)) : null;

/** A link's escapes can spell what no code holds: controls, and what turns the direction of writing. */
const textOf = (value: string | undefined): string | null =>
  value !== undefined && /^[^\p{C}]{1,20}$/u.test(value) ? value : null;

/** What the elements say of goods; null where they name none, by a number that is misread, or contradict each other. */
function factsOf(elements: readonly Element[], today: string): ScanFacts | null {
  if (contradicts(elements)) return null;
  const textAt = (ai: string) => elements.find((element) => element.ai === ai)?.value;
  const dateOf = (value: string | undefined) => (value === undefined ? null : gs1Date(value, today));
  const own = textAt("01");
  const gtin = own ?? textAt("02");
  if (gtin === undefined || gtin.length !== 14 || !hasCheckDigit(gtin)) return null;
  const measures = elements.flatMap((element) => measureOf(element) ?? []);
  return {
    gtin,
    count: countOf(textAt("30")) ?? (own === undefined ? countOf(textAt("37")) : null),
    measure: measures[0] ?? null,
    productionAt: dateOf(textAt("11")) ?? dateOf(textAt("8008")?.slice(0, 6)),
    // What is best before a day is treated as going off on it: the line has one date for both.
    expiryAt: dateOf(textAt("17")) ?? dateOf(textAt("7003")?.slice(0, 6)) ?? dateOf(textAt("15")),
    batch: textOf(textAt("10")),
    serial: textOf(textAt("21")),
  };
}

const LINE_FACTS = ["gtin", "count", "productionAt", "expiryAt"] as const;
const sameForTheLine = (a: ScanFacts, b: ScanFacts): boolean =>
  LINE_FACTS.every((name) => a[name] === b[name]) &&
  a.measure?.value === b.measure?.value &&
  a.measure?.unit === b.measure?.unit;

/** Readings that differ in what a line is filled with. Of those that don't, the first; what they say of the batch is then not certain. */
function distinct(all: readonly ScanFacts[], batchIsCertain: boolean): ScanFacts[] {
  const kept: ScanFacts[] = [];
  for (const facts of all) {
    const at = kept.findIndex((other) => sameForTheLine(other, facts));
    const before = kept[at];
    if (before === undefined) kept.push(facts);
    else if (!batchIsCertain)
      kept[at] = {
        ...before,
        batch: before.batch === facts.batch ? before.batch : null,
        serial: before.serial === facts.serial ? before.serial : null,
      };
  }
  return kept;
}

const datesIn = ({ productionAt, expiryAt }: ScanFacts): number =>
  (productionAt === null ? 0 : 1) + (expiryAt === null ? 0 : 1);

interface Gs1Text {
  text: string;
  code: string;
  /** The scanner said that it is a GS1 code, by the symbology identifier or a separator. */
  said: boolean;
  today: string;
}

/** A GS1 code that contradicts itself, names no product, or names one by a number that was misread. */
function unreadable(elements: readonly Element[], code: string): ScanReading {
  if (contradicts(elements)) return { kind: "unreadable", code, why: "contradicts" };
  const isNamed = elements.some(({ ai }) => ai === "01" || ai === "02");
  return { kind: "unreadable", code, why: isNamed ? "checkDigit" : "noProductNumber" };
}

/** Null where it can't be a GS1 code at all. */
function readGs1({ text, code, said, today }: Gs1Text): ScanReading | null {
  const isValue = ({ ai, value }: Element): boolean => {
    if (ai === "01" || ai === "02") return hasCheckDigit(value);
    return !/^1[1357]$/.test(ai) || gs1Date(value, today) !== null;
  };
  const { strict, isWhole, others, tooMany } = readElements(text, isValue);
  const isSure = isWhole && strict.every(isValue);
  // A separator was lost, or this is no GS1 code: the strict reading counts only where there is no other.
  const first = isSure || (said && others.length === 0) ? factsOf(strict, today) : null;
  const plausible = others.flatMap((elements) => factsOf(elements, today) ?? []);
  // No goods go off before they were made: such a reading is none.
  const possible = plausible.filter(
    ({ productionAt, expiryAt }) => productionAt === null || expiryAt === null || productionAt <= expiryAt,
  );
  // What says most comes first in what is asked.
  const [facts, ...more] = distinct(
    first === null ? possible : [first, ...possible],
    said && isSure,
  ).toSorted((a, b) => datesIn(b) - datesIn(a));
  if (facts !== undefined && (said || !tooMany)) return { kind: "goods", code, facts: [facts, ...more] };
  return said ? unreadable(strict, code) : null;
}

function ofElements(elements: readonly Element[], code: string, today: string): ScanReading {
  const facts = factsOf(elements, today);
  return facts === null ? unreadable(elements, code) : { kind: "goods", code, facts: [facts] };
}

/** How scanners spell a separator that they can't send as a character; and the envelope of ISO/IEC 15434. */
const withSeparators = (text: string): string =>
  text.replace(/<GS>|\{GS\}/g, SEPARATOR).replace(/^\[\)>\p{Cc}*05(?=\p{Cc})/u, SEPARATOR);

const AROUND = new Set(["\0", "\u0004", "\u001e", "\r", "\n", "\t", " "]);

/** Without what is around a code: line ends, zero bytes, spaces. A separator there tells what it is, and stays. */
function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && AROUND.has(text.charAt(from))) from += 1;
  while (to > from && AROUND.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** As one can read it, for words on a screen: the separators as spaces. */
const readable = (text: string): string =>
  text
    .replace(ANY_SYMBOL, "")
    .replace(/\p{Cc}+/gu, " ")
    .trim();

/**
 * What a code says, as the scanner sent it: with its symbology identifier or without, with GS for FNC1 or without.
 * `today` (YYYY-MM-DD) decides the century of its dates. A code is read whole: no part of it is ever looked for.
 */
export function readScan(sent: string, today: string): ScanReading {
  const whole = trimmed(withSeparators(westernDigits(sent)));
  const symbol = ANY_SYMBOL.exec(whole)?.[0] ?? null;
  const isGs1 = GS1_SYMBOL.test(whole);
  const [, number, component] = COMPOSITE.exec(whole) ?? [];
  if (number !== undefined && component !== undefined)
    return readScan(`]e001${number.padStart(14, "0")}${component}`, today);
  const text = symbol === null ? whole : whole.slice(symbol.length);
  const code = readable(whole);
  const separated = /\p{Cc}/u.test(text);
  if (isGs1 || separated) return readGs1({ text, code, said: true, today }) ?? unreadable([], code);
  const linked = linkedElements(text);
  if (linked !== null) return ofElements(linked, code, today);
  const bracketed = bracketedElements(text);
  if (bracketed !== null) return ofElements(bracketed, code, today);
  const loose =
    symbol === null && text.length >= SHORTEST_GS1 && BEGINS_AS_GS1.test(text)
      ? readGs1({ text, code, said: false, today })
      : null;
  if (loose !== null) return loose;
  const gtins = gtinsOf(text);
  const isNumber = symbol !== null && NUMBER_SYMBOL.test(symbol) && gtins.length === 0;
  return isNumber ? { kind: "unreadable", code, why: "checkDigit" } : { kind: "plain", code, gtins };
}
