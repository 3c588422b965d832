/** Spreadsheets as they come: read exactly, and the hostile ones refused in words. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { openShop } from "./shop-files.ts";
import { type CellOf, letters, number, partsOf, type SheetOf, xlsxOf, zipOf } from "./xlsx-files.ts";

type Shop = ReturnType<typeof openShop>;
const namesIn = (shop: Shop) => shop.db.prepare("SELECT id, name FROM store ORDER BY rowid").raw().all();
const takeFailing = async (content: Uint8Array, kind: ReferenceKind = "store") => {
  const shop = openShop();
  const failure = await shop.take(kind, content).then(
    () => new Error("it was taken"),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  expect(shop.db.prepare("SELECT count(*) FROM import_log").pluck().get()).toBe(0);
  expect(namesIn(shop)).toEqual([]);
  expect(failure).toMatchObject({ code: "file_invalid" });
  return failure.message;
};

describe("a spreadsheet", () => {
  it("is imported as its CSV would be, whatever its name ends in", async () => {
    const shop = openShop();
    const content = xlsxOf([
      ["id", "name", "barcode", "measureUnitId", "price", "costPrice", "deleted", "colour"],
      [
        number("1"),
        "Tea & <milk>",
        "0012",
        number("1"),
        number("2.50"),
        number("1.1000000000000001"),
        number("0"),
        "red",
      ],
      [],
      [number("2"), "شاي", { attributes: 't="inlineStr"', content: "<is><t>6281</t></is>" }],
      ["9007199254740993", "Big", "", "", "79228162514264337593543950335.5"],
    ]);
    const answer = await shop.service.import({ kind: "product", path: shop.put(content, "misnamed.csv") });
    expect(answer).toEqual({
      ...{ added: 3, updated: 0, unchanged: 0, rejected: [], rejectedCount: 0, ignoredColumns: ["colour"] },
    });
    expect(
      shop.db
        .prepare(
          "SELECT id, product_unit.name, barcode, price, cost_price FROM product_unit JOIN product USING (product_key) ORDER BY unit_key",
        )
        .raw()
        .all(),
    ).toEqual([
      [1, "Tea & <milk>", "0012", "2.5", "1.1"],
      [2, "شاي", "6281", null, null],
      ["9007199254740993", "Big", "", "79228162514264337593543950335.5", null],
    ]);
    expect(await shop.take("product", content)).toMatchObject({ added: 0, unchanged: 3 });
  });

  it("gives formulas as last worked out, flags, formatted numbers, rich text and escapes", async () => {
    const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="0000000000000"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    const shop = openShop();
    const answer = await shop.take(
      "product",
      xlsxOf(
        [
          ["id", "name", "barcode", "price", "deleted"],
          [
            { content: "<f>1+0</f><v>1</v>" },
            { attributes: 't="str"', content: "<f>A1&amp;B1</f><v>Made &amp; named</v>" },
            number("12345678905", 1),
            number("1.5E-3"),
            { attributes: 't="b"', content: "<v>1</v>" },
          ],
          [
            number("2"),
            {
              attributes: 't="inlineStr"',
              content: "<is><r><t>Ri</t></r><r><rPr><b/></rPr><t>ch_x0041_</t></r><rPh><t>no</t></rPh></is>",
            },
            number("6.281E12"),
            number("0.30000000000000004"),
          ],
        ],
        { styles },
      ),
    );
    expect(answer).toMatchObject({ added: 2, rejected: [] });
    expect(shop.db.prepare("SELECT name, barcode, price, deleted FROM product_unit").raw().all()).toEqual([
      ["Made & named", "0012345678905", "0.0015", 1],
      ["RichA", "6281000000000", "0.30000000000000004", 0],
    ]);
  });

  it.each([
    [false, "46053.395833333336", "2026-01-31T09:30:00.000Z"],
    [true, "44591.395833333336", "2026-01-31T09:30:00.000Z"],
    [false, "46053", "2026-01-31T00:00:00.000Z"],
  ])("takes a date cell as UTC (1904: %s, %s)", async (date1904, raw, expected) => {
    const shop = openShop();
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>';
    const header = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt".split(
      ",",
    );
    const row = [
      "0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e",
      "USD",
      number("7"),
      "",
      number("1"),
      "",
      "",
      number(raw, 1),
    ];
    expect(await shop.take("taxVoucher", xlsxOf([header, row], { styles, date1904 }))).toMatchObject({
      added: 1,
    });
    expect(shop.db.prepare("SELECT updated_at FROM voucher").pluck().get()).toBe(expected);
  });

  it.each([
    [true, "2957003.9", "2957004"],
    [false, "2958465.9", "2958465.99999999999"],
    [false, "59.5", "60.5"],
  ])(
    "rejects a date after the year 9999 or that never was as a cell, not as a fault (1904: %s)",
    async (date1904, last, wrong) => {
      const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>';
      const rows = [
        ["id", "name"],
        [number("1"), number(last, 1)],
        [number("2"), number(wrong, 1)],
      ];
      expect(await openShop().take("store", xlsxOf(rows, { styles, date1904 }))).toMatchObject({
        added: 1,
        rejected: [{ line: 3, reason: "name: holds a date that there isn't" }],
      });
    },
  );

  it("rejects what a cell can't say exactly, by row number, and takes the others", async () => {
    const shop = openShop();
    const answer = await shop.take(
      "store",
      xlsxOf([
        ["id", "name"],
        [number("9007199254740993"), "A"],
        [number("1"), { attributes: 't="e"', content: "<v>#REF!</v>" }],
        [{ content: "<f>B2</f>" }, "C"],
        [number("1.25E400"), "D"],
        [{ attributes: 't="s"', content: "<v>999</v>" }, "E"],
        [number("6"), "F", "beyond"],
        [number("7"), "Good"],
      ]),
    );
    expect(answer.added).toBe(1);
    expect(answer.rejected).toEqual([
      { line: 2, reason: expect.stringMatching(/^id: holds a number of more than 15 digits/) },
      { line: 3, reason: "name: holds the error #REF!" },
      { line: 4, reason: expect.stringMatching(/^id: holds a formula that was never worked out/) },
      { line: 5, reason: expect.stringMatching(/^id: holds the number 1.25E400/) },
      { line: 6, reason: "id: holds a text that the file doesn't have" },
      { line: 7, reason: "the row has 3 cells where the header has 2" },
    ]);
  });

  it("is read from its first visible sheet, or the one that is named", async () => {
    const shop = openShop();
    const sheets: SheetOf[] = [
      { name: "Notes", state: "hidden", rows: [["nothing"]] },
      {
        name: "First",
        rows: [
          ["id", "name"],
          [number("1"), "one"],
        ],
      },
      {
        name: "متاجر",
        rows: [
          ["id", "name"],
          [number("2"), "two"],
        ],
      },
    ];
    const path = shop.put(zipOf(partsOf(sheets)));
    expect(await shop.service.import({ kind: "store", path })).toMatchObject({ added: 1 });
    await shop.service.import({ kind: "store", path, sheet: "متاجر" });
    expect(namesIn(shop)).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
    await expect(shop.service.import({ kind: "store", path, sheet: "absent" })).rejects.toMatchObject({
      ...{ code: "file_invalid", details: { reason: "no_such_sheet" } },
    });
  });

  it("keeps the rows before a break in its XML, and says where it is", async () => {
    const shop = openShop();
    const sheet = `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row>
      <row r="2"><c><v>1</v></c><c t="inlineStr"><is><t>A</t></is></c></row><row r="3"><c><v>2</c></row>`;
    const answer = await shop.take("store", xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": sheet } }));
    expect(answer).toMatchObject({ added: 1, rejectedCount: 1, rejected: [{ line: 4 }] });
    expect(answer.rejected[0]?.reason).toMatch(/XML is broken.*nothing after row 3 was read/);
  });
});

const text = fc
  .array(fc.constantFrom(...("abZ 09,;\"&<>_x\t=+-@'شاية٢é🫖\n".match(/./gsu) ?? [])), { maxLength: 10 })
  .map((parts) => parts.join(""));
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 9_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(4, "0")}`);
const row = fc.record({
  id: fc.oneof(fc.integer({ min: 0, max: 40 }).map(String), fc.constant("9007199254740993"), text),
  name: text,
  barcode: fc.oneof(fc.constant(""), text),
  price: fc.oneof(decimal, text),
});

it("gives the same as the CSV file with the same cells", async () => {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  // A number that a number cell can hold is put in one.
  const cellOf = (cell: string): CellOf =>
    /^(0|[1-9]\d{0,7})(\.\d+)?$/.test(cell) ? number(cell) : cell.replaceAll("_x", "_x005F_x");
  const header = ["id", "name", "barcode", "price"];
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const table = [header, ...rows.map(({ id, name, barcode, price }) => [id, name, barcode, price])];
      const results = [];
      for (const content of [
        Buffer.from(table.map((cells) => cells.map(quoted).join(",")).join("\n")),
        xlsxOf(table.map((cells) => cells.map(cellOf))),
      ]) {
        const shop = openShop();
        const { rejected, ...counts } = await shop.take("product", content);
        const held = shop.db
          .prepare(
            "SELECT id, product_unit.name, barcode, price FROM product_unit JOIN product USING (product_key) ORDER BY unit_key",
          )
          .raw()
          .all();
        // Lines differ where a cell runs over several; the order and the words don't.
        results.push({ counts, reasons: rejected.map(({ reason }) => reason), held });
      }
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 60 },
  );
});

describe("a hostile spreadsheet", () => {
  const sheet = (xml: string | Uint8Array) => xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": xml } });
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
    ["UTF-16", Buffer.from(`\uFEFF${head}`, "utf16le"), /not UTF-8/],
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
      rejected: [{ line: 2, reason: "column 55 makes the row longer than 1048576 letters" }],
    });
  });

  it.each([
    ["out of order", '<row r="5"/><row r="4"/>', /row "4" stands after row 5/],
    ["beyond the last", '<row r="1048577"/>', /row "1048577"/],
    ["with cells out of order", '<row r="2"><c r="B2"/><c r="A2"/></row>', /cells of row 2 out of order/],
    ["with a cell nowhere", '<row r="2"><c r="7"/></row>', /place is "7"/],
    [
      "of a cell without end",
      `<row r="2"><c t="inlineStr"><is>${"<t>x</t>".repeat(100)}${`<t>${"y".repeat(500_000)}</t>`.repeat(3)}</is></c></row>`,
      /^id: holds more than 32767 letters$/,
    ],
  ])("ends at rows %s", async (_, rows, words) => {
    const answer = await openShop().take("store", sheet(`${head}${rows}</sheetData></worksheet>`));
    expect(answer).toMatchObject({ added: 0, rejectedCount: 1 });
    expect(answer.rejected[0]?.reason).toMatch(words);
  });

  const whole = xlsxOf([
    ["id", "name"],
    [number("1"), "A"],
  ]);
  const compound = (stream: string): Buffer => {
    const bytes = Buffer.alloc(2_048);
    Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
    bytes.writeUInt16LE(9, 30);
    bytes.writeUInt32LE(1, 48);
    Buffer.from(stream, "utf16le").copy(bytes, 1_024 + 128);
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
      /stands in it twice/,
    ],
    ["with an endless name in it", zipOf([{ name: "n".repeat(60_000), data: "1" }]), /says more of a part/],
    ["with a path out of it", zipOf([{ name: "../../x", data: "1" }]), /archive is broken/],
    [
      "with a locked part",
      zipOf(partsOf([{ name: "S", rows: [] }]).map((part) => ({ ...part, says: { flags: 0x801 } }))),
      /password/,
    ],
    ["protected by a password", compound("EncryptedPackage"), /password/],
    ["an old .xls", compound("Workbook"), /old kind \(\.xls\)/],
    [
      "OpenDocument",
      zipOf([
        { name: "mimetype", data: "x", stored: true },
        { name: "content.xml", data: "<a/>" },
      ]),
      /\.ods/,
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

it("names columns as sheets do", () => {
  expect([0, 25, 26, 701, 702, 16_383].map(letters)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
});
