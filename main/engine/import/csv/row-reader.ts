/** Puts the rows of a CSV file together from pieces of its text. Within bounds; a line is read twice at most. */

import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import {
  isMarked,
  MAX_ROW_CELLS,
  MAX_ROW_LETTERS,
  OPEN_QUOTE,
  type ReadRow,
  rowTooLong,
  TOO_MANY_CELLS,
} from "../file-rows.ts";

// Cuts a row whose text is all there and has no quoted cell: most rows of most files, in one pass. Pure.

const LF = 10;
const CR = 13;
const QUOTE_CODE = 34;

/** The row that begins at `from`, and where the next one does; null where it isn't whole before `end`, not plain, or too long. */
function wholeRow(
  text: string,
  from: number,
  end: number,
  delimiter: number,
): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  let begin = from;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LF || code === CR) {
      if (cells.length === MAX_ROW_CELLS || at - from > MAX_ROW_LETTERS) return null;
      cells.push(text.slice(begin, at));
      begin = at + 1;
      if (code === CR && text.charCodeAt(begin) === LF) begin += 1;
      if (code !== delimiter) return { cells, end: begin };
    } else if (code === QUOTE_CODE && at === begin) return null;
  }
  return null;
}

// Tells a cell of several lines from a quote left open, which swallows the rows after it. Pure.

const QUOTE = '"';

/** The place behind the quote that closes the one at `from`; -1 where the line has none. */
function closingQuote(line: string, from: number): number {
  let at = line.indexOf(QUOTE, from + 1);
  while (at >= 0 && line.startsWith(QUOTE, at + 1)) at = line.indexOf(QUOTE, at + 2);
  return at < 0 ? -1 : at + 1;
}

/** The cells of a line that is read alone: a quote that isn't closed in it is plain text. */
function cellsOfLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const closed = line.startsWith(QUOTE, at) ? closingQuote(line, at) : -1;
    const found = line.indexOf(delimiter, Math.max(at, closed));
    const end = found < 0 ? line.length : found;
    const isQuoted = closed === end;
    cells.push(isQuoted ? line.slice(at + 1, end - 1).replaceAll(QUOTE + QUOTE, QUOTE) : line.slice(at, end));
    if (end === line.length) return cells;
    at = end + 1;
  }
}

/** A row some cell of which runs over several lines. */
interface LongRow {
  /** Cells before the first such cell. */
  before: number;
  cells: readonly string[];
  /** Of the row before it. */
  last: readonly string[];
  /** From the quote of the first such cell to the end of the row. */
  text: string;
  /** How many cells the rows before it have; null where they don't agree yet. */
  width: number | null;
  delimiter: string;
}

const isNumber = (cell: string | undefined): boolean =>
  cell !== undefined && /\p{N}/u.test(cell) && !/[\p{L}\r\n]/u.test(cell);

/** Columns that are numbers in the row and in the one before it, unless that is a header row: the first, without any. */
function numberColumns({ cells, last, width }: LongRow): number[] {
  const isHeader = width === null && !last.some(isNumber);
  return cells.flatMap((cell, at) => (isNumber(cell) && (isHeader || isNumber(last[at])) ? [at] : []));
}

const fitsIn = (cells: readonly string[], columns: readonly number[]): boolean =>
  columns.length === 0 || columns.some((at) => !/\p{L}/u.test(cells[at] ?? ""));

/**
 * True where the lines inside the row's cells look like rows of their own: the row is not as wide as those before it,
 * or at least half of the lines, and the first or the last, have exactly as many cells as a row. None of them is a row
 * where each has letters in a column of numbers.
 */
function hasSwallowedRows(row: LongRow): boolean {
  const { before, text, width, delimiter } = row;
  const count = row.cells.length;
  if (width !== null && width !== count) return true;
  if (count < 2) return false;
  const numbers = numberColumns(row);
  // A line that is a separate row may hold a stray quote too: its first one, or all.
  const canBe = (line: string, wanted: number, columns: readonly number[]): boolean =>
    [
      cellsOfLine(line, delimiter),
      cellsOfLine(line.replace(QUOTE, "'"), delimiter),
      line.split(delimiter),
    ].some((own) => own.length === wanted && fitsIn(own, columns));
  const lines = text.split(/\r\n|\n|\r/);
  const end = lines.at(-1) ?? "";
  const inner = lines.slice(1, -1).filter((line) => line.trim() !== "");
  if (![...inner, end].some((line) => canBe(line, count, numbers))) return false;
  const isFirst = canBe(lines[0] ?? "", count - before, []);
  const isLast = canBe(end, count, []);
  if (inner.length === 0) return isFirst && isLast;
  const rows = inner.filter((line) => canBe(line, count, [])).length;
  return rows * 2 >= inner.length && (isFirst || isLast);
}

/** Of the text that is kept to be read again: a row of all letters it may have, each a doubled quote, is no longer. */
const MAX_REREAD_LETTERS = 2 * MAX_ROW_LETTERS;
/** Rows that are handed on at once: a megabyte that is read again may hold very many. */
const READY_ROWS = 2_000;
const BREAK = /\r\n|\n|\r/g;
const NEXT_LINE = /\r\n|\n|\r(?!$)/g;
/** What DOS programs end a file with. */
const END_OF_FILE = "\u001A";

/** `after_quote`: a quote stood in a quoted cell, and what follows says what it was. */
type CellState = "cell_start" | "plain" | "quoted" | "after_quote";

/** Where the first quoted cell of a row began that runs over several lines, or may yet do so. */
interface Opening {
  at: number;
  line: number;
  cells: number;
}

/** Its pieces of text may be cut anywhere. */
export class RowReader {
  readonly #ready: ReadRow[] = [];
  #isOver = false;
  readonly #sign: string;
  readonly #delimiter: number;
  /** What is read now: it begins with the opening, where there is one. */
  #text = "";
  #at = 0;
  #place: CellState = "cell_start";
  /** The line that the row began on, and the one that is read now. */
  #begun = 1;
  #line = 1;
  #cells: string[] = [];
  #cell = "";
  #cellBreaks = 0;
  #rowBreaks = 0;
  #wasQuoted = false;
  #letters = 0;
  #quotedLetters = 0;
  #refused: RowReason | null = null;
  #opening: Opening | null = null;
  /** The last row that was handed on whole. */
  #last: readonly string[] = [];
  /** Cells of the last row of one line; and of the rows so far, where two in succession agree. */
  #lastWidth = 0;
  #width: number | null = null;
  /** The program wrote the file itself: every quote of it is where it belongs. */
  #isOwn = false;

  constructor(delimiter: string) {
    this.#sign = delimiter;
    this.#delimiter = delimiter.charCodeAt(0);
  }

  read(text: string): void {
    const kept = this.#opening === null ? this.#at : this.#opening.at;
    this.#text = this.#text.slice(kept) + text;
    this.#at -= kept;
    if (this.#opening === null) return;
    this.#opening.at = 0;
    if (this.#at > MAX_REREAD_LETTERS) this.#recover();
  }

  /** The last text; it may be empty. */
  readLast(text: string): void {
    this.read(text);
    if (this.#text.endsWith(END_OF_FILE)) this.#text = this.#text.slice(0, -1);
  }

  /** Takes the rows that are ready: a bounded number at once, none where more text is needed. */
  take(): ReadRow[] {
    // A carriage return at the end waits for the line feed that may belong to it, and so does the last sign of a file.
    const isCut = this.#text.endsWith("\r") || this.#text.endsWith(END_OF_FILE);
    this.#run(isCut ? this.#text.length - 1 : this.#text.length);
    return this.#ready.splice(0);
  }

  /** The same after the last text; null where nothing is left. */
  takeLast(): ReadRow[] | null {
    if (this.#isOver) return null;
    this.#run(this.#text.length);
    if (this.#at === this.#text.length) this.#isOver = !this.#isUnfinished();
    return this.#ready.splice(0);
  }

  /** Closes the last row; true where a part of it is read once more. */
  #isUnfinished(): boolean {
    if (this.#place === "quoted") {
      this.#recover();
      return true;
    }
    return this.#closeRow();
  }

  #run(end: number): void {
    while (this.#at < end && this.#ready.length < READY_ROWS) {
      if (this.#place === "cell_start") {
        if (this.#cells.length > 0 || this.#refused !== null || !this.#takeWhole(end)) this.#start();
      } else if (this.#place === "quoted") this.#quoted(end);
      else if (this.#place === "after_quote") this.#afterQuote();
      else this.#plain(end);
    }
  }

  /** Takes a row that is whole and plain, as most are. False for any other, of which nothing is taken. */
  #takeWhole(end: number): boolean {
    const row = wholeRow(this.#text, this.#at, end, this.#delimiter);
    if (row === null) return false;
    const { cells } = row;
    this.#at = row.end;
    if (cells.length > 1 || cells[0] !== "") {
      this.#ready.push({ line: this.#line, cells });
      this.#last = cells;
      this.#learnWidth(cells);
    }
    this.#line += 1;
    this.#begun = this.#line;
    return true;
  }

  #start(): void {
    if (!this.#text.startsWith(QUOTE, this.#at)) {
      this.#place = "plain";
      return;
    }
    this.#opening ??= { at: this.#at, line: this.#line, cells: this.#cells.length };
    this.#place = "quoted";
    this.#wasQuoted = true;
    this.#at += 1;
  }

  #plain(end: number): void {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (at < end && code !== this.#delimiter && code !== LF && code !== CR) {
      at += 1;
      code = text.charCodeAt(at);
    }
    this.#keep(text.slice(this.#at, at));
    this.#at = at;
    if (at < end) this.#closeAt();
  }

  #quoted(end: number): void {
    const found = this.#text.indexOf(QUOTE, this.#at);
    const stop = found < 0 ? end : found;
    const piece = this.#text.slice(this.#at, stop);
    const breaks = piece.match(BREAK)?.length ?? 0;
    this.#line += breaks;
    this.#cellBreaks += breaks;
    this.#keep(piece);
    this.#quotedLetters += piece.length;
    this.#at = stop;
    if (this.#quotedLetters > MAX_ROW_LETTERS) this.#recover();
    else if (found >= 0) {
      this.#place = "after_quote";
      this.#at += 1;
    }
  }

  /** A doubled quote is one; before a delimiter or a line's end it closes the cell; else all of it is plain text. */
  #afterQuote(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (this.#text.startsWith(QUOTE, this.#at)) {
      this.#keep(QUOTE);
      this.#place = "quoted";
      this.#at += 1;
    } else if (code === this.#delimiter || code === LF || code === CR) this.#closeAt();
    else if (this.#cellBreaks > 0) this.#recover();
    else {
      this.#cell = `${QUOTE}${this.#cell}${QUOTE}`;
      this.#place = "plain";
    }
  }

  #closeAt(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === this.#delimiter) {
      this.#closeCell();
      this.#at += 1;
    } else if (!this.#closeRow())
      this.#at += code === CR && this.#text.charCodeAt(this.#at + 1) === LF ? 2 : 1;
  }

  #keep(piece: string): void {
    if (piece === "" || this.#refused !== null) return;
    this.#letters += piece.length;
    if (this.#letters > MAX_ROW_LETTERS) this.#refused = rowTooLong(this.#cells.length);
    else this.#cell += piece;
  }

  #closeCell(): void {
    if (this.#cells.length >= MAX_ROW_CELLS) this.#refused ??= TOO_MANY_CELLS;
    if (this.#refused === null) this.#cells.push(this.#cell);
    this.#cell = "";
    this.#quotedLetters = 0;
    this.#rowBreaks += this.#cellBreaks;
    this.#cellBreaks = 0;
    if (this.#rowBreaks === 0) this.#opening = null;
    this.#place = "cell_start";
  }

  /** Hands the row on; or reads its lines one by one, where it swallowed rows: then it is true. */
  #closeRow(): boolean {
    const isEmpty = this.#cells.length === 0 && this.#cell === "" && !this.#wasQuoted;
    if (!isEmpty || this.#refused !== null) {
      this.#closeCell();
      if (this.#isSwallowing()) {
        this.#recover();
        return true;
      }
      this.#hand(this.#refused);
      if (this.#rowBreaks === 0) this.#learnWidth(this.#cells);
    }
    this.#line += 1;
    this.#beginRow();
    return false;
  }

  #isSwallowing(): boolean {
    const opening = this.#opening;
    if (opening === null || this.#isOwn || this.#refused !== null) return false;
    return hasSwallowedRows({
      before: opening.cells,
      cells: this.#cells,
      last: this.#last,
      text: this.#text.slice(opening.at, this.#at),
      width: this.#width,
      delimiter: this.#sign,
    });
  }

  #learnWidth(cells: readonly string[]): void {
    const width = cells.length;
    if (width === this.#lastWidth && width > 1) this.#width = width;
    else if (this.#lastWidth === 0) this.#isOwn = isMarked(cells);
    this.#lastWidth = width;
  }

  /** Refuses the line on which a quote was opened, alone, and reads on at the next. */
  #recover(): void {
    const opening = this.#opening ?? { at: this.#at, line: this.#line, cells: this.#cells.length };
    NEXT_LINE.lastIndex = opening.at;
    const end = NEXT_LINE.exec(this.#text);
    const cells = this.#cells.slice(0, opening.cells);
    const line = this.#text.slice(opening.at, end?.index).slice(0, MAX_ROW_LETTERS);
    cells.push(...cellsOfLine(line, this.#sign).slice(0, MAX_ROW_CELLS));
    this.#cells = cells;
    if (end === null) {
      // The line goes on: it is passed over to its end.
      this.#refused = OPEN_QUOTE;
      this.#opening = null;
      this.#cell = "";
      this.#place = "plain";
      return;
    }
    this.#hand(OPEN_QUOTE);
    this.#at = end.index + end[0].length;
    this.#line = opening.line + 1;
    this.#beginRow();
  }

  #hand(refused: RowReason | null): void {
    const row = { line: this.#begun, cells: this.#cells };
    this.#ready.push(refused === null ? row : { ...row, refused });
    if (refused === null) this.#last = row.cells;
  }

  #beginRow(): void {
    this.#cells = [];
    this.#cell = "";
    this.#cellBreaks = 0;
    this.#rowBreaks = 0;
    this.#wasQuoted = false;
    this.#letters = 0;
    this.#quotedLetters = 0;
    this.#refused = null;
    this.#opening = null;
    this.#begun = this.#line;
    this.#place = "cell_start";
  }
}
