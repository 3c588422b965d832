/** Reads a sheet of a spreadsheet as a stream of rows, like the rows of a CSV file. */
import { type FileRow, ImportRefusal, isBlank, type ReadRow } from "./file-rows.ts";
import {
  CELL_TOO_LONG,
  MAX_CELL_LETTERS,
  MAX_ROW_CELLS,
  MAX_ROW_LETTERS,
  rowTooLong,
  TOO_MANY_CELLS,
} from "./row-bounds.ts";
import { type CellBook, cellText, type RawCell } from "./xlsx-cells.ts";
import { createXmlReader, type XmlHandlers } from "./xml-reader.ts";

/** Of a sheet, by the format's own definition: XFD1048576 is its last cell. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
const LETTER_A = 65;

const misplaced = (what: string): ImportRefusal =>
  new ImportRefusal("broken_sheet", `the sheet is broken (${what})`);

/** "AB12" as 27: the column's index. */
export function columnIndex(place: string): number {
  let index = 0;
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) - LETTER_A;
    if (letter < 0 || letter > 25) break;
    index = index * 26 + letter + 1;
    if (index > MAX_COLUMNS) throw misplaced(`a cell stands beyond column ${MAX_COLUMNS}`);
  }
  if (index === 0) throw misplaced(`a cell's place is ${JSON.stringify(place.slice(0, 20))}`);
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
  /** Of the header row; cells right of it are told, not kept. Null above it, and where it isn't known yet. */
  #width: number | null = null;
  #cells: string[] = [];
  #wrong: Map<number, string> | null = null;
  #exact: Set<number> | null = null;
  #index = -1;
  #cell: RawCell | null = null;
  #pieces: string[] | null = null;
  #letters = 0;
  #rowLetters = 0;
  #refused: string | null = null;
  #phonetic = 0;

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
      case "rPh":
        this.#phonetic -= 1;
        return;
      case "v":
      case "t":
        if (this.#cell !== null && this.#pieces !== null)
          this.#cell.value = (this.#cell.value ?? "") + this.#pieces.join("");
        this.#pieces = null;
        return;
      case "sheetData":
        this.done = true;
    }
  }

  #openRow(r: string | undefined): void {
    const line = r === undefined ? this.line + 1 : Number(r);
    if (!Number.isInteger(line) || line <= this.line || line > MAX_ROWS)
      throw misplaced(`row ${JSON.stringify(r ?? "")} stands after row ${this.line}`);
    this.line = line;
    this.#cells = [];
    this.#wrong = null;
    this.#exact = null;
    this.#rowLetters = 0;
    this.#refused = null;
    this.#index = -1;
  }

  #openCell({ r, t = "n", s = "0" }: Readonly<Record<string, string>>): void {
    const index = r === undefined ? this.#index + 1 : columnIndex(r);
    if (index <= this.#index || index >= MAX_COLUMNS)
      throw misplaced(`cells of row ${this.line} out of order`);
    this.#index = index;
    this.#letters = 0;
    this.#cell = { type: t, style: Number(s), value: null, hasFormula: false };
  }

  #closeCell(): void {
    if (this.#cell === null) return;
    const isTooLong = this.#letters > MAX_CELL_LETTERS;
    const read = isTooLong ? { wrong: CELL_TOO_LONG } : cellText(this.#cell, this.#book);
    const isNumber = this.#cell.type === "n";
    this.#cell = null;
    if ("wrong" in read) this.#put(this.#index, "", read.wrong);
    else if (read.text !== "") {
      this.#put(this.#index, read.text, null);
      // A whole number is the same in every style.
      if (isNumber && read.text.includes(".")) this.#exact = (this.#exact ?? new Set()).add(this.#index);
    }
  }

  #put(index: number, text: string, wrong: string | null): void {
    this.#rowLetters += text.length;
    if (this.#rowLetters > MAX_ROW_LETTERS) this.#refused ??= rowTooLong(index);
    // The header itself: in the rows below it, what stands beyond its width is told as that.
    if (this.#width === null && index >= MAX_ROW_CELLS) this.#refused ??= TOO_MANY_CELLS;
    if (this.#refused !== null) return;
    // One cell beyond the header's width says all that there is to say.
    const place = this.#width === null ? index : Math.min(index, this.#width);
    while (this.#cells.length < place) this.#cells.push("");
    this.#cells[place] = text;
    if (wrong === null) return;
    this.#wrong ??= new Map();
    this.#wrong.set(place, wrong);
    if (this.#width !== null && place === this.#width) this.#cells[place] = wrong;
  }

  #closeRow(): void {
    const row: ReadRow = { line: this.line, cells: this.#cells };
    if (this.#wrong !== null) row.wrong = this.#wrong;
    if (this.#exact !== null) row.exact = this.#exact;
    if (this.#refused !== null) row.refused = this.#refused;
    if (isBlank(row)) return;
    if (this.line === this.#headerRow) this.#width = this.#cells.length;
    while (this.#width !== null && this.#cells.length < this.#width) this.#cells.push("");
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
    yield { line: builder.line + 1, broken: `${error.message}; nothing after row ${builder.line} was read` };
  }
}
