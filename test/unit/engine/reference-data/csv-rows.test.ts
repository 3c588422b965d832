import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CsvRow, readCsvRows } from "../../../../main/engine/reference-data/csv-rows.ts";
import { DELIMITERS } from "../../../../main/engine/reference-data/delimiter.ts";
import { MAX_ROW_CELLS, MAX_ROW_LETTERS } from "../../../../main/engine/reference-data/row-bounds.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-csv-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(content: string | Uint8Array, delimiter?: string): Promise<CsvRow[]> {
  const path = join(folder, "file.csv");
  writeFileSync(path, content);
  const file = await open(path, "r");
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsvRows(file, new AbortController().signal, delimiter)) rows.push(row);
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

it.each(Object.entries(DELIMITERS))(
  "the columns of a file may be separated by a %s, and the others are text",
  async (_, sign) => {
    const others = Object.values(DELIMITERS)
      .filter((other) => other !== sign)
      .join("x");
    const cells = [others, `"${others}"`, "", "end"].join(sign);
    expect(await rowsOf(`${cells}\n`, sign)).toEqual([{ line: 1, cells: [others, others, "", "end"] }]);
  },
);

it.each([
  ["a letter after a quoted cell", '"a"b,"c" ,d', [['"a"b', '"c" ', "d"]]],
  ["a quote in a cell that began without one", 'a"b,12" pipe,x""', [['a"b', '12" pipe', 'x""']]],
  ["doubled quotes", '"""",""""""', [['"', '""']]],
  ["an empty quoted cell as a row of its own", '""\n\nb', [[""], ["b"]]],
  ["a row that ends with a delimiter", "a,\n,\nb", [["a", ""], ["", ""], ["b"]]],
  ["a quoted cell before each kind of line end", '"a"\n"b"\r"c"\r\n"d"', [["a"], ["b"], ["c"], ["d"]]],
])("%s is read as sheet programs do", async (_, content, expected) => {
  const read = await rowsOf(content);
  expect(read.map((row) => ("cells" in row ? row.cells : row.broken))).toEqual(expected);
});

describe("a row beyond the bounds", () => {
  it("is one of more cells or letters than the most: a row of exactly so many is taken, each time", async () => {
    const widest = Array.from({ length: MAX_ROW_CELLS }, () => "x").join(",");
    const wide = await rowsOf(`${widest}\n${widest}\n${widest},x\n${widest}\n`);
    expect(wide.map((row) => "refused" in row)).toEqual([false, false, true, false]);
    expect(wide.map((row) => "cells" in row && row.cells.length)).toEqual(Array(4).fill(MAX_ROW_CELLS));

    const longest = `1,${"x".repeat(MAX_ROW_LETTERS - 1)}`;
    const quotedLongest = `"${"x".repeat(MAX_ROW_LETTERS)}"`;
    const halves = `"${"x".repeat(MAX_ROW_LETTERS / 2)}"`;
    const long = await rowsOf(
      [
        quotedLongest,
        longest,
        longest,
        `${longest}x`,
        longest,
        `${halves},${halves}`,
        `${halves},${halves},x`,
        "2",
      ].join("\n"),
    );
    const refused = long.filter((row) => "refused" in row);
    expect(refused.map(({ line }) => line)).toEqual([4, 7]);
    expect(long.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(long[2]).toMatchObject({ cells: ["1", longest.slice(2)] });
  });

  it("with a quoted cell that is too long ends the reading, though its quote and other rows follow at once", async () => {
    const long = "x".repeat(MAX_ROW_LETTERS + 1);
    const read = await rowsOf(`id,name\n1,A\n2,"${long}"\n3,C\n4,"D"\n`);
    expect(read.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(read[2]).toMatchObject({ broken: expect.stringMatching(/it and what follows it were not read/) });
  });

  it("of more than a thousand cells is refused in words, keeps no more of them, and the rest is read on", async () => {
    const read = await rowsOf(`id,name\n1,A${",".repeat(300_000)}\n2,B\n`);
    expect(read.map((row) => ("cells" in row ? row.cells.length : row.broken))).toEqual([2, 1_002, 2]);
    expect(read[1]).toMatchObject({ line: 2, refused: "the row has more than 1000 cells" });
    expect(read[2]).toEqual({ line: 3, cells: ["2", "B"] });
  });

  it("of too many letters names the column, and a quote left open ends the reading", async () => {
    const long = "x".repeat(MAX_ROW_LETTERS);
    const [, plain, after, open] = await rowsOf(`id,name\n1,${long}\n2,B\n3,"${long}x`);
    expect(plain).toEqual({
      line: 2,
      cells: ["1"],
      refused: "column 2 makes the row longer than 1048576 letters",
    });
    expect(after).toEqual({ line: 3, cells: ["2", "B"] });
    expect(open).toMatchObject({ line: 4, broken: expect.stringMatching(/runs over more than 1048576/) });
  });
});

it("a row is read alike wherever its text is cut", async () => {
  const letters = fc.array(fc.constantFrom("a", '"', ",", "\r", "\n", "\r\n"), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(letters, async (table) => {
      const text = table.join("");
      // A blank line that fills the first chunk up to the place where the text is cut.
      const whole = await rowsOf(text);
      for (let cut = 0; cut <= text.length; cut += 5) {
        const filler = `${" ".repeat(65_536 - cut - 1)}\n`;
        const [first, ...rest] = await rowsOf(filler + text);
        expect(first).toMatchObject({ line: 1 });
        expect(rest).toEqual(whole.map((row) => ({ ...row, line: row.line + 1 })));
      }
    }),
    { numRuns: 25 },
  );
});
