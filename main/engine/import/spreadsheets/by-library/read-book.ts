/** Reads an .xls, .xlsb or .ods file by a library, all of it at once. Runs on a thread of its own (`sheet-thread.ts`). */
import { readSync } from "node:fs";
import { type ParsingOptions, read, set_cptable, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { ImportRefusal } from "../../file-rows.ts";
import { OLD_DOCUMENT } from "../../recognise.ts";
import { meaningOf } from "../xlsx/book.ts";
import type { NumberFormat } from "../xlsx/cells.ts";
import { chosenSheet } from "../xlsx/open.ts";
import { tooLarge, unpacked } from "./archive.ts";
import { codePages, UNNAMED } from "./code-pages.ts";
import type { Wish } from "./messages.ts";

/** Of the file: all of it is in memory, and so is all that is read from it. */
export const MAX_BYTES = 64 * 1024 * 1024;
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

/** From the library's own words for what it can't read; "ZIP" stands in those for bytes that are nothing at all. */
function refusal(error: unknown): ImportRefusal {
  if (error instanceof ImportRefusal) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (/password|encrypt/i.test(words) && !/zip/i.test(words))
    return new ImportRefusal(
      "encrypted",
      "the spreadsheet is protected by a password; save it without one and import that",
    );
  if (/cannot find workbook|unsupported file/i.test(words))
    return new ImportRefusal(OLD_DOCUMENT.reason, OLD_DOCUMENT.words);
  return new ImportRefusal(
    "broken_sheet",
    `the spreadsheet is damaged or of a kind that can't be read (${words.slice(0, 200)})`,
  );
}

/** Reads the file. `found` is told its sheets as soon as they are known. Throws an ImportRefusal. */
export async function readBook(
  { file, bytes, type, sheet, rows }: Wish,
  found: (sheets: Book["sheets"]) => void,
): Promise<Book> {
  if (bytes > MAX_BYTES) throw tooLarge(`it is larger than ${MAX_BYTES} bytes`);
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
  if (sheets.length === 0)
    throw new ImportRefusal("no_sheet", "the spreadsheet has no sheet with cells in it");
  const { name } = chosenSheet(sheets, sheet ?? undefined);
  const cells = book.Sheets[name];
  if (cells === undefined) throw new ImportRefusal("no_sheet", "the sheet can't be read");
  return {
    sheets,
    sheet: name,
    cells,
    date1904: book.Workbook?.WBProps?.date1904 === true,
    meanings: new Map(),
  };
}

/** What the format makes of a number. */
export function meaningIn({ meanings }: Book, code: string): NumberFormat {
  const known = meanings.get(code);
  if (known !== undefined) return known;
  const meaning = meaningOf(code);
  meanings.set(code, meaning);
  return meaning;
}
