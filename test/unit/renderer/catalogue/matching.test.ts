import { describe, expect, it } from "vitest";
import { folded } from "../../../../renderer/lib/folded.ts";
import {
  type BalanceRow,
  isExpired,
  matchingBalances,
  matchingStock,
  type StockRow,
} from "../../../../renderer/screens/catalogue/lists/matching.ts";

const stock = (over: Partial<StockRow>): StockRow => ({
  productId: 1,
  measureUnitId: 1,
  storeId: 1,
  barcode: null,
  currencyId: "USD",
  productionAt: null,
  expiryAt: null,
  costPrice: "1",
  quantity: "1",
  updatedAt: "",
  ...over,
});
const balance = (over: Partial<BalanceRow>): BalanceRow => ({
  accountId: 1,
  accountName: null,
  currencyId: "USD",
  amount: "1",
  ceilAmount: null,
  updatedAt: "",
  ...over,
});
const none = { products: new Set<string>(), stores: new Set<string>() };

describe("finding among stock rows", () => {
  const rows = [
    stock({ productId: "9007199254740993" }),
    stock({ productId: 12, barcode: "2900000104204" }),
    stock({ productId: 112, storeId: 12 }),
  ];

  it("takes a whole id of a product or store, of any size", () => {
    expect(matchingStock(rows, "12", none)).toEqual([rows[1], rows[2]]);
    expect(matchingStock(rows, "9007199254740993", none)).toEqual([rows[0]]);
  });

  it("takes a part of a barcode, in Arabic digits too", () => {
    expect(matchingStock(rows, "٢٩٠٠", none)).toEqual([rows[1]]);
  });

  it("takes what the catalogue found by name", () => {
    expect(matchingStock(rows, "rice", { ...none, products: new Set(["112"]) })).toEqual([rows[2]]);
    expect(matchingStock(rows, "back", { ...none, stores: new Set(["12"]) })).toEqual([rows[2]]);
  });

  it("takes all for no text", () => {
    expect(matchingStock(rows, "", none)).toHaveLength(3);
  });
});

describe("finding among balances", () => {
  const rows = [
    balance({ accountId: 7, accountName: "Aden Dairy Co." }),
    balance({ accountId: 8, accountName: "مؤسسة الألبان", currencyId: "YER" }),
    balance({ accountId: 77, accountName: null }),
  ];

  it("takes every word of the name or the currency", () => {
    expect(matchingBalances(rows, "dairy aden")).toEqual([rows[0]]);
    expect(matchingBalances(rows, "yer")).toEqual([rows[1]]);
    expect(matchingBalances(rows, "aden yer")).toEqual([]);
  });

  it("takes a whole id, and an account without a name by it", () => {
    expect(matchingBalances(rows, "77")).toEqual([rows[2]]);
    expect(matchingBalances(rows, "7")).toEqual([rows[0]]);
  });

  it("doesn't mind marks and the spellings of one Arabic letter", () => {
    expect(matchingBalances(rows, "مؤسسه الالبان")).toEqual([rows[1]]);
    expect(folded("Crème BRÛLÉE")).toBe("creme brulee");
  });
});

describe("expiry", () => {
  it("is past the day after it", () => {
    expect(isExpired("2026-01-31", "2026-01-31")).toBe(false);
    expect(isExpired("2026-01-31", "2026-02-01")).toBe(true);
    expect(isExpired(null, "2026-02-01")).toBe(false);
  });
});
