import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SIGNS } from "../../../../../main/engine/import/csv/open.ts";
import { readCsvRows } from "../../../../../main/engine/import/csv/rows.ts";
import { decoderOf } from "../../../../../main/engine/import/csv/text-encoding.ts";
import {
  type FileRow,
  MAX_ROW_CELLS,
  MAX_ROW_LETTERS,
  OPEN_QUOTE,
} from "../../../../../main/engine/import/file-rows.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-csv-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(content: string | Uint8Array, delimiter = ","): Promise<FileRow[]> {
  const path = join(folder, "file.csv");
  writeFileSync(path, content);
  const file = await open(path, "r");
  const rows: FileRow[] = [];
  const signal = new AbortController().signal;
  try {
    for await (const row of readCsvRows(file, signal, delimiter, await decoderOf("utf8"))) rows.push(row);
  } finally {
    await file.close();
  }
  return rows;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const breaksIn = (text: string): number => text.match(/\n/g)?.length ?? 0;

const letter = fc.constantFrom(...('ab,"\n ;=شاية٢é🫖\u202E\t'.match(/./gsu) ?? []));
const cell = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(""));
/** A row with a cell of several lines and separators in its cells may look like swallowed rows. */
const plain = (row: string[]): string[] =>
  row.some((text) => text.includes("\n")) ? row.map((text) => text.replaceAll(",", ";")) : row;
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.array(fc.array(cell, { minLength: width, maxLength: width }).map(plain), {
    minLength: 1,
    maxLength: 30,
  }),
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

it.each(Object.entries(SIGNS))(
  "the columns of a file may be separated by a %s, and the others are text",
  async (_, sign) => {
    const others = Object.values(SIGNS)
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
  ["an empty quoted cell as a separate row", '""\n\nb', [[""], ["b"]]],
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

  it("with a quoted cell that is too long costs its line, and the rows after it are read", async () => {
    const long = "x".repeat(MAX_ROW_LETTERS + 1);
    const read = await rowsOf(`id,name\n1,A\n2,"${long}"\n3,C\n4,"D"\n`);
    expect(read.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(read[2]).toMatchObject({ refused: OPEN_QUOTE });
    expect(read.slice(3)).toEqual([
      { line: 4, cells: ["3", "C"] },
      { line: 5, cells: ["4", "D"] },
    ]);
  });

  it("of more than a thousand cells is refused, keeps no more of them, and the rest is read on", async () => {
    const read = await rowsOf(`id,name\n1,A${",".repeat(300_000)}\n2,B\n`);
    expect(read.map((row) => ("cells" in row ? row.cells.length : row.broken.code))).toEqual([2, 1_002, 2]);
    expect(read[1]).toMatchObject({ line: 2, refused: { code: "rowTooWide", params: { most: 1_000 } } });
    expect(read[2]).toEqual({ line: 3, cells: ["2", "B"] });
  });

  it("of too many letters names the column, and a quote left open costs its line", async () => {
    const long = "x".repeat(MAX_ROW_LETTERS);
    const [, plain, after, open] = await rowsOf(`id,name\n1,${long}\n2,B\n3,"${long}x`);
    expect(plain).toEqual({
      line: 2,
      cells: ["1"],
      refused: { code: "rowTooLong", params: { column: 2, most: MAX_ROW_LETTERS } },
    });
    expect(after).toEqual({ line: 3, cells: ["2", "B"] });
    expect(open).toMatchObject({ line: 4, refused: OPEN_QUOTE });
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

describe("text that is kept to be read again", () => {
  // Kept whole, each piece more would copy all of it: 24 MB took seconds, 600 MB more than a text may hold.
  it.each([
    ["quotes without end", '1,"a\nb', '"'],
    ["one line behind a cell of two lines", '1,"a\nb",', "x"],
    ["cells behind a cell of two lines", '1,"a\nb",', "x,"],
  ])("is bounded, and the rows after it are read: %s", async (_what, begin, piece) => {
    const join = vi.spyOn(String.prototype, "slice");
    const read = await rowsOf(`id,name\n${begin}${piece.repeat(8_000_000 / piece.length)}\n2,B\n`);
    const longest = join.mock.results.reduce(
      (most, { value }) => (typeof value === "string" ? Math.max(most, value.length) : most),
      0,
    );
    join.mockRestore();
    expect(longest).toBeLessThan(3 * MAX_ROW_LETTERS);
    expect(read[1]).toMatchObject({ line: 2, refused: OPEN_QUOTE });
    expect(read.at(-1)).toEqual({ line: 4, cells: ["2", "B"] });
  });
});

describe("a quote that is left open", () => {
  const shown = (rows: FileRow[]) =>
    rows.map((row) => [
      row.line,
      "refused" in row ? "refused" : "cells" in row ? row.cells.join("|") : row.broken.code,
    ]);

  it("costs its own line, and every row after it is read on its own", async () => {
    const read = await rowsOf('id,name,price\n1,A,1\n2,"open,2\n3,C,3\n4,"D, d",4\n5,E,5\n');
    expect(shown(read)).toEqual([
      ...[
        [1, "id|name|price"],
        [2, "1|A|1"],
        [3, "refused"],
      ],
      ...[
        [4, "3|C|3"],
        [5, "4|D, d|4"],
        [6, "5|E|5"],
      ],
    ]);
    expect(read[2]).toEqual({ line: 3, cells: ["2", '"open', "2"], refused: OPEN_QUOTE });
  });

  it("and is closed by a sign of inches further down has swallowed the rows between: they are read", async () => {
    const read = await rowsOf('id,name,price\n1,A,1\n2,"open,2\n3,C,3\n4,D,4\n5,pipe 6",5\n6,F,6\n');
    expect(shown(read)).toEqual([
      ...[
        [1, "id|name|price"],
        [2, "1|A|1"],
        [3, "refused"],
        [4, "3|C|3"],
        [5, "4|D|4"],
      ],
      ...[
        [6, '5|pipe 6"|5'],
        [7, "6|F|6"],
      ],
    ]);
  });

  it("may swallow a single line, or end in another column: no row is lost or given another's cells", async () => {
    const one = await rowsOf('id,name,price\n1,A,1\n2,"open,2\n3,pipe 6",3\n4,D,4\n');
    expect(shown(one).slice(2)).toEqual([
      [3, "refused"],
      [4, '3|pipe 6"|3'],
      [5, "4|D|4"],
    ]);
    const other = await rowsOf('id,name,price\n1,A,1\n"2,open,2\n3,C,3\n4,D,6"\n5,E,5\n');
    expect(shown(other).slice(2)).toEqual([
      [3, "refused"],
      [4, "3|C|3"],
      [5, '4|D|6"'],
      [6, "5|E|5"],
    ]);
  });

  it("doesn't keep a cell of several lines from being read, with its line numbers and those after it", async () => {
    const text = 'id,note,price\n1,"two\r\nlines",1\n2,"three\n\nlines, with commas",2\n3,C,3\n';
    expect(shown(await rowsOf(text))).toEqual([
      [1, "id|note|price"],
      [2, "1|two\r\nlines|1"],
      [4, "2|three\n\nlines, with commas|2"],
      [7, "3|C|3"],
    ]);
  });

  it("is none where a note runs over several lines that have letters in all columns of numbers", async () => {
    const notes = [
      "first\nsecond, with a comma\nthird",
      "Pen\nInk, blue",
      "Building 5, Floor 2\nSana'a, Yemen\n\nthen, ask",
      "a\r\nb, c",
    ];
    const text = `id,note\n${notes.map((note, at) => `${at + 1},"${note}"\n`).join("")}9,plain\n`;
    const read = await rowsOf(text);
    expect(read.map((row) => "cells" in row && row.cells)).toEqual([
      ["id", "note"],
      ...notes.map((note, at) => [`${at + 1}`, note]),
      ["9", "plain"],
    ]);
    expect(read.every((row) => !("refused" in row))).toBe(true);
  });

  it.each([
    ["numbers in the column of numbers", 'id,name\n1,A\n2,"open\n3,pipe 6"\n', [3, 4]],
    ["Arabic ones", 'id,name\n١,A\n٢,"open\n٣,pipe 6"\n', [3, 4]],
    ["nothing in it", 'id,name\n1,A\n2,"open\n,pipe 6"\n', [3, 4]],
    ["numbers in one of two", 'id,name,code\n1,A,7\n2,"open,5\nB3,pipe,6\n4,C 6",8\n', [3, 4, 5]],
    ["letters, as the row before it has", 'code,name\n1,A\nA2,B\n3,"open\nB4,pipe 6"\n', [3, 4, 5]],
  ])("has swallowed lines that have %s", async (_, text, lines) => {
    const read = await rowsOf(text);
    expect(read.map(({ line }) => line)).toEqual([1, 2, ...lines]);
    expect(read.filter((row) => "refused" in row)).toMatchObject([{ refused: OPEN_QUOTE }]);
  });

  it("in every line takes no longer than its length", async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `${n},"open ""${n}`);
    const started = performance.now();
    const read = await rowsOf(lines.join("\n"));
    expect(read).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

it("a file's last control sign, which DOS programs write, and Excel's line of the separator are no rows", async () => {
  expect(await rowsOf("sep=;\r\nid;name\r\n1;A\r\n\u001A", ";")).toEqual([
    { line: 2, cells: ["id", "name"] },
    { line: 3, cells: ["1", "A"] },
  ]);
});

it.each([
  ["a cell", "A\u001A"],
  ["a quoted cell", '"A"\u001A'],
  ["a line", "A\r\n\u001A"],
  ["the first piece of a long file", `${"A".repeat(65_535 - 11)}\u001A`],
])(
  "a file's last control sign right behind %s is no part of it, and one before the end is",
  async (_, end) => {
    const rows = await rowsOf(`id,name\n1,${end}`);
    expect(rows.map((row) => "cells" in row && row.cells[1]?.replace(/^A+$/, "A"))).toEqual(["name", "A"]);
    expect(await rowsOf(`id,name\n1,A\u001A\n`)).toMatchObject([{ line: 1 }, { cells: ["1", "A\u001A"] }]);
  },
);

it("every line of a file is given once, whatever quotes, zero bytes, blank lines and line ends stand in it", async () => {
  const good = fc.constantFrom("a", "b c", '""', '"x"', '"x, y"', "\0", "شاي", "");
  const stray = fc.constantFrom('"', '"a', '6"', 'a"b', '"""');
  const line = fc
    .tuple(fc.oneof({ weight: 4, arbitrary: good }, stray), good, good, fc.integer({ min: 0, max: 2 }))
    .map(([odd, one, two, at]) =>
      [
        [odd, one, two],
        [one, odd, two],
        [one, two, odd],
      ][at]?.join(","),
    );
  const end = fc.constantFrom("\n", "\r\n", "\r");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(line, end, fc.boolean()), { maxLength: 25 }), async (lines) => {
      const text = lines.map(([row, stop, isBlank]) => row + stop + (isBlank ? stop : "")).join("");
      const read = await rowsOf(`id,name,price\n0,A,1\n${text}`);
      const blanks = (at: number): number => lines.slice(0, at).filter(([, , isBlank]) => isBlank).length;
      const expected = [1, 2, ...lines.map((_, at) => 3 + at + blanks(at))];
      expect(read.map((row) => row.line)).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});
