/** Takes one file in: reads, checks and puts its rows, a bounded batch at a time. */
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { ImportCounts, ImportStore } from "../store/import-batches.ts";
import { withStorageWords } from "../store/open-database.ts";
import { type ReferenceRow, SeenRows } from "../store/reference-data-values.ts";
import { type Header, readHeader, readRow } from "./columns.ts";
import { readCsvRows } from "./csv-rows.ts";
import { openTextFile, unreadable } from "./open-file.ts";

/** Rows in one transaction: few enough that a posting between two batches doesn't wait noticeably. */
const BATCH_ROWS = 500;
const LISTED_REJECTIONS = 1_000;

export interface ImportResult extends Omit<ImportCounts, "rejected"> {
  rejected: { line: number; reason: string }[];
  rejectedCount: number;
  ignoredColumns: string[];
}

export interface ImportSurroundings {
  store: ImportStore;
  /** The database's path, for words about the disk. */
  databasePath: string;
  /** The time that every row of this import carries. */
  at: number;
  signal: AbortSignal;
  /** Called after each batch with the rows handled so far. */
  progressed(rows: number): void;
}

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The rows of one import on their way: what waits for its batch, and what came of the ones before. */
class ImportInProgress {
  readonly result: ImportResult = {
    added: 0,
    updated: 0,
    unchanged: 0,
    rejected: [],
    rejectedCount: 0,
    ignoredColumns: [],
  };
  readonly #kind: ReferenceKind;
  readonly #around: ImportSurroundings;
  readonly #seen = new SeenRows();
  #waiting: { line: number; row: ReferenceRow }[] = [];
  #handled = 0;

  constructor(kind: ReferenceKind, around: ImportSurroundings) {
    this.#kind = kind;
    this.#around = around;
  }

  reject(line: number, reason: string): void {
    this.result.rejectedCount += 1;
    if (this.result.rejected.length < LISTED_REJECTIONS) this.result.rejected.push({ line, reason });
  }

  async take(header: Header, line: number, cells: readonly string[]): Promise<void> {
    // ",,,": a sheet's empty row.
    if (cells.every((cell) => cell.trim() === "")) return;
    const row = readRow(this.#kind, header, cells);
    if (typeof row === "string") this.reject(line, row);
    else this.#waiting.push({ line, row });
    this.#handled += 1;
    if (this.#handled % BATCH_ROWS === 0) await this.putWaiting();
  }

  /** Puts what waits in one transaction, then lets others have their turn. */
  async putWaiting(): Promise<void> {
    const { store, databasePath, at, signal } = this.#around;
    const batch = this.#waiting;
    this.#waiting = [];
    const rows = batch.map(({ row }) => row);
    const outcomes =
      rows.length === 0
        ? []
        : withStorageWords(databasePath, () => store.putBatch(this.#kind, rows, this.#seen, at));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome !== "contradicts") this.result[outcome] += 1;
      else
        this.reject(
          batch[index]?.line ?? 0,
          "an earlier row of this file is about the same and says otherwise",
        );
    }
    this.#around.progressed(this.#handled);
    await breathe();
    signal.throwIfAborted();
  }
}

function invalidHeader(path: string, words: string, columns: string[]): CountersideError {
  return new CountersideError("file_invalid", `The file can't be imported: ${words}: ${path}`, {
    path,
    columns,
  });
}

async function takeRows(
  kind: ReferenceKind,
  path: string,
  around: ImportSurroundings,
  rows: AsyncIterable<{ line: number; cells: string[] } | { line: number; broken: string }>,
): Promise<ImportResult> {
  const progress = new ImportInProgress(kind, around);
  let header: Header | null = null;
  for await (const row of rows) {
    if ("broken" in row) {
      if (header === null) throw invalidHeader(path, `its header row is broken: ${row.broken}`, []);
      progress.reject(row.line, row.broken);
    } else if (header !== null) {
      await progress.take(header, row.line, row.cells);
    } else {
      const read = readHeader(kind, row.cells);
      if ("words" in read) throw invalidHeader(path, read.words, read.columns);
      header = read;
      progress.result.ignoredColumns = read.ignoredColumns;
    }
  }
  if (header === null) throw invalidHeader(path, "it is empty; a header row is needed", []);
  await progress.putWaiting();
  // Rows that contradict another are found a batch later than the ones that can't be read.
  progress.result.rejected.sort((a, b) => a.line - b.line);
  return progress.result;
}

/**
 * Imports a file. Batches that were put stay when a later one fails: importing again brings the rest.
 * Throws `file_unreadable`, `file_invalid`, a storage code, or `cancelled`.
 */
export async function importFile(
  kind: ReferenceKind,
  path: string,
  around: ImportSurroundings,
): Promise<ImportResult> {
  const stopped = () =>
    new CountersideError("cancelled", "The import was stopped; what was taken in so far stays.", { path });
  if (around.signal.aborted) throw stopped();
  const file = await openTextFile(path);
  try {
    return await takeRows(kind, path, around, readCsvRows(file, around.signal));
  } catch (error) {
    if (around.signal.aborted) throw stopped();
    if (error instanceof CountersideError || !(error instanceof Error && "syscall" in error)) throw error;
    throw unreadable(path, error);
  } finally {
    await file.close();
  }
}
