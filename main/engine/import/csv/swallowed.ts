/** Tells a cell of several lines from a quote left open, which swallows the rows after it. Pure. */

const QUOTE = '"';

/** The place behind the quote that closes the one at `from`; -1 where the line has none. */
function closingQuote(line: string, from: number): number {
  let at = line.indexOf(QUOTE, from + 1);
  while (at >= 0 && line.startsWith(QUOTE, at + 1)) at = line.indexOf(QUOTE, at + 2);
  return at < 0 ? -1 : at + 1;
}

/** The cells of a line that is read alone: a quote that isn't closed in it is plain text. */
export function cellsOfLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const closed = line.startsWith(QUOTE, at) ? closingQuote(line, at) : -1;
    const found = line.indexOf(delimiter, Math.max(at, closed));
    const end = found < 0 ? line.length : found;
    const isQuoted = closed === end;
    cells.push(isQuoted ? line.slice(at + 1, end - 1).replaceAll(QUOTE + QUOTE, QUOTE) : line.slice(at, end));
    if (end === line.length) return cells;
    at = end + 1;
  }
}

/** A row some cell of which runs over several lines. */
export interface LongRow {
  /** Cells before the first such cell. */
  before: number;
  cells: readonly string[];
  /** Of the row before it. */
  last: readonly string[];
  /** From the quote of the first such cell to the end of the row. */
  text: string;
  /** How many cells the rows before it have; null where they don't agree yet. */
  width: number | null;
  delimiter: string;
}

const isNumber = (cell: string | undefined): boolean =>
  cell !== undefined && /\p{N}/u.test(cell) && !/[\p{L}\r\n]/u.test(cell);

/** Columns that are numbers in the row and in the one before it, unless that is a header row: the first, without any. */
function numberColumns({ cells, last, width }: LongRow): number[] {
  const isHeader = width === null && !last.some(isNumber);
  return cells.flatMap((cell, at) => (isNumber(cell) && (isHeader || isNumber(last[at])) ? [at] : []));
}

const fitsIn = (cells: readonly string[], columns: readonly number[]): boolean =>
  columns.length === 0 || columns.some((at) => !/\p{L}/u.test(cells[at] ?? ""));

/**
 * True where the lines inside the row's cells look like rows of their own: the row is not as wide as those before it,
 * or at least half of the lines, and the first or the last, have exactly as many cells as a row. None of them is a row
 * where each has letters in a column of numbers.
 */
export function hasSwallowedRows(row: LongRow): boolean {
  const { before, text, width, delimiter } = row;
  const count = row.cells.length;
  if (width !== null && width !== count) return true;
  if (count < 2) return false;
  const numbers = numberColumns(row);
  // A line that is a row of its own may hold a stray quote too: its first one, or all.
  const canBe = (line: string, wanted: number, columns: readonly number[]): boolean =>
    [
      cellsOfLine(line, delimiter),
      cellsOfLine(line.replace(QUOTE, "'"), delimiter),
      line.split(delimiter),
    ].some((own) => own.length === wanted && fitsIn(own, columns));
  const lines = text.split(/\r\n|\n|\r/);
  const end = lines.at(-1) ?? "";
  const inner = lines.slice(1, -1).filter((line) => line.trim() !== "");
  if (![...inner, end].some((line) => canBe(line, count, numbers))) return false;
  const isFirst = canBe(lines[0] ?? "", count - before, []);
  const isLast = canBe(end, count, []);
  if (inner.length === 0) return isFirst && isLast;
  const rows = inner.filter((line) => canBe(line, count, [])).length;
  return rows * 2 >= inner.length && (isFirst || isLast);
}
