/** Opens a sheet of a spreadsheet as a stream of rows. */
import { ImportRefusal } from "../../file-rows.ts";
import type { DataFile } from "../../open-file.ts";
import { type HowToRead, type Known, OF_NO_TEXT, type OpenRows } from "../../opened.ts";
import type { ZipParts } from "../zip-parts.ts";
import type { CellBook } from "./cells.ts";

/** A sheet's XML may be as large as a file. */
const SHEET_BYTES = 2 * 1024 ** 3;

/** The sheet of that name, or the first visible one. Throws an ImportRefusal. */
export function chosenSheet<S extends { name: string; hidden: boolean }>(
  sheets: readonly S[],
  name: string | undefined,
): S {
  const found =
    name === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find((sheet) => sheet.name === name);
  if (found === undefined)
    throw new ImportRefusal("no_such_sheet", `it has no sheet of the name ${JSON.stringify(name)}`);
  return found;
}

/** A text that may be a number which a person wrote. */
export const WRITTEN_NUMBER = /^[^\p{L}]{0,20}[\d٠-٩][.,،][\d٠-٩]/u;
/** In a sheet's XML: a cell that holds its text itself. */
const OWN_TEXT = ['t="str"', 't="inlineStr"'];

/** `known` is filled as the sheets are found. Throws an ImportRefusal. */
export async function openXlsx(
  { bytes, changedAt }: DataFile,
  zip: ZipParts,
  how: Pick<HowToRead, "sheet" | "only">,
  signal: AbortSignal,
  known: Known,
): Promise<OpenRows> {
  const [{ readBook, readTexts }, { readSheetRows }] = await Promise.all([
    import("./book.ts"),
    import("./rows.ts"),
  ]);
  const { sheets, textsPart, formats, date1904 } = await readBook(zip);
  known.sheets = sheets;
  const sheet = chosenSheet(sheets, how.sheet);
  known.sheet = sheet.name;
  const chunks = () => zip.read(sheet.part, SHEET_BYTES);
  const rowsWith = (text: CellBook["text"], headerRow: number | null) =>
    readSheetRows(chunks(), { text, formats, date1904 }, signal, headerRow);
  const { only } = how;
  let highest = -1;
  let hasOwnText = false;
  if (only === undefined) {
    // All of it once, so that a damaged sheet is refused before anything of it is taken in.
    for await (const chunk of chunks()) {
      signal.throwIfAborted();
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      // In UTF-16 each of its signs has a zero byte: what kinds its cells are is then seen row by row.
      hasOwnText ||= bytes.includes(0) || OWN_TEXT.some((attribute) => bytes.includes(attribute));
    }
  } else if (textsPart !== null) {
    let left = only;
    const noted = (index: number): string => {
      highest = Math.max(highest, index);
      return "?";
    };
    for await (const _ of rowsWith(noted, null)) {
      left -= 1;
      if (left <= 0) break;
    }
  }
  const count = only === undefined ? undefined : highest + 1;
  const texts = textsPart === null ? [] : await readTexts(zip, textsPart, signal, count);
  return {
    fileType: "xlsx",
    bytes,
    version: `${bytes} ${changedAt}`,
    ...OF_NO_TEXT,
    sheets,
    sheet: sheet.name,
    rows: (headerRow) => rowsWith((index) => texts[index], headerRow),
    mayNeedStyle: async () => hasOwnText || texts.some((text) => WRITTEN_NUMBER.test(text)),
  };
}
