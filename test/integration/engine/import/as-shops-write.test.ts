/** Files as shops have them: numbers, barcodes, separators and titles; and that no row of any of them vanishes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openShop } from "./shop-files.ts";
import { preview, refusedIn, run, type Shop } from "./wizard-steps.ts";

const prices = ({ db }: Shop): unknown[] =>
  db.prepare("SELECT price FROM product_unit ORDER BY unit_key").pluck().all();
const file = (...cells: string[]): string =>
  `id;name;price\n${cells.map((price, at) => `${at + 1};Item ${at};${price}\n`).join("")}`;
const MAPPING = { id: "id", name: "name", price: "price" };

describe("the numbers of a file", () => {
  it.each([
    ["comma", ["1.234,56", "1.234", "12,5", "٣٫٥"], ["1234.56", "1234", "12.5", "3.5"]],
    ["point", ["1,234.56", "1,234", "81.235", "١٬٢٣٤٫٥"], ["1234.56", "1234", "81.235", "1234.5"]],
    ["point", ["81.235", "1.234", "7"], ["81.235", "1.234", "7"]],
    ["comma", ["0,5", "1 234,5", "۱۲٫۵"], ["0.5", "1234.5", "12.5"]],
  ] as const)("are read in one style for all of it: a %s in %j", async (style, cells, read) => {
    const shop = openShop();
    const path = shop.put(file(...cells));
    expect(await preview(shop, { kind: "product", path })).toMatchObject({ numbers: style, undecided: [] });
    expect(await run(shop, { kind: "product", path, mapping: MAPPING })).toMatchObject({ rejectedCount: 0 });
    expect(prices(shop)).toEqual(read);
  });

  it("are decided by the last of them as well, also where the preview shows others", async () => {
    const shop = openShop();
    const path = shop.put(file(...Array.from({ length: 5_000 }, () => "1.234"), "12,5"));
    expect((await preview(shop, { kind: "product", path })).numbers).toBe("comma");
    await run(shop, { kind: "product", path, mapping: MAPPING });
    expect(prices(shop)[0]).toBe("1234");
  });

  it("are asked for where all are like 1,234, and refused where nobody can answer: nothing is written", async () => {
    const shop = openShop();
    const path = shop.put(file("1,234", "5", "2,500"));
    expect(await preview(shop, { kind: "product", path })).toMatchObject({
      numbers: null,
      undecided: ["numbers"],
      numberExamples: [
        { text: "1,234", point: "1234", comma: "1.234" },
        { text: "2,500", point: "2500", comma: "2.5" },
      ],
    });
    await expect(run(shop, { kind: "product", path, mapping: MAPPING })).rejects.toMatchObject({
      code: "file_invalid",
      details: { reason: "numbers_undecided", field: "numbers", choices: ["point", "comma"] },
    });
    expect(prices(shop)).toEqual([]);
    await run(shop, { kind: "product", path, mapping: MAPPING, numbers: "point" });
    expect(prices(shop)).toEqual(["1234", "5", "2500"]);
  });

  it("that don't fit the others reject their rows", async () => {
    const shop = openShop();
    const path = shop.put(file("12.5", "1.5", "12,5"));
    expect((await preview(shop, { kind: "product", path })).undecided).toEqual(["numbers"]);
    const answer = await run(shop, { kind: "product", path, mapping: MAPPING });
    expect(refusedIn(answer)).toEqual([[4, "price: notDecimal"]]);
  });
});

it("a barcode is saved as the scanner sends it, and one that lost its digits is rejected", async () => {
  const shop = openShop();
  const codes = [
    "٦٢٨١٠٠٠٠٠٠٠١٧",
    "628 1000-0000 24",
    "'6281000000031",
    '"=""6281000000048"""',
    "6281000000055.0",
    '"6,281,000,000,062"',
    "AB-12 3",
    "12-34",
    "1.0",
  ];
  const rows = [...codes, "6.281E+12"].map((code, at) => `${at + 1},Item,${code}`);
  const answer = await shop.take("product", `id,name,barcode\n${rows.join("\n")}\n`);
  expect(shop.db.prepare("SELECT barcode FROM product_unit ORDER BY unit_key").pluck().all()).toEqual([
    ...["6281000000017", "6281000000024", "6281000000031", "6281000000048", "6281000000055"],
    ...["6281000000062", "AB-12 3", "12-34", "1.0"],
  ]);
  expect(refusedIn(answer)).toEqual([[11, "barcode: lostDigits"]]);
});

it.each(["62810001 62810002", "6281000000017 / 6281000000024", '"6281000000017,6281000000024"'])(
  "two barcodes in one cell (%s) are not put together to one that no scanner sends",
  async (cell) => {
    const answer = await openShop().take("product", `id,name,barcode\n1,Tea,${cell}\n`);
    expect(refusedIn(answer)).toEqual([[2, "barcode: severalBarcodes"]]);
  },
);

it("a price, a factor or an id in scientific notation is rejected as shortened, whatever its exponent", async () => {
  const shop = openShop();
  const cells = ["1E+3", "1.23457E+11", "1.5e-05", "-2E3", "'1E+03", "٣E+٣"];
  const answer = await shop.take(
    "product",
    `id,name,price\n${cells.map((price, at) => `${at + 1},Item,${price}`).join("\n")}\n9E+2,Item,1\n`,
  );
  expect(answer).toMatchObject({ added: 0, rejectedCount: 7 });
  expect(refusedIn(answer).map(([, codes]) => codes)).toEqual([
    ...cells.map(() => "price: shortened"),
    "id: lostDigits",
  ]);
});

describe("the header row", () => {
  const TITLED = "Price list of March\n\n,Shop,,\nid,name,price\n1,Tea,2.5\nx,Salt,1\n";

  it("is found below titles and blank rows, and the lines named are the file's", async () => {
    const shop = openShop();
    const path = shop.put(TITLED);
    const seen = await preview(shop, { kind: "product", path });
    expect(seen).toMatchObject({ headerRow: 4, missing: [] });
    expect(seen.headRows.slice(0, 3)).toEqual([
      { line: 1, cells: ["Price list of March"] },
      { line: 3, cells: ["", "Shop", "", ""] },
      { line: 4, cells: ["id", "name", "price"] },
    ]);
    const answer = await run(shop, { kind: "product", path });
    expect(answer).toMatchObject({ added: 1, rejected: [{ line: 6 }] });
  });

  it("can be chosen, in the preview and in the import", async () => {
    const shop = openShop();
    const path = shop.put("id,name\nNo,Title\n1,Main\n");
    const mapping = { No: "id", Title: "name" };
    expect(await preview(shop, { kind: "store", path, headerRow: 2 })).toMatchObject({
      headerRow: 2,
      rows: [{ line: 3 }],
    });
    expect(await run(shop, { kind: "store", path, headerRow: 2, mapping })).toMatchObject({ added: 1 });
    await expect(run(shop, { kind: "store", path, headerRow: 9, mapping })).rejects.toThrow(
      /no row is in line 9/,
    );
  });
});

it.each([
  ["pipe", "id|name\n1|Tea, green\n2|Salt\n"],
  ["arabicSemicolon", "id؛name\n1؛Tea\n2؛Salt\n"],
  ["arabicComma", "id،name\n1،Tea\n2،Salt\n"],
  ["semicolon", "sep=;\nid;name\n1;Tea,a\n2;Salt,b\n"],
  ["semicolon", "List,of,stores\nid;name\n1;Tea 1,5 l\n2;Salt\n3;Rice\n"],
] as const)("columns that a %s separates are found", async (delimiter, content) => {
  const shop = openShop();
  const path = shop.put(content);
  expect(await preview(shop, { kind: "store", path })).toMatchObject({ delimiter, missing: [] });
});

it("Excel's line of the separator holds for a file that nobody looks at", async () => {
  expect(await openShop().take("store", "sep=;\r\nid;name\r\n1;Tea\r\n")).toMatchObject({ added: 1 });
});

it("added, updated, unchanged and rejected rows are the rows of the file, whatever is in it", async () => {
  const good = fc.constantFrom("Tea", '"Tea, green"', '""', "شاي", "T\0a", "");
  const stray = fc.constantFrom('"', '"Tea', '6"', 'T"a', '"""');
  const row = fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.oneof({ weight: 3, arbitrary: good }, stray), good)
    .map(([id, name, colour]) => `${id},${name},${colour}`);
  const end = fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\r\n\r\n");
  const title = fc.constantFrom("", "Stores\n", "\n\nStores of March,,\r\n");
  await fc.assert(
    fc.asyncProperty(title, fc.array(fc.tuple(row, end), { maxLength: 20 }), async (above, rows) => {
      // Rows without a zero byte, so that not most of the first lines hold one: such a file is no text.
      const plain = "0,Main,red\n".repeat(rows.length + 1);
      const content = `${above}id,name,colour\n${plain}${rows.flat().join("")}`;
      const answer = await openShop().take("store", content);
      const { added, updated, unchanged, rejectedCount } = answer;
      expect(added + updated + unchanged + rejectedCount).toBe(2 * rows.length + 1);
      const lines = content.split(/\r\n|\n|\r/);
      for (const { line } of answer.rejected) expect(lines[line - 1]).toMatch(/^\d,/);
    }),
    { numRuns: 60 },
  );
});
