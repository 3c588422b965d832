/** Finds the table in a file: its header row, and how its numbers are written. */

import type { ColumnMapping } from "../../../../contract/channels/file-reading.ts";
import type { HeaderProblem } from "../../../../contract/english.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { FileKind } from "../../../../contract/lists.ts";
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import { type NumberStyle, parseDecimal, styleShownBy } from "../../../../contract/typed-decimal.ts";
import {
  type FileRow,
  ImportRefusal,
  isBlank,
  type Known,
  type OpenRows,
  type ReadRow,
  sheetDetails,
} from "../file-rows.ts";
import { decimalPlaces, type Header, mappedHeader, readHeader, type WordReader } from "./columns.ts";
import { guessColumns } from "./guess-columns.ts";

// Finds the header row of a file: titles and notes may stand above it.

/** So many rows that hold something are looked at. */
export const HEAD_ROWS = 40;

/** How the cells of a row fit as the header of a kind. */
interface HeaderFit {
  mapped: number;
  missing: number;
}

const filled = ({ cells }: ReadRow): number => cells.filter((cell) => cell.trim() !== "").length;

/** How many cells most rows fill. */
function usualFill(rows: readonly ReadRow[]): number {
  const times = new Map<number, number>();
  for (const row of rows) times.set(filled(row), (times.get(filled(row)) ?? 0) + 1);
  return [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/**
 * The row that is the header: the first that has every needed column; else the one that has most columns, if two; else
 * the first that fills about as many cells as most rows do. Null where there is no row at all.
 */
function findHeader(
  head: readonly FileRow[],
  fitOf: (cells: readonly string[]) => HeaderFit,
): ReadRow | null {
  const rows = head.filter((row): row is ReadRow => "cells" in row && !isBlank(row));
  const readable = rows.filter(({ refused }) => refused === undefined);
  const fits = readable.map((row) => ({ row, ...fitOf(row.cells) }));
  const whole = fits.find(({ missing }) => missing === 0);
  if (whole !== undefined) return whole.row;
  if (rows[0]?.refused !== undefined) return rows[0];
  const most = fits.reduce((best, { mapped }) => Math.max(best, mapped), 0);
  if (most >= 2) return fits.find(({ mapped }) => mapped === most)?.row ?? null;
  const usual = usualFill(readable);
  return readable.find((row) => filled(row) >= Math.max(2, usual * 0.75)) ?? rows[0] ?? null;
}

// Finds the decimal sign of a file's numbers, once for the whole file.

const EXAMPLES = 4;
const EXAMPLE_LETTERS = 40;
/** So many to one: what the others say are slips of a few rows. */
const CLEAR = 20;

interface NumberExample {
  text: string;
  point: string | null;
  comma: string | null;
}

/** What the numbers of a file show, gathered cell by cell. */
export class NumberEvidence {
  readonly examples: NumberExample[] = [];
  #seen = { point: 0, comma: 0, either: 0 };

  add(cell: string): void {
    const shown = styleShownBy(cell);
    if (shown !== null) this.#seen[shown] += 1;
    if (this.examples.length === EXAMPLES || cell.length > EXAMPLE_LETTERS || !/[.,،]/.test(cell)) return;
    const [point, comma] = [parseDecimal(cell, "point"), parseDecimal(cell, "comma")];
    const text = cell.trim();
    if (point !== comma && !this.examples.some((other) => other.text === text))
      this.examples.push({ text, point, comma });
  }

  /** The style; null where 1,234 is alone, or both are written and neither is an exception. */
  get style(): NumberStyle | null {
    const { point, comma, either } = this.#seen;
    if (comma === 0) return point > 0 || either === 0 ? "point" : null;
    if (point === 0 || comma >= CLEAR * point) return "comma";
    return point >= CLEAR * comma ? "point" : null;
  }

  /** The contract's own style is in use: a file that no person looks at keeps to it, and its commas are wrong rows. */
  get hasPoints(): boolean {
    return this.#seen.point > 0;
  }
}

/** In a comma-separated file a comma in a number is in quotes; a number with two points needs none. */
const QUOTED_COMMA = /"[-\d.'\s\xa0-\xbf\xd8-\xdb]*(?:,|\xd8\x8c)[\d\xd8-\xdb]/;
const ANY_COMMA = /[\d\xa0-\xb9](?:,|\xd8\x8c)[\d\xd9\xdb]/;
const TWO_POINTS = /\d\.\d{3}\.\d/;

/**
 * A quick look at a file's bytes, as Latin-1 text: false where no number of it can be anything but plain. A text of
 * two bytes a letter, and another separator, are looked at cell by cell.
 */
export const mayNeedStyle = (bytes: string, delimiter: string): boolean =>
  TWO_POINTS.test(bytes) || (delimiter === "," ? QUOTED_COMMA : ANY_COMMA).test(bytes);

/** The file's first rows that hold something: the header row is among them. */
export async function readHead(opened: OpenRows): Promise<FileRow[]> {
  const head: FileRow[] = [];
  for await (const row of opened.rows(null)) {
    if ("cells" in row && isBlank(row)) continue;
    head.push(row);
    if (head.length === HEAD_ROWS) break;
  }
  return head;
}

/** The row of that line can't be the header row: it is beyond a bound, or can't be read. */
export const brokenHeader = (why: RowReason): HeaderProblem => ({
  reason: why.code === "rowTooWide" || why.code === "rowTooLong" ? "wide_header" : "broken_header",
  columns: [],
  why,
});

/** No row is in that line, which was named as the header row. */
export const noHeaderIn = (line: number): HeaderProblem => ({ reason: "other_file_now", columns: [], line });

export const invalidHeader = (path: string, problem: HeaderProblem, known: Known): CountersideError =>
  new CountersideError("file_invalid", { ...problem, path, ...sheetDetails(known) });

/** The header row among the file's first rows: the one of line `named`, else found. Throws `file_invalid`. */
export function headerIn(
  head: readonly FileRow[],
  fitOf: (cells: readonly string[]) => HeaderFit,
  path: string,
  known: Known,
  named?: number,
): ReadRow {
  const asNamed = head.find(({ line }) => line === named);
  const row = asNamed !== undefined && "cells" in asNamed ? asNamed : findHeader(head, fitOf);
  const broken = row === null ? head.find((one) => "broken" in one)?.broken : row.refused;
  if (row !== null && broken === undefined) return row;
  const problem: HeaderProblem =
    broken === undefined ? { reason: "empty_file", columns: [] } : brokenHeader(broken);
  throw invalidHeader(path, problem, known);
}

/** Adds a row's numbers, which stand in those columns. */
export function addNumbers(evidence: NumberEvidence, places: readonly number[], row: ReadRow): void {
  for (const index of places) if (row.exact?.has(index) !== true) evidence.add(row.cells[index] ?? "");
}

/** What all numbers of the file show that stand in those columns. */
export async function numberEvidence(
  opened: OpenRows,
  headerRow: number,
  places: readonly number[],
): Promise<NumberEvidence> {
  const evidence = new NumberEvidence();
  if (places.length === 0 || !(await opened.mayNeedStyle())) return evidence;
  for await (const row of opened.rows(headerRow)) {
    if ("broken" in row) break;
    if (row.line > headerRow) addNumbers(evidence, places, row);
  }
  return evidence;
}

/**
 * The style in which a file is imported that nobody looked at. Where points are in use they are the contract's, and
 * numbers with a decimal comma are wrong rows. Throws an ImportRefusal where nothing decides it.
 */
function settledStyle(evidence: NumberEvidence): NumberStyle {
  const style = evidence.style ?? (evidence.hasPoints ? "point" : null);
  if (style !== null) return style;
  const [example = null] = evidence.examples;
  throw new ImportRefusal({
    reason: "numbers_undecided",
    field: "numbers",
    choices: ["point", "comma"],
    example,
  });
}

/** Throws an ImportRefusal where the file's letters may be read in more than one way, and nobody chose. */
export function assertEncoding({ isEncodingCertain, encodings }: OpenRows): void {
  if (isEncodingCertain) return;
  const choices = encodings.map(({ encoding }) => encoding);
  throw new ImportRefusal({ reason: "encoding_undecided", field: "encoding", choices });
}

// Finds where the table of a whole file begins, which of its columns is which, and how its numbers are written.

export interface TableAsked {
  kind: FileKind;
  path: string;
  /** Null: the columns are those with the contract's names. "byNames": else those that are called alike. */
  mapping: ColumnMapping | "byNames" | null;
  numbers?: NumberStyle | undefined;
  /** The line of the header row; found where left out. */
  headerRow?: number | undefined;
  wordReader: WordReader;
}

function headerOf({ kind, mapping }: TableAsked, cells: readonly string[]): Header | HeaderProblem {
  if (mapping !== null && mapping !== "byNames") return mappedHeader(kind, cells, mapping);
  const exact = readHeader(kind, cells);
  if (mapping === null || !("reason" in exact)) return exact;
  const alike = mappedHeader(kind, cells, guessColumns(kind, cells).mapping);
  // What is missing is said by the contract's names.
  return "reason" in alike ? { ...exact, columns: alike.columns } : alike;
}

/** The line of the header row. Throws `file_invalid` where there is none. */
export async function headerLine(asked: TableAsked, opened: OpenRows): Promise<number> {
  if (asked.headerRow !== undefined) return asked.headerRow;
  const fit = (cells: readonly string[]) => {
    const read = headerOf(asked, cells);
    return { mapped: 0, missing: "reason" in read ? read.columns.length : 0 };
  };
  return headerIn(await readHead(opened), fit, asked.path, opened).line;
}

/** Reads the header row, and how the numbers below it are written. Throws `file_invalid`. */
export async function beginTable(asked: TableAsked, row: ReadRow, opened: OpenRows): Promise<Header> {
  const { path, numbers, wordReader } = asked;
  if (row.refused !== undefined) throw invalidHeader(path, brokenHeader(row.refused), opened);
  const read = headerOf(asked, row.cells);
  if ("reason" in read) throw invalidHeader(path, read, opened);
  if (numbers !== undefined) return { ...read, wordReader, numbers };
  const evidence = await numberEvidence(opened, row.line, decimalPlaces(read));
  return { ...read, wordReader, numbers: settledStyle(evidence) };
}
