import { describe, expect, it } from "vitest";
import {
  lineOfCells,
  pastedCells,
  pastedColumns,
  resolvedProduct,
  unitNamed,
} from "../../../../renderer/screens/purchase-return/draft/pasted.ts";

const product = (id: number, name: string, deleted = false) => ({
  kind: "product" as const,
  id,
  name,
  deleted,
  units: [],
  source: "file" as const,
  updatedAt: "2026-01-01T00:00:00.000Z",
});

describe("a pasted block", () => {
  it("is more than one cell; a single cell belongs into its field", () => {
    expect(pastedCells("1001\t2\r\n1002\t3\r\n")).toEqual([
      ["1001", "2"],
      ["1002", "3"],
    ]);
    expect(pastedCells("Rice, 5 kg\r\n")).toBeNull();
    expect(pastedCells("1001\n1002")).toEqual([["1001"], ["1002"]]);
    expect(pastedCells("")).toBeNull();
  });

  it("may be comma or semicolon separated and quoted", () => {
    expect(pastedCells('id;qty\n"Tea; ""green"""; 1,5')).toEqual([
      ["id", "qty"],
      ['Tea; "green"', "1,5"],
    ]);
    expect(pastedCells('a\t"two\nlines"')).toEqual([["a", "two\nlines"]]);
  });

  it("has no columns where it has no rows", () => {
    expect(pastedColumns([])).toEqual({ columns: [], named: false, ignored: [] });
  });

  it("is read by names in either language, else by the usual order", () => {
    const english = pastedColumns([["Qty", "Barcode", "Shelf", "Expiry_date"]]);
    expect(english).toEqual({
      columns: ["quantity", "product", null, "expiry"],
      named: true,
      ignored: ["Shelf"],
    });
    expect(pastedColumns([["الصنف", "الكمية", "تاريخ الإنتاج"]]).columns).toEqual([
      ...["product", "quantity", "production"],
    ]);
    // One known word of several cells may be a product's name.
    expect(pastedColumns([["Tea", "Bonus"]])).toMatchObject({
      columns: ["product", "quantity"],
      named: false,
    });
    expect(pastedColumns([["Barcode"], ["2900000104204"]])).toMatchObject({
      columns: ["product"],
      named: true,
    });
    const order = pastedColumns([["1001", "2", "12.5"]]);
    expect(order).toEqual({ columns: ["product", "quantity", "price"], named: false, ignored: [] });
  });

  it("reads any digits and both separators, and keeps what it can't read", () => {
    const columns = ["product", "quantity", "price", "expiry", "description"] as const;
    const line = lineOfCells("a", ["1", "١٢٫٥", "1.234,50", "٣/٢٠٢٧", "torn"], columns);
    expect(line).toMatchObject({ quantity: "12.5", price: "1234.5", priceTyped: true, description: "torn" });
    expect(line.expiryAt).toBe("2027-03-31");
    expect(lineOfCells("a", ["1", "many"], columns)).toMatchObject({ quantity: "many", priceTyped: false });
  });

  it("finds goods by id and by exact name, and never guesses between two", () => {
    const rows = [product(7, "Tea"), product(8, "Tea green")];
    expect(resolvedProduct("٧", null, rows)).toMatchObject({ kind: "found", found: { productId: "7" } });
    expect(resolvedProduct("tea", null, rows)).toMatchObject({ kind: "found", found: { productId: "7" } });
    expect(resolvedProduct("gree", null, rows).kind).toBe("none");
    expect(resolvedProduct("tea", null, [...rows, product(9, "TEA")]).kind).toBe("several");
    expect(resolvedProduct("tea", null, [...rows, product(9, "TEA", true)]).kind).toBe("found");
    const scanned = { product: null, productId: "9", measureUnitId: "2" };
    expect(resolvedProduct("7", scanned, rows).kind).toBe("several");
  });

  it("finds a unit by its name or id", () => {
    const units = [{ id: "1", name: "Piece" }];
    expect([unitNamed("piece", units), unitNamed("١", units), unitNamed("crate", units)]).toEqual([
      ...["1", "1", null],
    ]);
  });
});
