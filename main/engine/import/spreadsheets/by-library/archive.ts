/** What a library is given of an archive: parts that are checked, because it sets no bounds and believes every count. */
import { CFB } from "@e965/xlsx";
import { ImportRefusal } from "../../file-rows.ts";
import { OLD_DOCUMENT } from "../../recognise.ts";
import { openZip, type ZipParts } from "../zip-parts.ts";

/** Of all parts together, unpacked. */
const MAX_UNPACKED_BYTES = 192 * 1024 * 1024;
const CONTENT = "content.xml";
const STYLES = "styles.xml";
const MANIFEST = "META-INF/manifest.xml";
/** Of a sheet's rows, by the format's own definition. */
const MOST_TIMES = 1_048_576;

export const tooLarge = (words: string): ImportRefusal =>
  new ImportRefusal(
    "too_large_inside",
    `${words}; save the sheet as .xlsx or as CSV in UTF-8 and import that`,
  );

async function partOf(zip: ZipParts, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(name, MAX_UNPACKED_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** How often something is repeated, or how wide it is. */
const COUNT = /(?:-repeated|:c|-digits|-places)\s{0,9}=\s{0,9}["']?([^"'\s<>]{0,20})/g;
/** A value of which the library would read a part, or another one. */
const NO_NUMBER =
  /<(?:[^\s<>/:"]+:)?table-cell(?=\s[^<>]*value-type=["'](?:float|percentage|currency)["'])\s[^<>]*?[\s:]value=["'](?!["']|-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?["'])/;
const NO_BOOLEAN = /boolean-value=["'](?!(?:true|false|[01])["'])/;
/** Blanks, in the only spelling that the library knows. */
const BLANKS = /<text:s(?:\s+text:c=(?:"(\d+)"|'(\d+)'))?\s*(?:\/>|>\s*<\/text:s>)/g;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
/** A cell with a value and no text beside it, which the library passes over. */
const WITHOUT_TEXT = /<((?:[^\s<>/:"]+:)?table-cell)(\s[^<>]*value-type=[^<>]*?)(?:\/>|>\s*<\/\1>)/g;

function assertCounts(xml: string): void {
  for (const [, count = ""] of xml.matchAll(COUNT))
    if (!/^\d{1,7}$/.test(count) || Number(count) > MOST_TIMES)
      throw new ImportRefusal("broken_sheet", "the sheet is broken (cells are repeated beyond its end)");
}

/** An OpenDocument spreadsheet as the library reads it. */
async function openDocument(zip: ZipParts): Promise<Map<string, Buffer>> {
  if (zip.has(MANIFEST) && (await partOf(zip, MANIFEST)).includes("encryption-data"))
    throw new ImportRefusal(
      "encrypted",
      "the spreadsheet is protected by a password; save it without one and import that",
    );
  // The library leaves this kind of text out.
  const content = (await partOf(zip, CONTENT)).toString().replace(CDATA, (_, text: string) => escaped(text));
  if (!/<(?:[\w-]+:)?spreadsheet[\s/>]/.test(content))
    throw new ImportRefusal(OLD_DOCUMENT.reason, OLD_DOCUMENT.words);
  const styles = zip.has(STYLES) ? await partOf(zip, STYLES) : Buffer.from("<styles/>");
  assertCounts(content);
  assertCounts(styles.toString());
  if (NO_NUMBER.test(content) || NO_BOOLEAN.test(content))
    throw new ImportRefusal("broken_sheet", "the sheet is broken (a cell's value isn't of its type)");
  return new Map([
    [MANIFEST, Buffer.from("<manifest/>")],
    [STYLES, styles],
    [
      CONTENT,
      Buffer.from(
        content
          .replace(WITHOUT_TEXT, "<$1$2><text:p></text:p></$1>")
          .replace(BLANKS, (_, one = "1", other = one) => `<text:s text:c="${other}"/>`),
      ),
    ],
  ]);
}

/** The parts of another archive that the library may need. */
async function partsOf(zip: ZipParts): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  for (const { name } of zip.list())
    if (/\.(?:xml|bin|rels)$/i.test(name)) parts.set(name, await partOf(zip, name));
  return parts;
}

/** The archive with its parts unpacked and checked by our own reader. Throws ImportRefusal. */
export async function unpacked(file: number, type: "xlsb" | "ods"): Promise<Buffer> {
  const zip = await openZip(file);
  const parts = zip.list().filter(({ name }) => /\.(?:xml|bin|rels)$/i.test(name));
  if (parts.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UNPACKED_BYTES)
    throw tooLarge(`it unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
  const archive: unknown = CFB.utils.cfb_new();
  for (const [name, content] of type === "ods" ? await openDocument(zip) : await partsOf(zip))
    CFB.utils.cfb_add(archive, `/${name}`, content, { unsafe: true });
  const bytes: Buffer = CFB.write(archive, { type: "buffer", fileType: "zip" });
  return bytes;
}
