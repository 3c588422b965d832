/** A file of reference data that is open, whatever its format. */
import type { Delimiter, FileType, TextEncoding } from "../../../contract/channels/file-reading.ts";
import type { FileRow } from "./file-rows.ts";
import type { Sheet } from "./spreadsheets/xlsx/book.ts";

export interface HowToRead {
  sheet?: string | undefined;
  /** "found": what the first rows show; "contract": a comma, or what Excel's own first line names. */
  delimiter: Delimiter | "found" | "contract";
  /** "found": what the first bytes show; "contract": UTF-8, and a file of another encoding is refused. */
  encoding: TextEncoding | "found" | "contract";
  /** Rows beyond these are not asked for: less of the file is read before the first. */
  only?: number;
}

export interface OpenRows {
  fileType: FileType;
  bytes: number;
  /** Another for a file that was changed meanwhile. */
  version: string;
  delimiter: Delimiter | null;
  encoding: TextEncoding | null;
  /** Where the encoding isn't certain, and what it may be. */
  encodings: { encoding: TextEncoding; words: string[] }[];
  isEncodingCertain: boolean;
  sheets: Pick<Sheet, "name" | "hidden">[];
  sheet: string | null;
  /** All rows from the file's first one on, each time it is called. `headerRow`: null where it isn't known yet. */
  rows(headerRow: number | null): AsyncGenerator<FileRow, void>;
  /** False where no number of the file can be written in more than one way; a quick look. */
  mayNeedStyle(): Promise<boolean>;
  /** Ends what reads the file, where that isn't the engine itself. */
  close?(): Promise<void>;
}

export interface RowsOfFile extends OpenRows {
  /** False where the file was shortened, went on growing or was written anew since it was opened. */
  isAsOpened(): Promise<boolean>;
}

/** A spreadsheet's sheets, as far as they are known: another one may be readable where one is not. */
export type Known = Pick<OpenRows, "sheets" | "sheet">;

/** What a refusal tells of a spreadsheet's sheets, so that another one can be chosen; nothing of a CSV file. */
export const sheetDetails = ({ sheets, sheet }: Known) =>
  sheets.length === 0 ? {} : { sheet, sheets: sheets.map(({ name, hidden }) => ({ name, hidden })) };

/** What a text has and a spreadsheet doesn't. */
export const OF_NO_TEXT = {
  delimiter: null,
  encoding: null,
  encodings: [],
  isEncodingCertain: true,
} satisfies Partial<OpenRows>;
