/** The profile's small files, when something else lies under their names. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasDumpOfTheProgram, markRun, removeDumps } from "../../../main/shell/crashes.ts";
import { keepBrokenAside, readSmallFile } from "../../../main/shell/files/small-file.ts";
import { openLog } from "../../../main/shell/log.ts";
import { readBootstrapSettings } from "../../../main/shell/start/profile.ts";
import { rememberingLog } from "./stand-ins.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const STRANGE: [string, (path: string) => void][] = [
  ["a folder", (path) => void mkdirSync(path)],
  ["a file of many megabytes", (path) => writeFileSync(path, `${" ".repeat(3_000_000)}{}`)],
];
if (process.platform !== "win32")
  STRANGE.push(["a pipe that nobody writes into", (path) => void execFileSync("mkfifo", [path])]);

describe.each(STRANGE)("%s under the name of a file of the profile", (_what, make) => {
  it("is no text, and nobody waits for it", () => {
    make(join(folder, "settings.json"));
    expect(readSmallFile(join(folder, "settings.json")).kind).toBe("unusable");
    expect(readBootstrapSettings(folder)).toEqual({ theme: "system", window: undefined });
  });

  it("is kept aside, so that the program starts with defaults and says so", () => {
    make(join(folder, "settings.json"));
    const log = rememberingLog();
    const aside = keepBrokenAside(join(folder, "settings.json"), log);
    expect(aside !== null && existsSync(aside)).toBe(true);
    expect(readdirSync(folder)).not.toContain("settings.json");
    expect(log.lines.join()).toContain("can't be used");
  });

  it("is replaced by the mark of this run", () => {
    make(join(folder, "running.json"));
    expect(markRun(folder, 7)).toBeNull();
    expect(markRun(folder, 8)).toBe(7);
  });
});

it("the theme to open in is that of the settings that the page is answered with, else that of the file", () => {
  writeFileSync(join(folder, "settings.json"), '{"theme":"dark"}');
  expect(readBootstrapSettings(folder).theme).toBe("dark");
  expect(readBootstrapSettings(folder, { theme: "light" }).theme).toBe("light");
  expect(readBootstrapSettings(folder, {}).theme).toBe("system");
});

it.runIf(process.platform !== "win32")(
  "a pipe under the name of a memory dump holds no start up, and is deleted",
  () => {
    execFileSync("mkfifo", [join(folder, "main.dmp")]);
    expect(hasDumpOfTheProgram(folder, 0)).toBeNull();
    expect(removeDumps(folder)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it.runIf(process.platform !== "win32")(
  "a log that is a pipe, or a link to one, is put out of the way",
  () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    for (const make of [
      () => execFileSync("mkfifo", [join(folder, "main.log")]),
      () => symlinkSync(join(folder, "pipe"), join(folder, "main.log")),
    ]) {
      rmSync(join(folder, "main.log"), { force: true });
      make();
      openLog(folder, false).info("The engine is ready");
      expect(readSmallFile(join(folder, "main.log")).kind).toBe("text");
    }
  },
);

it("no dump is deleted in a folder that a link leads to", () => {
  mkdirSync(join(folder, "own"));
  writeFileSync(join(folder, "own", "letter.txt"), "");
  mkdirSync(join(folder, "crashes"));
  symlinkSync(join(folder, "own"), join(folder, "crashes", "dumps"), "junction");
  expect(removeDumps(join(folder, "crashes", "dumps"))).toBe(0);
  mkdirSync(join(folder, "own", "dumps"));
  writeFileSync(join(folder, "own", "dumps", "letter.dmp"), "");
  symlinkSync(join(folder, "own"), join(folder, "linked"), "junction");
  expect(removeDumps(join(folder, "linked", "dumps"))).toBe(0);
  expect(existsSync(join(folder, "own", "letter.txt"))).toBe(true);
});
