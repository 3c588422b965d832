/** Which encoding a file's bytes are found to have, and whether a person is asked. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tables from "iconv-lite";
import { describe, expect, it, onTestFinished } from "vitest";
import { TEXT_ENCODINGS } from "../../../../../contract/channels/file-reading.ts";
import { findEncoding, headText, isOtherText } from "../../../../../main/engine/import/csv/text-encoding.ts";

const le = (text: string): Buffer => Buffer.from(text, "utf16le");
const be = (text: string): Buffer => le(text).swap16();
/** No letter of it has a zero byte. */
const ARABIC = "الاسم،المورد\u061B";

async function found(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "counterside-encoding-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), bytes);
  const file = await open(join(folder, "file"), "r");
  try {
    return await findEncoding(file, bytes.subarray(0, 65_536));
  } finally {
    await file.close();
  }
}

describe("Unicode is certain", () => {
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
    ["utf8", "nothing", Buffer.alloc(0), ""],
    ["utf8", "a stray zero among letters", Buffer.from(`${"a".repeat(60)}\0`), `${"a".repeat(60)}\0`],
  ] as const)("%s: %s", async (encoding, _, bytes, text) => {
    expect(await found(bytes)).toEqual({ encoding, isCertain: true, choices: [] });
    expect(await headText(bytes, encoding)).toBe(text);
  });

  it.each(["id,name\n1,a\0", "id,name\n21,ab\0\n"])(
    "so a stray zero byte in a short text makes no UTF-16 of it: %j",
    async (text) => {
      expect((await found(Buffer.from(text))).encoding).toBe("utf8");
    },
  );

  it("and a few wrong bytes among its lines don't make it another encoding", async () => {
    const bytes = Buffer.concat([Buffer.from("1,شاي\n2,"), Buffer.from([0xd4, 0xc7]), Buffer.from("\n")]);
    expect(await found(bytes)).toMatchObject({ encoding: "utf8", isCertain: true });
  });
});

const ARABIC_GOODS = [
  "شاي أحمد",
  "سكر ناعم",
  "حليب مجفف",
  "زيت الطبخ",
  "أرز بسمتي",
  "معجون طماطم",
  "صابون غسيل",
];
const WESTERN_GOODS = ["Cäsar Salat", "Käse", "Müsli", "Brötchen", "Süßwaren", "Öl", "Gemüse"];
const file = (names: readonly string[]): string =>
  `id,name,price\n${names.map((name, at) => `${at},${name},${at}.5\n`).join("")}`;

describe("letters of one byte", () => {
  it.each([
    ["windows1256", ARABIC_GOODS],
    ["iso88596", ARABIC_GOODS],
    ["cp720", ARABIC_GOODS],
    ["windows1252", WESTERN_GOODS],
  ] as const)("of %s are found, and shown as words", async (encoding, names) => {
    const bytes = tables.encode(file(names), encoding);
    const { choices, encoding: likely } = await found(bytes);
    // Where another reads the very same words, either is right.
    expect(await headText(bytes, likely)).toBe(file(names));
    expect(choices[0]?.words).toContain(
      names
        .join(" ")
        .match(/[^\s]{3,}/gu)
        ?.find((word) => /[^ -~]/.test(word)),
    );
    expect(await headText(bytes, encoding)).toBe(file(names));
  });

  it("of a German list are never read as Arabic ones without a question", async () => {
    const names = [
      ["Cäsar"],
      ["Cäsar", "Tee"],
      WESTERN_GOODS,
      Array.from({ length: 40 }, () => WESTERN_GOODS).flat(),
    ];
    for (const list of names) {
      const { isCertain, choices } = await found(tables.encode(file(list), "windows1252"));
      expect(isCertain).toBe(false);
      expect(choices).toContainEqual({ encoding: "windows1252", words: expect.arrayContaining(["Cäsar"]) });
      expect(choices).toContainEqual({ encoding: "windows1256", words: expect.arrayContaining(["Cنsar"]) });
    }
  });

  it("of a long Arabic list need no question", async () => {
    const long = Array.from({ length: 40 }, () => ARABIC_GOODS).flat();
    expect(await found(tables.encode(file(long), "windows1256"))).toMatchObject({
      encoding: "windows1256",
      isCertain: true,
    });
  });

  it.each([
    ["windows1253", "Γάλα Καφές Ελαιόλαδο Ψωμί Ζάχαρη"],
    ["windows1251", "Чай Сахар Молоко Хлеб Масло"],
    ["cp850", WESTERN_GOODS.join(" ")],
    ["cp864", "ﻯﺎﺷ ﺮﻜﺳ ﺐﻴﻠﺣ"],
  ])("of another encoding, %s, are never certain", async (encoding, words) => {
    const long = Array.from({ length: 40 }, () => words.split(" ")).flat();
    const { isCertain, choices } = await found(tables.encode(file(long), encoding));
    expect(isCertain).toBe(false);
    expect(choices).not.toEqual([]);
  });

  it("are found where they begin far down in the file", async () => {
    const ascii = "1,Tea,2\n".repeat(40_000);
    const bytes = Buffer.concat([Buffer.from(ascii), tables.encode(file(ARABIC_GOODS), "windows1256")]);
    expect(await found(bytes)).toMatchObject({ encoding: "windows1256" });
  });

  it("that are a byte or two in a row are no text of another encoding", async () => {
    expect(isOtherText(await found(Buffer.from([0x31, 0x2c, 0xff, 0xfe, 0x0a])))).toBe(false);
    expect(isOtherText(await found(tables.encode("1,Cäsar\n", "windows1252")))).toBe(true);
  });
});

it.each(TEXT_ENCODINGS)("%s can be read, cut anywhere", async (encoding) => {
  expect(
    await headText(Buffer.from(encoding.startsWith("utf16") ? [0x41, 0, 0x42, 0] : [0x41, 0x42]), encoding),
  ).toHaveLength(2);
});
