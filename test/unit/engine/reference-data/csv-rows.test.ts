import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CsvRow, readCsvRows } from "../../../../main/engine/reference-data/csv-rows.ts";
import { LineFinder } from "../../../../main/engine/reference-data/line-finder.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-csv-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(content: string | Uint8Array): Promise<CsvRow[]> {
  const path = join(folder, "file.csv");
  writeFileSync(path, content);
  const file = await open(path, "r");
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsvRows(file, new AbortController().signal)) rows.push(row);
  } finally {
    await file.close();
  }
  return rows;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const breaksIn = (text: string): number => text.match(/\n/g)?.length ?? 0;

const letter = fc.constantFrom(...('ab,"\n ;=شاية٢é🫖\u202E\t'.match(/./gsu) ?? []));
const cell = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(""));
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
  );

describe("a CSV file", () => {
  it("reads back every cell, with the line its row begins on", async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.boolean(),
        async (cells, end, hasMark, endsWithBreak) => {
          const lines = cells.map((row) => row.map(quoted).join(","));
          const content = `${hasMark ? "\uFEFF" : ""}${lines.join(end)}${endsWithBreak ? end : ""}`;
          let line = 1;
          const expected = cells.map((row, index) => {
            const at = { line, cells: row };
            line += 1 + breaksIn(lines[index] ?? "");
            return at;
          });
          expect(await rowsOf(content)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("never throws, whatever its bytes are", async () => {
    const bytes = fc
      .uint8Array({ maxLength: 300 })
      .map((raw) => raw.map((byte) => (byte % 3 === 0 ? byte % 48 : byte)));
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        for (const row of await rowsOf(content)) expect(row.line).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps its lines over many chunks, blank lines and lone carriage returns", async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `${index},شاي ${index}`);
    const read = await rowsOf(rows.join("\r\n\r\n"));
    expect(read).toHaveLength(30_000);
    expect(read.at(-1)).toEqual({ line: 59_999, cells: ["29999", "شاي 29999"] });
    const old = await rowsOf("a,b\r1,2\r3,4\r");
    expect(old.map(({ line }) => line)).toEqual([1, 2, 3]);
  });
});

it("a line finder counts alike however the bytes are cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "\n"), { maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.array(fc.nat(200)),
      (letters, cuts, offsets) => {
        const bytes = Buffer.from(letters.join(""));
        const finder = new LineFinder();
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          finder.feed(bytes.subarray(at, at + size));
          at += size;
        }
        for (const offset of [...offsets].sort((a, b) => a - b))
          expect(finder.breaksBefore(offset)).toBe(
            letters.slice(0, offset).filter((one) => one === "\n").length,
          );
      },
    ),
  );
});
