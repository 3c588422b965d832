/** The rows of a sheet that a library read, as text cells like those of every other file. */

import { readSync } from "node:fs";
import {
  type CellObject,
  type ParsingOptions,
  read,
  set_cptable,
  type WorkBook,
  type WorkSheet,
} from "@e965/xlsx";
import tables from "iconv-lite";
import type { RowReason } from "../../../../../contract/reasons/row-reason.ts";
import { messageOf } from "../../../../lib/error-code.ts";
import { CELL_TOO_LONG, ImportRefusal, isBlank, MAX_CELL_LETTERS, type ReadRow } from "../../file-rows.ts";
import { OLD_DOCUMENT } from "../../recognise.ts";
import { formatMeaning } from "../xlsx/book.ts";
import {
  type CellKind,
  type CellText,
  cellError,
  cellText,
  ERROR_TEXT,
  type NumberFormat,
  plainText,
  SheetRow,
  unreadableNumber,
} from "../xlsx/cells.ts";
import { chosenSheet, WRITTEN_NUMBER } from "../xlsx/open.ts";
import { SURE_DIGITS, unpacked, WRONG_CELL, WRONG_CODES } from "./archive.ts";
import type { Answer, Wish } from "./messages.ts";

// The tables by which the letters of an old .xls file are read. What isn't known is no letter, and never a guess.

/** The number by which the library asks for the letters of a file that doesn't name its table. */
const UNNAMED = 1;
const NO_LETTER = "\uFFFD";

/** By the numbers of Windows. */
const TABLES: Readonly<Record<number, string>> = {
  720: "cp720",
  864: "cp864",
  1200: "utf16le",
  1201: "utf16be",
  1252: "windows1252",
  1256: "windows1256",
  20127: "ascii",
  28596: "iso88596",
  65001: "utf8",
};

const ascii = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : NO_LETTER)).join("");

/** A byte that its table doesn't have is no letter, and so is each beyond ASCII where there is no table. */
function decode(page: number | string, data: string | ArrayLike<number>): string {
  const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : Uint8Array.from(data);
  const table = TABLES[Number(page)];
  return table === undefined ? ascii(bytes) : tables.decode(Buffer.from(bytes), table, { stripBOM: false });
}

const encode = (page: number | string, text: string): Buffer =>
  tables.encode(text, TABLES[Number(page)] ?? "ascii");

/** As the library takes them. */
const codePages = { utils: { decode, encode } };

// Reads an .xls, .xlsb or .ods file by a library, all of it at once. Runs on a separate thread (`sheet-thread.ts`).

/** Of the file: all of it is in memory, and so is all that is read from it. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_SHEETS = 1_000;

const OPTIONS: ParsingOptions = {
  type: "buffer",
  dense: true,
  cellNF: true,
  cellFormula: false,
  cellHTML: false,
  codepage: UNNAMED,
};

export interface Book {
  sheets: { name: string; hidden: boolean }[];
  sheet: string;
  cells: WorkSheet;
  date1904: boolean;
  /** What each number format of the file makes of a number. */
  meanings: Map<string, NumberFormat>;
}

function readAll(file: number, bytes: number): Buffer {
  const all = Buffer.alloc(bytes);
  let at = 0;
  while (at < bytes) {
    const count = readSync(file, all, at, bytes - at, at);
    if (count === 0) break;
    at += count;
  }
  return all.subarray(0, at);
}

/** From the library's own words for what it can't read; "ZIP" is in those also for bytes that are nothing at all. */
function refusal(error: unknown): ImportRefusal {
  if (error instanceof ImportRefusal) return error;
  const words = messageOf(error);
  if (/password|encrypt/i.test(words) && !/zip/i.test(words))
    return new ImportRefusal({ reason: "encrypted" });
  if (/cannot find workbook|unsupported file/i.test(words)) return new ImportRefusal(OLD_DOCUMENT);
  return new ImportRefusal({ reason: "broken_sheet", what: "read", said: words.slice(0, 200) });
}

/** Reads the file. `found` receives its sheets as soon as they are known. Throws an ImportRefusal. */
export async function readBook(
  { file, bytes, type, sheet, rows }: Wish,
  found: (sheets: Book["sheets"]) => void,
): Promise<Book> {
  if (bytes > MAX_BYTES)
    throw new ImportRefusal({ reason: "too_large_inside", what: "file", most: MAX_BYTES });
  set_cptable(codePages);
  let book: WorkBook;
  try {
    const content = type === "xls" ? readAll(file, bytes) : await unpacked(file, type);
    // Old versions of .ods keep an error beside a zero: only its text says so.
    const options = { ...OPTIONS, cellText: type === "ods" };
    book = read(content, rows === null ? options : { ...options, sheetRows: rows });
  } catch (error) {
    throw refusal(error);
  }
  const kept = book.Workbook?.Sheets ?? [];
  const sheets = book.SheetNames.slice(0, MAX_SHEETS).flatMap((name, index) =>
    // Charts and macros are sheets too, without cells or with those of another.
    book.Sheets[name]?.["!data"] === undefined || (book.Sheets[name]["!type"] ?? "sheet") !== "sheet"
      ? []
      : { name, hidden: (kept[index]?.Hidden ?? 0) !== 0 },
  );
  found(sheets);
  if (sheets.length === 0) throw new ImportRefusal({ reason: "no_sheet" });
  const { name } = chosenSheet(sheets, sheet ?? undefined);
  const cells = book.Sheets[name];
  if (cells === undefined) throw new ImportRefusal({ reason: "no_sheet" });
  return {
    sheets,
    sheet: name,
    cells,
    date1904: book.Workbook?.WBProps?.date1904 === true,
    meanings: new Map(),
  };
}

/** What the format makes of a number. */
function meaningIn({ meanings }: Book, code: string): NumberFormat {
  const known = meanings.get(code);
  if (known !== undefined) return known;
  const meaning = formatMeaning(code);
  meanings.set(code, meaning);
  return meaning;
}

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
export const sheetMayNeedStyle = ({ cells }: Book): boolean =>
  (cells["!data"] ?? []).some((row) =>
    row?.some((cell) => cell?.t === "s" && typeof cell.v === "string" && WRITTEN_NUMBER.test(cell.v)),
  );
