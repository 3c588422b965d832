/** Tells by its first bytes what a file is that is no table of text, so that it isn't read as one with junk in it. */
import type { ImportProblem } from "../../../contract/english.ts";

type Reason = "other_spreadsheet" | "web_page" | "document" | "program_data";
type Recognised = Extract<ImportProblem, { reason: Reason }>;

/** What such a file is, by its format. */
type Format<R extends Reason> = Extract<ImportProblem, { reason: R; format: unknown }>["format"];
const spreadsheet = (format: Format<"other_spreadsheet">) =>
  ({ reason: "other_spreadsheet", format }) as const;
const document = (format: Format<"document">) => ({ reason: "document", format }) as const;
const programData = (format: Format<"program_data">) => ({ reason: "program_data", format }) as const;
const WEB_PAGE = { reason: "web_page" } as const;

export const NUMBERS = spreadsheet("numbers");
/** A compound document that is no workbook. */
export const OLD_DOCUMENT = document("other");

const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** The file's first bytes: no header row begins like one of these. */
const BY_BYTES: readonly (readonly [Buffer, Recognised])[] = [
  [Buffer.from("%PDF-"), document("pdf")],
  [Buffer.from("{\\rtf"), document("rtf")],
  [bytes(0x89, 0x50, 0x4e, 0x47), document("picture")],
  [bytes(0xff, 0xd8, 0xff), document("picture")],
  [Buffer.from("GIF8"), document("picture")],
  [bytes(0x49, 0x49, 0x2a, 0), document("picture")],
  [bytes(0x4d, 0x4d, 0, 0x2a), document("picture")],
  [Buffer.from("SQLite format 3"), programData("sqlite")],
  [bytes(0x1f, 0x8b), programData("packed")],
  [bytes(0x37, 0x7a, 0xbc, 0xaf), programData("packed")],
  [Buffer.from("Rar!"), programData("packed")],
];

/** Of its first letters, without a mark and blanks before them. */
const BY_TEXT: readonly (readonly [RegExp, Recognised])[] = [
  [/^<(?:!doctype html|html|head|body|table|meta)\b/i, WEB_PAGE],
  [/^TABLE\r?\n0,1\r?\n"/, spreadsheet("dif")],
  [/^(?:\[\s{0,20}[[{"\]\d]|\{\s{0,20}["}])/, programData("json")],
];

const SYLK = spreadsheet("sylk");
/** A list may have a column "ID" and one that begins with P: only records of cells make it SYLK. */
const isSylk = (text: string): boolean => text.startsWith("ID;P") && /^C;(?:[XY]\d|K)/m.test(text);

function recogniseXml(text: string): Recognised {
  if (text.includes("urn:schemas-microsoft-com:office:spreadsheet")) return spreadsheet("xml_2003");
  if (text.includes("urn:oasis:names:tc:opendocument")) return spreadsheet("fods");
  if (/<html\b/i.test(text)) return WEB_PAGE;
  return programData("xml");
}

/** What else than a table of text or a spreadsheet that can be read begins with these bytes; null for a table. */
export function recognise(head: Buffer): Recognised | null {
  const byBytes = BY_BYTES.find(([start]) => head.subarray(0, start.length).equals(start));
  if (byBytes !== undefined) return byBytes[1];
  // Without the mark and the zero bytes of UTF-16: the words looked for are ASCII.
  const text = head
    .subarray(0, 16_384)
    .toString("latin1")
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart();
  if (/^<(?:\?xml\b|!--|[\w:]{1,40}\sxmlns)/.test(text)) return recogniseXml(text);
  if (isSylk(text)) return SYLK;
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
