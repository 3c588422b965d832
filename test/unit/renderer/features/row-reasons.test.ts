import { describe, expect, it } from "vitest";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import {
  type FileKind,
  KINDS_OF_FILES,
  readEachCell,
  readHeader,
} from "../../../../main/engine/reference-data/columns.ts";
import {
  CELL_TOO_LONG,
  FORMAT_TOO_LONG,
  IMPORT_TOO_LARGE,
  OPEN_QUOTE,
  rowTooLong,
  TOO_MANY_CELLS,
} from "../../../../main/engine/reference-data/row-bounds.ts";
import {
  REASONS,
  type ReadReason,
  readCellReason,
  readReasons,
} from "../../../../renderer/features/files/row-reasons.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { openShop } from "../../../integration/engine/reference-data/shop-files.ts";

/** What is wrong with a row of which one thing is wrong. */
function readReason(text: string): ReadReason | null {
  const read = readReasons(text);
  expect(read?.length ?? 1).toBe(1);
  return read?.[0] ?? null;
}

/** The engine's own reason for refusing a file's one row, as its import answers it. */
async function reasonOf(kind: ReferenceKind, header: string, row: string): Promise<string> {
  const { rejected } = await openShop().take(kind, `${header}\n${row}\n`);
  const reason = rejected[0]?.reason;
  if (reason === undefined) throw new Error(`${row} was taken`);
  return reason;
}

const isKindName = (name: string): name is FileKind => name in KINDS_OF_FILES;
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

describe("the engine's reasons for a refused row", () => {
  it.each<[ReferenceKind, string, string, Partial<ReadReason>]>([
    ["store", "id,name", ",x", { column: "id", reason: "empty" }],
    ["store", "id,name", `1,${"x".repeat(1_001)}`, { column: "name", reason: "tooLong", more: "1000" }],
    ["store", "id,name", '1,"a\nb"', { column: "name", reason: "severalLines" }],
    ["store", "id,name", "1,a\u0007b", { column: "name", reason: "controlCharacter" }],
    ["store", "id,name", "1.5,x", { column: "id", reason: "notWhole", cell: '"1.5"' }],
    ["store", "id,name", "1,x,y", { column: null, reason: "cells", more: "3", other: "2" }],
    ["store", "id,name", "1,\uFFFD", { column: null, reason: "notUtf8" }],
    ["store", "id,name,x", "1,x,\0", { column: null, reason: "zeroByte" }],
    ["product", "id,name,barcode", "1,x,6.281E+12", { column: "barcode", reason: "lostDigits" }],
    ["product", "id,name,price", "1,x,1.23457E+11", { column: "price", reason: "shortened" }],
    ["product", "id,name,barcode", "1,x,96385074 / 20000017", { reason: "severalBarcodes" }],
    ["stock", STOCK, "1,1,1,2,,31/02/2027", { column: "expiryAt", reason: "notDate" }],
    ["stock", STOCK, "1,1,1,2,,271231", { column: "expiryAt", reason: "twoDates" }],
    ["stock", STOCK, "1,1,1,2,2027-01-01,2026-01-01", { column: "expiryAt", reason: "beforeProduction" }],
    ["store", "id,name", '1,"x', { column: null, reason: "openQuote" }],
    ["store", "id,name", "1,x\n1,y", { column: null, reason: "contradicts" }],
    ["product", "id,name,price", "1,x,a:b", { column: "price", reason: "notDecimal" }],
    ["product", "id,name,price", "1,x,-1", { column: "price", reason: "negative" }],
    ["product", "id,name,deleted", "1,x,maybe", { column: "deleted", reason: "notMark" }],
    [
      ...(["account", "id,name,type", "1,x,shop"] as const),
      { column: "type", reason: "notChoice", cell: '"shop"', more: "supplier, cash, bank, other" },
    ],
    ["stock", STOCK, "1,Box,1,2,,", { column: "measureUnitId", reason: "noRecord", cell: '"Box"' }],
    ["exchangeRate", RATE, "U$,SAR,1", { column: "fromCurrencyId", reason: "notCurrency" }],
    ["exchangeRate", RATE, "USD,SAR,0", { column: "rate", reason: "notPositive" }],
    ["currency", "id,name,digits", "USD,x,19", { column: "digits", reason: "notDigits" }],
    ["measureUnit", UNIT, "2,x,1,", { column: null, reason: "factorMissing" }],
    ["measureUnit", UNIT, "2,x,2,3", { column: null, reason: "ownBase", cell: '"3"' }],
    ["taxVoucher", VOUCHER, voucher("no", TIME), { column: "serialNo", reason: "notUuid", cell: '"no"' }],
    ["taxVoucher", VOUCHER, voucher(UUID, "2026-02-30"), { column: "updatedAt", reason: "notTime" }],
    ["purchase", BOUGHT, bought("2026-02-30"), { column: "date", reason: "notDate", cell: '"2026-02-30"' }],
    ["purchase", BOUGHT, bought("2026-02-01", "", "010203"), { column: "expiryAt", reason: "twoDates" }],
    [
      ...(["purchase", BOUGHT, bought("2026-02-01", "2026-02-02", "2026-02-01")] as const),
      { column: "expiryAt", reason: "beforeProduction", cell: '"2026-02-01"' },
    ],
  ])("are read: %s %s / %s", async (kind, header, row, expected) => {
    expect(readReason(await reasonOf(kind, header, row))).toMatchObject(expected);
  });

  it("about a product that has too many rows or names are read", async () => {
    const rows = (name: (n: number) => string, n: number) =>
      `id,name,barcode\n${Array.from({ length: n }, (_, at) => `1,${name(at)},${at}`).join("\n")}\n`;
    const last = async (content: string) =>
      readReason((await openShop().take("product", content)).rejected[0]?.reason ?? "");
    expect(await last(rows(() => "Tea", 501))).toMatchObject({ reason: "productRows", more: "500" });
    expect(await last(rows((n) => `Tea ${n}`, 101))).toMatchObject({ reason: "productNames", more: "100" });
  });

  it("about a purchase that has too many lines are read", async () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => bought("2026-02-01").replace("1001", String(n)));
    const { rejected } = await openShop().take("purchase", `${BOUGHT}\n${rows.join("\n")}\n`);
    expect(readReason(rejected[0]?.reason ?? "")).toMatchObject({ reason: "purchaseLines", more: "5000" });
  });

  it("about any column of any kind are read, whatever its cell holds", () => {
    const hostile = [
      "",
      "x",
      "-1",
      "0",
      "1.5",
      "1e9",
      "2026-02-30",
      "1/2/3",
      "a\nb",
      "\u0007",
      "x".repeat(1_001),
    ];
    const unread = Object.keys(KINDS_OF_FILES)
      .filter(isKindName)
      .flatMap((kind) => {
        const columns = KINDS_OF_FILES[kind].columns.map((column) => column.name);
        const header = readHeader(kind, columns);
        if ("words" in header) throw new Error(header.words);
        return hostile
          .flatMap((cell) => readEachCell(header, { line: 2, cells: columns.map(() => cell) }))
          .filter(({ problem }) => problem !== null && readCellReason(problem) === null);
      });
    expect(unread).toEqual([]);
  });

  it("about a row that can't be read are read too", () => {
    const read = (text: string) => readReason(text)?.reason;
    expect(read(OPEN_QUOTE)).toBe("openQuote");
    expect(readCellReason('"1,234" may be two numbers, for nothing shows it')?.reason).toBe("twoNumbers");
    expect(read(IMPORT_TOO_LARGE)).toBe("fileTooLong");
    expect(readReason(TOO_MANY_CELLS)).toMatchObject({ reason: "rowTooWide", more: "1000" });
    expect(readReason(rowTooLong(4))).toMatchObject({ reason: "rowTooLong", more: "5", other: "1048576" });
  });

  it("about a spreadsheet's cell are read, with the column and without", () => {
    const digits =
      "holds a number of more than 15 digits, and a number cell doesn't keep them all: make the cell text";
    expect(readReason(`barcode: ${digits}`)).toMatchObject({
      column: "barcode",
      reason: "tooManyDigits",
      more: "15",
    });
    expect(readReason(`name: ${CELL_TOO_LONG}`)).toMatchObject({ column: "name", reason: "cellTooLong" });
    expect(readCellReason(FORMAT_TOO_LONG)).toMatchObject({ reason: "formatTooLong", more: "255" });
    expect(readCellReason("holds letters whose encoding the file doesn't name: save it")).toMatchObject({
      reason: "unknownLetters",
    });
    expect(readCellReason("holds the error #REF!")).toMatchObject({ reason: "cellError", cell: "#REF!" });
    expect(readCellReason("holds TRUE or FALSE, not a text or a number: make it text")).toMatchObject({
      reason: "trueOrFalse",
    });
    expect(readCellReason("holds a date that there isn't")).toMatchObject({ reason: "noSuchDate" });
    expect(readReason("the sheet is broken (odd); nothing after row 7 was read")).toMatchObject({
      reason: "brokenOff",
      more: "7",
    });
  });

  it("tell every cell of a row that can't be taken, also where one looks like a reason", async () => {
    const reason = await reasonOf("product", "id,name,price,costPrice", "x1,,a; price: b,-2");
    expect(readReasons(reason)).toMatchObject([
      { column: "id", reason: "notWhole", cell: '"x1"' },
      { column: "name", reason: "empty" },
      { column: "price", reason: "notDecimal" },
      { column: "costPrice", reason: "negative" },
    ]);
  });

  it("about a word that names no record, or several, or was left out are read", async () => {
    const shop = openShop();
    await shop.take("measureUnit", `${UNIT}\n1,Box,,\n2,Box,,\n`);
    const { rejected } = await shop.take("stock", `${STOCK}\n1,Box,1,2,,\n`);
    expect(readReason(rejected[0]?.reason ?? "")).toMatchObject({ reason: "severalRecords", cell: '"Box"' });
    const path = shop.put(`${STOCK}\n1,Box,1,2,,\n`);
    const left = await shop.service.import({
      kind: "stock",
      path,
      words: { measureUnitId: { Box: null } },
    });
    expect(readReason(left.rejected[0]?.reason ?? "")).toMatchObject({ reason: "leftOut", cell: '"Box"' });
  });

  it("keep a cell that itself looks like a reason", () => {
    expect(readReason('id: "is empty" is not a whole number')).toMatchObject({
      column: "id",
      reason: "notWhole",
      cell: '"is empty"',
    });
  });

  it("that are not known are shown as they came", () => {
    expect(readReason("something new")).toBeNull();
    expect(readReason("id: something new")).toBeNull();
  });

  it("all have words", () => {
    const keys = Object.keys(en.catalogue.reason).map((key) => key.replace(/_(?:one|other)$/, ""));
    expect([...new Set(keys)].sort()).toEqual([...REASONS].sort());
  });
});
