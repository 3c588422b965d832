/** Which columns of a return are drawn. */
import { describe, expect, it } from "vitest";
import {
  columnsShown,
  emptyLine,
  isIn,
  NO_COLUMNS,
  setOf,
  usedColumns,
} from "../../../../renderer/screens/purchase-return/draft/draft.ts";

const line = { ...emptyLine("l-1"), productId: "1001", measureUnitId: "1", price: "2.5", quantity: "3" };
const idsOf = (columns: number) => columnsShown(columns).map(({ column }) => column.id);

describe("the columns of a return", () => {
  it("are the four that every return needs while no line uses another", () => {
    expect(usedColumns([line, emptyLine("l-2")])).toBe(NO_COLUMNS);
    expect(idsOf(NO_COLUMNS)).toEqual(["product", "unit", "price", "quantity"]);
  });

  it("are joined by each one that some line uses, in their usual order", () => {
    const used = usedColumns([line, { ...line, description: "torn" }, { ...line, expiryAt: "2027-12-31" }]);
    expect(idsOf(used)).toEqual(["product", "unit", "expiry", "price", "quantity", "description"]);
    expect(isIn(used, "expiry")).toBe(true);
    expect(isIn(used, "production")).toBe(false);
  });

  it("keep their places, by which a cell is found, whatever is drawn", () => {
    expect(columnsShown(NO_COLUMNS).map(({ index }) => index)).toEqual([0, 1, 4, 5]);
  });

  it("are not changed by asking for one that every return needs", () => {
    expect(setOf(["price", "free"])).toBe(setOf(["free"]));
  });
});
