/** A row of a file, whatever kind of file it stood in. */
import type { RowReason } from "../../../contract/reasons/row-reason.ts";

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

/** What is wrong with a file, in words that follow "the file can't be imported"; `reason` for programs. */
export class ImportRefusal extends Error {
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(reason: string, words: string, details: Readonly<Record<string, unknown>> = {}) {
    super(words);
    this.reason = reason;
    this.details = details;
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
