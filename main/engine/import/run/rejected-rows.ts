/** Rejected rows as a CSV file: to be corrected in any sheet program and imported again. */
import { type FileHandle, open } from "node:fs/promises";
import { BYTE_ORDER_MARK, csvLine, unguarded } from "../../../../contract/csv.ts";
import { rowProblemsInEnglish } from "../../../../contract/english.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { RowProblem } from "../../../../contract/reasons/row-reason.ts";
import { realPath } from "../../../lib/real-path.ts";
import { beside, nameWhole, removeFile } from "../../../lib/whole-file.ts";
import { beginningOf, exportTarget, isWithin, unwritable } from "../../file/database/export-target.ts";
import { storageError } from "../../file/database/open-database.ts";
import { type FileRow, isMarked, MARKS, type ReadRow } from "../file-rows.ts";

/** Takes the two columns and the guards off again where the file is one of these; any other passes as it is. */
export async function* withoutMarks(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow, void> {
  let marked: boolean | null = null;
  for await (const row of rows) {
    if ("broken" in row) {
      yield row;
      continue;
    }
    marked ??= isMarked(row.cells);
    if (!marked) yield row;
    else {
      const cells = row.cells.slice(MARKS.length);
      const wrong = [...(row.wrong ?? [])].map(([index, reason]) => [index - MARKS.length, reason] as const);
      const bare: ReadRow = { line: row.line, cells: cells.map(unguarded), apart: true };
      if (wrong.length > 0) bare.wrong = new Map(wrong);
      if (row.exact !== undefined) bare.exact = new Set([...row.exact].map((index) => index - MARKS.length));
      if (row.refused !== undefined) bare.refused = row.refused;
      yield bare;
    }
  }
}

export interface RejectedRow {
  line: number;
  problems: readonly RowProblem[];
  cells: readonly string[];
}

async function isOurs(path: string): Promise<boolean> {
  const begin = (await beginningOf(path, 64)).replaceAll('"', "");
  return begin.startsWith(`${BYTE_ORDER_MARK}${MARKS.join(",")}`);
}

/**
 * Settles where the rejected rows go: a new file, or in place of an older one of these. Throws `file_invalid`
 * for anything else that is there, for the imported file itself, and for the folder of the files in use.
 */
export const settleRejectedPath = (path: string, imported: string, liveFolder: string): Promise<string> =>
  exportTarget({
    path,
    liveFolder,
    writes: "rejected_rows",
    checkExisting: async (target, isFile) => {
      if (isWithin(target, await realPath(imported)))
        throw new CountersideError("file_invalid", { reason: "same_file", path: target });
      if (!isFile || !(await isOurs(target)))
        throw new CountersideError("file_invalid", { reason: "not_rejected_rows", path: target });
    },
  });

export type RejectedFile = ReturnType<typeof createRejectedFile>;

/** Writes rejected rows beside `target` and puts them in its place when all are written. */
export function createRejectedFile(target: string) {
  const part = beside(target);
  let file: FileHandle | null = null;
  let isPartial = false;
  const inWords = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } catch (error) {
      throw storageError(error, target) ?? unwritable(target, error, "rejected_rows");
    }
  };
  return {
    /** The file comes to be with the first row. `header`: the imported file's own header row. */
    write: (header: readonly string[], rows: readonly RejectedRow[]): Promise<void> =>
      inWords(async () => {
        if (rows.length === 0) return;
        if (file === null) {
          file = await open(part, "wx", 0o600);
          isPartial = true;
          // The mark lets sheet programs read Arabic as such.
          await file.writeFile(BYTE_ORDER_MARK + csvLine([...MARKS, ...header]));
        }
        const lines = rows.map(({ line, problems, cells }) =>
          csvLine([String(line), rowProblemsInEnglish(problems), ...cells]),
        );
        await file.writeFile(lines.join(""));
      }),
    /** Puts the file in its place; false where there was no row. */
    finish: (): Promise<boolean> =>
      inWords(async () => {
        if (file === null) return false;
        await file.close();
        file = null;
        await nameWhole(part, target);
        isPartial = false;
        return true;
      }),
    /** Throws away what `finish` was not called for. */
    async abandon(): Promise<void> {
      await file?.close();
      if (isPartial) await removeFile(part);
    },
  };
}
