/** The tests that run on Windows' own Node: in Wine, or on Windows itself as they are. */
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { inRoot } from "../paths.mjs";
import { runCommand } from "../run-command.mjs";
import { Refusal } from "../say.mjs";
import { isAlive } from "../set-up/machine-lock.mjs";
import { ensureWindowsNode } from "../set-up/windows-node.mjs";
import { skipped, vitestOutcome } from "./counts.mjs";
import { counted, countedByVitest, freshReport, tool } from "./run-tests.mjs";

const CONFIG = inRoot("test", "windows", "vitest.config.ts");

/** Some tests are declared for one system alone, which vitest gives as no reason. @param {import("./counts.mjs").ReportedTest} test */
const withReason = (test) =>
  test.state === "skipped" ? { ...test, reason: test.reason ?? "it is declared for another system" } : test;

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
  return onDrive(wine.prefix, (temporary) =>
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
const LETTERS = [..."defghijklmnopqrstuvwxy"];

/** Named with the process whose it is: one that was killed leaves its own. */
const FOLDER = /counterside-windows-(\d+)-/;

/** @param {string} drive */
async function freeWhereLeft(drive) {
  const folder = existsSync(drive) ? readlinkSync(drive) : null;
  const pid = Number(FOLDER.exec(folder ?? "")?.[1]);
  if (folder !== null && !(pid > 0 && !isAlive(pid))) return;
  rmSync(drive, { force: true });
  if (folder !== null) await removeWhole(folder);
}

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

/** Gives the folder a free drive letter. @param {string} prefix @param {string} folder @returns {Promise<string>} the letter's link */
async function asDrive(prefix, folder) {
  for (const letter of LETTERS) {
    const drive = join(prefix, "dosdevices", `${letter}:`);
    await freeWhereLeft(drive);
    try {
      symlinkSync(folder, drive);
      return drive;
    } catch {
      // Another run has it.
    }
  }
  throw new Refusal("Wine has no free drive letter: other runs have them all.");
}

/**
 * A drive of this run. In memory where the system has such a place: hundreds of files would else wait for one disk.
 * @template T
 * @param {string} prefix
 * @param {(temporary: string) => Promise<T>} work receives the drive's root, as Windows names it
 */
async function onDrive(prefix, work) {
  const folder = mkdtempSync(
    join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), `counterside-windows-${process.pid}-`),
  );
  await lockPart(folder);
  const drive = await asDrive(prefix, folder);
  try {
    return await work(`${basename(drive).toUpperCase()}\\`);
  } finally {
    rmSync(drive);
    await removeWhole(folder);
  }
}
