/** Takes one file in: reads its rows, and hands them on to be checked and put. */
import type {
  ColumnMapping,
  Delimiter,
  TextEncoding,
  WordAnswers,
} from "../../../../contract/channels/file-reading.ts";
import type { Findings } from "../../../../contract/channels/reference-data.ts";
import { rowProblemsInEnglish } from "../../../../contract/english.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { List } from "../../../../contract/lists.ts";
import type { RowProblem } from "../../../../contract/reasons/row-reason.ts";
import type { NumberStyle } from "../../../../contract/typed-decimal.ts";
import { withStorageWords } from "../../file/database/open-database.ts";
import type { ImportCounts } from "../../mirror/lists/import-batches.ts";
import type { RecordNames } from "../../mirror/lists/record-names.ts";
import type { ReferenceRow, RowOutcome } from "../../mirror/lists/values.ts";
import {
  isBlank,
  MAX_BATCH_LETTERS,
  MAX_IMPORT_LETTERS,
  type ReadRow,
  type RowsOfFile,
} from "../file-rows.ts";
import { type Header, readRow } from "../mapping/columns.ts";
import { Continuing } from "../mapping/continuing.ts";
import { FindingsOfRows, unitsOfFile } from "../mapping/survey.ts";
import {
  assertEncoding,
  beginTable,
  brokenHeader,
  headerLine,
  invalidHeader,
  noHeaderIn,
  type TableAsked,
} from "../mapping/table.ts";
import { FileWords } from "../mapping/words.ts";
import { thrownReading } from "../open-file.ts";
import { withRows } from "../open-rows.ts";
import type { RejectedFile, RejectedRow } from "./rejected-rows.ts";

// How many rows go into one transaction of an import: a posting meanwhile waits for one of them at most.

export const MOST_BATCH_ROWS = 250;
const LEAST_BATCH_ROWS = 60;
/** Well below the 50 ms that a posting may wait: reading on and the commit of the posting itself come on top. */
const LONG_MS = 12;
const SHORT_MS = 6;

/** The next batch's rows, after one of `rows` that took `ms`. A slow disk makes them fewer, a fast one more again. */
export function nextBatchRows(rows: number, ms: number): number {
  if (ms > LONG_MS) return Math.max(LEAST_BATCH_ROWS, Math.floor(rows / 2));
  return ms < SHORT_MS ? Math.min(MOST_BATCH_ROWS, rows * 2) : rows;
}

/** Where so much time has passed a transaction ends, whatever is left of its batch: a row may cost more than others. */
export const MOST_BATCH_MS = 25;

// The rows of one import on their way into the database, a bounded batch at a time.

const LISTED_REJECTIONS = 1_000;
/** A batch, its index and its place in the log; far more than either takes. */
const NEEDED_BYTES = 8 * MAX_BATCH_LETTERS;
/** The disk has no room for another batch. */
class NoRoom extends Error {}

interface ImportResult extends Omit<ImportCounts, "rejected"> {
  rejected: { line: number; reason: string; problems: RowProblem[] }[];
  rejectedCount: number;
  ignoredColumns: string[];
  /** Only of a dry run: afterwards it is too late. */
  findings?: Findings;
}

/** What an import works with. */
export interface ImportWork {
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
  names: RecordNames;
  /** What was answered about words at the last import of this kind. */
  rememberedWords: WordAnswers;
}

interface WaitingRow {
  row: ReferenceRow;
  from: ReadRow;
  place: number;
}

/** The row's cells as a text of the file's own style: a spreadsheet's exact number would be read by that style again. */
const asWritten = (header: Header | null, { cells, exact }: ReadRow): readonly string[] =>
  exact === undefined || header?.numbers !== "comma"
    ? cells
    : cells.map((cell, index) => (exact.has(index) ? cell.replace(".", ",") : cell));

/** What waits for its batch, and what came of the ones before. */
class ImportInProgress {
  readonly result: ImportResult = {
    added: 0,
    updated: 0,
    unchanged: 0,
    rejected: [],
    rejectedCount: 0,
    ignoredColumns: [],
  };
  readonly #kind: List;
  readonly #continues: boolean;
  readonly #findings: FindingsOfRows | null;
  readonly #deps: ImportWork;
  #continuing: Continuing | null = null;
  #header: { read: Header; cells: readonly string[] } | null = null;
  #waiting: WaitingRow[] = [];
  /** With their places in the file: rows that contradict another are found after those that can't be read. */
  #rejected: { row: RejectedRow; place: number }[] = [];
  #handled = 0;
  #keptLetters = 0;
  #batchRows = MOST_BATCH_ROWS;
  #inBatch = 0;
  #batchLetters = 0;

  constructor(
    { kind, continues = false, dryRun }: { kind: List; continues?: boolean | undefined; dryRun: boolean },
    words: FileWords,
    deps: ImportWork,
  ) {
    this.#kind = kind;
    this.#continues = continues;
    this.#findings = dryRun ? new FindingsOfRows(kind, deps.names, words) : null;
    this.#deps = deps;
  }

  get header(): Header | null {
    return this.#header?.read ?? null;
  }

  begin(read: Header, cells: readonly string[]): void {
    this.#header = { read, cells };
    this.result.ignoredColumns = read.ignoredColumns;
    if (this.#continues) this.#continuing = new Continuing(this.#kind, read, cells);
  }

  /** What came of all rows. */
  finished(): ImportResult {
    // Rows that contradict another are found a batch later than the ones that can't be read.
    this.result.rejected.sort((a, b) => a.line - b.line);
    if (this.#findings !== null) this.result.findings = this.#findings.all();
    return this.result;
  }

  reject(line: number, problems: RowProblem[], cells: readonly string[] = [], place = this.#handled): void {
    this.result.rejectedCount += 1;
    if (this.result.rejected.length < LISTED_REJECTIONS) {
      const reason = rowProblemsInEnglish(problems);
      this.result.rejected.push({ line, reason, problems });
    }
    if (this.#deps.rejectedFile !== null) this.#rejected.push({ row: { line, problems, cells }, place });
  }

  /** The rows that wait are a batch. */
  get isBatch(): boolean {
    return this.#inBatch >= this.#batchRows || this.#batchLetters > MAX_BATCH_LETTERS;
  }

  /** False where the file holds more than one import takes: nothing after this row is wanted. */
  take(header: Header, inFile: ReadRow): boolean {
    const from = this.#continuing?.take(inFile) ?? inFile;
    const read = readRow(this.#kind, header, from);
    let letters = 0;
    for (const cell of from.cells) letters += cell.length;
    this.#keptLetters += this.#lettersKept(read, letters);
    if (this.#keptLetters > MAX_IMPORT_LETTERS) {
      this.reject(from.line, [{ column: null, code: "fileTooLong", params: { most: MAX_IMPORT_LETTERS } }]);
      return false;
    }
    if ("problems" in read) this.reject(from.line, read.problems, asWritten(header, from));
    else {
      this.#findings?.add(header, read.values, from);
      this.#waiting.push({ row: read.values, from, place: this.#handled });
    }
    this.#handled += 1;
    this.#inBatch += 1;
    this.#batchLetters += letters;
    return true;
  }

  #lettersKept(read: ReturnType<typeof readRow>, letters: number): number {
    if ("problems" in read) return this.#deps.rejectedFile === null ? 0 : letters;
    let kept = 0;
    for (const name in read.values) {
      const cell = read.values[name];
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
      else {
        const problems = [{ column: null, ...outcome }];
        this.reject(put.from.line, problems, asWritten(this.header, put.from), put.place);
      }
    }
    return waiting.slice(outcomes.length);
  }

  async #writeRejected(): Promise<void> {
    const rows = this.#rejected.sort((a, b) => a.place - b.place).map(({ row }) => row);
    this.#rejected = [];
    await this.#deps.rejectedFile?.write(this.#header?.cells ?? [], rows);
  }
}

/** The file became another while it was read: what was read of it is perhaps a part, or of two files. */
class FileChanged extends Error {}

/** What is taken in, and how its file is read. */
interface ImportOrder {
  kind: List;
  path: string;
  /** Null: the columns are those with the contract's names. */
  mapping: ColumnMapping | null;
  sheet?: string | undefined;
  delimiter?: Delimiter | undefined;
  encoding?: TextEncoding | undefined;
  numbers?: NumberStyle | undefined;
  /** The line of the header row; found where left out. */
  headerRow?: number | undefined;
  words?: WordAnswers | undefined;
  /** Whether rows that lack the name of their record belong to the one above. */
  continues?: boolean | undefined;
  /** Only counts what would come of it. */
  dryRun: boolean;
}

async function takeRows(
  asked: TableAsked,
  progress: ImportInProgress,
  names: RecordNames,
  opened: RowsOfFile,
): Promise<ImportResult> {
  const { path } = asked;
  assertEncoding(opened);
  const headerRow = await headerLine(asked, opened);
  const putWaiting = async (): Promise<void> => {
    if (!(await opened.isAsOpened())) throw new FileChanged();
    await progress.putWaiting();
  };
  for await (const row of opened.rows(headerRow)) {
    const { header } = progress;
    if ("broken" in row) {
      if (header === null) throw invalidHeader(path, brokenHeader(row.broken), opened);
      progress.reject(row.line, [{ column: null, ...row.broken }]);
    } else if (row.line < headerRow || isBlank(row)) {
      // Titles above the header row, and a sheet's empty rows.
    } else if (header !== null) {
      if (!progress.take(header, row)) break;
      if (progress.isBatch) await putWaiting();
    } else if (row.line === headerRow) {
      const read = await beginTable(asked, row, opened);
      if (asked.kind === "measureUnit") names.add("measureUnit", await unitsOfFile(read, opened, headerRow));
      progress.begin(read, row.cells);
    } else break;
  }
  if (progress.header === null) throw invalidHeader(path, noHeaderIn(headerRow), opened);
  await putWaiting();
  return progress.finished();
}

/**
 * Imports a file. Batches that were put stay when a later one fails: importing again brings the rest.
 * Throws `file_unreadable`, `file_invalid`, a storage code, or `cancelled`, whose details count what was put;
 * `storage_full` with `reserveBytes` counts it too: the import stopped before the disk was full. So does
 * `file_unreadable` with the reason `changed_while_read`: from then on no batch was put.
 */
export async function importFile(order: ImportOrder, deps: ImportWork): Promise<ImportResult> {
  const { path, sheet, delimiter, encoding, mapping } = order;
  const { signal, names, rememberedWords } = deps;
  const words = new FileWords(names, order.words, rememberedWords);
  const progress = new ImportInProgress(order, words, deps);
  const sofar = () => {
    const { added, updated, unchanged, rejectedCount } = progress.result;
    return { path, dryRun: order.dryRun, added, updated, unchanged, rejectedCount };
  };
  const stopped = () => new CountersideError("cancelled", { reason: "import", ...sofar() });
  if (signal.aborted) throw stopped();
  // Without a mapping a file is what the contract says it is, and nothing is guessed.
  const how = {
    sheet,
    delimiter: delimiter ?? (mapping === null ? "contract" : "found"),
    encoding: encoding ?? (mapping === null ? "contract" : "found"),
  } as const;
  try {
    return await withRows(path, how, signal, (opened) =>
      takeRows({ ...order, wordReader: words }, progress, names, opened),
    );
  } catch (error) {
    if (signal.aborted) throw stopped();
    if (error instanceof NoRoom)
      throw new CountersideError("storage_full", {
        reason: "kept_for_entries",
        ...sofar(),
        reserveBytes: deps.reserveBytes,
      });
    if (error instanceof FileChanged)
      throw new CountersideError("file_unreadable", { reason: "changed_while_read", ...sofar() });
    throw thrownReading(path, error);
  }
}
