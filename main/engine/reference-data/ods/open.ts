/** Opens a sheet of an OpenDocument spreadsheet as a stream of rows. */
import { ImportRefusal } from "../file-rows.ts";
import type { DataFile } from "../open-file.ts";
import { type HowToRead, type Known, OF_NO_TEXT, type OpenRows } from "../opened.ts";
import { OLD_DOCUMENT } from "../recognise.ts";
import { chosenSheet, SHEET_BYTES, WRITTEN_NUMBER } from "../xlsx/open.ts";
import { readXml } from "../xml-reader.ts";
import type { ZipParts } from "../zip-parts.ts";
import { OdsFormats } from "./formats.ts";
import { readContents, readOdsRows } from "./rows.ts";

const CONTENT = "content.xml";
const STYLES = "styles.xml";
const MANIFEST = "META-INF/manifest.xml";
const SMALL_PART_BYTES = 32 * 1024 * 1024;
const MAX_SHEETS = 1_000;

/** The directory of the archive says of each part whether it is encrypted. */
async function assertPlain(zip: ZipParts): Promise<void> {
  if (!zip.has(MANIFEST)) return;
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(MANIFEST, SMALL_PART_BYTES)) chunks.push(chunk);
  if (Buffer.concat(chunks).includes("encryption-data"))
    throw new ImportRefusal(
      "encrypted",
      "the spreadsheet is protected by a password; save it without one and import that",
    );
}

/** `known` is filled as the sheets are found. Throws an ImportRefusal. */
export async function openOds(
  { bytes, changedAt }: DataFile,
  zip: ZipParts,
  how: Pick<HowToRead, "sheet">,
  signal: AbortSignal,
  known: Known,
): Promise<OpenRows> {
  await assertPlain(zip);
  const formats = new OdsFormats();
  if (zip.has(STYLES))
    await readXml(zip.read(STYLES, SMALL_PART_BYTES), {
      open: (element, attributes) => formats.open(element, attributes),
      close: (element) => formats.close(element),
      text: () => undefined,
    });
  let mayNeedStyle = false;
  const noteText = (text: string): void => {
    mayNeedStyle ||= WRITTEN_NUMBER.test(text);
  };
  const chunks = () => zip.read(CONTENT, SHEET_BYTES);
  const { sheets: all, isSpreadsheet } = await readContents(chunks(), formats, noteText, signal);
  if (!isSpreadsheet) throw new ImportRefusal(OLD_DOCUMENT.reason, OLD_DOCUMENT.words);
  const sheets = all.slice(0, MAX_SHEETS);
  known.sheets = sheets;
  if (sheets.length === 0)
    throw new ImportRefusal("no_sheet", "the spreadsheet has no sheet with cells in it");
  const { name } = chosenSheet(sheets, how.sheet);
  known.sheet = name;
  return {
    fileType: "ods",
    bytes,
    version: `${bytes} ${changedAt}`,
    ...OF_NO_TEXT,
    sheets,
    sheet: name,
    rows: (headerRow) => readOdsRows(chunks(), name, headerRow, formats, signal),
    mayNeedStyle: async () => mayNeedStyle,
  };
}
