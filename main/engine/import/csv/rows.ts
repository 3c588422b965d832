/** Reads a CSV file as a stream of rows, each with the line it begins on. */
import type { FileHandle } from "node:fs/promises";
import type { FileRow, ReadRow } from "../file-rows.ts";
import { RowReader } from "./row-reader.ts";

const CHUNK_BYTES = 65_536;

/** Turns bytes into text, front to back. */
export interface Decode {
  some(bytes: Uint8Array): string;
  rest(): string;
}

const SEPARATOR_LINE = /^sep=.?$/i;
/** Excel's own first line, which names the separator: it is no row. */
const isSeparatorLine = ({ line, cells }: ReadRow, delimiter: string): boolean =>
  line === 1 && SEPARATOR_LINE.test(cells.join(delimiter));

/**
 * Yields every row that is not blank, from the file's first byte on. Quotes inside an unquoted cell are plain text.
 * A row beyond the bounds is `refused`, and so is the line of a quote that is left open or swallows rows: the lines
 * after it are read as rows of their own.
 */
export async function* readCsvRows(
  file: FileHandle,
  signal: AbortSignal,
  delimiter: string,
  decoder: Decode | Promise<Decode>,
): AsyncGenerator<FileRow, void> {
  const decode = await decoder;
  const reader = new RowReader(delimiter);
  const isRow = (row: ReadRow): boolean => !isSeparatorLine(row, delimiter);
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let place = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, place);
    if (bytesRead === 0) break;
    const isFirst = place === 0;
    place += bytesRead;
    reader.read(decode.some(buffer.subarray(0, bytesRead)));
    for (let rows = reader.take(); rows.length > 0; rows = reader.take())
      yield* isFirst ? rows.filter(isRow) : rows;
  }
  reader.readLast(decode.rest());
  for (let rows = reader.takeLast(); rows !== null; rows = reader.takeLast()) yield* rows.filter(isRow);
}
