/** A real file for each reason to refuse a row. */
import { describe, expect, it } from "vitest";
import type { List } from "../../../../contract/lists.ts";
import { type RowProblem, type RowReason, rowReason } from "../../../../contract/reasons/row-reason.ts";
import { MAX_FORMAT_LETTERS, MAX_ROW_LETTERS } from "../../../../main/engine/import/file-rows.ts";
import { MOST_PRODUCT_NAMES, MOST_PRODUCT_ROWS } from "../../../../main/engine/mirror/lists/product-crowd.ts";
import { MOST_PURCHASE_LINES } from "../../../../main/engine/mirror/lists/purchase-rows.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { openShop } from "./shop-files.ts";
import { preview, run } from "./wizard-steps.ts";
import { type CellOf, number, xlsxOf } from "./xlsx-files.ts";

type Code = RowReason["code"];
const ALL: readonly Code[] = rowReason.options.flatMap(({ shape: { code } }) => [...code.options]);
/** Those that need a file of many megabytes, or of an old format: tested beside their bounds and their reader. */
const ELSEWHERE: readonly Code[] = ["fileTooLong", "unknownLetters"];
const met = new Set<Code>(ELSEWHERE);

/** All that is wrong with the file's first refused row. */
async function problemsOf(kind: List, content: string | Uint8Array): Promise<RowProblem[]> {
  const { rejected } = await openShop().take(kind, content);
  const problems = rejected[0]?.problems ?? [];
  for (const { code } of problems) met.add(code);
  return problems;
}
const csv = (header: string, row: string): string => `${header}\n${row}\n`;
const stores = (id: CellOf, name: CellOf, styles = ""): Uint8Array =>
  xlsxOf(
    [
      ["id", "name"],
      [id, name],
    ],
    styles === "" ? {} : { styles },
  );

const VOUCHER = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt";
const TIME = "2026-01-01T00:00:00.000Z";
const UUID = "3f2a0000-0000-4000-8000-000000000001";
const voucher = (serialNo: string, updatedAt: string) => `${serialNo},USD,1,,1,,,${updatedAt}`;
const RATE = "fromCurrencyId,toCurrencyId,rate";
const UNIT = "id,name,baseUnitId,factor";
const BOUGHT =
  "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,productionAt,expiryAt";
const bought = (date: string, productionAt = "", expiryAt = "") =>
  `P-1,${date},1101,YER,1001,1,2,${productionAt},${expiryAt}`;
const STOCK = "productId,measureUnitId,storeId,quantity,productionAt,expiryAt";
const products = (rows: number, name: (n: number) => string) =>
  csv("id,name,barcode", Array.from({ length: rows }, (_, n) => `1,${name(n)},${n}`).join("\n"));

type Expected = { [C in Code]: { column: string | null; code: C; params?: object } }[Code];

describe("a row is refused", () => {
  it.each<[List, string, string, Expected]>([
    ["store", "id,name", ",x", { column: "id", code: "empty" }],
    [
      "store",
      "id,name",
      `1,${"x".repeat(1_001)}`,
      { column: "name", code: "tooLong", params: { count: 1_000 } },
    ],
    ["store", "id,name", '1,"a\nb"', { column: "name", code: "severalLines" }],
    ["store", "id,name", "1,a\u0007b", { column: "name", code: "controlCharacter" }],
    ["store", "id,name", "1.5,x", { column: "id", code: "notWhole", params: { cell: '"1.5"' } }],
    ["store", "id,name", "1,x,y", { column: null, code: "cells", params: { count: 3, header: 2 } }],
    ["store", "id,name", "1,\uFFFD", { column: null, code: "notUtf8" }],
    ["store", "id,name,x", "1,x,\0", { column: null, code: "zeroByte" }],
    [
      "store",
      "id,name",
      `1${",".repeat(1_002)}`,
      { column: null, code: "rowTooWide", params: { most: 1_000 } },
    ],
    [
      ...(["store", "id,name", `1,${"x".repeat(MAX_ROW_LETTERS)}`] as const),
      { column: null, code: "rowTooLong", params: { column: 2, most: MAX_ROW_LETTERS } },
    ],
    ["product", "id,name,barcode", "1,x,6.281E+12", { column: "barcode", code: "lostDigits" }],
    ["product", "id,name,price", "1,x,1.23457E+11", { column: "price", code: "shortened" }],
    ["product", "id,name,barcode", "1,x,96385074 / 20000017", { column: "barcode", code: "severalBarcodes" }],
    ["stock", STOCK, "1,1,1,2,,31/02/2027", { column: "expiryAt", code: "notDate" }],
    ["stock", STOCK, "1,1,1,2,,271231", { column: "expiryAt", code: "twoDates" }],
    ["store", "id,name", '1,"x', { column: null, code: "openQuote" }],
    ["store", "id,name", "1,x\n1,y", { column: null, code: "contradicts" }],
    [
      ...(["product", "id,name,price", "1,x,a:b"] as const),
      { column: "price", code: "notDecimal", params: { cell: '"a:b"', example: "81.235" } },
    ],
    ["product", "id,name,price", "1,x,-1", { column: "price", code: "negative" }],
    ["product", "id,name,deleted", "1,x,maybe", { column: "deleted", code: "notMark" }],
    [
      ...(["account", "id,name,type", "1,x,shop"] as const),
      { column: "type", code: "notChoice", params: { choices: ["supplier", "cash", "bank", "other"] } },
    ],
    ["stock", STOCK, "1,Box,1,2,,", { column: "measureUnitId", code: "noRecord", params: { cell: '"Box"' } }],
    ["exchangeRate", RATE, "U$,SAR,1", { column: "fromCurrencyId", code: "notCurrency" }],
    ["exchangeRate", RATE, "USD,SAR,0", { column: "rate", code: "notPositive" }],
    ["currency", "id,name,digits", "USD,x,19", { column: "digits", code: "notDigits" }],
    ["measureUnit", UNIT, "2,x,1,", { column: null, code: "factorMissing" }],
    ["measureUnit", UNIT, "2,x,2,3", { column: null, code: "ownBase", params: { cell: '"3"' } }],
    ["taxVoucher", VOUCHER, voucher("no", TIME), { column: "serialNo", code: "notUuid" }],
    ["taxVoucher", VOUCHER, voucher(UUID, "2026-02-30"), { column: "updatedAt", code: "notTime" }],
    ["purchase", BOUGHT, bought("2026-02-30"), { column: "date", code: "notDate" }],
    ["purchase", BOUGHT, bought("2026-02-01", "", "010203"), { column: "expiryAt", code: "twoDates" }],
    [
      ...(["purchase", BOUGHT, bought("2026-02-01", "2026-02-02", "2026-02-01")] as const),
      { column: "expiryAt", code: "beforeProduction", params: { cell: '"2026-02-01"' } },
    ],
  ])("of a CSV file: %s %s", async (kind, header, row, expected) => {
    expect(await problemsOf(kind, csv(header, row))).toMatchObject([expected]);
  });

  const DATES = '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>';
  const LONG_FORMAT = `<numFmts><numFmt numFmtId="164" formatCode="${"0".repeat(MAX_FORMAT_LETTERS + 1)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  const long = { attributes: 't="str"', content: `<v>${"n".repeat(32_768)}</v>` };
  it.each<[string, Uint8Array, Expected]>([
    [
      "TRUE",
      stores({ attributes: 't="b"', content: "<v>1</v>" }, "x"),
      { column: "id", code: "trueOrFalse" },
    ],
    [
      "16 digits",
      stores(number("9007199254740993"), "x"),
      { column: "id", code: "tooManyDigits", params: { count: 15 } },
    ],
    ["half a character", stores("1", "Tea _xD83D_"), { column: "name", code: "halfCharacter" }],
    ["half a character in an id", stores("_xDE00_1", "x"), { column: "id", code: "halfCharacter" }],
    ["1.25E400", stores(number("1.25E400"), "x"), { column: "id", code: "unreadableNumber" }],
    ["29 February 1900", stores("1", number("60.5", 1), DATES), { column: "name", code: "noSuchDate" }],
    ["a formula alone", stores({ content: "<f>B2</f>" }, "x"), { column: "id", code: "formula" }],
    [
      "no shared text",
      stores({ attributes: 't="s"', content: "<v>99</v>" }, "x"),
      { column: "id", code: "lostText" },
    ],
    [
      ...(["#REF!", stores("1", { attributes: 't="e"', content: "<v>#REF!</v>" })] as const),
      { column: "name", code: "cellError", params: { cell: "#REF!" } },
    ],
    ["32768 letters", stores("1", long), { column: "name", code: "cellTooLong", params: { most: 32_767 } }],
    ["a long format", stores(number("1", 1), "x", LONG_FORMAT), { column: "id", code: "formatTooLong" }],
    [
      "a break",
      xlsxOf([], {
        replaced: {
          "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c t="str"><v>id</v></c><c t="str"><v>name</v></c></row><row r="1"/></sheetData></worksheet>`,
        },
      }),
      { column: null, code: "brokenOff", params: { row: 1 } },
    ],
  ])("of a spreadsheet with %s", async (_, content, expected) => {
    expect(await problemsOf("store", content)).toMatchObject([expected]);
  });

  it("where its product or its purchase has more than one may have", async () => {
    expect(
      await problemsOf(
        "product",
        products(501, () => "Tea"),
      ),
    ).toEqual([{ column: null, code: "productRows", params: { most: MOST_PRODUCT_ROWS } }]);
    expect(
      await problemsOf(
        "product",
        products(101, (n) => `Tea ${n}`),
      ),
    ).toEqual([{ column: null, code: "productNames", params: { most: MOST_PRODUCT_NAMES } }]);
    const lines = Array.from({ length: 5_001 }, (_, n) => bought("2026-02-01").replace("1001", String(n)));
    expect(await problemsOf("purchase", csv(BOUGHT, lines.join("\n")))).toEqual([
      { column: null, code: "purchaseLines", params: { most: MOST_PURCHASE_LINES } },
    ]);
  });

  it("for every cell that can't be taken, also where one looks like a reason", async () => {
    const row = csv("id,name,price,costPrice", "x1,,a; price: b,-2");
    expect(await problemsOf("product", row)).toMatchObject([
      { column: "id", code: "notWhole", params: { cell: '"x1"' } },
      { column: "name", code: "empty" },
      { column: "price", code: "notDecimal", params: { cell: '"a; price: b"' } },
      { column: "costPrice", code: "negative" },
    ]);
  });

  it("where half a character is in a cell that names a record", async () => {
    const row = ["1", "Box _xD83D_", "1", "2", "", ""];
    expect(await problemsOf("stock", xlsxOf([STOCK.split(","), row]))).toEqual([
      { column: "measureUnitId", code: "halfCharacter", params: {} },
    ]);
  });

  it.each(["utf16le", "utf16be"] as const)(
    "where half a character is in a cell of a CSV file in %s",
    async (encoding) => {
      const shop = openShop();
      const bytes = Buffer.from("\ufeffid,name\n1,Tea \ud83d\n2,Tea 😀\n", "utf16le");
      const path = shop.put(encoding === "utf16be" ? bytes.swap16() : bytes);
      const { added, rejected } = await run(shop, { kind: "store", path, encoding });
      expect(added).toBe(1);
      expect(rejected.map(({ line, problems }) => [line, problems])).toEqual([
        [2, [{ column: "name", code: "halfCharacter", params: {} }]],
      ]);
    },
  );

  it("where a word names several records, or was left out", async () => {
    const shop = openShop();
    await shop.take("measureUnit", `${UNIT}\n1,Box,,\n2,Box,,\n`);
    const path = shop.put(csv(STOCK, "1,Box,1,2,,"));
    const order = { kind: "stock", path } as const;
    const [several, left] = [
      await run(shop, order),
      await run(shop, { ...order, words: { measureUnitId: { Box: null } } }),
    ].map(({ rejected }) => rejected[0]?.problems[0]);
    expect([several, left]).toMatchObject([
      { column: "measureUnitId", code: "severalRecords", params: { cell: '"Box"' } },
      { column: "measureUnitId", code: "leftOut", params: { cell: '"Box"' } },
    ]);
    for (const one of [several, left]) if (one !== undefined) met.add(one.code);
  });

  it("in a preview where nothing shows what the comma of a number separates", async () => {
    const shop = openShop();
    const path = shop.put(csv("id,name,price", '1,x,"1,234"'));
    const { rows } = await preview(shop, { kind: "product", path });
    expect(rows[0]?.problems).toMatchObject([{ column: "price", code: "twoNumbers" }]);
    for (const { code } of rows[0]?.problems ?? []) met.add(code);
  });
});

it.each([en, ar])("an account's type may be written as the screen says it", async ({ components }) => {
  const types = Object.values(components.picker.type).map((word, at) => `${at},x,${word}`);
  expect(await openShop().take("account", csv("id,name,type", types.join("\n")))).toMatchObject({ added: 4 });
});

it("every reason has a file here that is refused for it", () => {
  expect([...met].sort()).toEqual([...ALL].sort());
});
