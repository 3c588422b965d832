import { describe, expect, it } from "vitest";
import { code128 } from "../../../../renderer/print/symbols.tsx";

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** The symbols of a barcode without its stop. */
const symbolsOf = (text: string): string[] => {
  const widths = code128(text).slice(0, -7);
  return Array.from({ length: widths.length / 6 }, (_, at) => widths.slice(at * 6, at * 6 + 6).join(""));
};

describe("a barcode of the slip's number", () => {
  it("is the one that the standard gives for a known text", () => {
    // Start B, P, J, J, 1, 2, 3, C, the check symbol 55 and the stop.
    expect(symbolsOf("PJJ123C")).toEqual([
      "211214",
      "313121",
      "112133",
      "112133",
      "123221",
      "223211",
      "221132",
      "131321",
      "311321",
    ]);
    expect(code128("PJJ123C").slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2]);
  });

  it("has a separate symbol, eleven modules wide with an even share of bars, for every letter", () => {
    const symbols = PRINTABLE.map((letter) => symbolsOf(letter)[1] ?? "");
    expect(new Set(symbols).size).toBe(PRINTABLE.length);
    for (const symbol of symbols) {
      const widths = [...symbol].map(Number);
      expect(sum(widths)).toBe(11);
      expect(sum(widths.filter((_, at) => at % 2 === 0)) % 2).toBe(0);
    }
  });

  it("fits a roll of 72 printed millimetres with eight letters", () => {
    expect(sum(code128("28bd44d0"))).toBe(11 * 10 + 13);
  });

  it("is refused for what no such barcode holds", () => {
    expect(() => code128("متجر")).toThrow("printable ASCII");
    expect(() => code128("")).toThrow("printable ASCII");
  });
});
