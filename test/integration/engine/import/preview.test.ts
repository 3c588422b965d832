/** A look into a file before it is imported: its columns, a guessed mapping, its first rows and what is wrong in them. */
import { describe, expect, it } from "vitest";
import { openShop } from "./shop-files.ts";
import { codesOf, dump, preview, run } from "./wizard-steps.ts";
import { number, partsOf, xlsxOf, zipOf } from "./xlsx-files.ts";

describe("a look into a file", () => {
  it("shows columns, a guessed mapping, rows and each cell's problem, and writes nothing", async () => {
    const shop = openShop();
    const path = shop.put(
      "\uFEFFرقم الصنف;اسم الصنف;Bar_Code;سعر البيع;Deleted;;Name\n1;شاي;0012;2.50;0;x;y\n\nx;;;1,5x;maybe;;\n3;A\n",
    );
    const before = dump(shop);
    const seen = await preview(shop, { kind: "product", path });
    expect(seen).toMatchObject({
      fileType: "csv",
      delimiter: "semicolon",
      sheets: [],
      sheet: null,
      columnCount: 7,
      missing: [],
      broken: null,
      mapping: {
        "رقم الصنف": "id",
        Name: "name",
        Bar_Code: "barcode",
        "سعر البيع": "price",
        Deleted: "deleted",
      },
    });
    expect(seen.header.map(({ name }) => name)).toEqual([
      ...["رقم الصنف", "اسم الصنف", "Bar_Code", "سعر البيع", "Deleted", "(column 6)", "Name"],
    ]);
    expect(seen.columns.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(["id", "name"]);
    expect(seen.rows.map(({ line, problems }) => [line, codesOf(problems)])).toEqual([
      [2, ""],
      [4, "id: notWhole; name: empty; price: notDecimal; deleted: notMark"],
      [5, "cells"],
    ]);
    expect(seen.rows[0]?.cells).toEqual(["1", "شاي", "0012", "2.50", "0", "x", "y"]);
    expect(seen.rows[0]?.values).toContainEqual({ column: "price", value: "2.5", problem: null });
    expect(seen.rows[1]?.values.map(({ column, problem }) => [column, problem])).toEqual([
      ["id", { code: "notWhole", params: { cell: '"x"' } }],
      ["name", { code: "empty", params: {} }],
      ["barcode", null],
      ["price", { code: "notDecimal", params: { cell: '"1,5x"', example: "81.235" } }],
      ["deleted", { code: "notMark", params: { cell: '"maybe"' } }],
    ]);
    expect(dump(shop)).toEqual(before);
    expect(shop.events).toEqual([]);
  });

  it("shows a spreadsheet's sheets and the first rows of the one that is named, however many there are", async () => {
    const shop = openShop();
    const many = Array.from({ length: 3_000 }, (_, n) => [number(String(n)), `name ${n}`]);
    const content = zipOf(
      partsOf([
        { name: "Cover", state: "veryHidden", rows: [["x"]] },
        {
          name: "Stores",
          rows: [
            ["Store No.", "STORE_NAME"],
            [number("1"), { attributes: 't="e"', content: "<v>#N/A</v>" }],
            ...many,
          ],
        },
        { name: "Empty", rows: [] },
      ]),
    );
    const path = shop.put(content, "stores.xlsx");
    const seen = await preview(shop, { kind: "store", path });
    expect(seen).toMatchObject({
      fileType: "xlsx",
      bytes: content.length,
      delimiter: null,
      sheet: "Stores",
      sheets: [
        { name: "Cover", hidden: true },
        { name: "Stores", hidden: false },
        { name: "Empty", hidden: false },
      ],
      mapping: { "Store No.": "id", STORE_NAME: "name" },
    });
    expect(seen.rows).toHaveLength(20);
    expect(seen.rows[0]).toMatchObject({
      line: 2,
      cells: ["1", ""],
      problems: [{ column: "name", code: "cellError" }],
    });
    expect(seen.rows[1]).toMatchObject({ cells: ["0", "name 0"], problems: [] });
    await expect(preview(shop, { kind: "store", path, sheet: "Empty" })).rejects.toThrow(/it is empty/);
    await expect(preview(shop, { kind: "store", path, sheet: "None" })).rejects.toThrow(
      /no sheet of the name/,
    );
  });

  it("asks how numbers are written where a spreadsheet's cells hold their texts themselves", async () => {
    const shop = openShop();
    const own = (words: string) => ({ attributes: 't="inlineStr"', content: `<is><t>${words}</t></is>` });
    const rows = [
      ["id", "name", "price"],
      [own("1"), own("Tea"), own("1,234")],
    ];
    const path = shop.put(xlsxOf(rows), "own.xlsx");
    expect(await preview(shop, { kind: "product", path })).toMatchObject({
      numbers: null,
      undecided: ["numbers"],
      numberExamples: [{ text: "1,234", point: "1234", comma: "1.234" }],
    });
  });

  it("takes a mapping and a delimiter as given, and says what is missing", async () => {
    const shop = openShop();
    const path = shop.put("a\tb,c\n1\tx,y\n");
    expect(await preview(shop, { kind: "store", path })).toMatchObject({
      delimiter: "comma",
      mapping: {},
      missing: ["id", "name"],
    });
    const seen = await preview(shop, {
      kind: "store",
      path,
      delimiter: "tab",
      mapping: { a: "id", "b,c": "name", gone: null },
    });
    expect(seen).toMatchObject({
      delimiter: "tab",
      missing: [],
      rows: [{ problems: [], cells: ["1", "x,y"] }],
    });
  });

  it("finds the columns below blank rows, and the lines are the file's", async () => {
    const shop = openShop();
    const seen = await preview(shop, { kind: "store", path: shop.put(",,\n,,\nid,name\n1,A\n") });
    expect(seen).toMatchObject({ missing: [], rows: [{ line: 4, cells: ["1", "A"], problems: [] }] });
  });

  it("shows the rows around an open quote, and bounds what is wide", async () => {
    const shop = openShop();
    const seen = await preview(shop, { kind: "store", path: shop.put('id,name\n1,A\n2,"open\n3,C\n') });
    expect(seen.rows.map(({ line, problems }) => [line, codesOf(problems)])).toEqual([
      [2, ""],
      [3, "openQuote"],
      [4, ""],
    ]);
    const wide = `id,name,${Array.from({ length: 900 }, (_, n) => `c${n}`).join(",")}\n1,${"x".repeat(5_000)}${",".repeat(900)}`;
    const cut = await preview(shop, { kind: "store", path: shop.put(wide) });
    expect(cut.columnCount).toBe(902);
    expect(cut.header).toHaveLength(500);
    expect(JSON.stringify(cut).length).toBeLessThan(40_000);
  });

  it.each([
    [
      "a column that the kind doesn't have",
      { id: "rate" },
      { field: "mapping.id", reason: "unknown_choice", params: { choices: "id, name" } },
    ],
    ["one column twice", { a: "id", b: "id" }, { field: "mapping.b", reason: "taken", params: {} }],
  ])("refuses a mapping of %s, as the import does", async (_, mapping, issue) => {
    const shop = openShop();
    const input = { kind: "store", path: shop.put("a,b\n"), mapping } as const;
    await expect(preview(shop, input)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(run(shop, input)).rejects.toMatchObject({ details: { issues: [issue] } });
  });
});

describe("guessing", () => {
  it.each([
    [
      "product",
      "Item Code,Item Name,EAN-13,UOM,Retail Price,Unit Cost,is deleted",
      ["id", "name", "barcode", "measureUnitId", "price", "costPrice", "deleted"],
    ],
    [
      "product",
      "كود الصنف,الصنف,الباركود,الوحدة,السعر,سعر التكلفه,محذوف",
      ["id", "name", "barcode", "measureUnitId", "price", "costPrice", "deleted"],
    ],
    ["measureUnit", "Unit ID,Unit,Base Unit,Conversion Factor", ["id", "name", "baseUnitId", "factor"]],
    [
      "measureUnit",
      "رقم الوحدة,اسم الوحدة,الوحدة الأساسية,معامل التحويل",
      ["id", "name", "baseUnitId", "factor"],
    ],
    ["account", "account_no,Account Name,Account Type", ["id", "name", "type"]],
    ["currency", "Currency Code,Currency Name,Decimals", ["id", "name", "digits"]],
    ["exchangeRate", "From,To,Exchange rate", ["fromCurrencyId", "toCurrencyId", "rate"]],
    ["exchangeRate", "من عملة,إلى عملة,سعر الصرف", ["fromCurrencyId", "toCurrencyId", "rate"]],
    ["permission", "الرقم,الصلاحية", ["id", "name"]],
    [
      "taxVoucher",
      "Serial No,Currency,Amount,Remarks,Status,Created By,Device,Last Updated",
      ["serialNo", "currencyId", "amount", "note", "status", "creatorUserId", "creatorDeviceId", "updatedAt"],
    ],
  ] as const)("knows a %s file's %s", async (kind, header, expected) => {
    const shop = openShop();
    const { mapping } = await preview(shop, {
      kind,
      path: shop.put(`${header}
`),
    });
    expect(header.split(",").map((name) => mapping[name] ?? null)).toEqual(expected);
  });
});

it("imports by a mapping: only what is mapped, with the delimiter that the header shows", async () => {
  const shop = openShop();
  const path = shop.put("no;label;name\n7;Till;wrong\n");
  expect(
    await run(shop, { kind: "store", path, mapping: { no: "id", label: "name", name: null } }),
  ).toMatchObject({
    added: 1,
    ignoredColumns: ["name"],
  });
  expect(shop.db.prepare("SELECT name FROM store").pluck().all()).toEqual(["Till"]);
  await expect(run(shop, { kind: "store", path, mapping: { no: "id" } })).rejects.toThrow(
    /the column "name" is missing/,
  );
  await expect(run(shop, { kind: "store", path, mapping: { no: "id", x: "name" } })).rejects.toThrow(
    /"x" of the mapping is not in it/,
  );
});
