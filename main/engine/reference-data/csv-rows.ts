/** Reads a CSV file as a stream of rows, each with the line it begins on. One pass over the text, within bounds. */
import type { FileHandle } from "node:fs/promises";
import type { TextEncoding } from "../../../contract/channels/mirror.ts";
import type { FileRow } from "./file-rows.ts";
import { MAX_ROW_CELLS, MAX_ROW_LETTERS, QUOTED_TOO_LONG, rowTooLong, TOO_MANY_CELLS } from "./row-bounds.ts";
import { textDecoder } from "./text-encoding.ts";

export type CsvRow = FileRow;

const CHUNK_BYTES = 65_536;
const QUOTE = '"';
const LF = 10;
const CR = 13;
const BREAK = /\r\n|\n|\r/g;

const NOT_CLOSED = "a quote that begins in this row is never closed; nothing after it was read";

/** `after_quote`: a quote stood in a quoted cell, and what follows says what it was. */
type Place = "cell_start" | "plain" | "quoted" | "after_quote";

/** Puts rows together from pieces of text that may be cut anywhere. */
class RowReader {
  readonly ready: CsvRow[] = [];
  /** After a row that can't be read at all nothing more is. */
  isBroken = false;
  readonly #delimiter: number;
  #place: Place = "cell_start";
  /** The line that the row began on, and the one that is read now. */
  #begun = 1;
  #line = 1;
  #cells: string[] = [];
  #cell = "";
  #wasQuoted = false;
  #letters = 0;
  #quotedLetters = 0;
  #refused: string | null = null;
  /** The text before ended with a carriage return: a line feed now belongs to it. */
  #endedWithReturn = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  read(text: string): void {
    if (text === "") return;
    let at = 0;
    if (this.#place !== "quoted") {
      if (this.#endedWithReturn && text.charCodeAt(0) === LF) at = 1;
      this.#endedWithReturn = false;
    }
    while (at < text.length && !this.isBroken) {
      if (this.#place === "cell_start") at = this.#start(text, at);
      else if (this.#place === "quoted") at = this.#quoted(text, at);
      else if (this.#place === "after_quote") at = this.#afterQuote(text, at);
      else at = this.#plain(text, at);
    }
  }

  end(): void {
    if (this.isBroken) return;
    if (this.#place === "quoted") this.#break(NOT_CLOSED);
    else this.#closeRow();
  }

  #start(text: string, at: number): number {
    const isQuote = text.startsWith(QUOTE, at);
    this.#place = isQuote ? "quoted" : "plain";
    this.#wasQuoted ||= isQuote;
    return isQuote ? at + 1 : at;
  }

  #plain(text: string, from: number): number {
    let at = from;
    let code = text.charCodeAt(at);
    while (at < text.length && code !== this.#delimiter && code !== LF && code !== CR) {
      at += 1;
      code = text.charCodeAt(at);
    }
    this.#keep(text.slice(from, at));
    return at === text.length ? at : this.#closeAt(text, at);
  }

  #quoted(text: string, from: number): number {
    const found = text.indexOf(QUOTE, from);
    const end = found < 0 ? text.length : found;
    const piece = text.slice(from, end);
    this.#countBreaks(piece, found < 0);
    this.#keep(piece);
    this.#quotedLetters += piece.length;
    if (this.#quotedLetters > MAX_ROW_LETTERS) this.#break(QUOTED_TOO_LONG);
    if (found < 0) return end;
    this.#place = "after_quote";
    return end + 1;
  }

  /** A doubled quote is one; before a delimiter or a line's end it closes the cell; else all of it is plain text. */
  #afterQuote(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (text.startsWith(QUOTE, at)) {
      this.#keep(QUOTE);
      this.#place = "quoted";
      return at + 1;
    }
    if (code === this.#delimiter || code === LF || code === CR) return this.#closeAt(text, at);
    this.#cell = `${QUOTE}${this.#cell}${QUOTE}`;
    this.#place = "plain";
    return at;
  }

  #closeAt(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === this.#delimiter) {
      this.#closeCell();
      return at + 1;
    }
    this.#line += 1;
    this.#closeRow();
    const isPair = code === CR && text.charCodeAt(at + 1) === LF;
    this.#endedWithReturn = code === CR && at + 1 === text.length;
    return isPair ? at + 2 : at + 1;
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
    this.#place = "cell_start";
  }

  #closeRow(): void {
    const isEmpty = this.#cells.length === 0 && this.#cell === "" && !this.#wasQuoted;
    if (isEmpty && this.#refused === null) this.#place = "cell_start";
    else {
      this.#closeCell();
      const row = { line: this.#begun, cells: this.#cells };
      this.ready.push(this.#refused === null ? row : { ...row, refused: this.#refused });
    }
    this.#cells = [];
    this.#wasQuoted = false;
    this.#letters = 0;
    this.#refused = null;
    this.#begun = this.#line;
  }

  /** A pair of carriage return and line feed that is cut between two texts is one break. */
  #countBreaks(piece: string, isCut: boolean): void {
    const isRest = this.#endedWithReturn && piece.startsWith("\n");
    this.#line += (piece.match(BREAK)?.length ?? 0) - (isRest ? 1 : 0);
    this.#endedWithReturn = isCut && piece.endsWith("\r");
  }

  #break(words: string): void {
    this.ready.push({ line: this.#begun, broken: words });
    this.isBroken = true;
  }
}

/**
 * Yields every row that is not blank, the header first. Quotes inside an unquoted cell are plain text.
 * A row beyond the bounds is `refused`, and the rest is read on; one that can't be read at all comes last, as
 * `broken`, and the rows before it are not lost.
 */
export async function* readCsvRows(
  file: FileHandle,
  signal: AbortSignal,
  delimiter = ",",
  encoding: TextEncoding = "utf8",
): AsyncGenerator<CsvRow, void> {
  const decoder = textDecoder(encoding);
  const reader = new RowReader(delimiter);
  while (!reader.isBroken) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES);
    if (bytesRead === 0) break;
    reader.read(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
    yield* reader.ready.splice(0);
  }
  reader.read(decoder.decode());
  reader.end();
  yield* reader.ready.splice(0);
}
