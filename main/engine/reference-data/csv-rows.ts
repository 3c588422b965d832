/** Reads a CSV file as a stream of rows, each with the line it begins on. */
import type { FileHandle } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { parse } from "csv-parse";
import type { TextEncoding } from "../../../contract/channels/mirror.ts";
import type { FileRow } from "./file-rows.ts";
import { LineFinder } from "./line-finder.ts";
import { utf8Chunks } from "./text-encoding.ts";

export type CsvRow = FileRow;

/** Beyond this a row is not read on: a quote left open would otherwise take the whole file into memory. */
const MAX_ROW_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 65_536;
const BREAK = /\r\n|\n|\r/g;

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => (/[\r\n]/.test(cell) ? sum + (cell.match(BREAK)?.length ?? 0) : sum), 0);

const BROKEN: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "a quote that begins in this row is never closed; nothing after it was read",
  CSV_MAX_RECORD_SIZE:
    "the row is longer than 16 MB (is a quote left open?); it and what follows it were not read",
};

/**
 * Yields every row that is not blank, the header first. Quotes inside an unquoted cell are plain text.
 * A row that can't be read at all comes last, as `broken`; the rows before it are not lost.
 */
export async function* readCsvRows(
  file: FileHandle,
  signal: AbortSignal,
  delimiter = ",",
  encoding: TextEncoding = "utf8",
): AsyncGenerator<CsvRow, void> {
  const lines = new LineFinder();
  const letters = utf8Chunks(encoding);
  const ready: CsvRow[] = [];
  let lastEnd = 0;
  let isBroken = false;

  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_BYTES,
    on_skip: (error) => {
      if (!isBroken)
        ready.push({
          line: lines.breaksBefore(lastEnd) + 1,
          broken:
            BROKEN[error?.code ?? ""] ?? `the row can't be read (${error?.message}); nothing after it was`,
        });
      isBroken = true;
      return undefined;
    },
    on_record: (cells, context) => {
      lastEnd = context.bytes;
      // Those bytes include the row's own line break, where it has one.
      const breaks = lines.breaksBefore(context.bytes - 1);
      if (!isBroken) ready.push({ line: breaks - breaksIn(cells) + 1, cells });
      // Taken here, in order with what is skipped; the parser's own queue stays empty.
      return null;
    },
  });
  const write = (chunk: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      parser.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  const take = async (chunk: Uint8Array): Promise<void> => {
    if (chunk.length === 0) return;
    lines.feed(chunk);
    await write(chunk);
  };

  try {
    while (!isBroken) {
      signal.throwIfAborted();
      const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      await take(letters.next(buffer.subarray(0, bytesRead)));
      yield* ready.splice(0);
    }
    if (!isBroken) await take(letters.end());
    if (!isBroken) await finished(parser.resume().end());
    yield* ready.splice(0);
  } finally {
    parser.destroy();
  }
}
