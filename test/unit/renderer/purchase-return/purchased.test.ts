/** What is left of a purchase's line for the lines of a return, and which of them give back more. */
import { expect, it } from "vitest";
import { emptyLine, type ReturnLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  type BoughtLine,
  leftFor,
  linesAboveLeft,
  type Purchase,
  purchasedOf,
} from "../../../../renderer/screens/purchase-return/draft/purchased.ts";
import type { UnitBases } from "../../../../renderer/screens/purchase-return/draft/units.ts";

/** Pieces, cartons of twelve, trays of seven; kilograms have no known base. */
const BASES: UnitBases = new Map([
  ["1", { baseId: "1", factor: "1" }],
  ["2", { baseId: "1", factor: "12" }],
  ["4", { baseId: "1", factor: "7" }],
]);

const amounts = (left: string | null, leftInBase = left === null ? null : String(12 * Number(left))) => ({
  bought: "10",
  returned: "0",
  waiting: "0",
  left,
  leftInBase,
});
const bought = (left: string | null, fields: Partial<BoughtLine> = {}): Purchase => ({
  documentNo: "P-100",
  date: "2026-02-01",
  supplierAccountId: 1101,
  supplierName: "Hadda",
  currencyId: "YER",
  importedAt: "2026-03-01T08:00:00.000Z",
  lines: [
    {
      ...amounts(left),
      row: 1,
      productId: 1001,
      measureUnitId: 2,
      free: amounts("0"),
      problem: null,
      price: "120",
      productionAt: null,
      expiryAt: null,
      batch: null,
      ...fields,
    },
  ],
});
const given = (quantity: string, measureUnitId: string, lineId = "a"): ReturnLine => ({
  ...emptyLine(lineId),
  productId: "1001",
  measureUnitId,
  quantity,
  purchaseLine: { documentNo: "P-100", supplierAccountId: "1101", row: "1" },
});
const above = (purchase: Purchase, ...lines: ReturnLine[]) =>
  linesAboveLeft(lines, purchasedOf([purchase]), BASES);
const leftIn = (unit: string, purchase = bought("10")) => {
  const [line] = purchase.lines;
  if (line === undefined) throw new Error("a purchase has a line");
  return leftFor({ purchase, line }, unit, { bases: BASES });
};

it("what is left is given in the line's unit, or in the purchase's where the number has no end", () => {
  expect(leftIn("1")).toMatchObject({ amount: "120", shown: "120", unitId: "1", isOwnUnit: true });
  expect(leftIn("2")).toMatchObject({ amount: "120", shown: "10", unitId: "2", isOwnUnit: true });
  expect(leftIn("4")).toMatchObject({ amount: "120", shown: "10", unitId: "2", isOwnUnit: false });
  expect(leftIn("1", bought(null))).toBeNull();
});

it("lines that give back more than is left are found by all of them together, in whatever unit", () => {
  expect(above(bought("10"), given("10", "2"))).toEqual([]);
  expect(above(bought("10"), given("120.5", "1"))).toEqual([0]);
  expect(above(bought("10"), given("9", "2"), given("13", "1", "b"))).toEqual([0, 1]);
  expect(above(bought("10"), given("18", "4"))).toEqual([0]);
  expect(above(bought("10"), { ...given("1", "2"), freeQuantity: "1" })).toEqual([0]);
  expect(above(bought("-1"), given("", "2"))).toEqual([]);
});

it("kilograms are not compared with cartons, unless none are left", () => {
  expect(above(bought("10"), given("400", "3"))).toEqual([]);
  expect(above(bought("10", { measureUnitId: 3 }), given("11", "3"))).toEqual([0]);
  expect(above(bought("10", { measureUnitId: 3 }), given("11", "1"))).toEqual([]);
  expect(above(bought("0"), given("40", "3"))).toEqual([0]);
});

it("what is left of a carton is given in whole pieces, and all of them are not above it", () => {
  const purchase = bought("8.916667", { ...amounts("8.916667", "107"), problem: "inexact" });
  expect(leftIn("1", purchase)).toMatchObject({ shown: "107", isOwnUnit: true });
  // In cartons it has no end: three decimals, and never more than there is.
  expect(leftIn("2", purchase)).toMatchObject({ shown: "8.916", isExact: false });
  expect(leftIn("2", bought("8"))).toMatchObject({ shown: "8", isExact: true });
  expect(above(purchase, given("107", "1"))).toEqual([]);
  expect(above(purchase, given("108", "1"))).toEqual([0]);
});
