import { expect, it } from "vitest";
import { encodingOf, headText } from "../../../../main/engine/reference-data/text-encoding.ts";

const le = (text: string): Buffer => Buffer.from(text, "utf16le");
const be = (text: string): Buffer => le(text).swap16();
/** No letter of it has a zero byte. */
const ARABIC = "الاسم،المورد\u061B";

it.each([
  ["utf16le", "Arabic alone, by its mark", le(`\uFEFF${ARABIC}`), ARABIC],
  ["utf16be", "Arabic alone, by its mark", be(`\uFEFF${ARABIC}`), ARABIC],
  ["utf16le", "nothing but its mark", le("\uFEFF"), ""],
  ["utf16be", "nothing but its mark", be("\uFEFF"), ""],
  ["utf16le", "signs without a mark", le("id,name\n"), "id,name\n"],
  ["utf16be", "signs without a mark", be("id,name\n"), "id,name\n"],
  ["utf16le", "mostly Arabic without a mark", le(`${ARABIC},a\n`), `${ARABIC},a\n`],
  ["utf16be", "mostly Arabic without a mark", be(`${ARABIC},a\n`), `${ARABIC},a\n`],
  ["utf8", "its mark", Buffer.from(`\uFEFF${ARABIC}`), ARABIC],
  ["utf8", "no mark", Buffer.from(ARABIC), ARABIC],
  ["utf8", "a letter that is cut off", Buffer.from(ARABIC).subarray(0, 7), "الا\uFFFD"],
  ["utf8", "nothing", Buffer.alloc(0), ""],
  ["utf8", "zeros on both sides, as no text has them", Buffer.from([0, 0, 0xff, 0x41]), "\0\0\uFFFDA"],
  ["utf8", "a stray zero among letters", Buffer.from(`${"a".repeat(60)}\0`), `${"a".repeat(60)}\0`],
  ["windows1256", "bytes that are no UTF-8", Buffer.from([0xc7, 0xe1, 0x2c]), "ال,"],
  ["windows1256", "half of UTF-16's mark", Buffer.from([0xff, 0x41, 0xfe]), "ےA\u200F"],
  ["windows1256", "the other half of it", Buffer.from([0xfe, 0x41, 0xff]), "\u200FAے"],
] as const)("a file's beginning is read as %s: %s", (encoding, _, head, text) => {
  expect(encodingOf(head)).toBe(encoding);
  expect(headText(head, encoding)).toBe(text);
});
