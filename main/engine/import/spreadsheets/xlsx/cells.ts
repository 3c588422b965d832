/**
 * The text of a sheet's cell, as a CSV file would hold it. Numbers of `.xlsx` keep the digits of the file and never
 * become floating point; what can't be taken exactly is rejected with its reason.
 */
import Big from "big.js";
import type { RowReason } from "../../../../../contract/reasons/row-reason.ts";
import { canonicalDecimal, timestampOf } from "../../../../../contract/values.ts";
import {
  MAX_FORMAT_LETTERS,
  MAX_ROW_CELLS,
  MAX_ROW_LETTERS,
  type ReadRow,
  rowTooLong,
  TOO_MANY_CELLS,
} from "../../file-rows.ts";

/** How a cell's number is meant: as a day and time, or filled with zeros to a width; not known of a format that is too long. */
export type NumberFormat =
  | { means: "date" }
  | { means: "zeros"; width: number }
  | { means: "number" }
  | { means: "unknown" };

export interface CellBook {
  /** A shared text by its number. */
  text(index: number): string | undefined;
  formats: readonly NumberFormat[];
  date1904: boolean;
}

/** A cell as the sheet's XML tells it; `value` is null where it has none. */
export interface RawCell {
  type: string;
  style: number;
  value: string | null;
  /** Its text where the cell holds it itself; some programs write a number of no meaning beside it. */
  own: string | null;
  hasFormula: boolean;
}

export type CellText = { text: string } | { wrong: RowReason };

/** What a number cell keeps of a number that is typed: the rest are zeros or noise. */
const KEPT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** The last millisecond that a time of this program can tell. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const NO_SUCH_DATE: CellText = { wrong: { code: "noSuchDate", params: {} } };
const NEVER_WORKED_OUT: CellText = { wrong: { code: "formula", params: {} } };
export const unreadableNumber = (text: string): CellText => ({
  wrong: { code: "unreadableNumber", params: { cell: text.slice(0, 40) } },
});
export const cellError = (text: string): CellText => ({
  wrong: { code: "cellError", params: { cell: text.slice(0, 20) } },
});

/** An error in a cell, as the text which is shown. */
export const ERROR_TEXT = /^(?:#(?:N\/A|DIV\/0!|REF!|NAME\?|VALUE!|NUM!|NULL!)|Err:\d{3})$/;

const digitsIn = (decimal: string): number => decimal.replace(/^-?0?\.?0*|\./g, "").length;

/**
 * A number's text as it was typed. The sheet's program writes 1.1 as 1.1000000000000001: of more than 15
 * digits the first 15 are taken where they are the same number to that program, else all of them.
 */
export function numberText(raw: string): CellText {
  const exact = canonicalDecimal(raw.trim());
  if (exact === null) return unreadableNumber(raw.trim());
  const [whole = ""] = exact.replace("-", "").split(".");
  if (whole.length > KEPT_DIGITS) return { wrong: { code: "tooManyDigits", params: { count: KEPT_DIGITS } } };
  if (exact.length <= KEPT_DIGITS || digitsIn(exact) <= KEPT_DIGITS) return { text: exact };
  const typed = new Big(exact).prec(KEPT_DIGITS, Big.roundHalfUp).toFixed();
  return { text: Number(typed) === Number(exact) ? typed : exact };
}

/** A day number as an instant: a sheet's dates have no zone and are taken as UTC, as the columns are. */
function dateText(raw: string, date1904: boolean): CellText {
  const exact = canonicalDecimal(raw.trim());
  const days = exact === null ? null : new Big(exact);
  if (days === null || days.lt(0)) return NO_SUCH_DATE;
  // Sheets that count from 1900 count a 29 February 1900 that never was: their day 60.
  if (!date1904 && days.gte(60) && days.lt(61)) return NO_SUCH_DATE;
  const first = date1904
    ? Date.UTC(1904, 0, 1)
    : days.lt(60)
      ? Date.UTC(1899, 11, 31)
      : Date.UTC(1899, 11, 30);
  const ms = days.times(DAY_MS).round(0, Big.roundHalfUp).plus(first);
  return ms.gt(LAST_MS) ? NO_SUCH_DATE : { text: timestampOf(ms.toNumber()) };
}

/** `_x000D_` means a character that XML can't carry. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The text of a number cell, as its format means it. */
function formattedNumber(raw: string, format: NumberFormat, date1904: boolean): CellText {
  switch (format.means) {
    case "unknown":
      return { wrong: { code: "formatTooLong", params: { most: MAX_FORMAT_LETTERS } } };
    case "date":
      return dateText(raw, date1904);
    case "number":
      return numberText(raw);
    case "zeros": {
      const read = numberText(raw);
      const isWhole = "text" in read && /^\d+$/.test(read.text);
      return isWhole ? { text: read.text.padStart(format.width, "0") } : read;
    }
  }
}

/** A cell's own text; an error that was pasted as one is no name. */
export const plainText = (text: string): CellText => (ERROR_TEXT.test(text) ? cellError(text) : { text });

/** The text of a cell, or what is wrong with it. */
export function cellText(cell: RawCell, book: CellBook): CellText {
  const { type, style, hasFormula } = cell;
  const value = type === "inlineStr" ? (cell.own ?? cell.value) : (cell.value ?? cell.own);
  if (value === null) return hasFormula ? NEVER_WORKED_OUT : { text: "" };
  switch (type) {
    case "s": {
      if (value.trim() === "") return { text: "" };
      const text = /^\d{1,9}$/.test(value.trim()) ? book.text(Number(value)) : undefined;
      return text === undefined ? { wrong: { code: "lostText", params: {} } } : plainText(text);
    }
    case "str":
    case "inlineStr":
      return plainText(unescaped(value));
    case "e":
      return cellError(value);
    case "b":
    case "d":
      return { text: value.trim() };
    default:
      return value.trim() === ""
        ? { text: "" }
        : formattedNumber(value, book.formats[style] ?? { means: "number" }, book.date1904);
  }
}

// Puts a sheet's row together from its cells, each within the bounds of a row.

/** What a number or a truth value is beside its text. */
export type CellKind = "text" | "number" | "boolean";

export class SheetRow {
  readonly #line: number;
  /** Of the header row; cells right of it are reported, not kept. Null above it, and where it isn't known yet. */
  readonly #width: number | null;
  readonly #cells: string[] = [];
  #wrong: Map<number, RowReason> | null = null;
  #exact: Set<number> | null = null;
  #booleans: Set<number> | null = null;
  #letters = 0;
  #refused: RowReason | null = null;

  constructor(line: number, width: number | null) {
    this.#line = line;
    this.#width = width;
  }

  /** Cells come from left to right. */
  put(index: number, read: CellText, kind: CellKind): void {
    if ("wrong" in read) this.#put(index, "", read.wrong);
    else if (read.text !== "") {
      this.#put(index, read.text, null);
      // A whole number is the same in every style.
      if (kind === "number" && read.text.includes(".")) this.#exact = (this.#exact ?? new Set()).add(index);
      if (kind === "boolean") this.#booleans = (this.#booleans ?? new Set()).add(index);
    }
  }

  #put(index: number, text: string, wrong: RowReason | null): void {
    this.#letters += text.length;
    if (this.#letters > MAX_ROW_LETTERS) this.#refused ??= rowTooLong(index);
    // The header itself: in the rows below it, what is beyond its width is reported as that.
    if (this.#width === null && index >= MAX_ROW_CELLS) this.#refused ??= TOO_MANY_CELLS;
    if (this.#refused !== null) return;
    // One cell beyond the header's width says all that there is to say.
    const place = this.#width === null ? index : Math.min(index, this.#width);
    while (this.#cells.length < place) this.#cells.push("");
    this.#cells[place] = text;
    if (wrong === null) return;
    this.#wrong ??= new Map();
    this.#wrong.set(place, wrong);
  }

  /** The row, as wide as the header row. */
  read(): ReadRow {
    const row: ReadRow = { line: this.#line, cells: this.#cells };
    if (this.#wrong !== null) row.wrong = this.#wrong;
    if (this.#exact !== null) row.exact = this.#exact;
    if (this.#booleans !== null) row.booleans = this.#booleans;
    if (this.#refused !== null) row.refused = this.#refused;
    while (this.#width !== null && this.#cells.length < this.#width) this.#cells.push("");
    return row;
  }
}
