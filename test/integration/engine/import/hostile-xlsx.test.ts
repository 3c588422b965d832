/** Spreadsheets made to do harm, or broken: refused in words, and nothing of them taken in. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openShop } from "./shop-files.ts";
import { number, partsOf, xlsxOf, zipOf } from "./xlsx-files.ts";

const takeFailing = async (content: Uint8Array) => {
  const shop = openShop();
  const failure = await shop.take("store", content).then(
    () => new Error("it was taken"),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  expect(shop.db.prepare("SELECT count(*) FROM import_log").pluck().get()).toBe(0);
  expect(shop.db.prepare("SELECT count(*) FROM store").pluck().get()).toBe(0);
  expect(failure).toMatchObject({ code: "file_invalid" });
  return failure.message;
};

describe("a hostile spreadsheet", () => {
  const sheet = (xml: string | Uint8Array) => xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": xml } });
  /** A sheet that ends before its first row of values. */
  const brokenOff = (because: RegExp) => [
    { code: "brokenOff", params: { because: expect.stringMatching(because) } },
  ];
  const head = '<worksheet><sheetData><row r="1"><c t="str"><v>id</v></c><c t="str"><v>name</v></c></row>';

  it("that unpacks to very much is refused before it is unpacked", async () => {
    const bomb = `${head}${" ".repeat(64 * 1024 * 1024)}</sheetData></worksheet>`;
    expect(await takeFailing(sheet(bomb))).toMatch(/unpacks to more than 250 times its size/);
    expect(
      await takeFailing(
        xlsxOf([["id", "name"]], { replaced: { "xl/workbook.xml": " ".repeat(40_000_000) } }),
      ),
    ).toMatch(/unpacks to 40000000 bytes/);
  });

  it.each([
    ["that says it is smaller than it is", { size: 10 }],
    ["that says it is larger than it is", { size: 1_000_000 }],
    ["with a damaged part", { crc: 1 }],
    ["packed in an unknown way", { method: 12 }],
  ])("%s is refused before a row is taken in", async (_, says) => {
    const parts = partsOf([
      {
        name: "S",
        rows: [
          ["id", "name"],
          [number("1"), "A"],
        ],
      },
    ]).map((part) => (part.name.endsWith("sheet1.xml") ? { ...part, says } : part));
    expect(await takeFailing(zipOf(parts))).toMatch(/archive is broken/);
  });

  it.each([
    [
      "billion laughs",
      `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${head}<row r="2"><c t="str"><v>&b;</v></c></row>`,
      /declares a document type/,
    ],
    ["an outer entity", `<!DOCTYPE l SYSTEM "file:///etc/passwd">${head}`, /declares a document type/],
    [
      "letters of one byte",
      Buffer.from(`${head}<row><c t="str"><v>\u00e4</v></c></row>`, "latin1"),
      /neither UTF-8 nor UTF-16/,
    ],
    ["deep nesting", `<worksheet>${"<a>".repeat(1_000_000)}`, /nested more than 64 deep/],
    [
      "one endless tag",
      `<worksheet><sheetData><row ${"a".repeat(3_000_000)}`,
      /longer than a million letters/,
    ],
    [
      "very many attributes",
      `<worksheet><row ${Array.from({ length: 400_000 }, (_, n) => `a${n}=""`).join(" ")}/>`,
      /longer than a million letters/,
    ],
    ["an unknown entity", `<worksheet><sheetData><row><c t="str"><v>&nbsp;</v></c></row>`, /XML is broken/],
    ["no XML", "just text", /XML is broken/],
    [
      "a column beyond the last",
      `<worksheet><sheetData><row r="1"><c r="XFE1" t="str"><v>id</v></c></row>`,
      /beyond column 16384/,
    ],
    ["no rows", "<worksheet><sheetData/></worksheet>", /it is empty/],
  ])("with %s is refused", async (_, xml, words) => {
    expect(await takeFailing(sheet(xml))).toMatch(words);
  });

  it("of a million columns is refused", async () => {
    const cells = Array.from({ length: 1_000_000 }, (_, n) => `<c t="str"><v>c${n}</v></c>`).join("");
    const xml = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
    expect(await takeFailing(sheet(xml))).toMatch(/header row is broken/);
    const wide = (columns: number) =>
      `id,name,${Array.from({ length: columns }, (_, n) => `c${n}`).join(",")}\n1,A${",".repeat(columns)}\n`;
    await expect(openShop().take("store", wide(1_001))).rejects.toThrow(/more than 1000 cells/);
    const answer = await openShop().take("store", wide(900));
    expect(answer).toMatchObject({ added: 1 });
    expect(answer.ignoredColumns).toHaveLength(200);
  });

  it("with very many far cells takes no more room than its header is wide", async () => {
    const rows = Array.from(
      { length: 50_000 },
      (_, n) => `<row r="${n + 2}"><c r="A${n + 2}"><v>${n}</v></c><c r="XFD${n + 2}"><v>1</v></c></row>`,
    );
    const answer = await openShop().take("store", sheet(`${head}${rows.join("")}</sheetData></worksheet>`));
    expect(answer).toMatchObject({ added: 0, rejectedCount: 50_000 });
  });

  it("with a text that many cells of a row share rejects the row by the letters that it makes", async () => {
    const shared = `<sst><si><t>${"n".repeat(20_000)}</t></si></sst>`;
    const columns = Array.from({ length: 90 }, (_, n) => `<c t="str"><v>c${n}</v></c>`).join("");
    const cells = '<c t="s"><v>0</v></c>'.repeat(90);
    const xml = `<worksheet><sheetData><row r="1"><c t="str"><v>id</v></c><c t="str"><v>name</v></c>${columns}</row><row r="2"><c><v>1</v></c><c t="str"><v>A</v></c>${cells}</row><row r="3"><c><v>2</v></c><c t="str"><v>B</v></c></row></sheetData></worksheet>`;
    const parts = { "xl/worksheets/sheet1.xml": xml, "xl/sharedStrings.xml": shared };
    expect(await openShop().take("store", xlsxOf([], { replaced: parts }))).toMatchObject({
      added: 1,
      rejected: [{ line: 2, problems: [{ code: "rowTooLong", params: { column: 55, most: 1_048_576 } }] }],
    });
  });

  it.each([
    ["out of order", '<row r="5"/><row r="4"/>', brokenOff(/row "4" is after row 5/)],
    ["beyond the last", '<row r="1048577"/>', brokenOff(/row "1048577"/)],
    [
      "with cells out of order",
      '<row r="2"><c r="B2"/><c r="A2"/></row>',
      brokenOff(/cells of row 2 out of order/),
    ],
    ["with a cell nowhere", '<row r="2"><c r="7"/></row>', brokenOff(/place is "7"/)],
    [
      "of a cell without end",
      `<row r="2"><c t="inlineStr"><is>${"<t>x</t>".repeat(100)}${`<t>${"y".repeat(500_000)}</t>`.repeat(3)}</is></c></row>`,
      [
        { column: "id", code: "cellTooLong", params: { most: 32_767 } },
        { column: "name", code: "empty" },
      ],
    ],
  ])("ends at rows %s", async (_, rows, problems) => {
    const answer = await openShop().take("store", sheet(`${head}${rows}</sheetData></worksheet>`));
    expect(answer).toMatchObject({ added: 0, rejectedCount: 1, rejected: [{ problems }] });
  });

  it.each([
    ["name", (bytes: number) => ({ name: "n".repeat(bytes) })],
    ["extra field", (bytes: number) => ({ name: "n", words: { extra: bytes - 1 } })],
    ["comment", (bytes: number) => ({ name: "n", words: { comment: bytes - 1 } })],
    [
      "words together",
      (bytes: number) => ({ name: "n".repeat(1_000), words: { extra: 1_000, comment: bytes - 2_000 } }),
    ],
  ])("may say 4096 bytes of a part by its %s, and not one more", async (_, part) => {
    const honest = partsOf([
      {
        name: "S",
        rows: [
          ["id", "name"],
          [number("1"), "A"],
        ],
      },
    ]);
    const saying = (bytes: number) => zipOf([...honest, { data: "", ...part(bytes) }]);
    expect(await openShop().take("store", saying(4_096))).toMatchObject({ added: 1 });
    expect(await takeFailing(saying(4_097))).toMatch(/says more of a part than there is to say/);
  });

  it.each([
    ["xl/worksheets/sheet1.xml", 2 * 1024 ** 3],
    ["xl/sharedStrings.xml", 512 * 1024 ** 2],
    ["xl/workbook.xml", 32 * 1024 ** 2],
    ["xl/_rels/workbook.xml.rels", 32 * 1024 ** 2],
    ["xl/styles.xml", 32 * 1024 ** 2],
  ])("whose %s says that it unpacks to more than %i bytes is refused by that", async (name, most) => {
    const saying = (size: number) =>
      zipOf(
        partsOf([{ name: "S", rows: [["id", "name"]] }]).map((part) =>
          part.name === name ? { ...part, says: { size } } : part,
        ),
      );
    expect(await takeFailing(saying(most))).toMatch(/unpacks to more than 250 times its size/);
    expect(await takeFailing(saying(most + 1))).toMatch(
      `unpacks to ${most + 1} bytes, more than the ${most} that`,
    );
    // What is small may be packed as tightly as it likes; that this one is lying is seen later.
    expect(await takeFailing(saying(16 * 1024 ** 2 + 1))).toMatch(/unpacks to more than 250 times its size/);
    expect(await takeFailing(saying(16 * 1024 ** 2))).toMatch(/archive is broken/);
  });

  it("may be packed to a 250th of its size, and no tighter", async () => {
    const size = 20_000_000;
    const of = (packed: number) =>
      zipOf(
        partsOf([{ name: "S", rows: [] }], {
          replaced: { "xl/worksheets/sheet1.xml": Buffer.alloc(packed) },
        }).map((part) =>
          part.name.endsWith("sheet1.xml") ? { ...part, stored: true, says: { method: 8, size } } : part,
        ),
      );
    expect(await takeFailing(of(size / 250))).toMatch(/archive is broken/);
    expect(await takeFailing(of(size / 250 - 1))).toMatch(/unpacks to more than 250 times its size/);
  });

  it("of more than ten thousand parts is refused", async () => {
    const honest = partsOf([
      {
        name: "S",
        rows: [
          ["id", "name"],
          [number("1"), "A"],
        ],
      },
    ]);
    const of = (count: number) =>
      zipOf([
        ...honest,
        ...Array.from({ length: count - honest.length }, (_, n) => ({
          name: `p${n}`,
          data: "",
          stored: true,
        })),
      ]);
    expect(await openShop().take("store", of(10_000))).toMatchObject({ added: 1 });
    expect(await takeFailing(of(10_001))).toMatch(/it has 10001 parts/);
  });

  const whole = xlsxOf([
    ["id", "name"],
    [number("1"), "A"],
  ]);
  /** `shift`: the power of two that its sectors are long; the directory is the second of them after the head's. */
  const compound = (stream: string, shift = 9, place = 128): Buffer => {
    const sector = 2 ** shift;
    const bytes = Buffer.alloc(4 * sector);
    Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
    bytes.writeUInt16LE(shift, 30);
    bytes.writeUInt32LE(1, 48);
    Buffer.from(stream, "utf16le").copy(bytes, 2 * sector + place);
    return bytes;
  };
  it.each([
    ["cut off", whole.subarray(0, whole.length - 30), /archive is broken/],
    ["only a beginning", Buffer.from("PK\u0003\u0004rest"), /spreadsheet's archive is broken/],
    ["an empty archive", zipOf([]), /an archive and no spreadsheet/],
    ["another archive", zipOf([{ name: "a.txt", data: "hello" }]), /an archive and no spreadsheet/],
    [
      "with a part twice",
      zipOf([
        { name: "A", data: "1" },
        { name: "a", data: "2" },
      ]),
      /is in it twice/,
    ],
    ["with an endless name in it", zipOf([{ name: "n".repeat(60_000), data: "1" }]), /says more of a part/],
    ["with a path out of it", zipOf([{ name: "../../x", data: "1" }]), /archive is broken/],
    [
      "with a locked part",
      zipOf(partsOf([{ name: "S", rows: [] }]).map((part) => ({ ...part, says: { flags: 0x801 } }))),
      /password/,
    ],
    ["protected by a password", compound("EncryptedPackage"), /password/],
    ["protected by a password, with long sectors", compound("EncryptedPackage", 12), /password/],
    ["protected, as its directory's last words say", compound("EncryptedPackage", 9, 512 - 32), /password/],
    ["an empty .xls", compound("Workbook"), /damaged or of a kind|no table/],
    [
      "an empty .xls that names the package elsewhere",
      compound("EncryptedPackage", 9, 512),
      /damaged or of a kind|no table/,
    ],
    ["of sectors that no such file has", compound("EncryptedPackage", 10), /damaged or of a kind|no table/],
    ["the beginning of an .xls", compound("").subarray(0, 8), /damaged or of a kind|no table/],
    [
      "an empty OpenDocument archive",
      zipOf([
        { name: "mimetype", data: "x", stored: true },
        { name: "content.xml", data: "<a/>" },
      ]),
      /a document of another program/,
    ],
    [
      "without its sheet",
      zipOf(partsOf([{ name: "S", rows: [] }]).filter(({ name }) => !name.includes("sheet1"))),
      /no sheet/,
    ],
  ])("that is %s is refused in words", async (_, content, words) => {
    expect(await takeFailing(content)).toMatch(words);
  });

  it("never makes anything but an answer or a refusal, whatever bytes are turned", async () => {
    const shop = openShop();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (turns) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of turns) bytes[at] = byte;
          const path = shop.put(bytes);
          const tried = await shop.service.import({ kind: "store", path }).catch((error: unknown) => error);
          if (tried instanceof Error) expect(tried).toMatchObject({ code: "file_invalid" });
        },
      ),
      { numRuns: 300 },
    );
  });
});
