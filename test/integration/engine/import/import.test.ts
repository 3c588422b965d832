import { truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createReferenceDataService } from "../../../../main/engine/import/run/reference-data.ts";
import { CALL, closedFile } from "../../../helpers/file-context.ts";
import { openShop } from "./shop-files.ts";
import { refusedIn } from "./wizard-steps.ts";

const notWhole = (column: string, cell: string) => ({ column, code: "notWhole", params: { cell } });
const none = { added: 0, updated: 0, unchanged: 0, rejected: [], rejectedCount: 0, ignoredColumns: [] };
const VOUCHER = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt";
const SERIAL = "0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e";

describe("importing a file", () => {
  it.each([
    [
      "product",
      "id,name,barcode,measureUnitId,price,costPrice,deleted\n1,Tea,123,1,2.50,1.1,0\n1,Tea,124,2,,,1\n2,شاي,,,,,\n",
      3,
    ],
    ["measureUnit", "id,name,baseUnitId,factor,deleted\n1,piece,,,0\n2,carton,1,12.0,\n", 2],
    ["account", "id,name,type,deleted\n1,North,supplier,0\n2,Till,cash,1\n3,Bank,bank,\n4,X,other,0\n", 4],
    ["store", "id,name\n1,Main\n", 1],
    ["currency", "id,name,digits\nUSD,Dollar,2\nYER,Rial,\n", 2],
    ["exchangeRate", "fromCurrencyId,toCurrencyId,rate,deleted\nUSD,YER,530.125,0\n", 1],
    ["permission", "id,name,deleted\n9,Post returns,1\n", 1],
    ["taxVoucher", `${VOUCHER}\n${SERIAL},USD,-10.50,fee,1,5,,2026-01-01T00:00:00Z\n`, 1],
  ] as const)("takes %s in, and the same file again changes nothing", async (kind, content, rows) => {
    const shop = openShop();
    expect(await shop.take(kind, content)).toEqual({ ...none, added: rows });
    const before = shop.db.prepare("SELECT total_changes() AS n").pluck().get();
    shop.pass(1_000);
    expect(await shop.take(kind, content)).toEqual({ ...none, unchanged: rows });
    // One row of the log of imports, and nothing else.
    expect(Number(shop.db.prepare("SELECT total_changes() AS n").pluck().get()) - Number(before)).toBe(1);
  });

  it("takes a byte order mark, any order of columns, CRLF, and unknown columns with a note", async () => {
    const shop = openShop();
    const answer = await shop.take("account", "\uFEFFcolour,type, Name ,ID\r\nred,cash,Till,7\r\n");
    expect(answer).toEqual({ ...none, added: 1, ignoredColumns: ["colour"] });
    expect(shop.db.prepare("SELECT name, type, deleted FROM account WHERE id = 7").get()).toEqual({
      name: "Till",
      type: "cash",
      deleted: 0,
    });
  });

  it("passes over blank rows before the header, and tells the file's own line numbers", async () => {
    const shop = openShop();
    const content = "\n,,\n , ,\n id,name,colour\n1,Main,red\nx,Second,red\n";
    expect(await shop.take("store", content)).toEqual({
      ...none,
      added: 1,
      ignoredColumns: ["colour"],
      rejected: [{ line: 6, reason: 'id: "x" is not a whole number', problems: [notWhole("id", '"x"')] }],
      rejectedCount: 1,
    });
  });

  it("rejects wrong rows with line and reason, and takes the others", async () => {
    const shop = openShop();
    const answer = await shop.take(
      "product",
      [
        "id,name,barcode,measureUnitId,price,costPrice,deleted",
        "x,Tea,,,,,",
        "1,,,,,,",
        '2,"two',
        'lines",,,,,',
        "3,Tea,,,1.2.3,,",
        "4,Tea,,,-1,,",
        "",
        "5,Tea,,,,,maybe",
        "6,Tea,,",
        "7,Tea,,,,,0,more",
        ",,,,,,",
        "8,Tea\u0007,,,,,",
        `9,${"x".repeat(1_001)},,,,,`,
        "1.5,Tea,,,,,",
        "10,Good,,,,,,",
        "10,Bad,,,,,",
        '11,12" pipe,,,,,',
      ].join("\n"),
    );
    expect(answer.added).toBe(2);
    expect(refusedIn(answer)).toEqual([
      [2, "id: notWhole"],
      [3, "name: empty"],
      [4, "name: severalLines"],
      [6, "price: notDecimal"],
      [7, "price: negative"],
      [9, "deleted: notMark"],
      [10, "cells"],
      [11, "cells"],
      [13, "name: controlCharacter"],
      [14, "name: tooLong"],
      [15, "id: notWhole"],
      [17, "contradicts"],
    ]);
    expect(answer.rejectedCount).toBe(12);
  });

  it.each([
    ["measureUnit", "id,name,baseUnitId,factor\n2,carton,1,0\n", { column: "factor", code: "notPositive" }],
    ["measureUnit", "id,name,baseUnitId,factor\n2,carton,1,\n", { column: null, code: "factorMissing" }],
    [
      "measureUnit",
      "id,name,baseUnitId,factor\n2,carton,2,3\n",
      { column: null, code: "ownBase", params: { cell: '"3"' } },
    ],
    ["account", "id,name,type\n2,North,nobody\n", { column: "type", code: "notChoice" }],
    [
      "exchangeRate",
      "fromCurrencyId,toCurrencyId,rate\nUSD,Y R,1\n",
      { column: "toCurrencyId", code: "notCurrency", params: { cell: '"Y R"' } },
    ],
    [
      "exchangeRate",
      "fromCurrencyId,toCurrencyId,rate\nUSD,YER,0\n",
      { column: "rate", code: "notPositive" },
    ],
    ["currency", "id,name,digits\nUSD,Dollar,two\n", { column: "digits", code: "notDigits" }],
    [
      "taxVoucher",
      `${VOUCHER}\n12,USD,1,,1,,,2026-01-01T00:00:00.000Z\n`,
      { column: "serialNo", code: "notUuid", params: { cell: '"12"' } },
    ],
    [
      "taxVoucher",
      `${VOUCHER}\n${SERIAL},USD,1,,1,,,2026-02-30T00:00:00.000Z\n`,
      { column: "updatedAt", code: "notTime" },
    ],
    [
      "taxVoucher",
      `${VOUCHER}\n${SERIAL},USD,,,1,,,2026-02-01T00:00:00.000Z\n`,
      { column: "amount", code: "empty" },
    ],
    [
      "taxVoucher",
      `${VOUCHER}\n${SERIAL},USD,1,,1,,abc,2026-02-01T00:00:00.000Z\n`,
      { column: "creatorDeviceId", code: "notUuid" },
    ],
  ] as const)("rejects a %s row with its reason", async (kind, content, problem) => {
    const shop = openShop();
    expect(await shop.take(kind, content)).toMatchObject({
      ...none,
      rejected: [{ line: 2, problems: [problem] }],
      rejectedCount: 1,
    });
  });

  it("keeps formulas, markup, SQL, bidi letters and emoji as plain text", async () => {
    const shop = openShop();
    const names = [
      '=HYPERLINK("http://x")',
      "'); DROP TABLE store;--",
      "<img src=x>",
      "@SUM(1)",
      "\u202Eevil",
      "🫖 tea",
      "-2+3",
    ];
    const rows = names.map((name, index) => `${index + 1},"${name.replaceAll('"', '""')}"`);
    expect((await shop.take("store", ["id,name", ...rows].join("\n"))).added).toBe(names.length);
    expect(shop.db.prepare("SELECT name FROM store ORDER BY id").pluck().all()).toEqual(names);
  });

  it("keeps whole numbers beyond 2^53 and decimals digit for digit", async () => {
    const shop = openShop();
    await shop.take(
      "product",
      "id,name,measureUnitId,price\n9007199254740993,Big,5,0.10\n5,Small,,79228162514264337593543950335.5\n",
    );
    expect(shop.db.prepare("SELECT id, typeof(id) AS type FROM product ORDER BY product_key").all()).toEqual([
      { id: "9007199254740993", type: "text" },
      { id: 5, type: "integer" },
    ]);
    expect(shop.db.prepare("SELECT price FROM product_unit ORDER BY unit_key").pluck().all()).toEqual([
      "0.1",
      "79228162514264337593543950335.5",
    ]);
  });

  it("rejects a row whose bytes are not UTF-8, and takes the others", async () => {
    const shop = openShop();
    const windows1256 = Buffer.from([0xd4, 0xc7, 0xed]);
    const content = Buffer.concat([Buffer.from("id,name\n1,شاي\n2,"), windows1256, Buffer.from("\n3,Tea\n")]);
    expect(await shop.take("store", content)).toMatchObject({
      added: 2,
      rejectedCount: 1,
      rejected: [{ line: 3, problems: [{ column: null, code: "notUtf8" }] }],
    });
  });

  it("rejects the line of a quote that is never closed, and takes the rows before and after it", async () => {
    const shop = openShop();
    const answer = await shop.take("store", 'id,name\n1,A\n2,"open\n3,C\n4,D\n');
    expect(answer).toMatchObject({ added: 3, rejectedCount: 1 });
    expect(refusedIn(answer)).toEqual([[3, "openQuote"]]);
  });

  it("reads the lines below an open quote on their own where it runs over more than a row may hold", async () => {
    const shop = openShop();
    const answer = await shop.take("store", `id,name\n1,A\n2,"${"x\n".repeat(600_000)}`);
    expect(answer).toMatchObject({ added: 1, rejectedCount: 600_000 });
    expect(answer.rejected[0]?.line).toBe(3);
  });

  it("rejects the one row that holds a zero byte, and takes the others", async () => {
    const shop = openShop();
    const answer = await shop.take("store", "id,name,colour\n1,A,red\n2,B,r\0d\n3,C,red\n");
    expect(answer).toMatchObject({
      added: 2,
      rejected: [{ line: 3, problems: [{ column: null, code: "zeroByte" }] }],
    });
  });

  it("lists the first thousand wrong rows and counts all", async () => {
    const shop = openShop();
    const answer = await shop.take("store", `id,name\n${"x,A\n".repeat(2_500)}`);
    expect(answer.rejected).toHaveLength(1_000);
    expect(answer.rejectedCount).toBe(2_500);
  });

  it("takes more rows than one batch, tells how far it is, and records it once", async () => {
    const shop = openShop();
    const rows = Array.from({ length: 1_200 }, (_, index) => `${index},Name ${index}`);
    expect((await shop.take("product", `id,name\n${rows.join("\n")}`)).added).toBe(1_200);
    const progress = shop.events.flatMap((event) =>
      event.event === "referenceData.importProgressed" ? event.payload : [],
    );
    expect(progress.map(({ rows, done }) => [rows, done])).toEqual([
      [250, false],
      [500, false],
      [750, false],
      [1_000, false],
      [1_200, false],
      [1_200, true],
    ]);
    expect(shop.recorded).toEqual([
      [
        "referenceData.imported",
        "product",
        { file: "file.csv", added: 1_200, updated: 0, unchanged: 0, rejected: 0 },
      ],
    ]);
  });
});

describe("a product of several rows", () => {
  it("is deleted where all its rows are, and named by its newest live one", async () => {
    const shop = openShop();
    const product = () =>
      shop.db.prepare("SELECT name, search_name, deleted FROM product WHERE id = 1").get();
    await shop.take("product", "id,name,barcode,deleted\n1,Tea,a,0\n1,Tea box,b,0\n");
    expect(product()).toEqual({ name: "Tea", search_name: "tea tea box", deleted: 0 });
    shop.pass(1_000);
    await shop.take("product", "id,name,barcode,deleted\n1,Tea,a,1\n");
    expect(product()).toEqual({ name: "Tea box", search_name: "tea box", deleted: 0 });
    shop.pass(1_000);
    await shop.take("product", "id,name,barcode,deleted\n1,Tea box,b,1\n");
    expect(product()).toMatchObject({ deleted: 1 });
    shop.pass(1_000);
    expect(await shop.take("product", "id,name,barcode\n1,Green tea,c\n")).toMatchObject({ added: 1 });
    expect(product()).toEqual({ name: "Green tea", search_name: "green tea", deleted: 0 });
    shop.db.exec("INSERT INTO product_search (product_search, rank) VALUES ('integrity-check', 1)");
  });
});

describe("a voucher file", () => {
  const file = (amount: string, updatedAt: string) =>
    `${VOUCHER}\n${SERIAL.toUpperCase()},USD,${amount},fee,1,5,,${updatedAt}\n`;
  const answered = (shop: ReturnType<typeof openShop>, updatedAt: string | null) =>
    shop.db
      .prepare(
        `INSERT INTO voucher (serial_no, currency_id, amount, note, status, updated_at, source, mirrored_at)
       VALUES (?, 'USD', '99', 'by the service', 2, ?, 'service', ?)`,
      )
      .run(SERIAL, updatedAt, Date.UTC(2026, 0, 5));

  it.each([
    ["older", "2026-01-04T00:00:00.000Z", "2026-01-05T00:00:00.000Z", "99"],
    ["as old", "2026-01-05T00:00:00.000Z", "2026-01-05T00:00:00.000Z", "99"],
    ["newer", "2026-01-06T00:00:00.000Z", "2026-01-05T00:00:00.000Z", "7"],
    ["older than an answer without a time", "2026-01-04T00:00:00.000Z", null, "99"],
  ])("%s than the service's answer leaves what is newer", async (_, ofFile, ofService, amount) => {
    const shop = openShop();
    answered(shop, ofService);
    const answer = await shop.take("taxVoucher", file("7", ofFile));
    expect(answer).toMatchObject(amount === "7" ? { updated: 1 } : { unchanged: 1 });
    expect(shop.db.prepare("SELECT amount FROM voucher").pluck().all()).toEqual([amount]);
  });
});

describe("a file that is none", () => {
  it.each([
    ["missing", (shop: ReturnType<typeof openShop>) => join(shop.folder, "absent.csv"), { os: "ENOENT" }],
    ["a folder", (shop: ReturnType<typeof openShop>) => shop.folder, { reason: "folder" }],
    ["a device", () => "/dev/zero", { reason: "not_a_file" }],
    [
      "below a file",
      (shop: ReturnType<typeof openShop>) => join(shop.put("id,name\n"), "x.csv"),
      { os: "ENOTDIR" },
    ],
    ["of a hostile name", () => "a\0b", { os: "ERR_INVALID_ARG_VALUE" }],
    [
      "too large",
      (shop: ReturnType<typeof openShop>) => {
        const path = shop.put("");
        truncateSync(path, 3 * 1024 ** 3);
        return path;
      },
      { reason: "too_large" },
    ],
  ])("is unreadable: %s", async (_, pathOf, details) => {
    const shop = openShop();
    const path = pathOf(shop);
    await expect(shop.service.import({ kind: "store", path })).rejects.toMatchObject({
      code: "file_unreadable",
      details,
    });
  });

  it.each([
    ["UTF-16", Buffer.from("\uFEFFid,name\n1,A\n", "utf16le"), /UTF-16/],
    ["UTF-16 without a mark", Buffer.from("id,name\n1,A\n", "utf16le"), /zero bytes/],
    ["a spreadsheet", Buffer.from("PK\u0003\u0004rest"), /spreadsheet/],
    ["empty", "", /empty/],
    ["blank", "\n\n", /empty/],
    ["of empty cells", ",,\n,,\n", /empty/],
    ["without a needed column", "id,nom\n1,A\n", /column "name" is missing/],
    ["with semicolons", "id;name\n1;A\n", /separated by semicolons/],
    ["with a column twice", "id,name,name\n1,A,B\n", /"name" is in it twice/],
    ["with a broken header", 'id,"name\n1,A\n', /header row is broken/],
  ])("is invalid: %s", async (_, content, words) => {
    const shop = openShop();
    const failing = shop.take("store", content);
    await expect(failing).rejects.toMatchObject({ code: "file_invalid" });
    await expect(failing).rejects.toThrow(words);
    expect(shop.db.prepare("SELECT count(*) FROM import_log").pluck().get()).toBe(0);
  });
});

it("an import that adds as many rows as it changes tells of the change, and one without a change doesn't", async () => {
  const shop = openShop();
  const changes = () => shop.events.filter(({ event }) => event === "mirror.changed").length;
  await shop.take("product", "id,name\n1,Tea\n");
  expect(changes()).toBe(1);
  for (let n = 0; n < 2; n += 1) {
    await shop.take("product", "id,name\n1,Green tea\n2,Coffee\n");
    expect(changes()).toBe(2);
  }
});

describe("the search index of an import", () => {
  it("has small leaves, so that what one batch joins of it stays short", async () => {
    const shop = openShop();
    const names = Array.from(
      { length: 3_000 },
      (_, at) => `${at + 1},Item ${(at * 7_919) % 9_973} of the shelf`,
    );
    await shop.take("product", `id,name\n${names.join("\n")}\n`);
    const longest = shop.db.prepare("SELECT max(length(block)) FROM product_search_data WHERE id > 10");
    expect(longest.pluck().get()).toBeLessThan(1_200);
  });
});

describe("imports at once", () => {
  it("are taken one after another, and a failed one doesn't stop the next", async () => {
    const shop = openShop();
    const first = shop.put("id,name\n1,A\n", "first.csv");
    const second = shop.put("id,name\n1,B\n", "second.csv");
    const answers = await Promise.allSettled([
      shop.service.import({ kind: "store", path: first }),
      shop.service.import({ kind: "store", path: join(shop.folder, "absent.csv") }),
      shop.service.import({ kind: "store", path: second }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(shop.db.prepare("SELECT name FROM store").pluck().all()).toEqual(["B"]);
  });

  it("stop when the connection closes, and the next session's import brings the rest", async () => {
    const shop = openShop();
    const rows = Array.from({ length: 20_000 }, (_, index) => `${index},Name ${index}`);
    const path = shop.put(`id,name\n${rows.join("\n")}`);
    const stopped = Promise.allSettled([
      shop.service.import({ kind: "product", path }),
      shop.service.import({ kind: "product", path }),
    ]);
    while (shop.events.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    await shop.service.close();
    for (const answer of await stopped)
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
    await expect(shop.service.import({ kind: "product", path })).rejects.toMatchObject({ code: "cancelled" });
    const known = Number(shop.db.prepare("SELECT count(*) FROM product").pluck().get());
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(20_000);

    const next = createReferenceDataService({
      ...closedFile(shop.db.name),
      db: shop.db,
      clock: shop.clock,
      record: () => undefined,
    });
    expect(await next.import(CALL, { kind: "product", path })).toEqual({
      ...none,
      added: 20_000 - known,
      unchanged: known,
    });
    shop.db.exec("INSERT INTO product_search (product_search, rank) VALUES ('integrity-check', 1)");
  });
});
