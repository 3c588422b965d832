import { describe, expect, it } from "vitest";
import { amountWidth } from "../../../../renderer/features/amount.tsx";

const room = { fraction: 3, least: 9, currency: true };

describe("the width of a column of amounts", () => {
  it("is the least there is for short ones", () => {
    expect(amountWidth(["1", null, "22.5"], room)).toBe(9);
    expect(amountWidth([], room)).toBe(9);
  });

  it("grows with the longest one, its sign and its fraction", () => {
    const long = amountWidth(["123456789012345"], room);
    expect(long).toBeGreaterThan(15);
    expect(amountWidth(["-123456789012345"], room)).toBeGreaterThan(long);
    expect(amountWidth(["123456789012345"], { ...room, fraction: 9 })).toBeGreaterThan(long);
    expect(amountWidth(["123456789012345"], { ...room, currency: false })).toBeLessThan(long);
  });

  it("ends somewhere", () => {
    expect(amountWidth(["9".repeat(60)], room)).toBe(26);
  });
});
