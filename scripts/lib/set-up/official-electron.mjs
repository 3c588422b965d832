/** The Electron that ships: its own installer fetches it from GitHub (or ELECTRON_MIRROR), bounded in time. */

import { lookup } from "node:dns/promises";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { runCommand } from "../run-command.mjs";
import { say, withProgress } from "../say.mjs";
import { fittingNode } from "./fitting-node.mjs";
import { withMachineLock } from "./machine-lock.mjs";

const packageFolder = inRoot("node_modules", "electron");
const dayMs = 24 * 60 * 60 * 1000;
const downloadLimitMs = 10 * 60 * 1000;

export const officialVersion = () =>
  JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).version;

/** @returns {string | undefined} the executable, when it is wholly there */
export function officialExecutable() {
  try {
    const name = readFileSync(join(packageFolder, "path.txt"), "utf8");
    const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageFolder, "dist");
    const version = readFileSync(join(dist, "version"), "utf8").trim().replace(/^v/, "");
    return version === officialVersion() && existsSync(join(dist, name)) ? join(dist, name) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tries the official download, unless it failed within the last day.
 * @param {boolean} retry try even so
 * @returns {Promise<{ executable: string } | { failure: string, fresh: boolean }>}
 */
export async function ensureOfficialElectron(retry) {
  const present = officialExecutable();
  if (present !== undefined) return { executable: present };
  return withMachineLock("official-electron", async () => {
    const remembered = retry ? undefined : recentFailure();
    if (remembered !== undefined) return { failure: remembered, fresh: false };
    const failure = (await unreachable()) ?? (await download());
    const executable = officialExecutable();
    if (executable !== undefined) {
      rmSync(failureFile(), { force: true });
      return { executable };
    }
    const words = failure ?? "its download is incomplete";
    writeFileSync(failureFile(), JSON.stringify({ at: new Date().toISOString(), failure: words }));
    return { failure: words, fresh: true };
  });
}

const failureFile = () => {
  mkdirSync(cacheDir(), { recursive: true });
  return join(cacheDir(), `electron-${officialVersion()}-failed.json`);
};

/** @returns {string | undefined} */
function recentFailure() {
  try {
    const { at, failure } = JSON.parse(readFileSync(failureFile(), "utf8"));
    return Date.now() - Date.parse(at) < dayMs ? failure : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A quick look before the long wait: is github.com there at all? Behind a proxy or with a mirror this says
 * nothing, so the installer itself is asked.
 * @returns {Promise<string | undefined>}
 */
async function unreachable() {
  const indirect = /^(electron_mirror|npm_config_electron_mirror|https?_proxy|electron_get_use_proxy)$/i;
  if (Object.keys(process.env).some((name) => indirect.test(name) && process.env[name])) return undefined;
  try {
    const { address } = await lookup("github.com");
    await new Promise((settle, fail) => {
      const socket = connect({ host: address, port: 443, timeout: 8000 });
      socket.once("connect", () => settle(socket.destroy()));
      socket.once("timeout", () => fail(socket.destroy()));
      socket.once("error", fail);
    });
    return undefined;
  } catch {
    return "github.com cannot be reached from here";
  }
}

/** @returns {Promise<string | undefined>} why it failed */
async function download() {
  say(`Electron ${officialVersion()} is not here yet.`);
  const result = await withProgress("Downloading it from GitHub (about 120 MB, once)", () =>
    runCommand(fittingNode(), [join(packageFolder, "install.js")], { timeoutMs: downloadLimitMs }),
  );
  if (result.timedOut) return `the download did not end within ${downloadLimitMs / 60000} minutes`;
  if (result.code === 0) return undefined;
  const reason = /(?:Error|error): (.*)/.exec(result.output)?.[1] ?? "the installer gave no reason";
  return `its download failed (${reason})`;
}
