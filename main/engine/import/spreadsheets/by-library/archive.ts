/** What a library is given of an archive: parts that are checked, because it sets no bounds and believes every count. */
import { CFB } from "@e965/xlsx";
import { isoDate } from "../../../../../contract/values.ts";
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

async function partOf(zip: ZipParts, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(name, MAX_UNPACKED_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A tag with its attributes: no "<" is in one, so each is looked at once. */
const TAG = /<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TAG_NAME = /^<\/?([\w:.-]+)/;
const AN_END = /\s*<\//y;
/** A tag that the library reads as it is written. */
const PLAIN_TAG = /^<[\w:.-]+(?:\s+[\w:.-]+="[^"<>]*")*\s*\/?>$/;
const END_TAG = /^<\/[\w:.-]+\s*>$/;
/** What says how often something is repeated, or how wide it is. */
const IS_COUNT = /^(?:c|.*-(?:repeated|digits|places))$/;
const MAY_COUNT = /(?:[:\s]c|-repeated|-digits|-places)\s*=/;
const PLAIN_NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,4})?$/;
/** What a number of the library keeps for certain, and the most that its shortest text needs. */
export const SURE_DIGITS = 15;
const MOST_DIGITS = 17;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)?$/;
const TIME = /^PT\d{1,4}H\d{1,2}M\d{1,2}(?:\.\d{1,9})?S$/;

/** Marks a text in the place of a cell that can't be taken; no text holds it, for it is no character. */
export const WRONG_CELL = "\uFDD0";
export const WRONG_CODES = ["unreadableNumber", "tooManyDigits", "noSuchDate", "formula"] as const;
type WrongCode = (typeof WRONG_CODES)[number];

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const quotable = (value: string): string => value.replaceAll(">", "&gt;").replaceAll('"', "&quot;");

interface Attribute {
  name: string;
  value: string;
}

const attributesOf = (tag: string): Attribute[] =>
  Array.from(tag.matchAll(ATTRIBUTE), ([, name = "", value, other = ""]) => ({
    name,
    value: value ?? other,
  }));

/** As the library looks them up: by local name, the last one, an extension's only where there is no other. */
function byLocalName(attributes: readonly Attribute[]): Map<string, Attribute> {
  const found = new Map<string, Attribute>();
  for (const attribute of attributes) {
    const local = localName(attribute.name);
    if (!(found.has(local) && attribute.name.slice(0, -local.length - 1).endsWith("ext")))
      found.set(local, attribute);
  }
  return found;
}

const broken = (what: "repeated" | "no_end" | "open_tag"): ImportRefusal =>
  new ImportRefusal({ reason: "broken_sheet", what });

function assertCounts(tag: string): void {
  if (!MAY_COUNT.test(tag)) return;
  for (const { name, value } of attributesOf(tag))
    if (IS_COUNT.test(localName(name)) && !(/^\d{1,7}$/.test(value) && Number(value) <= MOST_TIMES))
      throw broken("repeated");
}

function isDay(text: string): boolean {
  const [, day] = DAY.exec(text) ?? [];
  return day !== undefined && isoDate.safeParse(day).success;
}

/** Whether the library's number would be another one than is written. */
function losesDigits(text: string): boolean {
  const [mantissa = ""] = text.split(/[eE]/, 1);
  const digits = mantissa.replace(/\D/g, "").replace(/^0+/, "");
  const read = Number(text);
  return digits.length > MOST_DIGITS && Number(read.toPrecision(SURE_DIGITS)) !== read;
}

/** Why the library must not be given a cell: it would read a part of it, another value, or nothing at all. */
function wrongWith(attributes: Map<string, Attribute>): WrongCode | null {
  const of = (name: string): string => attributes.get(name)?.value ?? "";
  switch (attributes.get("value-type")?.value) {
    case undefined:
      return attributes.has("formula") ? "formula" : null;
    case "float":
    case "percentage":
    case "currency":
      if (!PLAIN_NUMBER.test(of("value"))) return "unreadableNumber";
      return losesDigits(of("value")) ? "tooManyDigits" : null;
    case "boolean":
      return /^(?:true|false|[01])$/.test(of("boolean-value")) ? null : "unreadableNumber";
    case "date":
      return isDay(of("date-value")) ? null : "noSuchDate";
    case "time":
      return TIME.test(of("time-value")) ? null : "noSuchDate";
    case "string":
    case "error":
      return null;
    default:
      return "unreadableNumber";
  }
}

const rebuilt = (name: string, attributes: readonly Attribute[], isClosed: boolean): string =>
  `<${[name, ...attributes.map((one) => `${one.name}="${quotable(one.value)}"`)].join(" ")}${isClosed ? "/" : ""}>`;

/** A cell as the library understands it: one without a text beside its value is passed over, a wrong one taken. */
function cellFor(tag: string, name: string, isEmpty: boolean): string {
  const all = attributesOf(tag);
  const attributes = byLocalName(all);
  const wrong = wrongWith(attributes);
  const type = attributes.get("value-type");
  const isClosed = tag.endsWith("/>");
  // Nobody needs the formula, and in it the library may see the end of the tag.
  const others = all.filter((one) => localName(one.name) !== "formula");
  if (wrong === null && (type === undefined || !isEmpty)) return rebuilt(name, others, isClosed);
  const end = isClosed ? `</${name}>` : "";
  if (wrong === null) return `${rebuilt(name, others, false)}<text:p></text:p>${end}`;
  const repeated = attributes.get("number-columns-repeated");
  const shown = ["value", "boolean-value", "date-value", "time-value", "value-type"]
    .map((one) => attributes.get(one)?.value ?? "")
    .find((value) => value !== "");
  const text = `${WRONG_CELL}${wrong}${WRONG_CELL}${(shown ?? "").slice(0, 40)}${WRONG_CELL}`;
  const kept = [
    ...(repeated === undefined ? [] : [repeated]),
    { name: type?.name ?? "office:value-type", value: "string" },
  ];
  return `${rebuilt(name, kept, false)}<text:p>${text}</text:p>${end}`;
}

/** Without comments, and with the texts that the library leaves out. */
function plainXml(xml: string): string {
  const OPENING = /<!(?:--|\[CDATA\[)/g;
  const pieces: string[] = [];
  let done = 0;
  for (let found = OPENING.exec(xml); found !== null; found = OPENING.exec(xml)) {
    const isComment = found[0] === "<!--";
    const close = isComment ? "-->" : "]]>";
    const end = xml.indexOf(close, OPENING.lastIndex);
    if (end === -1) throw broken("no_end");
    pieces.push(xml.slice(done, found.index), isComment ? "" : escaped(xml.slice(OPENING.lastIndex, end)));
    done = end + close.length;
    OPENING.lastIndex = done;
  }
  return pieces.length === 0 ? xml : pieces.join("") + xml.slice(done);
}

/**
 * The part as the library reads it right: what it would read otherwise is written plainly or left out, so that nothing
 * has a meaning for it that is not looked at here. Throws ImportRefusal where a count goes beyond a sheet, and where
 * something is no tag.
 */
function readable(part: string): string {
  const xml = plainXml(part);
  let done = 0;
  const assertNoTagIn = (end: number): void => {
    const at = xml.indexOf("<", done);
    if (at !== -1 && at < end) throw broken("open_tag");
  };
  const written = xml.replace(TAG, (tag: string, at: number) => {
    assertNoTagIn(at);
    done = at + tag.length;
    const [, name = ""] = TAG_NAME.exec(tag) ?? [];
    if (tag.startsWith("</")) return name !== "text:s" && END_TAG.test(tag) ? tag : "";
    if (name === "") return "";
    assertCounts(tag);
    const isClosed = tag.endsWith("/>");
    // Blanks, in the only spelling that the library knows.
    if (name === "text:s")
      return `<text:s text:c="${byLocalName(attributesOf(tag)).get("c")?.value ?? "1"}"/>`;
    if (localName(name) === "table-cell") {
      AN_END.lastIndex = done;
      return cellFor(tag, name, isClosed || AN_END.test(xml));
    }
    return PLAIN_TAG.test(tag) ? tag : rebuilt(name, attributesOf(tag), isClosed);
  });
  assertNoTagIn(xml.length);
  return written;
}

/** An OpenDocument spreadsheet as the library reads it. */
async function openDocument(zip: ZipParts): Promise<Map<string, Buffer>> {
  if (zip.has(MANIFEST) && (await partOf(zip, MANIFEST)).includes("encryption-data"))
    throw new ImportRefusal({ reason: "encrypted" });
  const content = readable((await partOf(zip, CONTENT)).toString());
  if (!/<(?:[\w-]+:)?spreadsheet[\s/>]/.test(content)) throw new ImportRefusal(OLD_DOCUMENT);
  const styles = zip.has(STYLES) ? readable((await partOf(zip, STYLES)).toString()) : "<styles/>";
  return new Map([
    [MANIFEST, Buffer.from("<manifest/>")],
    [STYLES, Buffer.from(styles)],
    [CONTENT, Buffer.from(content)],
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
    throw new ImportRefusal({ reason: "too_large_inside", what: "unpacked", most: MAX_UNPACKED_BYTES });
  const archive: unknown = CFB.utils.cfb_new();
  for (const [name, content] of type === "ods" ? await openDocument(zip) : await partsOf(zip))
    CFB.utils.cfb_add(archive, `/${name}`, content, { unsafe: true });
  const bytes: Buffer = CFB.write(archive, { type: "buffer", fileType: "zip" });
  return bytes;
}
