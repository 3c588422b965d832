/** Files that name records instead of giving their ids, as other programs write them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { openShop } from "./shop-files.ts";
import { preview, run, type Shop } from "./wizard-steps.ts";

const CASES = fileURLToPath(new URL("../../../fixtures/files-of-programs/", import.meta.url));

const UNITS =
  "id,name,baseUnitId,factor\n5,Piece / حبة,,\n6,Carton / كرتون,5,12\n7,Kilo / كيلو,,\n8,Units,,\n";

/** A shop that knows its units. */
async function shopWithUnits(): Promise<Shop> {
  const shop = openShop();
  await shop.take("measureUnit", UNITS);
  return shop;
}

/** A file of the cases in the shop's folder. */
const caseFile = (shop: Shop, name: string): string => shop.put(readFileSync(`${CASES}${name}`), name);

/** A look, and an import as it shows it. */
async function takeIn(
  shop: Shop,
  kind: ReferenceKind,
  path: string,
  said: Omit<Parameters<typeof run>[1], "kind" | "path"> = {},
) {
  const { mapping, delimiter, encoding, headerRow } = await preview(shop, { kind, path });
  return run(shop, {
    kind,
    path,
    mapping,
    headerRow,
    ...(delimiter === null ? {} : { delimiter }),
    ...(encoding === null ? {} : { encoding }),
    ...said,
  });
}

const productRows = (shop: Shop): unknown[] =>
  shop.db
    .prepare(
      `SELECT product.id, product_unit.name, barcode, measure_unit_id, price, cost_price FROM product_unit
       JOIN product USING (product_key) ORDER BY unit_key`,
    )
    .raw()
    .all();

describe("a column of ids that holds names", () => {
  it("finds units by either of their names", async () => {
    const shop = await shopWithUnits();
    const path = caseFile(shop, "products-units-by-name.csv");
    const trial = await takeIn(shop, "product", path, { dryRun: true });
    const result = await takeIn(shop, "product", path);
    expect(result).toMatchObject({ added: 3, rejected: [] });
    expect(productRows(shop)).toEqual([
      [1001, "أرز بسمتي ٥ كجم", "6281000000015", 5, "5200.5", "4900.25"],
      [1002, "حليب", "6281000000022", 6, "690", "600"],
      [1003, "سكر", "6281000000039", 7, "450", "400"],
    ]);
    expect(trial.findings?.words).toEqual([
      expect.objectContaining({ column: "measureUnitId", word: "حبة", rows: 1, recordId: 5, by: "name" }),
      expect.objectContaining({ word: "كرتون", recordId: 6, recordName: "Carton / كرتون" }),
      expect.objectContaining({ word: "كيلو", recordId: 7 }),
    ]);
  });

  it("finds the supplier, the product and the unit of a purchase", async () => {
    const shop = await shopWithUnits();
    await takeIn(shop, "account", caseFile(shop, "accounts-types-in-arabic.csv"), {
      mapping: { "كود المورد": "id", "اسم المورد": "name", النوع: "type" },
    });
    await takeIn(shop, "product", caseFile(shop, "products-units-by-name.csv"));
    const result = await takeIn(shop, "purchase", caseFile(shop, "purchase-by-names.csv"));
    expect(result).toMatchObject({ added: 1, rejected: [] });
    expect(
      shop.db
        .prepare(
          "SELECT supplier_account_id, document_no, currency_id, product_id, measure_unit_id, quantity FROM purchase JOIN purchase_line USING (purchase_key)",
        )
        .raw()
        .all(),
    ).toEqual([[2101, "P-77", "SAR", 1003, 6, "12"]]);
  });
});

describe("an account's type", () => {
  it("is understood in Arabic", async () => {
    const shop = openShop();
    const path = caseFile(shop, "accounts-types-in-arabic.csv");
    const mapping = { "كود المورد": "id", "اسم المورد": "name", النوع: "type" };
    const trial = await takeIn(shop, "account", path, { mapping, dryRun: true });
    const result = await takeIn(shop, "account", path, { mapping });
    expect(result).toMatchObject({ added: 4, rejected: [] });
    expect(shop.db.prepare("SELECT type FROM account ORDER BY id").pluck().all()).toEqual([
      ...["supplier", "cash", "bank", "other"],
    ]);
    expect(trial.findings?.words.map(({ word, recordId, by }) => [word, recordId, by])).toEqual([
      ["مورد", "supplier", "choice"],
      ["نقدي", "cash", "choice"],
      ["بنك", "bank", "choice"],
      ["أخرى", "other", "choice"],
    ]);
  });
});

describe("rows that continue the one above", () => {
  it("are counted, and read as rows of that product where a person says so", async () => {
    const shop = await shopWithUnits();
    const path = caseFile(shop, "rows-that-continue.csv");
    const mapping = {
      ID: "id",
      Name: "name",
      "Barcodes/Barcode": "barcode",
      "Sales Price": "price",
      Cost: "costPrice",
      "Unit of Measure": "measureUnitId",
    };
    const seen = await preview(shop, { kind: "product", path, mapping });
    expect(seen.continues).toEqual({ rows: 2, lines: [3, 4], answer: null });
    expect(seen.undecided).toEqual(["continues"]);
    const without = await run(shop, { kind: "product", path, mapping, dryRun: true });
    expect(without).toMatchObject({ added: 2, rejectedCount: 2 });
    const result = await run(shop, { kind: "product", path, mapping, continues: true });
    expect(result).toMatchObject({ added: 4, rejected: [] });
    expect(productRows(shop)).toEqual([
      [1001, "Desk lamp", "6281000000015", 8, "1799", "1299"],
      [1001, "Desk lamp", "6281000000022", 8, "1799", "1299"],
      [1001, "Desk lamp", "6281000000039", 8, "1799", "1299"],
      [1002, "Chair", "6281000000046", 8, "70", "55"],
    ]);
    expect((await preview(shop, { kind: "product", path })).continues?.answer).toBe(true);
  });

  it("take the name of the row with the same handle, whatever their id", async () => {
    const shop = openShop();
    const path = caseFile(shop, "point-of-sale-export.csv");
    const mapping = {
      SKU: "id",
      Name: "name",
      Barcode: "barcode",
      Cost: "costPrice",
      "Price [Main]": "price",
    };
    const seen = await preview(shop, { kind: "product", path, mapping });
    expect(seen.continues).toEqual({ rows: 1, lines: [4], answer: null });
    const result = await run(shop, { kind: "product", path, mapping, continues: true });
    expect(result).toMatchObject({ added: 2, rejectedCount: 1 });
    expect(result.rejected[0]).toEqual({ line: 3, reason: expect.stringContaining('"variable"') });
    expect(productRows(shop)).toContainEqual([10003, "T-shirt", "6291003040528", "", "12", "5"]);
  });
});

describe("the test run", () => {
  it("counts numbers with an apostrophe and barcodes that lost their zeros", async () => {
    const shop = openShop();
    const path = caseFile(shop, "apostrophes-and-lost-zeros.csv");
    const mapping = { ID: "id", Title: "name", "Variant Barcode": "barcode", "Variant Price": "price" };
    const result = await run(shop, { kind: "product", path, mapping, dryRun: true });
    expect(result).toMatchObject({
      added: 2,
      findings: { apostrophes: 2, shortBarcodes: [{ digits: 11, rows: 1 }] },
    });
  });

  it("says which rows of a stock file name products that nobody knows", async () => {
    const shop = await shopWithUnits();
    await shop.take("store", "id,name\n1,Main\n");
    const path = shop.put("productId,measureUnitId,storeId,quantity\n77,5,1,3\n78,5,1,4\n77,5,9,1\n");
    const expected = [
      { column: "productId", rows: 3, examples: ["77", "78"] },
      { column: "storeId", rows: 1, examples: ["9"] },
    ];
    expect((await preview(shop, { kind: "stock", path })).unknownRecords).toEqual(expected);
    expect(await run(shop, { kind: "stock", path, dryRun: true })).toMatchObject({
      added: 3,
      findings: { unknownRecords: expected },
    });
  });
});
