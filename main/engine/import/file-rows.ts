/** A row of a file, whatever kind of file it stood in. */

import type { Delimiter, FileType, TextEncoding } from "../../../contract/channels/file-reading.ts";
import { type ImportProblem, importProblemInEnglish } from "../../../contract/english.ts";
import type { RowReason } from "../../../contract/reasons/row-reason.ts";

// What one row of a file may hold, and what one import takes of it. A row beyond this is rejected, and the rest is read on.

const COLUMNS = 1_000;
/** The columns of a file, and the two that a file of rejected rows begins with. */
export const MAX_ROW_CELLS = COLUMNS + 2;
/** What a spreadsheet's own cell may hold. */
export const MAX_CELL_LETTERS = 32_767;
/** Of a number format; a spreadsheet's own program takes no longer one either. */
export const MAX_FORMAT_LETTERS = 255;
/** Of all cells of a row together; a text that many cells of a spreadsheet share counts in each of them. */
export const MAX_ROW_LETTERS = 1_048_576;
/** What a batch may hold: it is written in one transaction, and the disk's room is looked at before each. */
export const MAX_BATCH_LETTERS = 1_048_576;
/** What all rows of one import may hold that are kept, or written to the file of rejected rows. */
export const MAX_IMPORT_LETTERS = 256 * 1_048_576;

export const TOO_MANY_CELLS: RowReason = { code: "rowTooWide", params: { most: COLUMNS } };
export const OPEN_QUOTE: RowReason = { code: "openQuote", params: {} };
export const CELL_TOO_LONG: RowReason = { code: "cellTooLong", params: { most: MAX_CELL_LETTERS } };

/** `index`: of the cell that is one too many for the row's letters. */
export const rowTooLong = (index: number): RowReason => ({
  code: "rowTooLong",
  params: { column: index + 1, most: MAX_ROW_LETTERS },
});

/**
 * A separate text. A piece that is cut out of another text may keep the whole of that one in memory: what is kept
 * for long is copied.
 */
export function ownCopy(text: string): string {
  // UTF-8 holds no half of a character: another one would be in its place.
  const encoding = text.isWellFormed() ? "utf8" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}

export interface ReadRow {
  /** The line of a CSV file, or the row number of a sheet. */
  line: number;
  cells: string[];
  /** Cells that hold something which can't be taken as text, each with why. */
  wrong?: ReadonlyMap<number, RowReason>;
  /** Cells that are numbers to a spreadsheet: their text is exact, however the file's texts write theirs. */
  exact?: ReadonlySet<number>;
  /** Cells that are true or false to a spreadsheet: their text is 1 or 0, which is no number. */
  booleans?: ReadonlySet<number>;
  /** The row above it in its own file is not here. */
  apart?: boolean;
  /** Why the row as a whole is not taken; then its cells are those before the bound. */
  refused?: RowReason;
}

/** ",,,": a sheet's empty row. */
export const isBlank = ({ cells, wrong, refused }: ReadRow): boolean =>
  wrong === undefined && refused === undefined && cells.every((cell) => cell.trim() === "");

/** A row, or what keeps it and all after it from being read. */
export type FileRow = ReadRow | { line: number; broken: RowReason };

/** What is wrong with a file. */
export class ImportRefusal extends Error {
  readonly problem: ImportProblem;
  constructor(problem: ImportProblem) {
    super(importProblemInEnglish(problem));
    this.problem = problem;
  }
}

/** The two columns before the file's own in a file of rejected rows. An import knows by them who wrote it. */
export const MARKS = ["rejectedLine", "rejectedReason"] as const;

export const isMarked = (cells: readonly string[]): boolean =>
  MARKS.every((mark, index) => cells[index]?.trim() === mark);

/**
 * The names of a file's columns, each once: a blank one is "(column 3)", a second "Name" is "Name (column 5)".
 * A mapping and the list of ignored columns use these.
 */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const place = `(column ${index + 1})`;
    let name = cell.trim().slice(0, 100) || place;
    // A column may have been called "Name (column 5)" by its own program.
    while (taken.has(name)) name = `${name} ${place}`;
    taken.add(name);
    return name;
  });
}

// A file of reference data that is open, whatever its format.

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
  sheets: { name: string; hidden: boolean }[];
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
