/** Faults written down: lines of the log, bounded, said once at the next start. Real files. */
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
import { readLogLine } from "../../../contract/log-line.ts";
import { type CrashDeps, createCrashes, type Fault } from "../../../main/shell/crashes.ts";
import { openLog } from "../../../main/shell/log.ts";
import { memoryFile } from "./stand-ins.ts";

const START = Date.parse("2026-11-20T10:00:00.000Z");

let profile: string;
let now: number;
let file: ReturnType<typeof memoryFile>;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "counterside-crashes-"));
  now = START;
  file = memoryFile();
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const dumpFolder = () => join(profile, "crashes", "dumps");

const crashes = (change: Partial<CrashDeps> = {}) =>
  createCrashes({
    profile,
    file,
    now: () => now,
    later: (_, act) => act(),
    log: openLog(join(profile, "logs"), false),
    ...change,
  });

const logText = () => readFileSync(join(profile, "logs", "main.log"), "utf8");
const faults = () =>
  logText()
    .split("\n")
    .map(readLogLine)
    .filter((line) => line?.message === "A part of the program failed");

function dump(name: string, content: string, at: number): void {
  const path = join(dumpFolder(), "completed", name);
  mkdirSync(join(dumpFolder(), "completed"), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, at / 1_000, at / 1_000);
}

/** As Electron's handler writes whose dump it is. */
const dumpOf = (type: string) =>
  `MDMP memory \x0c\0\0\0process_type\0\0\0\0${String.fromCharCode(type.length)}\0\0\0${type}\0 memory`;

const GONE: Fault = { process: "engine", kind: "process_gone", reason: "crashed", exitCode: 11 };
const filesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

describe("a fault", () => {
  it("is a line of the log with the places in the program, and no name, path, amount or word of the error", () => {
    crashes().note({
      process: "main",
      kind: "exception",
      error:
        `SyntaxError: Unexpected token 'x', "{"supplier":"مؤسسة النور Al-Noor","amount":81235.50" is not valid JSON\n` +
        "    at parse (C:\\Users\\amal\\app\\out\\main\\index.js:10:5)\n    at Noor.81235 (/home/amal/Al-Noor 81235.js:3:4)",
    });
    expect(faults()).toEqual([
      expect.objectContaining({
        level: "error",
        process: "main",
        kind: "exception",
        error: {
          name: "SyntaxError",
          says: ["Unexpected token", "is not valid JSON"],
          places: ["main/index.js:10:5", "elsewhere:3:4"],
        },
      }),
    ]);
    expect(logText()).not.toMatch(/Noor|النور|81235|amal/);
  });

  it("that repeats itself is one line, and many different ones end at the bound", () => {
    const made = crashes();
    const at = (place: number): Fault => ({
      process: "page",
      kind: "drawing",
      error: `Error: x\n    at a (/out/main/index.js:${place}:1)`,
    });
    for (let time = 0; time < 50; time += 1) made.note(at(1));
    expect(faults()).toHaveLength(1);
    for (let place = 2; place < 50; place += 1) made.note(at(place));
    expect(faults()).toHaveLength(20);
    made.note(GONE);
    expect(faults().at(-1)).toMatchObject({ process: "engine", reason: "crashed", exitCode: 11 });
  });

  it("is said at the next start until a person has seen it", () => {
    const first = crashes();
    first.note({ process: "page", kind: "rejection", error: "Error: lost" });
    expect(first.handlers["crashes.last"]()).toEqual({ fault: null });
    first.end();
    now += 1_000;
    const second = crashes();
    expect(second.handlers["crashes.last"]()).toEqual({
      fault: { at: "2026-11-20T10:00:00.000Z", process: "page", kind: "rejection" },
    });
    expect(second.handlers["crashes.seen"]()).toEqual({ fault: null });
    expect(crashes().handlers["crashes.last"]()).toEqual({ fault: null });
  });

  it("stays on the screen and in the file where another one comes before a person has seen it", () => {
    crashes().note({ process: "page", kind: "rejection", error: "Error: lost" });
    now += 1_000;
    const second = crashes();
    second.note({ process: "engine", kind: "exception", error: "Error: another" });
    expect(second.handlers["crashes.last"]().fault?.process).toBe("page");
    second.handlers["crashes.seen"]();
    expect(second.handlers["crashes.last"]()).toEqual({ fault: null });
    now += 1_000;
    expect(crashes().handlers["crashes.last"]().fault?.process).toBe("engine");
  });

  it("that was written down wrong says nothing and doesn't stop the start", () => {
    file.write("fault", { at: "yesterday", process: "page" });
    mkdirSync(join(profile, "crashes"));
    writeFileSync(join(profile, "crashes", "running.json"), "{");
    expect(crashes().handlers["crashes.last"]()).toEqual({ fault: null });
  });
});

it("a crash of the whole program is said where a dump shows it, and not after a power cut", () => {
  const last = () => crashes().handlers["crashes.last"]().fault;
  crashes();
  now += 5_000;
  expect(last()).toBeNull();
  dump("page.dmp", dumpOf("renderer"), now + 1_000);
  now += 60_000;
  expect(last()).toBeNull();
  expect(filesOf(join(dumpFolder(), "completed"))).toEqual([]);
  dump("main.dmp", dumpOf("browser"), now + 1_000);
  now += 60_000;
  expect(last()).toMatchObject({ process: "main", kind: "native" });
});

describe("a memory dump", () => {
  const dumps = () => filesOf(join(dumpFolder(), "completed"));
  const leave = () => {
    dump("clean.dmp", dumpOf("browser"), now + 1);
    // Of a token that was kept for one run only, and that nobody knows any more.
    dump("holds.dmp", "memory with tok-for-this-run-only", now);
    dump("half.dmp.tmp", "memory", now);
    writeFileSync(join(dumpFolder(), "settings.dat"), "the handler's own");
  };

  it("of an unclean run is deleted at the next start before anything may read or pack it, searched or not", () => {
    crashes();
    leave();
    now += 1_000;
    expect(crashes().handlers["crashes.last"]().fault?.kind).toBe("native");
    expect(dumps()).toEqual([]);
    expect(filesOf(dumpFolder()).sort()).toEqual(["completed", "settings.dat"]);
  });

  it("of a process that crashed is deleted soon after, and at the end of the run", () => {
    const waiting: (() => void)[] = [];
    const made = crashes({ later: (_, act) => void waiting.push(act) });
    leave();
    made.note(GONE);
    expect(dumps()).not.toEqual([]);
    for (const act of waiting) act();
    expect(dumps()).toEqual([]);
    leave();
    made.settle();
    expect(dumps()).toEqual([]);
    leave();
    made.end();
    expect(dumps()).toEqual([]);
  });

  it("is deleted also where the look at it fails", () => {
    crashes();
    leave();
    symlinkSync(join(profile, "nowhere"), join(dumpFolder(), "completed", "link.dmp"));
    crashes();
    expect(dumps()).toEqual([]);
  });
});
