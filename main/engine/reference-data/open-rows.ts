/** Opens a file of reference data, of either kind, as a stream of rows. */
import type { Delimiter, FileType } from "../../../contract/channels/mirror.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { readCsvRows } from "./csv-rows.ts";
import { DELIMITERS, delimiterOf } from "./delimiter.ts";
import { FileProblem, type FileRow } from "./file-rows.ts";
import { type DataFile, openDataFile } from "./open-file.ts";
import { withoutMarks } from "./rejected-rows.ts";
import { readBook, readTexts, type Sheet } from "./xlsx-book.ts";
import type { CellBook } from "./xlsx-cells.ts";
import { readSheetRows } from "./xlsx-rows.ts";
import { openZip } from "./zip-parts.ts";

/** A sheet's XML may be as large as a file. */
const SHEET_BYTES = 2 * 1024 ** 3;

export interface HowToRead {
  sheet?: string | undefined;
  /** "found": what the header row shows. */
  delimiter: Delimiter | "found";
  /** Rows beyond these are not asked for: less of the file is read before the first. */
  only?: number;
}

export interface OpenRows {
  fileType: FileType;
  bytes: number;
  delimiter: Delimiter | null;
  sheets: Sheet[];
  sheet: string | null;
  rows: AsyncGenerator<FileRow, void>;
}

const inWords = (path: string, { reason, message }: FileProblem): CountersideError =>
  new CountersideError("file_invalid", `The file can't be imported, ${message}: ${path}`, { path, reason });

function csv({ file, head, bytes }: DataFile, how: HowToRead, signal: AbortSignal): OpenRows {
  const delimiter = how.delimiter === "found" ? delimiterOf(head.toString("utf8")) : how.delimiter;
  return {
    ...{ fileType: "csv", bytes, delimiter, sheets: [], sheet: null },
    rows: readCsvRows(file, signal, DELIMITERS[delimiter]),
  };
}

function chosen(sheets: readonly Sheet[], name: string | undefined): Sheet {
  const found =
    name === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find((sheet) => sheet.name === name);
  if (found === undefined)
    throw new FileProblem("no_such_sheet", `it has no sheet of the name ${JSON.stringify(name ?? "")}`);
  return found;
}

async function xlsx({ file, bytes }: DataFile, how: HowToRead, signal: AbortSignal): Promise<OpenRows> {
  const zip = await openZip(file);
  const { sheets, textsPart, formats, date1904 } = await readBook(zip);
  const sheet = chosen(sheets, how.sheet);
  const chunks = () => zip.read(sheet.part, SHEET_BYTES);
  const rowsWith = (text: CellBook["text"]) => readSheetRows(chunks(), { text, formats, date1904 }, signal);
  const { only } = how;
  let highest = -1;
  if (only === undefined) {
    // All of it once, so that a damaged sheet is refused before anything of it is taken in.
    for await (const _ of chunks()) signal.throwIfAborted();
  } else if (textsPart !== null) {
    let left = only;
    const noted = (index: number): string => {
      highest = Math.max(highest, index);
      return "?";
    };
    for await (const _ of rowsWith(noted)) {
      left -= 1;
      if (left <= 0) break;
    }
  }
  const count = only === undefined ? undefined : highest + 1;
  const texts = textsPart === null ? [] : await readTexts(zip, textsPart, count);
  return {
    ...{ fileType: "xlsx", bytes, delimiter: null, sheets, sheet: sheet.name },
    rows: rowsWith((index) => texts[index]),
  };
}

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
  const data = await openDataFile(path);
  try {
    const opened = data.type === "csv" ? csv(data, how, signal) : await xlsx(data, how, signal);
    return await use({ ...opened, rows: withoutMarks(opened.rows) });
  } catch (error) {
    throw error instanceof FileProblem ? inWords(path, error) : error;
  } finally {
    await data.file.close();
  }
}
