/** A table as CSV that a spreadsheet opens as it is meant: every cell quoted, none taken for a formula. Pure. */

/** What a spreadsheet may take for the beginning of a formula, in its full-width spellings too. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const BYTE_ORDER_MARK = "\uFEFF";

/** One cell: quoted, and led by an apostrophe where it could be run. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The whole file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  `${BYTE_ORDER_MARK}${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
