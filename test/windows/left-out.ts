/**
 * What the tests that run elsewhere ask of a system and Windows, or Wine, has not: such a test is skipped with the reason when it
 * asks. The few whose expectation itself is another system's are named below.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { beforeEach, type TestContext } from "vitest";

let running: TestContext | null = null;

function leaveOut(reason: string): never {
  if (running === null) throw new Error(`${reason}, and no test is running`);
  return running.skip(reason);
}

/** By the end of a file's name, and the end of a test's. */
const EXPECTS_ANOTHER_SYSTEM: readonly [string, RegExp, string][] = [
  [
    "whole-files.test.ts",
    /its folder is flushed$|the profile is flushed$|before a file in it is named$/,
    "Windows flushes no folder: its file system keeps names in a log",
  ],
  ["storage-failures.test.ts", /^room is kept for entries soon/, "Windows has no modes of owner and others"],
  ["import.test.ts", /below a file$/, "Windows says of what is below a file that it is not there"],
  [
    "moved-file.test.ts",
    /^a file that was (?:removed|replaced)/,
    "Windows removes and replaces no file that SQLite has open",
  ],
  [
    "rejected-rows.test.ts",
    /folder goes away meanwhile/,
    "Windows removes no folder in which a file is open",
  ],
  [
    "headless.test.ts",
    /exits with 0 on a signal to end$/,
    "Windows has no signal that asks a program to end",
  ],
];

const EXPECTS_NO_WINE: typeof EXPECTS_ANOTHER_SYSTEM = [
  [
    "wal-frames.test.ts",
    /more than two gigabytes/,
    "Wine writes out the two gigabytes that are left empty elsewhere",
  ],
];

const named =
  process.env.COUNTERSIDE_WINE === undefined
    ? EXPECTS_ANOTHER_SYSTEM
    : [...EXPECTS_ANOTHER_SYSTEM, ...EXPECTS_NO_WINE];

beforeEach((context) => {
  running = context;
  const { file, name } = context.task;
  for (const [ending, title, reason] of named)
    if (file.name.endsWith(`/${ending}`) && title.test(name)) context.skip(reason);
});

const MADE = Symbol.for("counterside.leftOut");
if (!Reflect.has(globalThis, MADE)) {
  Reflect.set(globalThis, MADE, true);
  const { symlinkSync } = fs;
  fs.symlinkSync = (target, path, type) => {
    symlinkSync(target, path, type);
    // Wine 8 says that it made one, and made none.
    if (fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true)
      leaveOut("this Windows makes no symbolic links");
  };
  const { execFileSync } = childProcess;
  childProcess.execFileSync = new Proxy(execFileSync, {
    apply(whole, self, words: Parameters<typeof execFileSync>) {
      if (words.flat().includes("mkfifo")) leaveOut("Windows keeps no pipes in folders");
      return Reflect.apply(whole, self, words);
    },
  });
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) =>
    signal === "SIGSTOP" ? leaveOut("Windows holds no process still") : kill(pid, signal);
  syncBuiltinESMExports();
}
