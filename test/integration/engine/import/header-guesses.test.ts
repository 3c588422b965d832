/** Files as other programs write them: their columns are found, marked where guessed, and asked about where several fit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type List, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { fitOfPreview, likelyKind } from "../../../../renderer/screens/reference-data/import/file-kinds.ts";
import { openShop } from "./shop-files.ts";
import { preview, run } from "./wizard-steps.ts";

const FILES = join(import.meta.dirname, "../../../fixtures/files-of-programs");
const fileOf = (shop: ReturnType<typeof openShop>, name: string): string =>
  shop.put(readFileSync(join(FILES, name)), name);

const CASES: readonly {
  name: string;
  kind: List;
  mapping: Record<string, string>;
  guessed: Record<string, "parts" | "cells">;
}[] = [
  {
    name: "point-of-sale-export.csv",
    kind: "product",
    mapping: { SKU: "id", Name: "name", Barcode: "barcode", Cost: "costPrice", "Price [Main]": "price" },
    guessed: { id: "parts", price: "parts" },
  },
  {
    name: "apostrophes-and-lost-zeros.csv",
    kind: "product",
    mapping: {
      ID: "id",
      Title: "name",
      "Variant Price": "price",
      "Variant Barcode": "barcode",
      "Cost per item": "costPrice",
    },
    guessed: { price: "parts", barcode: "parts", costPrice: "parts" },
  },
  {
    name: "rows-that-continue.csv",
    kind: "product",
    mapping: {
      ID: "id",
      Name: "name",
      "Barcodes/Barcode": "barcode",
      "Sales Price": "price",
      Cost: "costPrice",
      "Unit of Measure": "measureUnitId",
    },
    guessed: { barcode: "parts", price: "parts" },
  },
  {
    name: "products-units-by-name.csv",
    kind: "product",
    mapping: {
      "رقم الصنف": "id",
      "اسم الصنف": "name",
      الباركود: "barcode",
      الوحدة: "measureUnitId",
      "سعر البيع": "price",
      "سعر التكلفة": "costPrice",
    },
    guessed: {},
  },
  {
    name: "accounts-types-in-arabic.csv",
    kind: "account",
    mapping: { "كود المورد": "id", "اسم المورد": "name", النوع: "type" },
    guessed: {},
  },
  {
    name: "purchase-by-names.csv",
    kind: "purchase",
    mapping: {
      documentNo: "documentNo",
      date: "date",
      supplier: "supplierAccountId",
      currency: "currencyId",
      product: "productId",
      unit: "measureUnitId",
      quantity: "quantity",
      price: "price",
    },
    guessed: {},
  },
];

describe("a file of another program", () => {
  it.each(CASES)("has its columns found: $name", async ({ name, kind, mapping, guessed }) => {
    const shop = openShop();
    const seen = await preview(shop, { kind, path: fileOf(shop, name) });
    expect(seen).toMatchObject({ mapping, missing: [], askedColumns: [] });
    expect(Object.fromEntries(seen.guessed.map(({ column, by }) => [column, by]))).toEqual(guessed);
  });

  it.each(CASES)("is recognised as its kind, whatever it is called: $name", async ({ name, kind }) => {
    const shop = openShop();
    const path = fileOf(shop, name);
    const fits = await Promise.all(
      REFERENCE_KINDS.map(async (each) => fitOfPreview(each, await preview(shop, { kind: each, path }))),
    );
    expect(likelyKind(fits, "export.csv", kind === "stock" ? "product" : "stock")).toBe(kind);
  });
});

describe("a file with a price of each shop", () => {
  const text =
    "SKU,Name,Price [Main],Price [Branch],In stock [Main]\n10001,Cola,2.00,2.10,24\n10002,Tea,3.00,3.10,5\n";
  const among = ["Price [Main]", "Price [Branch]"];

  it("is asked about, and no price is taken before the answer", async () => {
    const shop = openShop();
    const path = shop.put(text);
    const seen = await preview(shop, { kind: "product", path });
    expect(seen).toMatchObject({
      mapping: { SKU: "id", Name: "name" },
      undecided: ["columns"],
      askedColumns: [{ column: "price", among }],
    });
    const fits = await Promise.all(
      REFERENCE_KINDS.map(async (each) => fitOfPreview(each, await preview(shop, { kind: each, path }))),
    );
    expect(likelyKind(fits, "export.csv", "store")).toBe("product");
  });

  it.each([
    ["one of them", { "Price [Branch]": "price" }],
    ["none", {}],
  ])("is answered by a given mapping, and the answer is remembered: %s", async (_, answer) => {
    const shop = openShop();
    const path = shop.put(text);
    const mapping = { SKU: "id", Name: "name", ...answer };
    const answered = { mapping, undecided: [], askedColumns: [], guessed: [] };
    expect(await preview(shop, { kind: "product", path, mapping })).toMatchObject(answered);
    expect(await run(shop, { kind: "product", path, mapping })).toMatchObject({ added: 2, rejectedCount: 0 });
    expect(await preview(shop, { kind: "product", path })).toMatchObject({
      ...answered,
      mappedBy: "remembered",
    });
  });

  it("of one shop alone is taken, as a guess", async () => {
    const shop = openShop();
    const path = shop.put("SKU,Name,Price [Main]\n10001,Cola,2.00\n10002,Tea,3.00\n");
    const { mapping, guessed } = await preview(shop, { kind: "product", path });
    expect(mapping["Price [Main]"]).toBe("price");
    expect(guessed).toContainEqual({ column: "price", by: "parts" });
  });
});

it("a column that the last import didn't have is guessed, marked, and asked about where several fit", async () => {
  const shop = openShop();
  const mapping = { Nummer: "id", Wer: "name" };
  await run(shop, { kind: "product", path: shop.put("Nummer,Wer\n7,Tea\n"), mapping });
  const path = shop.put("Nummer,Wer,Variant Barcode,Price A,Price B\n7,Tea,6281000000015,1,2\n", "next.csv");
  expect(await preview(shop, { kind: "product", path })).toMatchObject({
    mappedBy: "remembered",
    mapping: { ...mapping, "Variant Barcode": "barcode" },
    guessed: [{ column: "barcode", by: "parts" }],
    askedColumns: [{ column: "price", among: ["Price A", "Price B"] }],
  });
});

it("cells say which column is which where names don't", async () => {
  const shop = openShop();
  const path = shop.put(
    "Qqq,Name,Www,Eee,Rrr\n1207,Cola,6291003040504,1.20,2.00\n1199,Tea,6291003040511,5.00,12.00\n",
  );
  const { mapping, guessed } = await preview(shop, { kind: "product", path });
  expect(mapping).toEqual({ Qqq: "id", Name: "name", Www: "barcode", Eee: "costPrice", Rrr: "price" });
  expect(guessed.map(({ by }) => by)).toEqual(["cells", "cells", "cells", "cells"]);
});
