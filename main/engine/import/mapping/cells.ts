/** Reads the cells of a file: each becomes a bound value, or the reason why it can't be taken. */
import { LIMITS } from "../../../../contract/channels/common.ts";
import type { AboutCell, RowReason } from "../../../../contract/reasons/row-reason.ts";
import { type MonthMeans, readTypedDate } from "../../../../contract/typed-date.ts";
import { type NumberStyle, parseDecimal, parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { canonicalDecimal, currencyCode, exactIntegerOf, uuid } from "../../../../contract/values.ts";
import { boundId } from "../../file/schema/table.ts";
import type { Cell } from "../../mirror/lists/values.ts";
import { westernDigits } from "../../mirror/search/search-text.ts";
import { ownCopy } from "../file-rows.ts";

/** What is wrong with a cell. */
export class CellRefusal extends Error {
  readonly reason: RowReason;
  constructor(reason: RowReason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** `numbers`: the decimal sign of the file's numbers; null where only what is the same in both is taken. */
export type ReadCell = (cell: string, numbers: NumberStyle | null) => Cell;

export const NAME_LENGTH = 1_000;
const SHOWN_LENGTH = 40;

/** A cell's text as it is shown in a reason: short, on one line. */
export function quotedCell(cell: string): string {
  // The cut may fall between the halves of a character.
  const begin = ownCopy(cell.slice(0, SHOWN_LENGTH))
    .replace(/\p{Cc}/gu, " ")
    .replace(/\p{Cs}$/u, "");
  return `"${begin}${cell.length > SHOWN_LENGTH ? "…" : ""}"`;
}

const wrong = (cell: string, code: AboutCell): CellRefusal =>
  new CellRefusal({ code, params: { cell: quotedCell(cell) } });

/** Plain text of at most `max` characters; `lines`: may run over several lines. */
export const readText =
  (max: number, lines: "one_line" | "lines"): ReadCell =>
  (cell) => {
    const trimmed = cell.trim();
    if (trimmed.length > max) throw new CellRefusal({ code: "tooLong", params: { count: max } });
    if (!/\p{Cc}/u.test(trimmed)) return trimmed;
    if (/[\r\n]/.test(trimmed) && lines === "one_line")
      throw new CellRefusal({ code: "severalLines", params: {} });
    if (/\p{Cc}/u.test(trimmed.replace(/[\t\r\n]/g, "")))
      throw new CellRefusal({ code: "controlCharacter", params: {} });
    return trimmed;
  };

export const readName = readText(NAME_LENGTH, "one_line");
export const readNote = readText(LIMITS.note, "lines");

const bounded = readText(200, "one_line");
const short = (cell: string): string => String(bounded(cell, null));

/** What makes a sheet program take a number for text, and what turns the direction of writing, are no part of it. */
const bare = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .trim()
    .replace(/^="([^"]*)"$/, "$1")
    .replace(/^'/, "")
    .trim();

/** As sheet programs show a long number, or a very small one: its last digits are gone. */
const LOST_DIGITS = /^[-+−]?[\d٠-٩]{1,20}(?:[.,٫][\d٠-٩]{0,20})?e[-+−]?[\d٠-٩]{1,4}$/i;

function keptDigits(cell: string, text: string): string {
  if (LOST_DIGITS.test(text)) throw wrong(cell, "lostDigits");
  return text;
}

/** Whether 1.5E+3 is what was meant, or the most that a narrow column could show of it, the text doesn't say. */
function notShortened(cell: string, text: string): void {
  if (LOST_DIGITS.test(text)) throw wrong(cell, "shortened");
}

/** Numbers of goods are eight digits and longer; what is shorter may have a hyphen that belongs to it. */
const LEAST_DIGITS = 8;

/** As programs write a number that their barcodes are to them: 6281000000017.0, 6,281,000,000,017. */
const asWholeNumber = (code: string): string =>
  /^\d{1,3}(?:,\d{3}){2,6}(?:\.0{1,6})?$|^\d{8,20}[.,٫]0{1,6}$/.test(code)
    ? code.replace(/[.,٫]0+$/, "").replaceAll(",", "")
    : code;

/** One with as many digits as a barcode has, beside another. */
const isSeveral = (code: string): boolean =>
  code.split(/[\s,;/|،؛]+/).filter((part) => /^\d{8,14}$/.test(part)).length > 1;

/** A barcode as a scanner sends it: western digits, and none of the blanks and hyphens that are printed between them. */
export const readBarcode: ReadCell = (cell) => {
  const text = short(cell);
  if (/^[0-9A-Za-z]*$/.test(text)) return text;
  const code = asWholeNumber(westernDigits(keptDigits(cell, bare(text))));
  if (isSeveral(code)) throw wrong(cell, "severalBarcodes");
  const digits = code.replace(/[\s\u2010-\u2015-]/g, "");
  return digits.length >= LEAST_DIGITS && /^\d+$/.test(digits) ? digits : code;
};

export const readId: ReadCell = (cell) => {
  const plain = short(cell);
  if (/^\d{1,15}$/.test(plain)) return boundId(Number(plain));
  const text = keptDigits(cell, bare(plain));
  const whole = exactIntegerOf(plain) ?? exactIntegerOf(westernDigits(text));
  if (whole === null) throw wrong(cell, "notWhole");
  return boundId(whole);
};

/** Whether a cell of ids holds a name instead: it has a letter, and is no number that a spreadsheet program shortened. */
export const isWord = (cell: string): boolean => /\p{L}/u.test(cell) && !LOST_DIGITS.test(bare(cell));

export const readDecimal: ReadCell = (cell, numbers) => {
  const text = short(cell);
  if (/e/i.test(text)) notShortened(cell, bare(text));
  const canonical = numbers === "comma" && text.includes(".") ? null : canonicalDecimal(text);
  if (canonical !== null) return canonical;
  const written = bare(text);
  if (numbers === null) {
    const typed = parseTypedDecimal(written);
    if (typed.kind === "decimal") return typed.value;
    if (typed.kind === "wrong" && typed.reason === "ambiguous") throw wrong(cell, "twoNumbers");
  }
  const value = numbers === null ? null : parseDecimal(written, numbers);
  if (value === null)
    throw new CellRefusal({
      code: "notDecimal",
      params: { cell: quotedCell(cell), example: numbers === "comma" ? "81,235" : "81.235" },
    });
  return value;
};

export const readNonNegative: ReadCell = (cell, numbers) => {
  const value = String(readDecimal(cell, numbers));
  if (value.startsWith("-")) throw wrong(cell, "negative");
  return value;
};

export const readPositive: ReadCell = (cell, numbers) => {
  const value = String(readDecimal(cell, numbers));
  if (value.startsWith("-") || value === "0") throw wrong(cell, "notPositive");
  return value;
};

export const readCurrency: ReadCell = (cell) => {
  const code = currencyCode.safeParse(short(cell));
  if (!code.success) throw wrong(cell, "notCurrency");
  return code.data;
};

/** How many decimal digits a currency has. */
export const readDigits: ReadCell = (cell) => {
  const count = westernDigits(bare(short(cell)));
  if (!/^(?:\d|1[0-8])$/.test(count)) throw wrong(cell, "notDigits");
  return BigInt(count);
};

export const readUuid: ReadCell = (cell) => {
  const read = uuid.safeParse(short(cell));
  if (!read.success) throw wrong(cell, "notUuid");
  return read.data;
};

export const readDeletedMark: ReadCell = (cell) => {
  const mark = westernDigits(short(cell));
  if (mark === "0") return 0n;
  if (mark === "1") return 1n;
  throw wrong(cell, "notMark");
};

export const readOneOf =
  (choices: readonly string[]): ReadCell =>
  (cell) => {
    const choice = short(cell);
    if (!choices.includes(choice))
      throw new CellRefusal({ code: "notChoice", params: { cell: quotedCell(cell), choices: [...choices] } });
    return choice;
  };

/** An instant in UTC; seconds without a fraction get one, so that all are ordered as text. */
export const readInstant: ReadCell = (cell) => {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?Z$/.exec(short(cell));
  const full = parts === null ? null : `${parts[1]}.${(parts[2] ?? "").padEnd(3, "0")}Z`;
  const time = full === null ? Number.NaN : Date.parse(full);
  // A date that doesn't exist (30 February) is either refused or moved to one that does.
  if (Number.isNaN(time) || new Date(time).toISOString() !== full) throw wrong(cell, "notTime");
  return full;
};

/** Where only one reading of six digits is a date, the day on which it is read doesn't matter. */
const ANY_DAY = "2000-01-01";

/**
 * A date, as YYYY-MM-DD: as a person types one, and a sheet's date, which is an instant at midnight. `monthMeans` null:
 * a month alone is none.
 */
export const readDate =
  (monthMeans: MonthMeans | null): ReadCell =>
  (cell) => {
    const text = short(cell).replace(/^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?Z?$/, "$1");
    const read = readTypedDate(bare(text), monthMeans ?? "firstDay", ANY_DAY);
    const isMonth = monthMeans === null && /^\D*\d+\D+\d+\D*$/.test(text);
    if (read.kind !== "date" || isMonth) throw wrong(cell, "notDate");
    if (read.other !== undefined) throw wrong(cell, "twoDates");
    return read.value;
  };

const dayOnly = readDate(null);
/** An instant, or a day for its beginning in UTC. */
export const readDayOrInstant: ReadCell = (cell, numbers) =>
  cell.includes("T") ? readInstant(cell, numbers) : `${String(dayOnly(cell, numbers))}T00:00:00.000Z`;

const TIME_OF_DAY = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
/** When something was booked: an instant in UTC stays one; a day, or a day with a time of no known zone, is the day. */
export const readBookedAt: ReadCell = (cell, numbers) =>
  cell.includes("T") && cell.trimEnd().endsWith("Z")
    ? readInstant(cell, numbers)
    : dayOnly(bare(cell).replace(TIME_OF_DAY, ""), numbers);

/** A document's number or a batch, as it is printed: a text of one line. */
export const readCode: ReadCell = (cell) => keptDigits(cell, bare(short(cell)));
