/** The tables by which the letters of an old .xls file are read. What can't be told is no letter, and never a guess. */
import tables from "iconv-lite";

/** The number by which the library asks for the letters of a file that doesn't name its table. */
export const UNNAMED = 1;
export const NO_LETTER = "\uFFFD";

/** By the numbers of Windows. */
const TABLES: Readonly<Record<number, string>> = {
  720: "cp720",
  864: "cp864",
  1200: "utf16le",
  1201: "utf16be",
  1252: "windows1252",
  1256: "windows1256",
  20127: "ascii",
  28596: "iso88596",
  65001: "utf8",
};

const ascii = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : NO_LETTER)).join("");

/** A byte that its table doesn't have is no letter, and so is each beyond ASCII where there is no table. */
function decode(page: number | string, data: string | ArrayLike<number>): string {
  const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : Uint8Array.from(data);
  const table = TABLES[Number(page)];
  return table === undefined ? ascii(bytes) : tables.decode(Buffer.from(bytes), table, { stripBOM: false });
}

const encode = (page: number | string, text: string): Buffer =>
  tables.encode(text, TABLES[Number(page)] ?? "ascii");

/** As the library takes them. */
export const codePages = { utils: { decode, encode } };
