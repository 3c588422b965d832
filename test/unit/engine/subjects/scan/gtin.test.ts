import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasCheckDigit } from "../../../../../contract/check-digit.ts";
import {
  IDENTIFIERS,
  identifierAt,
  predefinedLength,
} from "../../../../../main/engine/subjects/scan/element-string.ts";
import {
  barcodesOfGtin,
  expandedUpcE,
  gtinsOf,
  withCheckDigit,
} from "../../../../../main/engine/subjects/scan/gtin.ts";
import { gs1Date } from "../../../../../main/engine/subjects/scan/read-scan.ts";

describe("product numbers", () => {
  it.each([
    ["02345673", true],
    ["12345673", false],
    ["416000336108", true],
    ["416000336109", false],
    ["1234567890128", true],
    ["1234567890129", false],
    ["12345678901231", true],
    ["12345678901232", false],
    ["123456789012345675", true],
    ["12345678 012345675", false],
    ["", false],
  ])("have a check digit: %s %s", (digits, right) => {
    expect(hasCheckDigit(digits)).toBe(right);
  });

  it.each([
    ["01234565", "012345000065"],
    ["04252614", "042100005264"],
    ["01234531", "012300000451"],
    ["01234543", "012340000053"],
    ["01234558", "012345000058"],
    ["01234564", null],
    ["21234565", null],
  ])("are short as UPC-E: %s", (short, long) => {
    expect(expandedUpcE(short)).toBe(long);
  });

  it("are found by every spelling, from 8 digits to 14, and as UPC-E", () => {
    expect(barcodesOfGtin("00012345000065")).toEqual([
      "12345000065",
      "012345000065",
      "0012345000065",
      "00012345000065",
      "01234565",
    ]);
    expect(barcodesOfGtin("00000096385074")).toHaveLength(7);
    expect(barcodesOfGtin("19501101530000")).toEqual(["19501101530000"]);
  });

  it("have only spellings of the same number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), (number) => {
        const gtin = withCheckDigit(String(number).padStart(13, "0"));
        for (const spelling of barcodesOfGtin(gtin))
          if (/^(?:\d{8}|\d{12,14})$/.test(spelling)) expect(gtinsOf(spelling)).toContain(gtin);
          else expect(spelling.padStart(14, "0")).toBe(gtin);
      }),
    );
  });
});

describe("dates in codes", () => {
  it.each([
    ["271231", "2027-12-31"],
    ["270200", "2027-02-28"],
    ["280200", "2028-02-29"],
    ["760101", "2076-01-01"],
    ["770101", "1977-01-01"],
    ["000101", "2000-01-01"],
    ["271301", null],
    ["270230", null],
    ["27123", null],
    ["2712AB", null],
  ])("%s is %s", (digits, date) => {
    expect(gs1Date(digits, "2026-11-25")).toBe(date);
  });

  it("are of the next century near its beginning", () => {
    expect(gs1Date("010101", "2085-01-01")).toBe("2101-01-01");
  });
});

describe("the identifiers", () => {
  it("are those of the syntax dictionary: 541, none the beginning of another", () => {
    expect(IDENTIFIERS.size).toBe(541);
    const all = [...IDENTIFIERS.keys()];
    expect(all.filter((ai) => all.some((other) => other !== ai && other.startsWith(ai)))).toEqual([]);
  });

  it("end without a separator where their first two digits say so", () => {
    for (const { ai, fixed } of IDENTIFIERS.values()) {
      const length = predefinedLength(ai.slice(0, 2));
      if (length !== null) expect([ai, fixed]).toEqual([ai, length - ai.length]);
    }
    expect(predefinedLength("04")).toBe(18);
    expect(predefinedLength("23")).toBeNull();
    expect(predefinedLength("39")).toBeNull();
    expect(identifierAt("8008", 0)?.most).toBe(12);
    expect(identifierAt("99", 0)?.most).toBe(90);
    expect(identifierAt("04", 0)).toBeNull();
  });
});
