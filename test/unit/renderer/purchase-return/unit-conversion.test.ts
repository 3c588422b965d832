import { describe, expect, it } from "vitest";
import { emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  converted,
  fromBase,
  inBase,
  unitBases,
} from "../../../../renderer/screens/purchase-return/draft/units.ts";

const unit = (id: number, baseUnitId: number | null, factor: string | null) => ({
  kind: "measureUnit" as const,
  id,
  name: `unit ${id}`,
  baseUnitId,
  factor,
  deleted: false,
  source: "file" as const,
  updatedAt: "2026-01-01T00:00:00.000Z",
});
const bases = unitBases([
  ...[unit(1, null, "1"), unit(2, 1, "12"), unit(3, 2, "4"), unit(4, 5, "2"), unit(5, 4, "2")],
  ...[unit(6, 1, null), unit(7, 99, "2"), unit(8, null, null)],
]);
const line = { ...emptyLine("a"), measureUnitId: "2", quantity: "1.5", price: "120", freeQuantity: "1" };

describe("units and their base", () => {
  it("follows chains, and leaves circles, missing factors and unknown bases out", () => {
    expect(bases.get("3")).toEqual({ baseId: "1", factor: "48" });
    expect(["4", "5", "6", "7"].map((id) => bases.get(id))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(inBase("١٫٥", "2", bases)).toBe("18");
    expect(inBase("many", "2", bases)).toBeNull();
  });

  it("takes a unit that names itself as its base for one, as the engine does", () => {
    const own = unitBases([unit(1, 1, "1"), unit(2, 1, "12")]);
    expect(own.get("1")).toEqual({ baseId: "1", factor: "1" });
    expect(own.get("2")).toEqual({ baseId: "1", factor: "12" });
  });

  it("converts as much goods for as much money, exactly", () => {
    expect(converted(line, "1", bases)).toEqual({
      fields: { quantity: "18", freeQuantity: "12", receivedQuantity: "", price: "10" },
      exact: true,
    });
  });

  it("shows stock exactly where it has an end, and else never more than there is, below zero too", () => {
    expect(fromBase("-18", "2", bases)).toEqual({ value: "-1.5", exact: true });
    expect(fromBase("0.0012", "2", bases)).toEqual({ value: "0.0001", exact: true });
    expect(fromBase("16", "2", bases)).toEqual({ value: "1.333", exact: false });
    expect(fromBase("-16", "2", bases)).toEqual({ value: "-1.334", exact: false });
    expect(fromBase("-16", "99", bases)).toEqual({ value: "-16", exact: true });
  });

  it("divides to twelve decimals, so that no more money than a trillionth of it is lost", () => {
    const sevenths = unitBases([unit(1, null, "1"), unit(2, 1, "7")]);
    expect(converted({ ...line, price: "1" }, "1", sevenths)).toMatchObject({
      fields: { price: "0.142857142857" },
      exact: false,
    });
  });

  it("says where a number has no end, and converts nothing between different bases", () => {
    expect(converted({ ...line, price: "100" }, "1", bases)?.exact).toBe(false);
    expect(converted(line, "8", bases)).toBeNull();
    expect(converted(line, "2", bases)).toBeNull();
  });
});
