import { describe, expect, it } from "vitest";
import { emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  lineTotal,
  returnTotal,
  signsOfLines,
} from "../../../../renderer/screens/purchase-return/draft/sums.ts";

const line = (price: string, quantity: string, freeQuantity = "") => ({
  ...emptyLine(`${price} ${quantity}`),
  productId: "7",
  measureUnitId: "1",
  price,
  quantity,
  freeQuantity,
});

describe("the room that numbers need", () => {
  it("is that of the longest one, with its separators and the currency's digits", () => {
    const lines = [line("5", "1"), line("1234567.5", "12"), line("", "")];
    // 1,234,567.50 and 12 and 14,814,810.00
    expect(signsOfLines(lines, 2)).toEqual({ price: 12, quantity: 2, total: 13 });
    expect(signsOfLines([], 2)).toEqual({ price: 0, quantity: 0, total: 0 });
  });
});

describe("this counter's arithmetic", () => {
  it("is exact where binary floating point is not", () => {
    expect(lineTotal(line("0.1", "3"))).toBe("0.3");
    expect(returnTotal([line("0.1", "1"), line("0.2", "1")])).toBe("0.3");
    expect(returnTotal([line("1234567890123.4567", "1"), line("0.0001", "1")])).toBe("1234567890123.4568");
  });

  it("reads any digits, and leaves out a line that has no total yet", () => {
    expect(lineTotal(line("١٢٫٥", "٢"))).toBe("25");
    expect(lineTotal(line("", "2"))).toBeNull();
    expect(lineTotal(line("1,234", "2"))).toBeNull();
    expect(returnTotal([line("2", "2"), line("2", "")])).toBe("4");
  });

  it("asks no money for free goods", () => {
    expect(lineTotal(line("10", "2", "5"))).toBe("20");
  });

  it("is nothing for no lines", () => expect(returnTotal([])).toBe("0"));
});
