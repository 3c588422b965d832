/** Opens a file of reference data, of any kind, as a stream of rows. */
import { CountersideError } from "../../../contract/error.ts";
import {
  type HowToRead,
  ImportRefusal,
  type Known,
  type OpenRows,
  type RowsOfFile,
  sheetDetails,
} from "./file-rows.ts";
import { type DataFile, openDataFile } from "./open-file.ts";
import { withoutMarks } from "./run/rejected-rows.ts";

/** The readers are loaded when a file is read: most starts import nothing. */
async function openSpreadsheet(
  data: DataFile,
  how: HowToRead,
  signal: AbortSignal,
  known: Known,
): Promise<OpenRows> {
  const byLibrary = () => import("./spreadsheets/by-library/open.ts");
  if (data.holds === "workbook") return (await byLibrary()).openByLibrary(data, "xls", how, signal, known);
  const [{ openZip }, { archiveType }] = await Promise.all([
    import("./spreadsheets/zip-parts.ts"),
    import("./spreadsheets/xlsx/book.ts"),
  ]);
  const zip = await openZip(data.file.fd);
  const type = await archiveType(zip);
  switch (type) {
    case "xlsx":
      return (await import("./spreadsheets/xlsx/open.ts")).openXlsx(data, zip, how, signal, known);
    case "ods":
    case "xlsb":
      return (await byLibrary()).openByLibrary(data, type, how, signal, known);
  }
}

/**
 * Opens the file and hands its rows to `use`; closed when that is done.
 * Throws `file_unreadable`, `file_invalid`, and what `use` and the signal throw.
 */
export async function withRows<T>(
  path: string,
  how: HowToRead,
  signal: AbortSignal,
  use: (opened: RowsOfFile) => Promise<T>,
): Promise<T> {
  const isWide = how.encoding === "found" || how.encoding === "utf16le" || how.encoding === "utf16be";
  const data = await openDataFile(path, isWide);
  const known: Known = { sheets: [], sheet: null };
  let opened: OpenRows | null = null;
  try {
    opened =
      data.holds === "text"
        ? await (await import("./csv/open.ts")).openCsv(data, how, signal)
        : await openSpreadsheet(data, how, signal, known);
    const { rows } = opened;
    const isAsOpened = async () => {
      const { size, mtimeMs } = await data.file.stat();
      return size === data.bytes && mtimeMs === data.changedAt;
    };
    return await use({ ...opened, isAsOpened, rows: (headerRow) => withoutMarks(rows(headerRow)) });
  } catch (error) {
    throw error instanceof ImportRefusal
      ? new CountersideError("file_invalid", { ...error.problem, path, ...sheetDetails(known) })
      : error;
  } finally {
    await opened?.close?.();
    await data.file.close();
  }
}
