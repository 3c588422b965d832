/** The rows of a sheet that a library read, as text cells like those of every other file. */
import type { CellObject } from "@e965/xlsx";
import type { RowReason } from "../../../../../contract/reasons/row-reason.ts";
import { isBlank, type ReadRow } from "../../file-rows.ts";
import { CELL_TOO_LONG, MAX_CELL_LETTERS } from "../../row-bounds.ts";
import { type CellKind, SheetRow } from "../sheet-row.ts";
import {
  type CellText,
  cellError,
  cellText,
  ERROR_TEXT,
  plainText,
  unreadableNumber,
} from "../xlsx/cells.ts";
import { WRITTEN_NUMBER } from "../xlsx/open.ts";
import { SURE_DIGITS, WRONG_CELL, WRONG_CODES } from "./archive.ts";
import { NO_LETTER } from "./code-pages.ts";
import type { Answer } from "./messages.ts";
import { type Book, meaningIn } from "./read-book.ts";

/** Of one answer: as many rows, or as many letters, whichever is reached first. */
const ANSWER_ROWS = 1_000;
const ANSWER_LETTERS = 1_048_576;
const ERRORS: Record<number, string> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

/** Why a cell was not handed to the library as it is (`archive.ts`). */
function wrongOf(text: string): RowReason {
  const [, named, cell = ""] = text.split(WRONG_CELL);
  const code = WRONG_CODES.find((one) => one === named);
  switch (code) {
    case "noSuchDate":
    case "formula":
      return { code, params: {} };
    case "tooManyDigits":
      return { code, params: { count: SURE_DIGITS } };
    case "unreadableNumber":
    case undefined:
      return { code: "unreadableNumber", params: { cell } };
  }
}

/**
 * A number cell holds a floating-point number, and its shortest text is exactly that one. Dates and padded numbers
 * become what the sheet shows.
 */
function textOf({ t, v, w = "", z }: CellObject, book: Book): { read: CellText; kind: CellKind } {
  switch (t) {
    case "n": {
      if (ERROR_TEXT.test(w)) return { read: plainText(w), kind: "text" };
      const formats = [meaningIn(book, typeof z === "string" ? z : "General")];
      const cell = { type: "n", style: 0, value: String(v), own: null, hasFormula: false };
      const text = (): string | undefined => undefined;
      return { read: cellText(cell, { formats, date1904: book.date1904, text }), kind: "number" };
    }
    case "b":
      return { read: { text: v === true ? "1" : "0" }, kind: "boolean" };
    case "e":
      return { read: cellError(ERRORS[Number(v)] ?? String(v)), kind: "text" };
    case "s": {
      const text = typeof v === "string" ? v : "";
      if (text.startsWith(WRONG_CELL)) return { read: { wrong: wrongOf(text) }, kind: "text" };
      if (text.includes(NO_LETTER))
        return { read: { wrong: { code: "unknownLetters", params: {} } }, kind: "text" };
      if (text.length > MAX_CELL_LETTERS) return { read: { wrong: CELL_TOO_LONG }, kind: "text" };
      return { read: plainText(text), kind: "text" };
    }
    case "z":
      return { read: { text: "" }, kind: "text" };
    default:
      return { read: unreadableNumber(String(v)), kind: "text" };
  }
}

function rowOf(book: Book, index: number, width: number | null): ReadRow {
  const row = new SheetRow(index + 1, width);
  // Not every place of a sparse row has a cell.
  book.cells["!data"]?.[index]?.forEach((cell, column) => {
    if (cell === undefined || cell === null) return;
    const { read, kind } = textOf(cell, book);
    row.put(column, read, kind);
  });
  return row.read();
}

const lettersOf = ({ cells }: ReadRow): number => cells.reduce((sum, { length }) => sum + length, 0);

/** The rows from index `from` on that are not blank, as many as one answer takes. */
export function rowsFrom(book: Book, headerRow: number | null, from: number): Answer {
  const data = book.cells["!data"] ?? [];
  const header = headerRow === null ? null : rowOf(book, headerRow - 1, null).cells.length;
  const rows: ReadRow[] = [];
  let letters = 0;
  let index = from;
  for (; index < data.length && rows.length < ANSWER_ROWS && letters < ANSWER_LETTERS; index += 1) {
    if (data[index] === undefined) continue;
    const isBelow = headerRow !== null && index >= headerRow;
    const row = rowOf(book, index, isBelow ? header : null);
    if (isBlank(row)) continue;
    rows.push(row);
    letters += lettersOf(row);
  }
  return { is: "rows", rows, next: index < data.length ? index : null };
}

/** True where a text may be a number that a person wrote. */
export const mayNeedStyle = ({ cells }: Book): boolean =>
  (cells["!data"] ?? []).some((row) =>
    row?.some((cell) => cell?.t === "s" && typeof cell.v === "string" && WRITTEN_NUMBER.test(cell.v)),
  );
