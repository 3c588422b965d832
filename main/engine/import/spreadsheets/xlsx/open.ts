/** Opens a sheet of a spreadsheet as a stream of rows. */
import type { BrokenSheet } from "../../../../../contract/english.ts";
import {
  CELL_TOO_LONG,
  type FileRow,
  type HowToRead,
  ImportRefusal,
  isBlank,
  type Known,
  MAX_CELL_LETTERS,
  OF_NO_TEXT,
  type OpenRows,
} from "../../file-rows.ts";
import type { DataFile } from "../../open-file.ts";
import { createXmlReader, type XmlHandlers } from "../xml-reader.ts";
import type { ZipParts } from "../zip-parts.ts";
import { readTexts, readXlsxBook } from "./book.ts";
import { type CellBook, cellText, type RawCell, SheetRow } from "./cells.ts";

// Reads a sheet of a spreadsheet as a stream of rows, like the rows of a CSV file.

/** Of a sheet, by the format's own definition: XFD1048576 is its last cell. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
const LETTER_A = 65;
/** Of a small letter: some programs write "a1". */
const CASE = 0x20;

const misplaced = (how: BrokenSheet): ImportRefusal => new ImportRefusal({ reason: "broken_sheet", ...how });

/** "AB12" as 27: the column's index. */
export function columnOfPlace(place: string): number {
  let index = 0;
  for (let at = 0; at < place.length; at += 1) {
    const code = place.charCodeAt(at);
    const letter = (code >= LETTER_A + CASE ? code - CASE : code) - LETTER_A;
    if (letter < 0 || letter > 25) break;
    index = index * 26 + letter + 1;
    if (index > MAX_COLUMNS) throw misplaced({ what: "beyond", most: MAX_COLUMNS });
  }
  if (index === 0) throw misplaced({ what: "place", place: place.slice(0, 20) });
  return index - 1;
}

/** Puts the rows together from the elements of the sheet's XML. */
class RowBuilder implements XmlHandlers {
  readonly ready: FileRow[] = [];
  /** The line of the newest row, whole or not. */
  line = 0;
  done = false;
  readonly #book: CellBook;
  readonly #headerRow: number | null;
  /** Of the header row; cells right of it are reported, not kept. Null above it, and where it isn't known yet. */
  #width: number | null = null;
  #row: SheetRow | null = null;
  #index = -1;
  #cell: RawCell | null = null;
  #pieces: string[] | null = null;
  #letters = 0;
  #phonetic = 0;
  /** Inside a cell's own text, beside which a value may stand. */
  #inOwnText = false;

  constructor(book: CellBook, headerRow: number | null) {
    this.#book = book;
    this.#headerRow = headerRow;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    switch (element) {
      case "row":
        this.#openRow(attributes.r);
        return;
      case "c":
        this.#openCell(attributes);
        return;
      case "f":
        if (this.#cell !== null) this.#cell.hasFormula = true;
        return;
      case "is":
        this.#inOwnText = true;
        return;
      case "rPh":
        this.#phonetic += 1;
        return;
      case "v":
      case "t":
        // A cell's value, or a piece of its text: written in it, and not a reading aid.
        if (this.#cell !== null && this.#phonetic === 0) this.#pieces = [];
        return;
    }
  }

  text(piece: string): void {
    if (this.#pieces === null) return;
    this.#letters += piece.length;
    if (this.#letters <= MAX_CELL_LETTERS) this.#pieces.push(piece);
  }

  close(element: string): void {
    switch (element) {
      case "row":
        this.#closeRow();
        return;
      case "c":
        this.#closeCell();
        return;
      case "is":
        this.#inOwnText = false;
        return;
      case "rPh":
        this.#phonetic -= 1;
        return;
      case "v":
      case "t":
        this.#closePiece();
        return;
      case "sheetData":
        this.done = true;
    }
  }

  #closePiece(): void {
    const text = this.#pieces?.join("");
    this.#pieces = null;
    if (this.#cell === null || text === undefined) return;
    if (this.#inOwnText) this.#cell.own = (this.#cell.own ?? "") + text;
    else this.#cell.value = (this.#cell.value ?? "") + text;
  }

  #openRow(r: string | undefined): void {
    const line = r === undefined ? this.line + 1 : Number(r);
    if (!Number.isInteger(line) || line <= this.line || line > MAX_ROWS)
      throw misplaced({ what: "row_order", row: r ?? "", after: this.line });
    this.line = line;
    this.#row = new SheetRow(line, this.#width);
    this.#index = -1;
  }

  #openCell({ r, t = "n", s = "0" }: Readonly<Record<string, string>>): void {
    const index = r === undefined ? this.#index + 1 : columnOfPlace(r);
    if (index <= this.#index || index >= MAX_COLUMNS) throw misplaced({ what: "cell_order", row: this.line });
    this.#index = index;
    this.#letters = 0;
    this.#cell = { type: t, style: Number(s), value: null, own: null, hasFormula: false };
    this.#inOwnText = false;
  }

  #closeCell(): void {
    if (this.#cell === null) return;
    const isTooLong = this.#letters > MAX_CELL_LETTERS;
    const read = isTooLong ? { wrong: CELL_TOO_LONG } : cellText(this.#cell, this.#book);
    const { type } = this.#cell;
    this.#cell = null;
    this.#row?.put(this.#index, read, type === "n" ? "number" : type === "b" ? "boolean" : "text");
  }

  #closeRow(): void {
    const row = this.#row?.read();
    this.#row = null;
    if (row === undefined || isBlank(row)) return;
    if (this.line === this.#headerRow) this.#width = row.cells.length;
    this.ready.push(row);
  }
}

/** Yields every row that is not blank, each as wide as the header row; a sheet that breaks off ends with a `broken` row. */
export async function* readSheetRows(
  chunks: AsyncIterable<Uint8Array>,
  book: CellBook,
  signal: AbortSignal,
  headerRow: number | null,
): AsyncGenerator<FileRow, void> {
  const builder = new RowBuilder(book, headerRow);
  try {
    const reader = createXmlReader(builder);
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      reader.write(chunk);
      yield* builder.ready.splice(0);
      // What follows the cells (drawings, conditions, links) is nothing that is imported.
      if (builder.done) return;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    yield* builder.ready.splice(0);
    const { line } = builder;
    yield { line: line + 1, broken: { code: "brokenOff", params: { row: line, because: error.message } } };
  }
}

/** A sheet's XML may be as large as a file. */
const SHEET_BYTES = 2 * 1024 ** 3;

/** The sheet of that name, or the first visible one. Throws an ImportRefusal. */
export function chosenSheet<S extends { name: string; hidden: boolean }>(
  sheets: readonly S[],
  name: string | undefined,
): S {
  const found =
    name === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find((sheet) => sheet.name === name);
  if (found === undefined) throw new ImportRefusal({ reason: "no_such_sheet", name: name ?? "" });
  return found;
}

/** A text that may be a number which a person wrote. */
export const WRITTEN_NUMBER = /^[^\p{L}]{0,20}[\d٠-٩][.,،][\d٠-٩]/u;
/** In a sheet's XML: a cell that holds its text itself. */
const OWN_TEXT = ['t="str"', 't="inlineStr"'];

/** `known` is filled as the sheets are found. Throws an ImportRefusal. */
export async function openXlsx(
  { bytes, changedAt }: DataFile,
  zip: ZipParts,
  how: Pick<HowToRead, "sheet" | "only">,
  signal: AbortSignal,
  known: Known,
): Promise<OpenRows> {
  const { sheets, textsPart, formats, date1904 } = await readXlsxBook(zip);
  known.sheets = sheets;
  const sheet = chosenSheet(sheets, how.sheet);
  known.sheet = sheet.name;
  const chunks = () => zip.read(sheet.part, SHEET_BYTES);
  const rowsWith = (text: CellBook["text"], headerRow: number | null) =>
    readSheetRows(chunks(), { text, formats, date1904 }, signal, headerRow);
  const { only } = how;
  let highest = -1;
  let hasOwnText = false;
  if (only === undefined) {
    // All of it once, so that a damaged sheet is refused before anything of it is taken in.
    for await (const chunk of chunks()) {
      signal.throwIfAborted();
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      // In UTF-16 each of its signs has a zero byte: what kinds its cells are is then seen row by row.
      hasOwnText ||= bytes.includes(0) || OWN_TEXT.some((attribute) => bytes.includes(attribute));
    }
  } else if (textsPart !== null) {
    let left = only;
    const noted = (index: number): string => {
      highest = Math.max(highest, index);
      return "?";
    };
    for await (const _ of rowsWith(noted, null)) {
      left -= 1;
      if (left <= 0) break;
    }
  }
  const count = only === undefined ? undefined : highest + 1;
  const texts = textsPart === null ? [] : await readTexts(zip, textsPart, signal, count);
  return {
    fileType: "xlsx",
    bytes,
    version: `${bytes} ${changedAt}`,
    ...OF_NO_TEXT,
    sheets,
    sheet: sheet.name,
    rows: (headerRow) => rowsWith((index) => texts[index], headerRow),
    mayNeedStyle: async () => hasOwnText || texts.some((text) => WRITTEN_NUMBER.test(text)),
  };
}
