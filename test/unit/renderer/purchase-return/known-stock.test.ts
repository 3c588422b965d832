import { describe, expect, it } from "vitest";
import {
  defaultPrice,
  isAboveStock,
  knownStock,
  knownStockInBase,
  unitsOf,
} from "../../../../renderer/screens/purchase-return/draft/stock.ts";
import { fromBase } from "../../../../renderer/screens/purchase-return/draft/units.ts";

type StockRow = Parameters<typeof knownStock>[0][number];
const row = (more: Partial<StockRow> = {}): StockRow => ({
  productId: 7,
  measureUnitId: 1,
  storeId: 1,
  barcode: null,
  currencyId: "YER",
  productionAt: null,
  expiryAt: null,
  costPrice: "80",
  quantity: "5",
  updatedAt: "2026-01-01T00:00:00.000Z",
  source: "service",
  other: null,
  ...more,
});
const unit = (measureUnitId: number, costPrice: string | null) => ({
  barcode: null,
  measureUnitName: `unit ${measureUnitId}`,
  price: "100",
  measureUnitId,
  costPrice,
});
const where = { measureUnitId: "1", storeId: "1" };

describe("known stock", () => {
  it("adds the batches of one unit in one store, exactly", () => {
    const rows = [
      row({ quantity: "0.1" }),
      row({ quantity: "0.2" }),
      row({ storeId: 2 }),
      row({ measureUnitId: 2 }),
    ];
    expect(knownStock(rows, where)).toBe("0.3");
    expect(knownStock(rows, { ...where, storeId: "" })).toBe("5.3");
  });

  it("counts what is known of no store, whose quantity is known, for any store", () => {
    const rows = [row({ storeId: null, quantity: "2" }), row({ quantity: null }), row({ storeId: 2 })];
    const bases = new Map([["1", { baseId: "1", factor: "1" }]]);
    expect(knownStock(rows, where)).toBe("2");
    expect(knownStockInBase(rows, where, bases)).toBe("2");
    expect(knownStockInBase(rows, { ...where, storeId: "" }, bases)).toBe("7");
    expect(knownStock([row({ quantity: null })], where)).toBeNull();
  });

  it("compares in base units, whatever unit the stock and the line are in", () => {
    const bases = new Map([
      ["1", { baseId: "1", factor: "1" }],
      ["2", { baseId: "1", factor: "12" }],
    ]);
    const rows = [
      row({ quantity: "6" }),
      row({ measureUnitId: 2, quantity: "1" }),
      row({ measureUnitId: 9 }),
    ];
    expect(knownStockInBase(rows, { ...where, measureUnitId: "2" }, bases)).toBe("18");
    expect(knownStockInBase(rows, { ...where, measureUnitId: "9" }, bases)).toBe("5");
    expect(fromBase("18", "2", bases)).toEqual({ value: "1.5", exact: true });
  });

  it("is unknown, not nothing, where nothing is known", () => {
    expect(knownStock([], where)).toBeNull();
    expect(isAboveStock("9", null)).toBe(false);
    expect(isAboveStock("5.1", "5")).toBe(true);
    expect(isAboveStock("5", "5")).toBe(false);
  });
});

describe("the price to begin with", () => {
  const product = { units: [unit(1, "79.5"), unit(2, null)] };
  const question = { ...where, currencyId: "YER", product, stock: [row()] };

  it("is what the newest batch cost", () => {
    const newer = row({ costPrice: "81", updatedAt: "2026-02-01T00:00:00.000Z" });
    expect(defaultPrice({ ...question, stock: [row(), newer] })).toBe("81");
  });

  it("is never a cost in another currency, nor the sales price", () => {
    expect(defaultPrice({ ...question, stock: [row({ currencyId: "USD" })] })).toBe("79.5");
    expect(defaultPrice({ ...question, measureUnitId: "2" })).toBe("");
  });

  it("is in any currency where none is chosen, and a cost without a currency is in each", () => {
    const stock = [row({ currencyId: "USD", costPrice: "3" })];
    expect(defaultPrice({ ...question, stock, currencyId: "" })).toBe("3");
    expect(defaultPrice({ ...question, stock: [row({ currencyId: null, costPrice: "4" })] })).toBe("4");
  });

  it("names each unit of a product once", () => {
    expect(unitsOf({ units: [unit(1, "1"), unit(1, "1"), unit(2, "1")] }).map(({ id }) => id)).toEqual([
      "1",
      "2",
    ]);
  });
});
