/** What one row of a file may hold, and what one import takes of it. A row beyond this is rejected, and the rest is read on. */
import type { RowReason } from "../../../contract/reasons/row-reason.ts";

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
 * A text of its own. A piece that is cut out of another text may keep the whole of that one in memory: what is kept
 * for long is copied.
 */
export const ownCopy = (text: string): string => Buffer.from(text).toString();
