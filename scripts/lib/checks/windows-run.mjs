/** The tests that run on Windows' own Node: in Wine, or on Windows itself as they are. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot } from "../paths.mjs";
import { runCommand } from "../run-command.mjs";
import { Refusal } from "../say.mjs";
import { isAlive } from "../set-up/machine-lock.mjs";
import { ensureWindowsNode } from "../set-up/windows-node.mjs";
import { skipped, vitestOutcome } from "./counts.mjs";
import { counted, countedByVitest, freshReport, tool } from "./run-tests.mjs";

const CONFIG = inRoot("test", "windows", "vitest.config.ts");

/** A test that is declared for one system alone is skipped elsewhere, and vitest gives no reason. @param {import("./counts.mjs").ReportedTest} test */
const withReason = (test) =>
  test.state === "skipped" ? { ...test, reason: test.reason ?? "the test is for another system" } : test;

/** On Windows these tests need other words than where they are at home. */
const again = () => "--only windows";

/**
 * Throws a Refusal where no Windows' Node can be had.
 * @param {"quick" | "whole"} set
 * @param {string[]} [some] only these files
 * @returns {Promise<import("./counts.mjs").Outcome>}
 */
export async function runOnWindows(set, some = []) {
  const env = { ...process.env, COUNTERSIDE_WINDOWS: set };
  if (process.platform === "win32") return run(env, some);
  const wine = await ensureWindowsNode();
  return inFolder(wine.prefix, (temporary) =>
    run({ ...env, COUNTERSIDE_WINE: JSON.stringify({ ...wine, temporary }) }, some),
  );
}

/** The stage of `npm test`. @param {string | undefined} test */
export async function windowsStage(test) {
  try {
    return await runOnWindows("quick", test === undefined ? [] : [test]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return skipped("the engine on Windows' own Node", error.message.split("\n")[0] ?? "");
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string[]} some */
function run(env, some) {
  const report = freshReport("windows.json");
  const args = [...countedByVitest, "--config", CONFIG, ...some];
  const withReport = { ...env, COUNTERSIDE_VITEST_REPORT: report };
  return counted("windows", tool("vitest", "vitest.mjs"), args, withReport, report, (written) =>
    vitestOutcome({ ...written, tests: written.tests.map(withReason) }, again),
  );
}

const LOCKED = "locked";

/** Named with the process whose it is: one that was killed leaves its own. */
const FOLDER = /^counterside-windows-(\d+)-/;

/** Part of a run's folder that can't be written to, as a locked stick: a small disk, which takes root. @param {string} folder */
async function lockPart(folder) {
  const part = join(folder, LOCKED);
  mkdirSync(part);
  if ((await runCommand("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", part])).code !== 0) rmdirSync(part);
}

/** @param {string} folder */
async function removeWhole(folder) {
  if (existsSync(join(folder, LOCKED))) await runCommand("umount", ["-l", join(folder, LOCKED)]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A folder of this run on Wine's drive C:. Neither a link nor another drive leads to it: Node says of a link where it leads,
 * and its copying of folders ends the process on a drive that Wine was not set up with.
 * @template T
 * @param {string} prefix
 * @param {(temporary: string) => Promise<T>} work receives it as Windows names it
 */
async function inFolder(prefix, work) {
  const drive = join(prefix, "drive_c");
  for (const name of readdirSync(drive)) {
    const pid = Number(FOLDER.exec(name)?.[1] ?? process.pid);
    if (!isAlive(pid)) await removeWhole(join(drive, name));
  }
  const folder = mkdtempSync(join(drive, `counterside-windows-${process.pid}-`));
  await lockPart(folder);
  try {
    return await work(`C:\\${basename(folder)}`);
  } finally {
    await removeWhole(folder);
  }
}
