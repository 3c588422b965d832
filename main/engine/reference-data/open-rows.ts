/** Opens a file of reference data, of either kind, as a stream of rows. */
import type { Delimiter, FileType, TextEncoding } from "../../../contract/channels/mirror.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { DELIMITERS, delimiterOf } from "./delimiter.ts";
import { type FileRow, ImportRefusal } from "./file-rows.ts";
import { type DataFile, openDataFile } from "./open-file.ts";
import { withoutMarks } from "./rejected-rows.ts";
import { headText } from "./text-encoding.ts";
import type { Sheet } from "./xlsx-book.ts";
import type { CellBook } from "./xlsx-cells.ts";

/** A sheet's XML may be as large as a file. */
const SHEET_BYTES = 2 * 1024 ** 3;

export interface HowToRead {
  sheet?: string | undefined;
  /** "found": what the header row shows. */
  delimiter: Delimiter | "found";
  /** "found": what the first bytes show. */
  encoding: TextEncoding | "found";
  /** Rows beyond these are not asked for: less of the file is read before the first. */
  only?: number;
}

export interface OpenRows {
  fileType: FileType;
  bytes: number;
  delimiter: Delimiter | null;
  encoding: TextEncoding | null;
  sheets: Sheet[];
  sheet: string | null;
  rows: AsyncGenerator<FileRow, void>;
}

/** A spreadsheet's sheets, as far as they are known: another one may be readable where one is not. */
type Known = Pick<OpenRows, "sheets" | "sheet">;

const inWords = (path: string, { reason, message }: ImportRefusal, known: Known): CountersideError =>
  new CountersideError("file_invalid", `The file can't be imported, ${message}: ${path}`, {
    path,
    reason,
    ...sheetDetails(known),
  });

/** What a refusal tells of a spreadsheet's sheets, so that another one can be chosen; nothing of a CSV file. */
export const sheetDetails = ({ sheets, sheet }: Known) =>
  sheets.length === 0 ? {} : { sheet, sheets: sheets.map(({ name, hidden }) => ({ name, hidden })) };

// The readers' libraries are loaded when a file is read: most starts import nothing.
async function csv(
  { file, head, bytes, encoding }: DataFile,
  how: HowToRead,
  signal: AbortSignal,
): Promise<OpenRows> {
  const { readCsvRows } = await import("./csv-rows.ts");
  const delimiter = how.delimiter === "found" ? delimiterOf(headText(head, encoding)) : how.delimiter;
  return {
    fileType: "csv",
    bytes,
    delimiter,
    encoding,
    sheets: [],
    sheet: null,
    rows: readCsvRows(file, signal, DELIMITERS[delimiter], encoding),
  };
}

function chosen(sheets: readonly Sheet[], name: string | undefined): Sheet {
  const found =
    name === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find((sheet) => sheet.name === name);
  if (found === undefined)
    throw new ImportRefusal("no_such_sheet", `it has no sheet of the name ${JSON.stringify(name)}`);
  return found;
}

async function xlsx(
  { file, bytes }: DataFile,
  how: HowToRead,
  signal: AbortSignal,
  known: Known,
): Promise<OpenRows> {
  const [{ openZip }, { readBook, readTexts }, { readSheetRows }] = await Promise.all([
    import("./zip-parts.ts"),
    import("./xlsx-book.ts"),
    import("./xlsx-rows.ts"),
  ]);
  const zip = await openZip(file);
  const { sheets, textsPart, formats, date1904 } = await readBook(zip);
  known.sheets = sheets;
  const sheet = chosen(sheets, how.sheet);
  known.sheet = sheet.name;
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
  const texts = textsPart === null ? [] : await readTexts(zip, textsPart, signal, count);
  return {
    fileType: "xlsx",
    bytes,
    delimiter: null,
    encoding: null,
    sheets,
    sheet: sheet.name,
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
  const data = await openDataFile(path, how.encoding);
  const known: Known = { sheets: [], sheet: null };
  try {
    const opened = await (data.type === "csv" ? csv(data, how, signal) : xlsx(data, how, signal, known));
    return await use({ ...opened, rows: withoutMarks(opened.rows) });
  } catch (error) {
    throw error instanceof ImportRefusal ? inWords(path, error, known) : error;
  } finally {
    await data.file.close();
  }
}
