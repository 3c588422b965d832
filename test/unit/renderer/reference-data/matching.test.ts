import { describe, expect, it } from "vitest";
import { folded } from "../../../../renderer/lib/text.ts";
import {
  type BalanceRow,
  isExpired,
  matchingBalances,
} from "../../../../renderer/screens/reference-data/lists/matching.ts";

const balance = (over: Partial<BalanceRow>): BalanceRow => ({
  accountId: 1,
  accountName: null,
  currencyId: "USD",
  amount: "1",
  ceilAmount: null,
  updatedAt: "",
  ...over,
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
