/** Makes spreadsheets in the formats that a library reads. */
import { type BookType, utils, type WorkSheet, write } from "@e965/xlsx";

export type Value = string | number | boolean | null;

/** Cells that need more than a value: a number format, or a formula's error. */
export type Extra = Record<string, { t?: "n" | "e"; v?: number; z?: string }>;

export interface SheetOf {
  name: string;
  rows: readonly (readonly Value[])[];
  extra?: Extra;
  hidden?: boolean;
}

export function libraryFile(bookType: BookType, sheets: readonly SheetOf[], date1904 = false): Buffer {
  const book = utils.book_new();
  for (const { name, rows, extra = {} } of sheets) {
    const sheet: WorkSheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
    for (const [place, cell] of Object.entries(extra)) sheet[place] = { ...sheet[place], ...cell };
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    WBProps: { date1904 },
    Sheets: sheets.map(({ hidden = false }) => ({ Hidden: hidden ? 1 : 0 })),
  };
  const bytes: Buffer = write(book, { type: "buffer", bookType, compression: true });
  return bytes;
}
