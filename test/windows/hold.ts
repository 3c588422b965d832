/** Another program that has a file open for itself alone, as virus scanners, backup programs and synced folders do on Windows. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Opened so, nobody else may read, write, rename or remove it: libuv's UV_FS_O_EXLOCK, which is a share mode of 0. */
const HOLDER = `
const { closeSync, constants, openSync } = require("node:fs");
const [, path, ms] = process.argv;
const handle = openSync(path, constants.O_RDONLY | 0x10000000);
process.stdout.write("held\\n");
if (ms !== "forever") setTimeout(() => { closeSync(handle); process.exit(); }, Number(ms));
process.stdin.on("data", () => { closeSync(handle); process.exit(); });
`;

/** Returns when it has the file; `ms` later it lets go, or when it is asked to. */
export async function hold(path: string, ms: number | "forever"): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ["-e", HOLDER, path, String(ms)]);
  child.stdin.on("error", () => undefined);
  const ended = once(child, "exit");
  let words = "";
  child.stderr.on("data", (text: Buffer) => {
    words += text.toString();
  });
  const held = await Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!held) throw new Error(`${path} could not be held: ${words}`);
  const letGo = async () => {
    child.stdin.end("go");
    await ended;
  };
  onTestFinished(letGo);
  return letGo;
}
