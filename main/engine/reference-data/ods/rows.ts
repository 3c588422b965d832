/** Reads a sheet of an OpenDocument spreadsheet as a stream of rows. */
import { setImmediate as turn } from "node:timers/promises";
import { type FileRow, ImportRefusal, isBlank, type ReadRow } from "../file-rows.ts";
import { CELL_TOO_LONG, MAX_CELL_LETTERS, MAX_ROW_CELLS } from "../row-bounds.ts";
import { SheetRow } from "../sheet-row.ts";
import { createXmlReader, type XmlHandlers } from "../xml-reader.ts";
import { type Attributes, attribute, repeated } from "./attributes.ts";
import { cellValue } from "./cell-value.ts";
import type { OdsFormats } from "./formats.ts";

/** Of a sheet, by the format's own definition. */
const MOST = { rows: 1_048_576, columns: 16_384 };
/** One row that is there many times costs its reader no other task's turn. */
const ROWS_AT_ONCE = 1_000;
/** What stands in a cell beside its text. */
const ASIDES = new Set(["annotation", "ruby-text", "note", "frame", "custom-shape"]);

export interface OdsSheet {
  name: string;
  hidden: boolean;
}

const misplaced = (): ImportRefusal =>
  new ImportRefusal("broken_sheet", "the sheet is broken (cells are repeated beyond its end)");

interface Cell {
  attributes: Attributes;
  times: number;
  paragraphs: string[];
}

/** Goes through the whole of it; hands on the rows of one sheet. */
class OdsReader implements XmlHandlers {
  readonly sheets: OdsSheet[] = [];
  readonly ready: { row: ReadRow; times: number }[] = [];
  isSpreadsheet = false;
  done = false;
  /** The last line that was read. */
  line = 0;
  readonly formats: OdsFormats;
  readonly #wanted: string | null;
  readonly #headerRow: number | null;
  readonly #noteText: (text: string) => void;
  #depth = 0;
  /** How deep the table's element is; null outside of one. A table in a cell is no sheet. */
  #table: number | null = null;
  #isWanted = false;
  #width: number | null = null;
  #row: SheetRow | null = null;
  #times = 1;
  #index = 0;
  #cell: Cell | null = null;
  #paragraph: string[] | null = null;
  #endsBlank = true;
  #letters = 0;
  #aside: number | null = null;

  constructor(
    wanted: string | null,
    headerRow: number | null,
    noteText: (text: string) => void,
    formats: OdsFormats,
  ) {
    this.#wanted = wanted;
    this.#headerRow = headerRow;
    this.#noteText = noteText;
    this.formats = formats;
  }

  open(element: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#aside !== null) return;
    if (ASIDES.has(element)) {
      this.#aside = this.#depth;
      return;
    }
    if (this.#table === null) this.#openOutside(element, attributes);
    else if (this.#isWanted) this.#openInside(element, attributes);
  }

  #openOutside(element: string, attributes: Attributes): void {
    if (element === "spreadsheet") this.isSpreadsheet = true;
    else if (element !== "table" || !this.isSpreadsheet) this.formats.open(element, attributes);
    else {
      this.#table = this.#depth;
      const name = attribute(attributes, "name");
      // Of what it links to from outside it keeps tables too.
      if (name === undefined) return;
      this.sheets.push({ name, hidden: this.formats.isHidden(attribute(attributes, "style-name")) });
      // The first of its name.
      this.#isWanted = !this.done && (this.#wanted === null || this.#wanted === name);
      this.line = 0;
    }
  }

  #openInside(element: string, attributes: Attributes): void {
    switch (element) {
      case "table-row":
        this.#openRow(attributes);
        return;
      case "table-cell":
      case "covered-table-cell": {
        const times = repeated(attributes, "number-columns-repeated");
        if (times === null || this.#index + times > MOST.columns) throw misplaced();
        this.#cell = { attributes, times, paragraphs: [] };
        this.#letters = 0;
        return;
      }
      case "p":
        this.#paragraph = [];
        this.#endsBlank = true;
        return;
      case "s":
        this.#put(" ".repeat(Math.min(Number(attributes["text:c"] ?? "1") || 1, MAX_CELL_LETTERS)), false);
        return;
      case "tab":
        this.#put("\t", true);
        return;
      case "line-break":
        this.#put("\n", true);
    }
  }

  #openRow(attributes: Attributes): void {
    const times = repeated(attributes, "number-rows-repeated");
    if (times === null || times > MOST.rows) throw misplaced();
    this.#times = times;
    this.#row = new SheetRow(this.line + 1, this.#width);
    this.#index = 0;
  }

  #put(piece: string, endsBlank: boolean): void {
    if (this.#paragraph === null) return;
    this.#letters += piece.length;
    this.#endsBlank = endsBlank;
    if (this.#letters <= MAX_CELL_LETTERS) this.#paragraph.push(piece);
  }

  /** Blanks and line ends of the XML are one blank, and none at a paragraph's beginning. */
  text(piece: string): void {
    if (this.#paragraph === null || this.#aside !== null) return;
    const one = piece.replace(/[ \t\r\n]+/g, " ");
    const text = this.#endsBlank && one.startsWith(" ") ? one.slice(1) : one;
    if (text !== "") this.#put(text, text.endsWith(" "));
  }

  close(element: string): void {
    const depth = this.#depth;
    this.#depth -= 1;
    if (this.#aside !== null) {
      if (this.#aside === depth) this.#aside = null;
      return;
    }
    if (this.#table === null) this.formats.close(element);
    else if (this.#table === depth) this.#closeTable();
    else if (!this.#isWanted) return;
    else if (element === "p") this.#closeParagraph();
    else if (element === "table-cell") this.#closeCell(this.#cell);
    else if (element === "covered-table-cell") this.#passCovered();
    else if (element === "table-row") this.#closeRow();
  }

  #closeTable(): void {
    this.#table = null;
    this.done = this.#isWanted && this.#wanted !== null;
    this.#isWanted = false;
  }

  #closeParagraph(): void {
    const text = this.#paragraph?.join("") ?? "";
    this.#paragraph = null;
    this.#cell?.paragraphs.push(text.endsWith(" ") && this.#endsBlank ? text.slice(0, -1) : text);
  }

  /** The one that it is merged with is all that is seen. */
  #passCovered(): void {
    this.#index += this.#cell?.times ?? 0;
    this.#cell = null;
  }

  #closeCell(cell: Cell | null): void {
    this.#cell = null;
    if (cell === null || this.#row === null) return;
    const shown = cell.paragraphs.join("\n");
    const { read, kind } = cellValue(cell.attributes, shown, this.formats);
    const isTooLong =
      this.#letters > MAX_CELL_LETTERS || ("text" in read && read.text.length > MAX_CELL_LETTERS);
    if (kind === "text" && "text" in read) this.#noteText(read.text);
    // Beyond the widest row one cell more says all that there is to say.
    const last = Math.min(this.#index + cell.times, Math.max(this.#index, MAX_ROW_CELLS) + 1);
    if (isTooLong || "wrong" in read || read.text !== "")
      for (let at = this.#index; at < last; at += 1)
        this.#row.put(at, isTooLong ? { wrong: CELL_TOO_LONG } : read, kind);
    this.#index += cell.times;
  }

  #closeRow(): void {
    const row = this.#row?.read();
    this.#row = null;
    this.line += this.#times;
    if (row === undefined || isBlank(row)) return;
    if (this.line > MOST.rows) throw misplaced();
    const isHeader = this.#headerRow !== null && row.line <= this.#headerRow && this.#headerRow <= this.line;
    if (isHeader) this.#width = row.cells.length;
    this.ready.push({ row, times: this.#times });
  }
}

/** The rows that one element stands for. */
async function* each({ row, times }: { row: ReadRow; times: number }): AsyncGenerator<ReadRow, void> {
  for (let at = 0; at < times; at += 1) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await turn();
    yield at === 0 ? row : { ...row, line: row.line + at };
  }
}

export interface Contents {
  sheets: OdsSheet[];
  isSpreadsheet: boolean;
}

/** Goes through the whole content, so that a damaged one is refused before anything of it is taken in. */
export async function readContents(
  chunks: AsyncIterable<Uint8Array>,
  formats: OdsFormats,
  noteText: (text: string) => void,
  signal: AbortSignal,
): Promise<Contents> {
  const handlers = new OdsReader(null, null, noteText, formats);
  const reader = createXmlReader(handlers);
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    reader.write(chunk);
    handlers.ready.length = 0;
  }
  reader.end();
  return handlers;
}

/** Yields every row of the sheet that is not blank, each as wide as the header row; a broken sheet ends with a `broken` row. */
export async function* readOdsRows(
  chunks: AsyncIterable<Uint8Array>,
  sheet: string,
  headerRow: number | null,
  formats: OdsFormats,
  signal: AbortSignal,
): AsyncGenerator<FileRow, void> {
  const handlers = new OdsReader(sheet, headerRow, () => undefined, formats);
  try {
    const reader = createXmlReader(handlers);
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      reader.write(chunk);
      for (const some of handlers.ready.splice(0)) yield* each(some);
      if (handlers.done) return;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    for (const some of handlers.ready.splice(0)) yield* each(some);
    yield {
      line: handlers.line + 1,
      broken: { code: "brokenOff", params: { row: handlers.line, because: error.message } },
    };
  }
}
