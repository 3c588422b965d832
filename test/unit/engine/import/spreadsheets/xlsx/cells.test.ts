import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalDecimal } from "../../../../../../contract/values.ts";
import { delimiterOf } from "../../../../../../main/engine/import/csv/open.ts";
import { columnNames } from "../../../../../../main/engine/import/file-rows.ts";
import { formatMeaning } from "../../../../../../main/engine/import/spreadsheets/xlsx/book.ts";
import { numberText, unescaped } from "../../../../../../main/engine/import/spreadsheets/xlsx/cells.ts";
import { columnOfPlace } from "../../../../../../main/engine/import/spreadsheets/xlsx/open.ts";

describe("a number's text", () => {
  it("is what was typed, in each way that sheet programs write a number of up to 15 digits", () => {
    const typed = fc
      .tuple(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 18 }), fc.boolean())
      .map(([digits, exponent, isNegative]) => `${isNegative ? "-" : ""}${digits}E-${exponent}`);
    fc.assert(
      fc.property(typed, (text) => {
        const exact = canonicalDecimal(text);
        const held = Number(text);
        for (const written of [
          text,
          String(held),
          held.toPrecision(17),
          held.toExponential(16).toUpperCase(),
        ])
          expect(numberText(written), written).toEqual({ text: exact });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["0.30000000000000004", "0.30000000000000004"],
    ["81.234999999999999", "81.235"],
    ["1E-7", "0.0000001"],
    ["-0", "0"],
    ["999999999999999", "999999999999999"],
    [" 7 ", "7"],
  ])("%s is %s", (raw, text) => {
    expect(numberText(raw)).toEqual({ text });
  });

  it.each(["1000000000000000", "1.5E+16", "NaN", "1E999", "0x10", "1e", "--1"])("%s is refused", (raw) => {
    expect(numberText(raw)).toHaveProperty("wrong");
  });
});

it.each([
  ["yyyy-mm-dd", "date"],
  ["[$-409]d-mmm-yy;@", "date"],
  ["[h]:mm", "date"],
  ["hh:mm AM/PM", "date"],
  ["General", "number"],
  ["#,##0.00", "number"],
  ['0.00" dh"', "number"],
  ["[Red]-0.00", "number"],
  ["#,##0.00\\ [$د.إ-3801]", "number"],
  ["0.00E+00", "number"],
  ["0", "number"],
  ["0000", "zeros"],
  ['0"', "number"],
  ["[Red", "number"],
  [`"${"d".repeat(253)}"`, "number"],
  [`"${"d".repeat(254)}"`, "unknown"],
])("a cell of the format %s is a %s", (code, means) => {
  expect(formatMeaning(code).means).toBe(means);
});

it.each([
  ["id,name", "comma"],
  ["id;name;x,y", "semicolon"],
  ["\uFEFFid\tname", "tab"],
  ['"a;b;c",name', "comma"],
  ["\n\nid;name\n1,2,3", "semicolon"],
  ["id", "comma"],
  ["", "comma"],
  ['"open;quote', "comma"],
])("the columns of %j are separated by a %s", (head, delimiter) => {
  expect(delimiterOf(head)).toBe(delimiter);
});

it("columns have a name each", () => {
  const names = columnNames(["a", " a ", "", "a", "x".repeat(200), "(column 3)", "a (column 4)"]);
  expect(names).toEqual([
    ...["a", "a (column 2)", "(column 3)", "a (column 4)", "x".repeat(100), "(column 3) (column 6)"],
    "a (column 4) (column 7)",
  ]);
  expect(new Set(names).size).toBe(7);
});

it.each([
  ["A1", 0],
  ["Z9", 25],
  ["AA10", 26],
  ["XFD1048576", 16_383],
  ["a1", 0],
  ["xfd7", 16_383],
])("%s is in column %i", (place, index) => {
  expect(columnOfPlace(place)).toBe(index);
});

it.each([
  ["", /a cell's place is ""\)$/],
  ["7", /a cell's place is "7"/],
  ["`1", /a cell's place is "`1"/],
  ["{1", /a cell's place is "{1"/],
  ["[1", /a cell's place is "\[1"/],
  ["@1", /a cell's place is "@1"/],
  [`12345678901234567890${"9".repeat(1_000_000)}`, /a cell's place is "12345678901234567890"\)$/],
  ["XFE1", /a cell is beyond column 16384/],
  ["A".repeat(1_000_000), /a cell is beyond column 16384/],
])("a cell whose place is none is refused in a few words", (place, words) => {
  expect(() => columnOfPlace(place)).toThrow(words);
});

it.each([
  ["a_x000D_b", "a\rb"],
  ["_x005F_x0041_", "_x0041_"],
  ["_x00", "_x00"],
])("%s means %j", (written, text) => {
  expect(unescaped(written)).toBe(text);
});
