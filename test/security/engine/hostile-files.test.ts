/**
 * Files that are made to hurt: each is refused in words by an engine in a separate process, which stays small and
 * goes on.
 */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../helpers/engine.ts";
import { connectHeadless, type Headless, startHeadless } from "../../helpers/headless.ts";
import { partsOf, xlsxOf, zipOf } from "../../integration/engine/import/xlsx-files.ts";

const MB = 1024 * 1024;
/** What an engine that reads such files may need at its most; at rest it needs some hundred. */
const MOST_MEMORY = 450 * MB;

/** The most memory the process ever held; null where the system doesn't tell. */
function peakOf({ pid }: Headless): number | null {
  if (process.platform !== "linux") return null;
  const said = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return said === null ? null : Number(said[1]) * 1024;
}

async function openShop() {
  const folder = newFolder();
  const engine = await startHeadless(join(folder, "profile"));
  await connectHeadless(engine, "http://127.0.0.1:9");
  return { folder, engine };
}

/** The words of the refusal, or of the only rejected row. */
async function wordsOf(engine: Headless, path: string, more: object = {}): Promise<string> {
  const reply = await engine.reply(engine.ask("referenceData.import", { kind: "store", path, ...more }));
  return JSON.stringify(reply);
}

/** A file that begins so and is as long as this; what was not written takes no room on the disk. */
function sparse(path: string, begins: string, bytes: number): string {
  const file = openSync(path, "w");
  writeSync(file, begins);
  closeSync(file);
  truncateSync(path, bytes);
  return path;
}

const ONE_SHEET = [
  {
    name: "S",
    rows: [
      ["id", "name"],
      ["1", "A"],
    ],
  },
];
const HEAD = '<worksheet><sheetData><row r="1"><c t="str"><v>id</v></c><c t="str"><v>name</v></c></row>';
const withSheet = (xml: string) => xlsxOf([], { replaced: { "xl/worksheets/sheet1.xml": xml } });

/** All directory entries speak of one and the same packed bytes. */
function overlapping(): Buffer {
  const zip = zipOf(partsOf(ONE_SHEET));
  const copies = 200;
  const at = zip.indexOf("PK\u0001\u0002", zip.indexOf("PK\u0001\u0002") + 4);
  const end = zip.lastIndexOf("PK\u0005\u0006");
  const entry = zip.subarray(at, zip.indexOf("PK\u0001\u0002", at + 4));
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(7 + copies, 8);
  tail.writeUInt16LE(7 + copies, 10);
  tail.writeUInt32LE(zip.readUInt32LE(end + 12) + entry.length * copies, 12);
  return Buffer.concat([zip.subarray(0, end), ...Array.from({ length: copies }, () => entry), tail]);
}

const ZIPS: [string, () => Buffer, RegExp][] = [
  [
    "a part that unpacks a thousandfold",
    () => withSheet(`${HEAD}${" ".repeat(64 * MB)}`),
    /more than 250 times/,
  ],
  [
    "parts without number",
    () =>
      zipOf([
        ...partsOf(ONE_SHEET),
        ...Array.from({ length: 20_000 }, (_, n) => ({ name: `p${n}`, data: "" })),
      ]),
    /archive is broken \(it has 200\d\d parts/,
  ],
  ["parts that overlap", overlapping, /archive is broken/],
  [
    "names that climb",
    () => zipOf([{ name: "../../../evil.xml", data: "x" }, ...partsOf(ONE_SHEET)]),
    /archive is broken/,
  ],
  [
    "a zip within a zip",
    () => zipOf([{ name: "inner.zip", data: zipOf(partsOf(ONE_SHEET)), stored: true }]),
    /an archive and no spreadsheet/,
  ],
  ["half of an archive", () => zipOf(partsOf(ONE_SHEET)).subarray(0, 900), /archive is broken/],
  ["nested XML", () => withSheet(`<worksheet>${"<a>".repeat(2_000_000)}`), /nested more than 64 deep/],
  [
    "billion laughs",
    () =>
      withSheet(
        `<!DOCTYPE l [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join("")}]>${HEAD}<row r="2"><c t="str"><v>&a30;</v></c></row>`,
      ),
    /declares a document type/,
  ],
  [
    "an entity from elsewhere",
    () => withSheet(`<!DOCTYPE l SYSTEM "http://evil.example/x.dtd">${HEAD}`),
    /document type/,
  ],
  [
    "more columns than a sheet has",
    () =>
      withSheet(
        `<worksheet><sheetData><row r="1">${'<c t="str"><v>c</v></c>'.repeat(16_385)}</row></sheetData></worksheet>`,
      ),
    /header row is broken|beyond column 16384/,
  ],
];

describe("a file that is made to hurt", () => {
  it("is refused in words, by an engine that stays small and goes on", { timeout: 60_000 }, async () => {
    const { folder, engine } = await openShop();
    for (const [what, make, words] of ZIPS) {
      const path = join(folder, "hostile.xlsx");
      writeFileSync(path, make());
      expect(await wordsOf(engine, path), what).toMatch(words);
    }
    const header = "id,name\r\n1,one\r\n";
    const tooLarge = sparse(join(folder, "3gb.csv"), header, 3_000 * MB);
    expect(await wordsOf(engine, tooLarge)).toMatch(/larger than 2 GB/);
    const zeros = sparse(join(folder, "zeros.csv"), header, 2_000 * MB);
    expect(await wordsOf(engine, zeros)).toMatch(/zero bytes/);
    // Text as far as one looks at first, then a line without end.
    const long = sparse(join(folder, "line.csv"), `${header}2,${"x".repeat(20 * MB)}`, 500 * MB);
    expect(await wordsOf(engine, long)).toMatch(/column 2 makes the row longer than 1048576 letters/);
    const quoted = sparse(join(folder, "quote.csv"), `${header}2,"${"x\n".repeat(MB)}`, 500 * MB);
    expect(await wordsOf(engine, quoted)).toMatch(/a quote that begins in this row is not closed in it/);
    // Cells without a letter count too, and so do those that a header is padded with.
    const wide = join(folder, "wide.csv");
    writeFileSync(wide, `${header}2,x${",".repeat(15 * MB)}\n`);
    expect(await wordsOf(engine, wide)).toMatch(/the row has more than 1000 cells/);
    writeFileSync(wide, `id,name${",x".repeat(5 * MB)}\n`);
    expect(await wordsOf(engine, wide)).toMatch(/header row is broken: the row has more than 1000 cells/);
    const peak = peakOf(engine);
    if (peak !== null) expect(peak).toBeLessThan(MOST_MEMORY);
    expect(await engine.call("sync.status", {})).toMatchObject({ counts: { pending: 0 } });
  });

  it("is refused where it is no file", { timeout: 30_000 }, async () => {
    const { folder, engine } = await openShop();
    mkdirSync(join(folder, "a-folder.csv"));
    symlinkSync(join(folder, "loop.csv"), join(folder, "loop.csv"));
    const refused: [string, RegExp][] = [
      [join(folder, "a-folder.csv"), /it is a folder/],
      [join(folder, "loop.csv"), /ELOOP/],
      [`${folder}/x\0.csv`, /file_unreadable|zero byte/],
      [`${folder}/${"x".repeat(3_000)}.csv`, /ENAMETOOLONG/],
      ["\\\\server\\share\\x.csv", /ENOENT/],
      ["//server.invalid/share/x.csv", /ENOENT/],
      ["\\\\.\\PhysicalDrive0", /ENOENT/],
      ["x".repeat(5_000), /invalid_input/],
    ];
    if (process.platform === "linux") {
      const pipe = join(folder, "pipe.csv");
      execFileSync("env", ["mkfifo", pipe]);
      symlinkSync("/dev/zero", join(folder, "link.csv"));
      for (const path of ["/dev/zero", "/dev/random", "/dev/stdin", pipe, join(folder, "link.csv")])
        refused.push([path, /device or a pipe|file_unreadable/]);
      refused.push(["/proc/self/mem", /file_unreadable|zero bytes|file_invalid/]);
    }
    for (const [path, words] of refused) expect(await wordsOf(engine, path), path).toMatch(words);
    expect(await engine.call("sync.status", {})).toMatchObject({ state: "offline" });
  });

  it("is never written over, and nothing is written where live files are", { timeout: 30_000 }, async () => {
    const { folder, engine } = await openShop();
    const mine = join(folder, "mine.txt");
    const rows = join(folder, "rows.csv");
    writeFileSync(mine, "the person's own");
    writeFileSync(rows, "id,name\nx,y\n");
    symlinkSync(mine, join(folder, "link.csv"));
    const live = join(folder, "profile", "connections");
    const targets = [
      mine,
      join(folder, "link.csv"),
      rows,
      join(live, "new.csv"),
      `${folder}/profile/../profile/connections/x`,
    ];
    for (const target of targets) {
      expect(await wordsOf(engine, rows, { rejectedPath: target }), target).toMatch(/file_invalid/);
      const backup = await engine.reply(engine.ask("backup.create", { path: target }));
      expect(JSON.stringify(backup), target).toMatch(/file_invalid/);
      const activity = await engine.reply(engine.ask("audit.export", { path: target, format: "csv" }));
      expect(JSON.stringify(activity), target).toMatch(/file_invalid/);
    }
    for (const device of process.platform === "linux" ? ["/dev/full", "/proc/self/mem"] : [])
      expect(JSON.stringify(await engine.reply(engine.ask("backup.create", { path: device })))).toMatch(
        /file_invalid/,
      );
    expect(readFileSync(mine, "utf8")).toBe("the person's own");
    expect(readFileSync(rows, "utf8")).toBe("id,name\nx,y\n");
  });
});
