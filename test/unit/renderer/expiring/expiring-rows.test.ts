/** What expires: its groups, its worth, and the returns made of it. */
import { describe, expect, it } from "vitest";
import {
  bandOf,
  type ExpiringRow,
  expiringKey,
  expiringTotals,
  ordered,
  returnsOf,
  rowsToReturn,
} from "../../../../renderer/screens/expiring/expiring-rows.ts";

const row = (fields: Partial<ExpiringRow> = {}): ExpiringRow => ({
  productId: 1001,
  measureUnitId: 1,
  storeId: 1,
  storeName: "Main store",
  productionAt: null,
  expiryAt: "2026-12-01",
  daysLeft: 6,
  quantity: "2",
  costPrice: "0.1",
  currencyId: "YER",
  value: "0.2",
  supplierAccountId: 1101,
  supplierName: "Hadda",
  source: "file",
  updatedAt: "2026-11-24T00:00:00.000Z",
  ...fields,
});

describe("rows that expire", () => {
  it("are banded by the days left, the day of expiry itself among what has not expired", () => {
    expect([-1, 0, 7, 8, 90, 91].map((daysLeft) => bandOf(row({ daysLeft })))).toEqual([
      "expired",
      7,
      7,
      30,
      90,
      "later",
    ]);
  });

  it("stand together by supplier, the soonest first in each, without a known one at the end", () => {
    const unknown = row({ supplierAccountId: null, supplierName: null, expiryAt: "2026-11-01" });
    const later = row({ expiryAt: "2027-01-01" });
    const other = row({ supplierAccountId: 1102, supplierName: "Amal" });
    expect(ordered([unknown, row(), other, later], "supplier", "en")).toEqual([other, row(), later, unknown]);
    expect(ordered([unknown, row()], "days", "en")).toEqual([unknown, row()]);
  });

  it("are worth an exact sum for each currency, and those without a value are counted", () => {
    const rows = [row(), row({ value: "0.1" }), row({ currencyId: "USD", value: "5" }), row({ value: null })];
    expect(expiringTotals(rows)).toEqual({
      values: [
        { currencyId: "YER", value: "0.3" },
        { currencyId: "USD", value: "5" },
      ],
      unvalued: 1,
    });
  });
});

describe("a return of what expires", () => {
  it("has all rows of the marked one's supplier, or the chosen ones", () => {
    const other = row({ supplierAccountId: 1102 });
    const second = row({ productId: 1002 });
    const shown = [row(), other, second];
    expect(rowsToReturn(shown, new Set(), shown[0])).toEqual([row(), second]);
    expect(rowsToReturn(shown, new Set([expiringKey(second), "gone"]), shown[0])).toEqual([second]);
    expect(rowsToReturn(shown, new Set(["gone"]), shown[0])).toEqual([row(), second]);
    expect(rowsToReturn([], new Set(), undefined)).toEqual([]);
  });

  it("is one for each supplier, store and currency, with the cost as price and what is left as quantity", () => {
    const dated = row({ productionAt: "2026-01-01T00:00:00.000Z" });
    const unpriced = row({ productId: "90071992547409931", quantity: null, costPrice: null });
    const [first, second, ...others] = returnsOf([dated, row({ storeId: 2 }), unpriced]);
    expect(others).toEqual([]);
    expect(first).toEqual({
      supplierAccountId: "1101",
      storeId: "1",
      currencyId: "YER",
      lines: [
        {
          productId: "1001",
          measureUnitId: "1",
          productionAt: "2026-01-01",
          expiryAt: "2026-12-01",
          price: "0.1",
          quantity: "2",
        },
        {
          productId: "90071992547409931",
          measureUnitId: "1",
          productionAt: "",
          expiryAt: "2026-12-01",
          price: "",
          quantity: "",
        },
      ],
    });
    expect(second?.storeId).toBe("2");
    const currencies = returnsOf([row(), row({ currencyId: "USD" })]);
    expect(currencies.map(({ currencyId }) => currencyId)).toEqual(["YER", "USD"]);
    expect(returnsOf([row({ supplierAccountId: null, currencyId: null })])).toMatchObject([
      { supplierAccountId: "", currencyId: "" },
    ]);
  });
});
