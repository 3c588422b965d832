/** Takes one file in: reads its rows, and hands them on to be checked and put. */

import type {
  ColumnMapping,
  Delimiter,
  TextEncoding,
  WordAnswers,
} from "../../../../contract/channels/file-reading.ts";
import type { List } from "../../../../contract/lists.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import type { NumberStyle } from "../../../../contract/typed-decimal.ts";
import type { RecordNames } from "../../mirror/lists/record-names.ts";
import { isBlank } from "../file-rows.ts";
import { beginTable, headerLine, type TableAsked } from "../mapping/begin-table.ts";
import { unitsOfFile } from "../mapping/survey.ts";
import { assertEncoding, brokenHeader, invalidHeader, noHeaderIn } from "../mapping/table.ts";
import { FileWords } from "../mapping/words.ts";
import { unreadable } from "../open-file.ts";
import { withRows } from "../open-rows.ts";
import type { RowsOfFile } from "../opened.ts";
import { ImportInProgress, type ImportResult, type ImportWork, NoRoom } from "./import-progress.ts";

/** The file became another while it was read: what was read of it is perhaps a part, or of two files. */
class FileChanged extends Error {}

/** What is taken in, and how its file is read. */
export interface ImportOrder {
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
  const changed = () =>
    new CountersideError(
      "file_unreadable",
      `The file was changed while it was read, so it may not be whole: ${path}; ${stays()} Import it again when it is complete.`,
      { ...sofar(), reason: "changed_while_read" },
    );
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
    if (error instanceof NoRoom) throw noRoom();
    if (error instanceof FileChanged) throw changed();
    if (error instanceof CountersideError || !(error instanceof Error && "syscall" in error)) throw error;
    throw unreadable(path, error);
  }
}
