/** Spreadsheets as they come, read exactly. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openShop } from "./shop-files.ts";
import { refusedIn } from "./wizard-steps.ts";
import { type CellOf, letters, number, partsOf, type SheetOf, xlsxOf, zipOf } from "./xlsx-files.ts";

type Shop = ReturnType<typeof openShop>;
const namesIn = (shop: Shop) => shop.db.prepare("SELECT id, name FROM store ORDER BY rowid").raw().all();

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
      added: 3,
      updated: 0,
      unchanged: 0,
      rejected: [],
      rejectedCount: 0,
      ignoredColumns: ["colour"],
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

  it("reads a blank shared text, and a cell's own text beside a number", async () => {
    const shop = openShop();
    const answer = await shop.take(
      "product",
      xlsxOf([
        ["id", "name", "barcode"],
        [
          number("1"),
          { attributes: 't="inlineStr"', content: "<v>0</v><is><t>Pen</t></is>" },
          { attributes: 't="s"', content: "<v></v>" },
        ],
        [number("2"), { attributes: 't="inlineStr"', content: "<is><t>Ink</t></is><v>0</v>" }],
      ]),
    );
    expect(answer).toMatchObject({ added: 2, rejected: [] });
    expect(shop.db.prepare("SELECT name, barcode FROM product_unit").raw().all()).toEqual([
      ["Pen", ""],
      ["Ink", ""],
    ]);
  });

  it("counts from 1904 where an extension has an element of the same name", async () => {
    const shop = openShop();
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const extension =
      '<extLst><ext uri="{x}"><x15:workbookPr xmlns:x15="x" chartTrackingRefBase="1"/></ext></extLst>';
    const book = xlsxOf(
      [
        ["id", "name"],
        ["1", number("44591", 0)],
      ],
      { styles, date1904: true, extension },
    );
    expect(await shop.take("store", book)).toMatchObject({ added: 1 });
    expect(shop.db.prepare("SELECT name FROM store").pluck().get()).toBe("2026-01-31T00:00:00.000Z");
  });

  it("rejects TRUE and FALSE in a column that is no flag, with the reason", async () => {
    const shop = openShop();
    const yes = { attributes: 't="b"', content: "<v>1</v>" };
    const answer = await shop.take(
      "store",
      xlsxOf([
        ["id", "name"],
        [yes, "Main"],
      ]),
    );
    expect(answer).toMatchObject({ added: 0, rejectedCount: 1 });
    expect(refusedIn(answer)).toEqual([[2, "id: trueOrFalse"]]);
  });

  it.each([
    [false, "46053.395833333336", "2026-01-31T09:30:00.000Z"],
    [true, "44591.395833333336", "2026-01-31T09:30:00.000Z"],
    [false, "46053", "2026-01-31T00:00:00.000Z"],
    [false, "46053.00000000695", "2026-01-31T00:00:00.001Z"],
    [false, "46053.0000000052", "2026-01-31T00:00:00.000Z"],
    [false, "1", "1900-01-01T00:00:00.000Z"],
    [false, "59", "1900-02-28T00:00:00.000Z"],
    [false, "61", "1900-03-01T00:00:00.000Z"],
    [true, "0", "1904-01-01T00:00:00.000Z"],
    [true, "60", "1904-03-01T00:00:00.000Z"],
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
        rejected: [{ line: 3, problems: [{ column: "name", code: "noSuchDate" }] }],
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
        [number("7"), "G", { attributes: 't="e"', content: "<v>#DIV/0!</v>" }],
        [number("8"), "Good"],
      ]),
    );
    expect(answer.added).toBe(1);
    expect(refusedIn(answer)).toEqual([
      [2, "id: tooManyDigits"],
      [3, "name: cellError"],
      [4, "id: formula"],
      [5, "id: unreadableNumber"],
      [6, "id: lostText"],
      [7, "cells"],
      [8, "cells"],
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
      code: "file_invalid",
      details: { reason: "no_such_sheet" },
      message: expect.stringContaining('it has no sheet of the name "absent"'),
    });
  });

  it("is read where its writer left out the shared texts and the formats, though it speaks of them", async () => {
    const inline = (text: string): CellOf => ({
      attributes: 't="inlineStr"',
      content: `<is><t>${text}</t></is>`,
    });
    const rows = [
      [inline("id"), inline("name")],
      [number("1"), inline("A")],
    ];
    const parts = partsOf([{ name: "S", rows }]);
    const without = (...ends: string[]) =>
      zipOf(parts.filter(({ name }) => !ends.some((end) => name.endsWith(end))));
    for (const content of [
      without("sharedStrings.xml"),
      without("styles.xml"),
      without("sharedStrings.xml", "styles.xml"),
    ])
      expect(await openShop().take("store", content)).toMatchObject({ added: 1, rejectedCount: 0 });
    // A cell that names a text of the absent part is wrong; the file as a whole isn't.
    const lacking = zipOf(
      partsOf([{ name: "S", rows: [...rows, [number("2"), "B"]] }]).filter(
        ({ name }) => !name.endsWith("sharedStrings.xml"),
      ),
    );
    expect(await openShop().take("store", lacking)).toMatchObject({
      added: 1,
      rejected: [{ line: 3, problems: [{ column: "name", code: "lostText" }] }],
    });
  });

  it.each(["x:", "a:", "ns0:", ""])("is read with any prefix of its elements: %j", async (prefix) => {
    const bare = (xml: string): string => xml.replace(/<(\/?)(?=[a-z])/g, `<$1${prefix}`);
    const cells = (...texts: string[]) => texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("");
    const sheet = bare(
      `<worksheet><sheetData><row>${cells("id", "name")}</row><row>${cells("1", "A")}</row></sheetData></worksheet>`,
    );
    const content = xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": sheet } });
    expect(await openShop().take("store", content)).toMatchObject({ added: 1, rejectedCount: 0 });
  });

  it.each([
    ["in one piece", (length: number) => `<is><t>${"n".repeat(length)}</t></is>`],
    [
      "in several pieces",
      (length: number) => `<is><r><t>n</t></r><r><t>${"n".repeat(length - 1)}</t></r></is>`,
    ],
  ])("may have a cell of 32767 letters %s, and not of one more", async (_, written) => {
    const cell = (length: number): CellOf => ({ attributes: 't="inlineStr"', content: written(length) });
    const rows = [
      ["id", "name"],
      [number("1"), cell(1_000)],
      [number("2"), cell(1_001)],
      [number("3"), cell(32_767)],
      [number("4"), cell(32_768)],
    ];
    expect(await openShop().take("store", xlsxOf(rows))).toMatchObject({
      added: 1,
      rejected: [
        { line: 3, problems: [{ column: "name", code: "tooLong", params: { count: 1_000 } }] },
        { line: 4, problems: [{ column: "name", code: "tooLong" }] },
        { line: 5, problems: [{ column: "name", code: "cellTooLong", params: { most: 32_767 } }] },
      ],
    });
  });

  it("may begin with rows that hold nothing but formats and blanks, and have them in between", async () => {
    const empty = { attributes: 's="1"', content: "" };
    const blank = { attributes: 't="str"', content: "<v> </v>" };
    const rows = [
      [empty, empty, empty],
      [blank],
      ["id", "name"],
      [empty, blank, blank],
      [number("1"), "A", empty],
      [blank, "", empty],
    ];
    expect(await openShop().take("store", xlsxOf(rows))).toEqual({
      added: 1,
      updated: 0,
      unchanged: 0,
      rejected: [],
      rejectedCount: 0,
      ignoredColumns: [],
    });
  });

  it("may have rows of as many letters as a CSV file's, and not of one more", async () => {
    const most = 1_048_576 - "2".length - "name".length;
    const columns = Array.from({ length: 40 }, (_, n) => `c${n}`);
    const row = (id: string, letters: number): CellOf[] => {
      const cells = columns.map((_, n) => Math.min(32_000, Math.max(0, letters - n * 32_000)));
      const text = (length: number): CellOf => ({
        attributes: 't="str"',
        content: `<v>${"n".repeat(length)}</v>`,
      });
      return [number(id), "name", ...cells.map(text)];
    };
    const rows = [["id", "name", ...columns], row("1", most), row("2", most + 1), row("3", most)];
    expect(await openShop().take("store", xlsxOf(rows))).toMatchObject({
      added: 2,
      rejected: [{ line: 3, problems: [{ code: "rowTooLong", params: { column: 35, most: 1_048_576 } }] }],
    });
  });

  it("is seen with a thousand sheets at most, of which only those of cells count", async () => {
    const workbook = (sheets: string): string =>
      `<workbook xmlns:r="r"><sheets>${sheets}</sheets><externalReferences><externalReference name="no" r:id="rId1"/></externalReferences></workbook>`;
    const seen = async (sheets: string) => {
      const shop = openShop();
      const rows = [["id", "name"]];
      const path = shop.put(xlsxOf(rows, { replaced: { "xl/workbook.xml": workbook(sheets) } }));
      const looked = await shop.service.preview({ kind: "store", path });
      return looked.sheets.map(({ name }) => name);
    };
    const sheet = (n: number): string => `<sheet name="S${n}" r:id="rId1"/>`;
    const names = (count: number) => Array.from({ length: count }, (_, n) => `S${n}`);
    const xml = (count: number) => Array.from({ length: count }, (_, n) => sheet(n)).join("");
    expect(
      await seen(
        `<sheet name="styles" r:id="rIdS"/><sheet name="nowhere" r:id="rId9"/><sheet name="none"/>${xml(1)}`,
      ),
    ).toEqual(["S0"]);
    expect(await seen(xml(1_000))).toEqual(names(1_000));
    expect(await seen(xml(1_001))).toEqual(names(1_000));
  });

  it("keeps the rows before a break in its XML, and says where it is", async () => {
    const shop = openShop();
    const sheet = `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row>
      <row r="2"><c><v>1</v></c><c t="inlineStr"><is><t>A</t></is></c></row><row r="3"><c><v>2</c></row>`;
    const answer = await shop.take("store", xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": sheet } }));
    expect(answer).toMatchObject({ added: 1, rejectedCount: 1, rejected: [{ line: 4 }] });
    expect(answer.rejected[0]?.problems).toEqual([
      {
        column: null,
        code: "brokenOff",
        params: { row: 3, because: expect.stringMatching(/XML is broken/) },
      },
    ]);
  });
});

const text = fc
  .array(fc.constantFrom(...("abZ 09,;\"&<>_x\t=+-@'شاية٢é🫖\n".match(/./gsu) ?? [])), { maxLength: 10 })
  // In a cell of several lines separators would look like rows of their own.
  .map((parts) => (parts.includes("\n") ? parts.filter((part) => part !== ",") : parts).join(""));
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 9_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(4, "0")}`);
const row = fc.record({
  id: fc.oneof(fc.integer({ min: 0, max: 40 }).map(String), fc.constant("9007199254740993"), text),
  name: text,
  barcode: fc.oneof(fc.constant(""), text),
  // A comma says how a file's texts are written, and a number cell doesn't.
  price: fc.oneof(
    decimal,
    text.map((cell) => cell.replaceAll(",", "")),
  ),
});

it("a spreadsheet whose parts are in UTF-16 is read, and its texts of numbers are looked at", async () => {
  const shop = openShop();
  const wide = (xml: string) => Buffer.from(`\uFEFF${xml}`, "utf16le");
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = [
    cell("A1", "id") + cell("B1", "name") + cell("C1", "price"),
    cell("a2", "1") + cell("b2", "شاي") + cell("c2", "1,234"),
  ];
  const sheet = `<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData>${rows.map((cells) => `<row>${cells}</row>`).join("")}</sheetData></worksheet>`;
  const path = shop.put(xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": wide(sheet) } }));
  const order = { kind: "product" as const, path };
  await expect(shop.service.import(order)).rejects.toMatchObject({
    details: { reason: "numbers_undecided" },
  });
  expect(await shop.service.import({ ...order, numbers: "point" })).toMatchObject({ added: 1 });
});

it.each(["Index/Document.iwa", "List.numbers/Index.zip", "buildVersionHistory.plist"])(
  "a file of Numbers is recognised as one, by its part %s",
  async (name) => {
    const tried = openShop().take("store", zipOf([{ name, data: "x" }]));
    await expect(tried).rejects.toMatchObject({ details: { reason: "other_spreadsheet" } });
  },
);

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
        // Lines differ where a cell runs over several; the order and the reasons don't.
        results.push({ counts, problems: rejected.map(({ problems }) => problems), held });
      }
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 60 },
  );
});

it("names columns as sheets do", () => {
  expect([0, 25, 26, 701, 702, 16_383].map(letters)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
});
