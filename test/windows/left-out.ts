/**
 * What the tests that run elsewhere ask of a system and Windows, or Wine, has not: such a test is skipped with the reason when it
 * asks. The few whose expectation itself is another system's are in `other-systems.ts`.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { beforeEach, type TestContext } from "vitest";
import { EXPECTS_ANOTHER_SYSTEM, EXPECTS_NO_WINE } from "./other-systems.ts";

let running: TestContext | null = null;

function leaveOut(reason: string): never {
  if (running === null) throw new Error(`${reason}, and no test is running`);
  return running.skip(reason);
}

const named =
  process.env.COUNTERSIDE_WINE === undefined
    ? EXPECTS_ANOTHER_SYSTEM
    : [...EXPECTS_ANOTHER_SYSTEM, ...EXPECTS_NO_WINE];

beforeEach((context) => {
  running = context;
  const { file, name } = context.task;
  for (const [ending, title, reason] of named)
    if (file.name.endsWith(`/${ending}`) && name.includes(title)) context.skip(reason);
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
