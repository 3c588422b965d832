/** Reads the cells of a file: each becomes a bound value, or a sentence that says what is wrong with it. */
import { LIMITS } from "../../../contract/channels/common.ts";
import { canonicalDecimal, currencyCode, exactIntegerOf, uuid } from "../../../contract/values.ts";
import { boundId, type Cell } from "../store/reference-data/values.ts";
import { ownCopy } from "./row-bounds.ts";

/** What is wrong with a cell, in words that follow the column's name. */
export class CellRefusal extends Error {}

export type ReadCell = (cell: string) => Cell;

export const NAME_LENGTH = 1_000;
const SHOWN_LENGTH = 40;

/** A cell's text as it is shown in a reason: short, on one line. */
export function shown(cell: string): string {
  const begin = ownCopy(cell.slice(0, SHOWN_LENGTH)).replace(/\p{Cc}/gu, " ");
  return `"${begin}${cell.length > SHOWN_LENGTH ? "…" : ""}"`;
}

const wrong = (cell: string, words: string): CellRefusal => new CellRefusal(`${shown(cell)} ${words}`);

/** Plain text of at most `max` characters; `lines`: may run over several lines. */
export const plainText =
  (max: number, lines: "one_line" | "lines"): ReadCell =>
  (cell) => {
    const trimmed = cell.trim();
    if (trimmed.length > max) throw new CellRefusal(`is longer than ${max} characters`);
    if (/[\r\n]/.test(trimmed) && lines === "one_line")
      throw new CellRefusal("runs over several lines: is a quote left open?");
    if (/\p{Cc}/u.test(trimmed.replace(/[\t\r\n]/g, ""))) throw new CellRefusal("holds a control character");
    return trimmed;
  };

export const name = plainText(NAME_LENGTH, "one_line");
export const note = plainText(LIMITS.note, "lines");
export const barcode = plainText(200, "one_line");

const bounded = plainText(200, "one_line");
const short = (cell: string): string => String(bounded(cell));

export const id: ReadCell = (cell) => {
  const whole = exactIntegerOf(short(cell));
  if (whole === null) throw wrong(cell, "is not a whole number");
  return boundId(whole);
};

export const decimal: ReadCell = (cell) => {
  const canonical = canonicalDecimal(short(cell));
  if (canonical === null) throw wrong(cell, "is not a decimal number such as 81.235");
  return canonical;
};

export const nonNegative: ReadCell = (cell) => {
  const value = String(decimal(cell));
  if (value.startsWith("-")) throw wrong(cell, "is less than zero");
  return value;
};

export const positive: ReadCell = (cell) => {
  const value = String(decimal(cell));
  if (value.startsWith("-") || value === "0") throw wrong(cell, "is not more than zero");
  return value;
};

export const currency: ReadCell = (cell) => {
  const code = currencyCode.safeParse(short(cell));
  if (!code.success) throw wrong(cell, "is not a currency code");
  return code.data;
};

/** How many decimal digits a currency has. */
export const digits: ReadCell = (cell) => {
  if (!/^(?:\d|1[0-8])$/.test(short(cell))) throw wrong(cell, "is not a number of digits from 0 to 18");
  return BigInt(short(cell));
};

export const uuidText: ReadCell = (cell) => {
  const read = uuid.safeParse(short(cell));
  if (!read.success) throw wrong(cell, "is not a uuid (8-4-4-4-12 hexadecimal)");
  return read.data;
};

export const deletedMark: ReadCell = (cell) => {
  const mark = short(cell);
  if (mark !== "0" && mark !== "1") throw wrong(cell, "is neither 0 nor 1");
  return BigInt(mark);
};

export const oneOf =
  (choices: readonly string[]): ReadCell =>
  (cell) => {
    const choice = short(cell);
    if (!choices.includes(choice)) throw wrong(cell, `is not one of ${choices.join(", ")}`);
    return choice;
  };

/** An instant in UTC; seconds without a fraction get one, so that all are ordered as text. */
export const instant: ReadCell = (cell) => {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?Z$/.exec(short(cell));
  const full = parts === null ? null : `${parts[1]}.${(parts[2] ?? "").padEnd(3, "0")}Z`;
  const time = full === null ? Number.NaN : Date.parse(full);
  // A date that doesn't exist (30 February) is either refused or moved to one that does.
  if (Number.isNaN(time) || new Date(time).toISOString() !== full)
    throw wrong(cell, "is not a UTC time such as 2026-01-31T09:30:00.000Z");
  return full;
};
