import { describe, expect, it } from "vitest";
import { groupNotes, isOdd, placeOfPath } from "../../../../renderer/screens/documents/part-fields.ts";

describe("notes on an answer", () => {
  it("say their place", () => {
    expect(placeOfPath("0.TenantBalances.2.amount")).toEqual({
      transaction: 1,
      part: "balances",
      row: 3,
      field: "amount",
    });
    expect(placeOfPath("1.toAmount")).toEqual({ transaction: 2, part: null, row: null, field: "toAmount" });
    expect(placeOfPath("0.TenantLogs")).toEqual({ transaction: 1, part: "logs", row: null, field: null });
    expect(placeOfPath("0.TenantRequest.4")).toEqual({
      transaction: 1,
      part: "requests",
      row: 5,
      field: null,
    });
    expect(placeOfPath("0.TenantLogs.0.a.b")).toMatchObject({ field: "a.b" });
  });

  it("about the same field of many rows are one", () => {
    const notes = Array.from({ length: 5_000 }, (_, row) => ({
      path: `0.TenantTransactionProducts.${row}.expiryAt`,
      problem: "odd" as const,
    }));
    const groups = groupNotes([...notes, { path: "0.colour", problem: "unknown_field" }]);
    expect(groups).toHaveLength(2);
    expect(groups[0]?.rows).toHaveLength(5_000);
    expect(groups[0]?.rows[0]).toBe(1);
    expect(groups[1]).toEqual({
      problem: "unknown_field",
      transaction: 1,
      part: null,
      field: "colour",
      rows: [],
    });
  });

  it("of other problems or transactions stay apart", () => {
    const groups = groupNotes([
      { path: "0.amount", problem: "odd" },
      { path: "0.amount", problem: "missing" },
      { path: "1.amount", problem: "odd" },
    ]);
    expect(groups).toHaveLength(3);
  });

  it("of something more than expected are not odd", () => {
    expect([isOdd({ problem: "unknown_field" }), isOdd({ problem: "missing" })]).toEqual([false, true]);
  });
});
