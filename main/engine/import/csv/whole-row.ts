/** Cuts a row whose text is all there and has no quoted cell: most rows of most files, in one pass. Pure. */
import { MAX_ROW_CELLS, MAX_ROW_LETTERS } from "../row-bounds.ts";

const LF = 10;
const CR = 13;
const QUOTE = 34;

/** The row that begins at `from`, and where the next one does; null where it isn't whole before `end`, not plain, or too long. */
export function wholeRow(
  text: string,
  from: number,
  end: number,
  delimiter: number,
): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  let begin = from;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LF || code === CR) {
      if (cells.length === MAX_ROW_CELLS || at - from > MAX_ROW_LETTERS) return null;
      cells.push(text.slice(begin, at));
      begin = at + 1;
      if (code === CR && text.charCodeAt(begin) === LF) begin += 1;
      if (code !== delimiter) return { cells, end: begin };
    } else if (code === QUOTE && at === begin) return null;
  }
  return null;
}
