/** Opens a file of reference data, of either kind, as a stream of rows. */
import { CountersideError } from "../../../contract/reply.ts";
import { ImportRefusal } from "./file-rows.ts";
import { openDataFile } from "./open-file.ts";
import type { HowToRead, Known, OpenRows } from "./opened.ts";
import { withoutMarks } from "./rejected-rows.ts";

const inWords = (path: string, { reason, message, details }: ImportRefusal, known: Known): CountersideError =>
  new CountersideError("file_invalid", `The file can't be imported, ${message}: ${path}`, {
    path,
    reason,
    ...details,
    ...sheetDetails(known),
  });

/** What a refusal tells of a spreadsheet's sheets, so that another one can be chosen; nothing of a CSV file. */
export const sheetDetails = ({ sheets, sheet }: Known) =>
  sheets.length === 0 ? {} : { sheet, sheets: sheets.map(({ name, hidden }) => ({ name, hidden })) };

/**
 * Opens the file and hands its rows to `use`; closed when that is done.
 * Throws `file_unreadable`, `file_invalid`, and what `use` and the signal throw.
 */
export async function withRows<T>(
  path: string,
  how: HowToRead,
  signal: AbortSignal,
  use: (opened: OpenRows) => Promise<T>,
): Promise<T> {
  const isWide = how.encoding === "found" || how.encoding === "utf16le" || how.encoding === "utf16be";
  const data = await openDataFile(path, isWide);
  const known: Known = { sheets: [], sheet: null };
  try {
    // The readers are loaded when a file is read: most starts import nothing.
    const opened =
      data.type === "csv"
        ? await (await import("./csv/open.ts")).openCsv(data, how, signal)
        : await (await import("./xlsx-open.ts")).openXlsx(data, how, signal, known);
    return await use({ ...opened, rows: (headerRow) => withoutMarks(opened.rows(headerRow)) });
  } catch (error) {
    throw error instanceof ImportRefusal ? inWords(path, error, known) : error;
  } finally {
    await data.file.close();
  }
}
