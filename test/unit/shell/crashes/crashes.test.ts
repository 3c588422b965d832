/** Faults written down: of closed fields, bounded, shown and deleted. Real files. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logLine } from "../../../../contract/log-line.ts";
import { thrownFacts } from "../../../../contract/thrown.ts";
import { type CrashDeps, createCrashes, type Fault } from "../../../../main/shell/crashes/crashes.ts";
import { findSecret } from "../../../../main/shell/support/find-secret.ts";
import { rememberingLog } from "../stand-ins.ts";

const TOKEN = "tok/very+secret-0123456789";
const START = Date.parse("2026-11-20T10:00:00.000Z");

let profile: string;
let now: number;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "counterside-crashes-"));
  now = START;
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const dumpFolder = () => join(profile, "crashes", "dumps");
const reportFolder = () => join(profile, "crashes", "reports");

function crashes(change: Partial<CrashDeps> = {}) {
  const logFolder = join(profile, "logs");
  mkdirSync(logFolder, { recursive: true });
  writeFileSync(
    join(logFolder, "main.log"),
    [
      `[info] began in /home/amal/books with Bearer ${TOKEN}`,
      JSON.stringify(logLine("2026-11-20T10:00:00.000Z", "warn", "The page does not answer")),
      JSON.stringify({
        at: "2026-11-20T10:00:00.000Z",
        level: "warn",
        message: "/home/amal/Al-Noor 81235.xlsx",
      }),
    ].join("\n"),
  );
  let names = 0;
  return createCrashes({
    profile,
    logFolder,
    dumpFolder: dumpFolder(),
    dumpsPossible: true,
    facts: { version: "1.0.0", platform: "linux", system: "6.1.0", electron: "45.0.0" },
    secrets: () => [TOKEN],
    now: () => now,
    log: rememberingLog(),
    randomName: () => {
      names += 1;
      return `name${names}`;
    },
    later: (_, act) => act(),
    ...change,
  });
}

function dump(name: string, content: string, at: number): string {
  const path = join(dumpFolder(), "completed", name);
  mkdirSync(join(dumpFolder(), "completed"), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, at / 1_000, at / 1_000);
  return path;
}

/** As Electron's handler writes whose picture it is. */
const pictureOf = (type: string) =>
  `MDMP memory \x0c\0\0\0process_type\0\0\0\0${String.fromCharCode(type.length)}\0\0\0${type}\0 memory`;

const GONE: Fault = {
  process: "engine",
  kind: "process_gone",
  error: null,
  ending: { reason: "crashed", exitCode: 11 },
};
const fault = (words: string, change: Partial<Fault> = {}): Fault => ({
  process: "page",
  kind: "exception",
  error: thrownFacts(`Error: ${words}`),
  ending: null,
  ...change,
});

const list = async (made: ReturnType<typeof crashes>) => made.handlers["crashes.list"]({});
const filesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

describe("a report", () => {
  it("holds the places in the program and the log, and neither the token, nor names, nor what was read", async () => {
    const made = crashes();
    made.note({
      process: "main",
      kind: "exception",
      error: thrownFacts(
        `SyntaxError: Unexpected token 'x', "{"supplier":"مؤسسة النور Al-Noor","token":"${TOKEN}","amount":81235.50" is not valid JSON\n    at parse (C:\\Users\\amal\\app\\out\\main\\index.js:10:5)\n    at async run (app://counterside/assets/a.js:1:2)\n    at Noor.81235 (/home/amal/Al-Noor 81235.js:3:4)`,
      ),
      ending: null,
    });
    const [only] = (await list(made)).reports;
    expect(only?.report).toMatchObject({ process: "main", kind: "exception", count: 1, version: "1.0.0" });
    expect(only?.report.error).toEqual({
      name: "SyntaxError",
      says: ["Unexpected token", "is not valid JSON"],
      places: ["main/index.js:10:5", "renderer/assets/a.js:1:2", "elsewhere:3:4"],
    });
    expect(only?.report.log).toEqual([
      { at: "2026-11-20T10:00:00.000Z", level: "warn", message: "The page does not answer" },
    ]);
    for (const name of filesOf(reportFolder())) {
      const bytes = readFileSync(join(reportFolder(), name));
      expect(findSecret(bytes, [TOKEN])).toBeNull();
      expect(bytes.toString()).not.toMatch(/Noor|النور|81235|amal/);
    }
    expect(filesOf(reportFolder())).toHaveLength(1);
  });

  it("is only the bare fact where a secret is in it all the same", async () => {
    const made = crashes({ secrets: () => ["main/index.js"] });
    const error = thrownFacts("Error: x\n    at a (/app/out/main/index.js:10:5)");
    made.note({ process: "page", kind: "exception", error, ending: null });
    const [only] = (await list(made)).reports;
    expect(only?.report).toMatchObject({ error: null, log: [] });
  });

  it("of a fault that repeats itself is one, with a count; many different ones end at the bounds", async () => {
    const made = crashes();
    for (let at = 0; at < 250; at += 1) made.note(fault("again", { process: "page", kind: "drawing" }));
    expect((await list(made)).reports.map(({ report }) => report.count)).toEqual([100]);
    for (let at = 0; at < 50; at += 1) {
      made.note(fault(`x\n    at a (/out/main/index.js:${at}:1)`, { process: "engine" }));
      now += 1_000;
    }
    expect((await list(made)).reports).toHaveLength(1 + 5);
  });

  it("goes when it is old, or one of too many", async () => {
    for (let run = 0; run < 30; run += 1) {
      const made = crashes({ randomName: () => `run${run}` });
      made.note(GONE);
      now += 60_000;
    }
    expect((await list(crashes())).reports).toHaveLength(20);
    now += 31 * 24 * 60 * 60_000;
    const made = crashes({ randomName: () => "late" });
    made.note(GONE);
    expect((await list(made)).reports).toHaveLength(1);
  });

  it("is told at the next start until a person has seen it, and deleted", async () => {
    const first = crashes();
    first.note(fault("lost", { kind: "rejection" }));
    expect((await list(first)).reports).toMatchObject([{ fromEarlierRun: false, seen: false }]);
    first.end();
    now += 1_000;
    const second = crashes();
    expect((await list(second)).reports).toMatchObject([{ fromEarlierRun: true, seen: false }]);
    await second.handlers["crashes.seen"]({});
    expect((await list(second)).reports).toMatchObject([{ seen: true }]);
    await second.handlers["crashes.deleteAll"]({});
    expect(await list(second)).toMatchObject({ reports: [] });
  });

  it("that was cut off on the disk, or is of an older form, is deleted and doesn't stop the start", async () => {
    mkdirSync(reportFolder(), { recursive: true });
    writeFileSync(join(reportFolder(), "0123456789-cut.json"), '{"report": {');
    writeFileSync(join(reportFolder(), "0123456789-half.json.new"), "Al-Noor");
    const older = { id: "0123456789-older", reason: "could not read C:\\Users\\Amal", log: ["Al-Noor"] };
    writeFileSync(join(reportFolder(), "0123456789-older.json"), JSON.stringify({ report: older }));
    writeFileSync(join(profile, "crashes", "running.json"), "{");
    expect((await list(crashes())).reports).toEqual([]);
    expect(filesOf(reportFolder())).toEqual([]);
  });
});

describe("the program's own crash", () => {
  it("is told where a picture of memory shows it, and not after a power cut", async () => {
    crashes();
    now += 5_000;
    expect((await list(crashes())).reports).toEqual([]);
    dump("page.dmp", pictureOf("renderer"), now + 1_000);
    now += 60_000;
    expect((await list(crashes())).reports).toEqual([]);
    expect(filesOf(join(dumpFolder(), "completed"))).toEqual([]);
    dump("main.dmp", pictureOf("browser"), now + 1_000);
    now += 60_000;
    expect((await list(crashes())).reports).toMatchObject([
      { report: { process: "main", kind: "native" }, fromEarlierRun: true },
    ]);
  });
});

describe("a picture of memory", () => {
  const pictures = () => filesOf(join(dumpFolder(), "completed"));
  const leave = () => {
    dump("clean.dmp", pictureOf("browser"), now + 1);
    // Of a token that was kept for one run only, and that nobody knows any more.
    dump("holds.dmp", "memory with tok-for-this-run-only", now);
    dump("half.dmp.tmp", "memory", now);
    writeFileSync(join(dumpFolder(), "settings.dat"), "the handler's own");
  };

  it("of an unclean run is deleted at the next start before anything may read or pack it, searched or not", () => {
    crashes();
    leave();
    const next = crashes();
    expect(pictures()).toEqual([]);
    expect(filesOf(dumpFolder()).sort()).toEqual(["completed", "settings.dat"]);
    expect(JSON.stringify(next.forBundle())).toContain('"native"');
  });

  it("of a process that crashed is deleted soon after, and at the end of the run", async () => {
    const waiting: (() => void)[] = [];
    const made = crashes({ later: (_, act) => void waiting.push(act) });
    leave();
    made.note(GONE);
    expect(pictures()).not.toEqual([]);
    for (const act of waiting) act();
    expect(pictures()).toEqual([]);
    leave();
    made.settle();
    expect(pictures()).toEqual([]);
    leave();
    made.end();
    expect(pictures()).toEqual([]);
  });

  it("is deleted also where the look at it fails", () => {
    crashes();
    leave();
    symlinkSync(join(profile, "nowhere"), join(dumpFolder(), "completed", "link.dmp"));
    crashes();
    expect(pictures()).toEqual([]);
  });
});
