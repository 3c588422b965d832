/** Takes one file in: reads, checks and puts its rows, a bounded batch at a time. */
import type { ColumnMapping, Delimiter, TextEncoding } from "../../../contract/channels/file-reading.ts";
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { NumberStyle } from "../../../contract/typed-decimal.ts";
import { withStorageWords } from "../store/file/open-database.ts";
import type { ImportCounts } from "../store/reference-data/import-batches.ts";
import { MOST_PRODUCT_NAMES, MOST_PRODUCT_ROWS } from "../store/reference-data/product-crowd.ts";
import { MOST_PURCHASE_LINES } from "../store/reference-data/purchase-rows.ts";
import type { ReferenceRow, RowOutcome, RowRefusal } from "../store/reference-data/values.ts";
import { MOST_BATCH_MS, MOST_BATCH_ROWS, nextBatchRows } from "./batch-size.ts";
import { beginTable, headerRowOf, invalidHeader, type TableAsked } from "./begin-table.ts";
import { type Header, readRow } from "./columns.ts";
import { isBlank, type ReadRow } from "./file-rows.ts";
import { unreadable } from "./open-file.ts";
import { withRows } from "./open-rows.ts";
import type { OpenRows } from "./opened.ts";
import type { RejectedFile, RejectedRow } from "./rejected-rows.ts";
import { IMPORT_TOO_LARGE, MAX_BATCH_LETTERS, MAX_IMPORT_LETTERS } from "./row-bounds.ts";
import { assertEncoding } from "./table.ts";

const LISTED_REJECTIONS = 1_000;
/** A batch, its index and its place in the log; far more than either takes. */
const NEEDED_BYTES = 8 * MAX_BATCH_LETTERS;
const REFUSALS: Record<RowRefusal, string> = {
  too_many_lines: `its purchase has ${MOST_PURCHASE_LINES} lines already, the most that one purchase takes: is the column of the document number the right one?`,
  contradicts: "an earlier row of this file is about the same and says otherwise",
  too_many_rows: `its product has ${MOST_PRODUCT_ROWS} rows already, the most that one product takes: is the column of the id the right one?`,
  too_many_names: `its product has ${MOST_PRODUCT_NAMES} names already, or very long ones, the most that one product takes: is the column of the id the right one?`,
};

/** The disk has no room for another batch. */
class NoRoom extends Error {}

export interface ImportResult extends Omit<ImportCounts, "rejected"> {
  rejected: { line: number; reason: string }[];
  rejectedCount: number;
  ignoredColumns: string[];
}

/** What is taken in, and how its file is read. */
export interface ImportOrder {
  kind: ReferenceKind;
  path: string;
  /** Null: the columns are those with the contract's names. */
  mapping: ColumnMapping | null;
  sheet?: string | undefined;
  delimiter?: Delimiter | undefined;
  encoding?: TextEncoding | undefined;
  numbers?: NumberStyle | undefined;
  /** The line of the header row; found where left out. */
  headerRow?: number | undefined;
  /** Only counts what would come of it. */
  dryRun: boolean;
}

export interface ImportDeps {
  /**
   * Puts a batch, or only says what would come of it: at least its first row, and no further row once it is late. The
   * outcomes stand in the rows' order.
   */
  put(rows: readonly ReferenceRow[], isLate: () => boolean): RowOutcome[];
  /** Where rejected rows go besides the answer. */
  rejectedFile: RejectedFile | null;
  /** The database's path, for words about the disk. */
  databasePath: string;
  /** Bytes that the disks still have beyond what is kept for entries; null where the system doesn't say. */
  spareBytes(): number | null;
  reserveBytes: number;
  signal: AbortSignal;
  /** Milliseconds, to keep each batch short. */
  now(): number;
  /** Called after each batch with the rows handled so far. */
  progressed(rows: number): void;
  /** Lets others have their turn. */
  rest(): Promise<void>;
}

interface WaitingRow {
  row: ReferenceRow;
  from: ReadRow;
  place: number;
}

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
  readonly #deps: ImportDeps;
  #header: { read: Header; cells: readonly string[] } | null = null;
  #waiting: WaitingRow[] = [];
  /** With their places in the file: rows that contradict another are found after those that can't be read. */
  #rejected: { row: RejectedRow; place: number }[] = [];
  #handled = 0;
  #keptLetters = 0;
  #batchRows = MOST_BATCH_ROWS;
  #inBatch = 0;
  #batchLetters = 0;

  constructor(kind: ReferenceKind, deps: ImportDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  get header(): Header | null {
    return this.#header?.read ?? null;
  }

  begin(read: Header, cells: readonly string[]): void {
    this.#header = { read, cells };
    this.result.ignoredColumns = read.ignoredColumns;
  }

  reject(line: number, reason: string, cells: readonly string[] = [], place = this.#handled): void {
    this.result.rejectedCount += 1;
    if (this.result.rejected.length < LISTED_REJECTIONS) this.result.rejected.push({ line, reason });
    if (this.#deps.rejectedFile !== null) this.#rejected.push({ row: { line, reason, cells }, place });
  }

  /** The rows that wait are a batch. */
  get isBatch(): boolean {
    return this.#inBatch >= this.#batchRows || this.#batchLetters > MAX_BATCH_LETTERS;
  }

  /** False where the file holds more than one import takes: nothing after this row is wanted. */
  take(header: Header, from: ReadRow): boolean {
    const row = readRow(this.#kind, header, from);
    let letters = 0;
    for (const cell of from.cells) letters += cell.length;
    this.#keptLetters += this.#lettersKept(row, letters);
    if (this.#keptLetters > MAX_IMPORT_LETTERS) {
      this.reject(from.line, IMPORT_TOO_LARGE);
      return false;
    }
    if (typeof row === "string") this.reject(from.line, row, from.cells);
    else this.#waiting.push({ row, from, place: this.#handled });
    this.#handled += 1;
    this.#inBatch += 1;
    this.#batchLetters += letters;
    return true;
  }

  #lettersKept(row: ReferenceRow | string, letters: number): number {
    if (typeof row === "string") return this.#deps.rejectedFile === null ? 0 : letters;
    let kept = 0;
    for (const name in row) {
      const cell = row[name];
      if (typeof cell === "string") kept += cell.length;
    }
    return kept;
  }

  /** Puts what waits, in one transaction where it is quick. */
  async putWaiting(): Promise<void> {
    let waiting = this.#waiting;
    this.#waiting = [];
    this.#inBatch = 0;
    this.#batchLetters = 0;
    let spent = 0;
    do {
      // Others have their turn before and after: reading the rows took its time too.
      await this.#deps.rest();
      const spare = this.#deps.spareBytes();
      if (spare !== null && spare < NEEDED_BYTES) throw new NoRoom();
      const started = this.#deps.now();
      waiting = this.#putSome(waiting, started);
      spent += this.#deps.now() - started;
      this.#deps.progressed(this.#handled - waiting.length);
      await this.#deps.rest();
      this.#deps.signal.throwIfAborted();
    } while (waiting.length > 0);
    this.#batchRows = nextBatchRows(this.#batchRows, spent);
    await this.#writeRejected();
  }

  /** Puts as many as one transaction takes in its time; returns the others. */
  #putSome(waiting: WaitingRow[], started: number): WaitingRow[] {
    const { databasePath } = this.#deps;
    const isLate = (): boolean => this.#deps.now() - started >= MOST_BATCH_MS;
    const rows = waiting.map(({ row }) => row);
    const outcomes =
      rows.length === 0 ? [] : withStorageWords(databasePath, () => this.#deps.put(rows, isLate));
    for (const [index, outcome] of outcomes.entries()) {
      const put = waiting[index];
      if (put === undefined) throw new Error("there are more outcomes than rows in the batch");
      if (outcome === "added" || outcome === "updated" || outcome === "unchanged") this.result[outcome] += 1;
      else this.reject(put.from.line, REFUSALS[outcome], put.from.cells, put.place);
    }
    return waiting.slice(outcomes.length);
  }

  async #writeRejected(): Promise<void> {
    const rows = this.#rejected.sort((a, b) => a.place - b.place).map(({ row }) => row);
    this.#rejected = [];
    await this.#deps.rejectedFile?.write(this.#header?.cells ?? [], rows);
  }
}

async function takeRows(
  asked: TableAsked,
  progress: ImportInProgress,
  opened: OpenRows,
): Promise<ImportResult> {
  const { path } = asked;
  assertEncoding(opened);
  const headerRow = await headerRowOf(asked, opened);
  for await (const row of opened.rows(headerRow)) {
    const { header } = progress;
    if ("broken" in row) {
      if (header === null) throw invalidHeader(path, `its header row is broken: ${row.broken}`, []);
      progress.reject(row.line, row.broken);
    } else if (row.line < headerRow || isBlank(row)) {
      // Titles above the header row, and a sheet's empty rows.
    } else if (header !== null) {
      if (!progress.take(header, row)) break;
      if (progress.isBatch) await progress.putWaiting();
    } else if (row.line === headerRow) {
      progress.begin(await beginTable(asked, row, opened), row.cells);
    } else break;
  }
  if (progress.header === null)
    throw invalidHeader(path, `no row stands in line ${headerRow}, which was named as its header row`, []);
  await progress.putWaiting();
  // Rows that contradict another are found a batch later than the ones that can't be read.
  progress.result.rejected.sort((a, b) => a.line - b.line);
  return progress.result;
}

/**
 * Imports a file. Batches that were put stay when a later one fails: importing again brings the rest.
 * Throws `file_unreadable`, `file_invalid`, a storage code, or `cancelled`, whose details count what was put;
 * `storage_full` with `reserveBytes` counts it too: the import stopped before the disk was full.
 */
export async function importFile(order: ImportOrder, deps: ImportDeps): Promise<ImportResult> {
  const { path, sheet, delimiter, encoding, mapping } = order;
  const { signal } = deps;
  const progress = new ImportInProgress(order.kind, deps);
  const sofar = () => {
    const { added, updated, unchanged, rejectedCount } = progress.result;
    return { path, dryRun: order.dryRun, added, updated, unchanged, rejectedCount };
  };
  const stays = (): string =>
    order.dryRun
      ? "nothing was written."
      : `the ${progress.result.added + progress.result.updated} rows that were taken in so far stay.`;
  const stopped = () =>
    new CountersideError(
      "cancelled",
      `The ${order.dryRun ? "dry run" : "import"} was stopped; ${stays()}`,
      sofar(),
    );
  const noRoom = () =>
    new CountersideError(
      "storage_full",
      `The ${order.dryRun ? "dry run" : "import"} was stopped: the room that is left on the disk is kept for entries; ${stays()} Make room and import the file again.`,
      { ...sofar(), reserveBytes: deps.reserveBytes },
    );
  if (signal.aborted) throw stopped();
  // Without a mapping a file is what the contract says it is, and nothing is guessed.
  const how = {
    sheet,
    delimiter: delimiter ?? (mapping === null ? "contract" : "found"),
    encoding: encoding ?? (mapping === null ? "contract" : "found"),
  } as const;
  try {
    return await withRows(path, how, signal, (opened) => takeRows(order, progress, opened));
  } catch (error) {
    if (signal.aborted) throw stopped();
    if (error instanceof NoRoom) throw noRoom();
    if (error instanceof CountersideError || !(error instanceof Error && "syscall" in error)) throw error;
    throw unreadable(path, error);
  }
}
