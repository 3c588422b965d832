/** Reads a file of the service's books, as its own program exports them. Writes nothing. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { CountersideError } from "../../../../contract/error.ts";
import type { RowProblem } from "../../../../contract/reasons/row-reason.ts";
import { type HowToRead, isBlank, type ReadRow } from "../file-rows.ts";
import { type Header, readRow } from "../mapping/columns.ts";
import {
  beginTable,
  brokenHeader,
  headerLine,
  invalidHeader,
  noHeaderIn,
  type TableAsked,
} from "../mapping/table.ts";
import type { FileWords } from "../mapping/words.ts";
import { thrownReading } from "../open-file.ts";
import { withRows } from "../open-rows.ts";

export interface BooksRow {
  /** The line of a CSV file, or the row number of a sheet. */
  line: number;
  /** In small letters. */
  serialNo: string;
  /** A day, YYYY-MM-DD, or an instant in UTC. */
  date: string;
  currencyId: string;
  amount: string;
  /** As the file has it; empty where it has none. */
  status: string;
}

/** A row that can't be read; its serial number where at least that can. */
export interface UnreadBooksRow {
  line: number;
  problems: RowProblem[];
  serialNo: string | null;
}

export interface BooksFile {
  /** SHA-256 of its bytes, hexadecimal. */
  hash: string;
  /** When it was last written, in milliseconds since 1970. */
  writtenAt: number;
}

export type BooksOrder = Pick<TableAsked, "path" | "numbers" | "headerRow"> &
  Partial<Pick<HowToRead, "sheet">> & {
    wordReader: FileWords;
    delimiter?: Exclude<HowToRead["delimiter"], "contract"> | undefined;
    encoding?: Exclude<HowToRead["encoding"], "contract"> | undefined;
  };

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { signal })) hash.update(piece);
  return hash.digest("hex");
}

const ROW_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function unread(header: Header, { line, cells }: ReadRow, problems: RowProblem[]): UnreadBooksRow {
  const index = header.places.find(({ column }) => column.name === "serialNo")?.index ?? null;
  const serialNo = (index === null ? "" : (cells[index] ?? "")).trim().toLowerCase();
  return { line, problems, serialNo: ROW_UUID.test(serialNo) ? serialNo : null };
}

const changed = (path: string): CountersideError =>
  new CountersideError("file_unreadable", { reason: "changed_while_read", path });

/**
 * Hands on every row of the file, those that can't be read to `refuse`. Its letters are only compared as serial numbers,
 * amounts and codes, which every encoding writes alike: an uncertain encoding is no obstacle. Throws `file_unreadable`,
 * `file_invalid` (also where no row can be read, or the file changed meanwhile), `cancelled`.
 */
export async function readBooks(
  order: BooksOrder,
  signal: AbortSignal,
  take: (row: BooksRow) => void,
  refuse: (row: UnreadBooksRow) => void,
): Promise<BooksFile> {
  const { path, sheet, delimiter = "found", encoding = "found" } = order;
  const asked: TableAsked = { ...order, kind: "booksExport", mapping: "byNames" };
  let rows = 0;
  let first: UnreadBooksRow | null = null;
  const reject = (row: UnreadBooksRow): void => {
    first ??= row;
    refuse(row);
  };
  try {
    return await withRows(path, { sheet, delimiter, encoding }, signal, async (opened) => {
      const { size, mtimeMs } = await stat(path);
      // The name may mean another file by now than the one that was opened.
      if (`${size} ${mtimeMs}` !== opened.version) throw changed(path);
      const before = { hash: await hashOf(path, signal), writtenAt: mtimeMs };
      const headerRow = await headerLine(asked, opened);
      let header: Header | null = null;
      for await (const row of opened.rows(headerRow)) {
        if ("broken" in row) {
          if (header === null) throw invalidHeader(path, brokenHeader(row.broken), opened);
          reject({ line: row.line, problems: [{ column: null, ...row.broken }], serialNo: null });
        } else if (row.line < headerRow || isBlank(row)) {
          // Titles above the header row, and a sheet's empty rows.
        } else if (header === null) {
          if (row.line !== headerRow) break;
          header = await beginTable(asked, row, opened);
        } else {
          const read = readRow("booksExport", header, row);
          if ("problems" in read) reject(unread(header, row, read.problems));
          else {
            rows += 1;
            const { serialNo, date, currencyId, amount, status } = read.values;
            take({
              line: row.line,
              serialNo: String(serialNo).toLowerCase(),
              date: String(date),
              currencyId: String(currencyId),
              amount: String(amount),
              status: String(status),
            });
          }
        }
      }
      if (header === null) throw invalidHeader(path, noHeaderIn(headerRow), opened);
      if ((await hashOf(path, signal)) !== before.hash) throw changed(path);
      // A word that is answered may let its rows be read.
      if (rows === 0 && !order.wordReader.hasUndecided())
        throw new CountersideError("file_invalid", {
          reason: "no_rows",
          path,
          first: first && { line: first.line, problems: first.problems },
        });
      return before;
    });
  } catch (error) {
    if (signal.aborted) throw new CountersideError("cancelled", { reason: "look", path });
    throw thrownReading(path, error);
  }
}
