/** The rows of one import on their way into the database, a bounded batch at a time. */
import type { WordAnswers } from "../../../../contract/channels/file-reading.ts";
import type { Findings } from "../../../../contract/channels/reference-data.ts";
import type { List } from "../../../../contract/lists.ts";
import type { RowProblem } from "../../../../contract/reasons/row-reason.ts";
import { withStorageWords } from "../../file/database/open-database.ts";
import type { ImportCounts } from "../../mirror/lists/import-batches.ts";
import type { RecordNames } from "../../mirror/lists/record-names.ts";
import type { ReferenceRow, RowOutcome } from "../../mirror/lists/values.ts";
import type { ReadRow } from "../file-rows.ts";
import { type Header, readRow } from "../mapping/columns.ts";
import { Continuing } from "../mapping/continuing.ts";
import { FindingsOfRows } from "../mapping/survey.ts";
import type { FileWords } from "../mapping/words.ts";
import { MAX_BATCH_LETTERS, MAX_IMPORT_LETTERS } from "../row-bounds.ts";
import { problemWords } from "../row-reason-words.ts";
import { MOST_BATCH_MS, MOST_BATCH_ROWS, nextBatchRows } from "./batch-size.ts";
import type { RejectedFile, RejectedRow } from "./rejected-rows.ts";

const LISTED_REJECTIONS = 1_000;
/** A batch, its index and its place in the log; far more than either takes. */
const NEEDED_BYTES = 8 * MAX_BATCH_LETTERS;
/** The disk has no room for another batch. */
export class NoRoom extends Error {}

export interface ImportResult extends Omit<ImportCounts, "rejected"> {
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
export class ImportInProgress {
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
      const reason = problemWords(problems);
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
