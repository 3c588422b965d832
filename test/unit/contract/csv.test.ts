import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine, guarded, unguarded } from "../../../contract/csv.ts";

it.each([
  ["-12.50", "-12.50"],
  ["+5", "+5"],
  ["-2+3", "'-2+3"],
  ["@SUM(1)", "'@SUM(1)"],
  ["\t=1", "'\t'=1"],
  ["\uFF1D1", "'\uFF1D1"],
  ["'=1", "''=1"],
  ["plain", "plain"],
  ["'tis", "'tis"],
  ["Tea - green", "Tea - green"],
  ["Tea -green", "Tea '-green"],
  ["a;=1", "a;'=1"],
  ['a,"=1"', `a,"'=1"`],
  ["a\n=1", "a\n'=1"],
  ["2026-01-31T09:30:00.000Z", "2026-01-31T09:30:00.000Z"],
  ["http://x/?a=1", "http://x/?a=1"],
])("the cell %j is guarded as %j, and is read back as it was", (cell, expected) => {
  expect(guarded(cell)).toBe(expected);
  expect(unguarded(expected)).toBe(cell);
});

const cell = fc
  .array(fc.constantFrom(...("a5'\"=+-@,;:| \t\n\r\u0000\u200B\u00A0\uFF1D🫖شé".match(/./gsu) ?? [])), {
    maxLength: 12,
  })
  .map((letters) => letters.join(""));

it("every cell is read back as it was", () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(unguarded(guarded(text))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

/** The cells that a sheet program makes of a line where `separators` separate them; `quotes`: whether it knows them. */
function cellsOf(line: string, separators: string, quotes: boolean): string[] {
  const cells = [""];
  let isQuoted = false;
  for (const letter of line) {
    const last = cells.length - 1;
    if (quotes && letter === '"' && (isQuoted || cells[last] === "")) isQuoted = !isQuoted;
    else if (!isQuoted && (separators.includes(letter) || "\r\n".includes(letter))) cells.push("");
    else cells[last] += letter;
  }
  return cells;
}

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const isFormula = (text: string): boolean => {
  // Some programs drop quotes and blanks at the beginning, and read on.
  const begin = text.replace(/^["\s\p{C}]+/u, "");
  return (
    /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]\s*[^\s"]/u.test(begin) && !PLAIN_NUMBER.test(begin.replaceAll('"', ""))
  );
};

it("no cell of a table begins a formula, whatever separates the cells and whether quotes are known", () => {
  const separators = fc.constantFrom(",", ";", "\t", "|", ":", " ", ",;\t", ",; ");
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 4 }),
      separators,
      fc.boolean(),
      (cells, by, quotes) => {
        expect(cellsOf(csvLine(["1", ...cells]), by, quotes).filter(isFormula)).toEqual([]);
      },
    ),
    { numRuns: 5_000 },
  );
});

it("a writer that guards only the beginning of a cell would be noticed", () => {
  expect(cellsOf('5,"reason","a;=1+1"', ";", true).filter(isFormula)).toEqual(['=1+1"']);
});
