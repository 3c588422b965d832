/** Files that name records instead of giving their ids, as other programs write them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { List } from "../../../../contract/lists.ts";
import { openShop } from "./shop-files.ts";
import { preview, run, type Shop } from "./wizard-steps.ts";
import { number, xlsxOf } from "./xlsx-files.ts";

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
  kind: List,
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

describe("a name", () => {
  const HEADER = "id,name,measureUnitId";

  it.each([
    ["PIECE", 5],
    ["  piece ", 5],
    ["حَبّة", 5],
    ["حبه", 5],
    ["Carton/كرتون", 6],
    ["Kilo / كيلو", 7],
    ["كـيـلو", 7],
    ["units", 8],
  ])("%s is found whatever its case, marks and blanks", async (word, unit) => {
    const shop = await shopWithUnits();
    const answer = await shop.take("product", `${HEADER}\n1,Tea,${word}\n`);
    expect(answer).toMatchObject({ added: 1, rejected: [] });
    expect(productRows(shop)).toEqual([[1, "Tea", "", unit, null, null]]);
  });

  it.each(["Pack", "Pie", "Piece of 3", "حب", "SKU-5", "5 pcs"])(
    "%s that no record has is asked about with the list of units, and its row is rejected",
    async (word) => {
      const shop = await shopWithUnits();
      const path = shop.put(`${HEADER}\n1,Tea,${word}\n2,Rice,5\n`);
      const seen = await preview(shop, { kind: "product", path });
      expect(seen.undecided).toEqual(["words"]);
      expect(seen.words).toEqual([
        {
          column: "measureUnitId",
          word,
          rows: 1,
          recordId: null,
          recordName: null,
          by: "none",
          candidates: [
            { id: 5, name: "Piece / حبة" },
            { id: 6, name: "Carton / كرتون" },
            { id: 7, name: "Kilo / كيلو" },
            { id: 8, name: "Units" },
          ],
        },
      ]);
      expect(await run(shop, { kind: "product", path })).toMatchObject({ added: 1, rejectedCount: 1 });
    },
  );

  it("of several records is asked about with these, and of one live record means that one", async () => {
    const shop = openShop();
    await shop.take(
      "measureUnit",
      "id,name,baseUnitId,factor,deleted\n1,Box,,,0\n2,box,,,0\n3,Bag,,,0\n4,Bag,,,1\n5,Sack,,,1\n",
    );
    const path = shop.put(`${HEADER}\n1,Tea,BOX\n2,Rice,Bag\n3,Salt,Sack\n4,Oil,Box\n`);
    const { words } = await preview(shop, { kind: "product", path });
    expect(
      words.map(({ word, by, recordId, candidates }) => [word, by, recordId, candidates.map(({ id }) => id)]),
    ).toEqual([
      ["BOX", "several", null, [1, 2]],
      ["Sack", "none", null, [5]],
      ["Bag", "name", 3, []],
    ]);
  });

  it("that a person answered once is read so, and remembered for the next file", async () => {
    const shop = await shopWithUnits();
    const mapping = { id: "id", name: "name", unit: "measureUnitId" };
    const first = shop.put("id,name,unit\n1,Tea,Pcs\n2,Rice,pcs\n3,Salt,Tin\n4,Oil,\n");
    const words = { measureUnitId: { Pcs: 5, Tin: null } };
    expect(await run(shop, { kind: "product", path: first, mapping, words })).toMatchObject({ added: 4 });
    expect(productRows(shop).map((row) => (Array.isArray(row) ? row[3] : null))).toEqual([5, 5, "", ""]);
    const next = shop.put("id,name,unit\n5,Milk,PCS\n6,Jam,tin\n7,Ice,Tub\n", "next.csv");
    const seen = await preview(shop, { kind: "product", path: next });
    expect(seen.words.map(({ word, by, recordId }) => [word, by, recordId])).toEqual([
      ["Tub", "none", null],
      ["PCS", "remembered", 5],
      ["tin", "remembered", null],
    ]);
    expect(await run(shop, { kind: "product", path: next, mapping })).toMatchObject({
      added: 2,
      rejectedCount: 1,
    });
    // Another answer takes the place of the remembered one.
    expect(
      (await preview(shop, { kind: "product", path: next, words: { measureUnitId: { tin: 7, Tub: 6 } } }))
        .words,
    ).toEqual(expect.arrayContaining([expect.objectContaining({ word: "tin", recordId: 7, by: "answer" })]));
  });

  it("is remembered with others only as far as a row of the connection's file may be long", async () => {
    const shop = await shopWithUnits();
    const path = shop.put("id,name,measureUnitId\n1,Tea,5\n");
    const columns = ["measureUnitId", "a", "b", "c"];
    const longest = (n: number): string => `${n}${"x".repeat(90)}`;
    const of = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [longest(n), 5]));
    const words = Object.fromEntries(columns.map((column) => [column, { ...of, ["y".repeat(200)]: 5 }]));
    const mapping = { id: "id", name: "name", measureUnitId: "measureUnitId" };
    await run(shop, { kind: "product", path, mapping, words });
    const next = shop.put(`id,name,measureUnitId\n1,Tea,${longest(899)}\n2,Rice,${longest(0)}\n`, "next.csv");
    expect((await preview(shop, { kind: "product", path: next })).words.map(({ by }) => by)).toEqual([
      "none",
      "remembered",
    ]);
    expect(
      shop.db
        .prepare("SELECT length(value) < 90000 FROM meta WHERE key = 'importMapping.product'")
        .pluck()
        .get(),
    ).toBe(1);
  });

  it.each([
    ["Bag 25 kg", "Bag 2.5 kg"],
    ["12 kg", "1/2 kg"],
    ["Size 46", "Size 4-6"],
    ["Size 46", "Size 4 6"],
    ["C++", "C#"],
    ["Piece / حبة", "Carton 24 / حبة"],
    ["Piece / حبة", "نصف / Piece"],
  ])("%s is not %s", async (known, word) => {
    const shop = openShop();
    await shop.take("measureUnit", `id,name,baseUnitId,factor\n5,${known},,\n`);
    const path = shop.put(`${HEADER}\n1,Tea,${word}\n`);
    expect((await preview(shop, { kind: "product", path })).words).toMatchObject([{ word, by: "none" }]);
    expect(await run(shop, { kind: "product", path })).toMatchObject({ added: 0, rejectedCount: 1 });
  });

  it("of a product that more than are looked at may have is asked about", async () => {
    const shop = await shopWithUnits();
    const others = Array.from({ length: 600 }, (_, n) => `${n + 200},Bbb ${n} / مشمش ${n}`);
    await shop.take("product", `id,name\n100,Aaa / مشمش\n${others.join("\n")}\n9000,Ccc / مشمش\n9001,Figs\n`);
    const path = shop.put("productId,measureUnitId,storeId,quantity\nمشمش,5,1,1\nfigs,5,1,1\n");
    expect((await preview(shop, { kind: "stock", path })).words).toMatchObject([
      { word: "مشمش", by: "several", recordId: null },
      { word: "figs", by: "name", recordId: 9001 },
    ]);
  });

  it("answered again otherwise is remembered as it was answered last", async () => {
    const shop = await shopWithUnits();
    const path = shop.put(`${HEADER}\n1,Tea,PCS\n`, "products.csv");
    const mapping = { id: "id", name: "name", measureUnitId: "measureUnitId" };
    for (const words of [{ measureUnitId: { Pcs: 5 } }, { measureUnitId: { pcs: 6 } }])
      await run(shop, { kind: "product", path, mapping, words });
    expect((await preview(shop, { kind: "product", path })).words).toMatchObject([
      { by: "remembered", recordId: 6 },
    ]);
    // What was answered is of no use once the record is deleted, nor is an ID that no record has.
    await shop.take("measureUnit", "id,name,baseUnitId,factor,deleted\n6,Carton / كرتون,5,12,1\n");
    expect((await preview(shop, { kind: "product", path })).undecided).toEqual(["words"]);
    const words = { measureUnitId: { pcs: 999 } };
    expect((await preview(shop, { kind: "product", path, words })).undecided).toEqual(["words"]);
  });

  it("of a unit may be one that the same file of units brings, before or after it", async () => {
    const shop = openShop();
    const result = await shop.take(
      "measureUnit",
      "id,name,baseUnitId,factor,deleted\n12,Carton,Piece,24,\n١٠,Piece,,,\n13,Pallet,Carton,40,\n14,Odd,Nothing,2,\n" +
        "15,Old,,,1\n16,Older,Old,3,\n",
    );
    expect(result).toMatchObject({ added: 4, rejectedCount: 2 });
    expect(shop.db.prepare("SELECT id, base_unit_id FROM measure_unit ORDER BY id").raw().all()).toEqual([
      [10, null],
      [12, 10],
      [13, 12],
      [15, null],
    ]);
  });

  it("of a currency is its code in any case or its name; a code that no list has stays a code", async () => {
    const shop = openShop();
    await shop.take("currency", "id,name,digits\nSAR,Saudi riyal / ريال سعودي,2\nYER,Yemeni riyal,0\n");
    const rate = "fromCurrencyId,toCurrencyId,rate";
    const result = await shop.take(
      "exchangeRate",
      `${rate}\nsar,YER,140\nريال سعودي,USD,0.27\nsaudi riyal,yemeni Riyal,141\nriyal,YER,1\n`,
    );
    expect(result).toMatchObject({ added: 2, rejectedCount: 2 });
    expect(result.rejected.map(({ line }) => line)).toEqual([4, 5]);
    expect(
      shop.db
        .prepare("SELECT from_currency_id, to_currency_id, rate FROM exchange_rate ORDER BY rowid")
        .raw()
        .all(),
    ).toEqual([
      ["SAR", "YER", "140"],
      ["SAR", "USD", "0.27"],
    ]);
  });

  it("of a supplier is a supplier's before another account's", async () => {
    const shop = await shopWithUnits();
    await shop.take("account", "id,name,type\n1,North,other\n2,North,supplier\n3,Till,cash\n");
    await shop.take("product", "id,name\n9,Tea\n");
    const header = "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity";
    const path = shop.put(`${header}\nA,2026-01-01,north,SAR,tea,piece,1\nB,2026-01-01,Till,SAR,Tea,5,1\n`);
    expect((await preview(shop, { kind: "purchase", path })).words).toEqual([
      expect.objectContaining({ word: "Till", by: "none", candidates: [{ id: 3, name: "Till" }] }),
      expect.objectContaining({ word: "tea", rows: 2, recordId: 9 }),
      expect.objectContaining({ word: "north", recordId: 2 }),
      expect.objectContaining({ word: "piece", recordId: 5 }),
    ]);
    expect(await run(shop, { kind: "purchase", path })).toMatchObject({ added: 1, rejectedCount: 1 });
  });

  it("of a product is found among many that begin alike, in either language, and of two products asked about", async () => {
    const shop = await shopWithUnits();
    const many = Array.from({ length: 400 }, (_, n) => `${n + 100},Rice ${n}`);
    const others = [
      "1,Rice",
      "2,Basmati rice / أرز بسمتي",
      "3,Salt",
      "4,SALT.",
      "5,Old tea,1",
      "6,Sugar (5 kg)",
    ];
    await shop.take(
      "product",
      `id,name,deleted\n${[...many, ...others].map((row) => (row.split(",").length === 2 ? `${row},0` : row)).join("\n")}\n`,
    );
    await shop.take("store", "id,name\n1,Main / الرئيسي\n");
    const names = ["rice", "ارز بسمتى", "Rice 17", "SALT", "salt.", "Sält-", "Old tea", "Sugar", "Ric"];
    const path = shop.put(
      `productId,measureUnitId,storeId,quantity\n${names.map((name) => `${name},piece,الرئيسي,1`).join("\n")}\n`,
    );
    const { words } = await preview(shop, { kind: "stock", path });
    expect(
      words
        .filter(({ column }) => column === "productId")
        .map(({ word, by, recordId, candidates }) => [word, by, recordId, candidates.map(({ id }) => id)]),
    ).toEqual([
      ["Sält-", "several", null, [3, 4]],
      ["Old tea", "none", null, [5]],
      ["Sugar", "none", null, []],
      ["Ric", "none", null, []],
      ["rice", "name", 1, []],
      ["ارز بسمتى", "name", 2, []],
      ["Rice 17", "name", 117, []],
      ["SALT", "name", 3, []],
      ["salt.", "name", 4, []],
    ]);
  });

  it("is read in a spreadsheet as in a text", async () => {
    const shop = await shopWithUnits();
    const path = shop.put(
      xlsxOf([
        ["id", "name", "measureUnitId"],
        [number("1"), "Tea", "كرتون"],
        [number("2"), "Rice", number("8")],
      ]),
      "list.xlsx",
    );
    expect((await preview(shop, { kind: "product", path })).words).toEqual([
      expect.objectContaining({ word: "كرتون", rows: 1, recordId: 6 }),
    ]);
    expect(await run(shop, { kind: "product", path })).toMatchObject({ added: 2, rejected: [] });
  });

  it.each([
    ["yes", 1],
    ["No", 0],
    ["TRUE", 1],
    ["false", 0],
    ["نعم", 1],
    ["لا", 0],
    ["محذوف", 1],
    ["نشط", 0],
    ["x", 1],
    ["٠", 0],
  ])("%s in a column of yes and no is understood", async (mark, deleted) => {
    const shop = openShop();
    await shop.take("account", `id,name,type,deleted\n1,A,supplier,${mark}\n`);
    expect(shop.db.prepare("SELECT deleted FROM account").pluck().all()).toEqual([deleted]);
  });

  it.each([
    ["Vendor", "supplier"],
    ["موردين", "supplier"],
    ["الصندوق", "cash"],
    ["Cash Box", "cash"],
    ["BANK ACCOUNT", "bank"],
    ["مصرف", "bank"],
    ["Customer", "other"],
    ["عميل", "other"],
  ])("%s as an account's type is understood", async (word, type) => {
    const shop = openShop();
    await shop.take("account", `id,name,type\n1,A,${word}\n`);
    expect(shop.db.prepare("SELECT type FROM account").pluck().all()).toEqual([type]);
  });
});

describe("an account's type", () => {
  it("that nobody knows is asked about with the four types", async () => {
    const shop = openShop();
    const path = shop.put("id,name,type\n1,A,Partner\n2,B,Vendor\n");
    const seen = await preview(shop, { kind: "account", path });
    expect(seen.words[0]).toMatchObject({
      column: "type",
      word: "Partner",
      by: "none",
      candidates: ["supplier", "cash", "bank", "other"].map((id) => ({ id, name: id })),
    });
    const words = { type: { partner: "other" } };
    expect((await preview(shop, { kind: "account", path, words })).undecided).toEqual([]);
    expect(await run(shop, { kind: "account", path, words })).toMatchObject({ added: 2 });
  });

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
    expect(seen.continues).toEqual({
      rows: 2,
      lines: [3, 4],
      lacks: ["id", "name"],
      answer: null,
    });
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
    expect(seen.continues).toEqual({ rows: 1, lines: [4], lacks: ["name"], answer: null });
    const result = await run(shop, { kind: "product", path, mapping, continues: true });
    expect(result).toMatchObject({ added: 2, rejectedCount: 1 });
    expect(result.rejected[0]).toMatchObject({
      line: 3,
      problems: [{ code: "notDecimal", params: { cell: '"variable"' } }],
    });
    expect(productRows(shop)).toContainEqual([10003, "T-shirt", "6291003040528", "", "12", "5"]);
  });
});

describe("rows that seem to continue the one above", () => {
  const continued = async (kind: List, content: string) => {
    const shop = await shopWithUnits();
    const path = shop.put(content);
    const { continues } = await preview(shop, { kind, path });
    const { added, unchanged, rejectedCount } = await run(shop, { kind, path, continues: true });
    return { rows: continues?.rows ?? 0, added, unchanged, rejectedCount, shop };
  };

  it("may give another unit, whose price is not the one of the row above", async () => {
    const { shop, ...counts } = await continued(
      "product",
      "id,name,barcode,measureUnitId,price\n1,Tea,111,5,2\n,,222,6,\n,,333,,\n2,Rice,444,5,3\n",
    );
    expect(counts).toEqual({ rows: 2, added: 4, unchanged: 0, rejectedCount: 0 });
    expect(productRows(shop)).toEqual([
      [1, "Tea", "111", 5, "2", null],
      [1, "Tea", "222", 6, null, null],
      [1, "Tea", "333", 5, "2", null],
      [2, "Rice", "444", 5, "3", null],
    ]);
  });

  it("may repeat the ID and leave the name empty", async () => {
    const { shop: _, ...counts } = await continued(
      "product",
      "id,name,barcode\n1,Tea,111\n1,,222\n2,Rice,333\n2,,444\n2,,555\n",
    );
    expect(counts).toEqual({ rows: 3, added: 5, unchanged: 0, rejectedCount: 0 });
  });

  it("are lines of the purchase above", async () => {
    const { shop, ...counts } = await continued(
      "purchase",
      "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity\n" +
        "P1,2026-01-01,7,SAR,1,5,10\n,,,,2,5,20\n,,,,3,6,30\nP2,2026-01-02,7,SAR,1,5,1\n,,,,,,61\n",
    );
    expect(counts).toEqual({ rows: 3, added: 4, unchanged: 0, rejectedCount: 1 });
    expect(shop.db.prepare("SELECT count(*) FROM purchase").pluck().get()).toBe(2);
  });

  it("are none of a row that names another record, comes first, or lacks the store of its stock", async () => {
    const other = await continued("product", "id,name,barcode\n,Tea,111\n1,Rice,222\n2,,333\n,Salt,444\n");
    expect(other).toMatchObject({ rows: 0, added: 1, rejectedCount: 3 });
    const sums = await continued("stock", "productId,measureUnitId,storeId,quantity\n1,5,1,3\n,,2,4\n,,,7\n");
    expect(sums).toMatchObject({ rows: 2, added: 2, rejectedCount: 1 });
  });

  it.each([
    ["a row with too few cells", "1,Tea,111,\n2,Coffee,222\n,,333,\n", 1],
    ["a row without a name", "1,Tea,111,\n3,,444,\n,,555,\n", 1],
    ["a row without an ID", "1,Tea,111,\n,Coffee,444,\n,,555,\n", 1],
  ])("don't belong to the record above %s", async (_, rows, added) => {
    const { shop, ...counts } = await continued("product", `id,name,barcode,price\n${rows}`);
    expect(counts).toMatchObject({ added, rejectedCount: 2 });
    expect(productRows(shop)).toHaveLength(1);
  });

  it("of a file of rejected rows belong to no row of it: the rows above them were taken in", async () => {
    const shop = openShop();
    const path = shop.put(
      "id,name,barcode,price\n1,Tea,111,1\n,,222,\n2,Salt,333,bad\n3,Oil,444,2\n,,555,\n",
    );
    const rejectedPath = `${shop.folder}/rejected.csv`;
    await run(shop, { kind: "product", path, rejectedPath });
    expect((await preview(shop, { kind: "product", path: rejectedPath })).continues).toBeNull();
    expect(await run(shop, { kind: "product", path: rejectedPath, continues: true })).toMatchObject({
      added: 0,
    });
  });

  it("keep the exact number of a spreadsheet in the file of rejected rows, in the style of the file", async () => {
    const shop = await shopWithUnits();
    const path = shop.put(
      xlsxOf([
        ["id", "name", "measureUnitId", "price"],
        [number("1"), "Tea", "5", "1.234,50"],
        [number("2"), "Rice", "Zed", number("1.234")],
        [number("3"), "Oil", "Zed", "2.345,75"],
      ]),
      "list.xlsx",
    );
    const rejectedPath = `${shop.folder}/rejected.csv`;
    const mapping = { id: "id", name: "name", measureUnitId: "measureUnitId", price: "price" };
    await run(shop, { kind: "product", path, mapping, numbers: "comma", rejectedPath });
    const words = { measureUnitId: { Zed: 5 } };
    await run(shop, { kind: "product", path: rejectedPath, mapping, numbers: "comma", words });
    expect(productRows(shop).map((row) => (Array.isArray(row) ? row[4] : null))).toEqual([
      ...["1234.5", "1.234", "2345.75"],
    ]);
  });

  it("are as they are in a spreadsheet with joined cells, exact numbers included", async () => {
    const shop = await shopWithUnits();
    const path = shop.put(
      xlsxOf([
        ["id", "name", "barcode", "price"],
        [number("1"), "Tea", "111", number("1.5")],
        ["", "", "222", ""],
      ]),
      "list.xlsx",
    );
    expect((await preview(shop, { kind: "product", path })).continues).toMatchObject({ rows: 1 });
    expect(await run(shop, { kind: "product", path, continues: true, numbers: "comma" })).toMatchObject({
      added: 2,
    });
    expect(productRows(shop)[1]).toEqual([1, "Tea", "222", "", "1.5", null]);
  });

  it("are written whole to the file of rejected rows", async () => {
    const shop = openShop();
    const path = shop.put("id,name,barcode,price\n1,Tea,111,1\n,,222,x\n");
    const rejectedPath = `${shop.folder}/rejected.csv`;
    await run(shop, { kind: "product", path, continues: true, rejectedPath });
    expect(readFileSync(rejectedPath, "utf8")).toContain('"1","Tea","222","x"');
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
