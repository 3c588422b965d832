/** Tells by its first bytes what a file is that is no table of text, so that it isn't read as one with junk in it. */

export interface Recognised {
  /** For programs, and for the words on the screen. */
  reason: "other_spreadsheet" | "web_page" | "document" | "program_data";
  /** What it is and what to do, in words that follow "the file can't be imported". */
  words: string;
}

const SAVE = "save it as .xlsx or as CSV in UTF-8 and import that";
const EXPORT = "export the list from the program it comes from, as .xlsx or as CSV in UTF-8, and import that";

const spreadsheet = (what: string): Recognised => ({
  reason: "other_spreadsheet",
  words: `it is a spreadsheet in another format (${what}); open it in its program, ${SAVE}`,
});
const document = (what: string): Recognised => ({
  reason: "document",
  words: `it is ${what} and no table; ${EXPORT}`,
});
const WEB_PAGE: Recognised = {
  reason: "web_page",
  words: `it is a web page (HTML), whatever its name ends with; open it in a spreadsheet program, ${SAVE}`,
};
const programData = (what: string): Recognised => ({
  reason: "program_data",
  words: `it is data for programs (${what}); ${EXPORT}`,
});

export const NUMBERS = spreadsheet(".numbers");
/** A compound document that is no workbook. */
export const OLD_DOCUMENT = document("a document of another program");

const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** The file's first bytes: no header row begins like one of these. */
const BY_BYTES: readonly (readonly [Buffer, Recognised])[] = [
  [Buffer.from("%PDF-"), document("a PDF")],
  [Buffer.from("{\\rtf"), document("a text document (RTF)")],
  [bytes(0x89, 0x50, 0x4e, 0x47), document("a picture")],
  [bytes(0xff, 0xd8, 0xff), document("a picture")],
  [Buffer.from("GIF8"), document("a picture")],
  [bytes(0x49, 0x49, 0x2a, 0), document("a picture")],
  [bytes(0x4d, 0x4d, 0, 0x2a), document("a picture")],
  [Buffer.from("SQLite format 3"), programData("SQLite")],
  [bytes(0x1f, 0x8b), programData("a packed file")],
  [bytes(0x37, 0x7a, 0xbc, 0xaf), programData("a packed file")],
  [Buffer.from("Rar!"), programData("a packed file")],
];

/** Of its first letters, without a mark and blanks before them. */
const BY_TEXT: readonly (readonly [RegExp, Recognised])[] = [
  [/^<(?:!doctype html|html|head|body|table|meta)\b/i, WEB_PAGE],
  [/^TABLE\r?\n0,1\r?\n"/, spreadsheet("DIF")],
  [/^(?:\[\s{0,20}[[{"\]\d]|\{\s{0,20}["}])/, programData("JSON")],
];

const SYLK = spreadsheet("SYLK, .slk");
/** A list may have a column "ID" and one that begins with P: only records of cells make it SYLK. */
const isSylk = (text: string): boolean => text.startsWith("ID;P") && /^C;(?:[XY]\d|K)/m.test(text);

function recogniseXml(text: string): Recognised {
  if (text.includes("urn:schemas-microsoft-com:office:spreadsheet"))
    return spreadsheet("XML Spreadsheet 2003");
  if (text.includes("urn:oasis:names:tc:opendocument"))
    return spreadsheet("OpenDocument as one XML file, .fods");
  if (/<html\b/i.test(text)) return WEB_PAGE;
  return programData("XML");
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
