/** The tables by which the letters of an old .xls file are read. What can't be told is no letter, and never a guess. */
import tables from "iconv-lite";

/** The number by which the library asks for the letters of a file that doesn't name its table. */
export const UNNAMED = 1;
export const NO_LETTER = "\uFFFD";

/** By the numbers of Windows. */
const OTHER_NAMES: ReadonlyMap<number, string> = new Map([
  [1200, "utf16le"],
  [1201, "utf16be"],
  [10006, "macgreek"],
  [10007, "maccyrillic"],
  [10008, "gb2312"],
  [10079, "maciceland"],
  [10081, "macturkish"],
  [20127, "ascii"],
  [65001, "utf8"],
]);
const FIRST_ISO_8859 = 28_590;

function tableOf(page: number): string | null {
  const iso = page - FIRST_ISO_8859;
  const name = OTHER_NAMES.get(page) ?? (iso >= 1 && iso <= 16 ? `iso8859${iso}` : `cp${page}`);
  return [name, String(page)].find((each) => tables.encodingExists(each)) ?? null;
}

const cached = new Map<number, string | null>();
function knownTable(page: number): string | null {
  const table = cached.get(page) ?? tableOf(page);
  cached.set(page, table);
  return table;
}

const ascii = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : NO_LETTER)).join("");

/** A byte that its table doesn't have is no letter, and so is each beyond ASCII where there is no table. */
function decode(page: number | string, data: string | ArrayLike<number>): string {
  const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : Uint8Array.from(data);
  const table = knownTable(Number(page));
  return table === null ? ascii(bytes) : tables.decode(Buffer.from(bytes), table, { stripBOM: false });
}

const encode = (page: number | string, text: string): Buffer =>
  tables.encode(text, knownTable(Number(page)) ?? "ascii");

/** As the library takes them. */
export const codePages = { utils: { decode, encode } };
