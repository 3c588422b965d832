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
  /** Cells in all. */
  cells: number;
  /** From the quote of the first such cell to the end of the row. */
  text: string;
  /** How many cells the rows before it have; null where they don't agree yet. */
  width: number | null;
  delimiter: string;
}

/**
 * True where the lines inside the row's cells look like rows of their own: the row is not as wide as those before it,
 * or at least half of the lines, and the first or the last, have exactly as many cells as a row.
 */
export function hasSwallowedRows({ before, cells, text, width, delimiter }: LongRow): boolean {
  if (width !== null && width !== cells) return true;
  if (cells < 2) return false;
  // A line that is a row of its own may hold a stray quote too: its first one, or all.
  const canBe = (line: string, wanted: number): boolean =>
    [
      cellsOfLine(line, delimiter),
      cellsOfLine(line.replace(QUOTE, "x"), delimiter),
      line.split(delimiter),
    ].some(({ length }) => length === wanted);
  const lines = text.split(/\r\n|\n|\r/);
  const isFirst = canBe(lines[0] ?? "", cells - before);
  const isLast = canBe(lines.at(-1) ?? "", cells);
  const inner = lines.slice(1, -1).filter((line) => line.trim() !== "");
  if (inner.length === 0) return isFirst && isLast;
  const rows = inner.filter((line) => canBe(line, cells)).length;
  return rows * 2 >= inner.length && (isFirst || isLast);
}
