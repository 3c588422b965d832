/**
 * The libraries that the benchmarks compare with. They are no part of the program nor of its lock file: `test/bench/peers`
 * names them exactly, and they are installed on demand into the machine's cache, with no install script run (leveldown's
 * binaries lie in its package).
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { cacheDir, inRoot } from "../lib/paths.mjs";
import { runCommand, tail } from "../lib/run-command.mjs";
import { Refusal, withProgress } from "../lib/say.mjs";
import { withMachineLock } from "../lib/set-up/machine-lock.mjs";

const named = ["package.json", "package-lock.json", ".npmrc"];
const source = (/** @type {string} */ name) => inRoot("test", "bench", "peers", name);

/** Another lock file is another folder, so what is there is what is named. */
function folder() {
  const digest = createHash("sha256");
  for (const name of named) digest.update(readFileSync(source(name)));
  return join(cacheDir(), `bench-peers-${digest.digest("hex").slice(0, 12)}`);
}

/** Renamed into place at once when it is whole. @returns {Promise<string>} the folder */
async function ensurePeers() {
  const place = folder();
  if (existsSync(place)) return place;
  return withMachineLock("bench-peers", async () => {
    if (!existsSync(place)) await install(place);
    return place;
  });
}

/** @param {string} place */
async function install(place) {
  // The lock is ours, so a draft that is there was left by a run that was stopped.
  const draft = `${place}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const name of named) copyFileSync(source(name), join(draft, name));
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"));
  const result = await withProgress("Installing what the benchmarks compare with (npm ci, 98 MB)", () =>
    runCommand(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--loglevel=error"], {
      cwd: draft,
      env: { ...process.env, PATH: path.join(delimiter) },
    }),
  );
  if (result.code !== 0) {
    throw new Refusal(
      `What the benchmarks compare with could not be installed, so check the network or the registry setting and run again:\n${tail(result.output, 5)}`,
    );
  }
  renameSync(draft, place);
}

/**
 * Loads one of the packages of `test/bench/peers/package.json`, installing them first where they are not (a progress line
 * is said). Not for quick runs, which compare with nobody. What comes is unknown: parse it with a zod schema of the few
 * functions that are used, as in
 *
 *   const MiniSearch = z.custom<MiniSearchClass>((it) => typeof it === "function").parse(await loadPeer("minisearch"));
 *
 * @param {string} name as in an import, such as "pouchdb-core"
 * @returns {Promise<unknown>} the package's CommonJS exports, or an ES module's where it has no other form
 * @throws {Refusal} where it could not be installed
 */
export async function loadPeer(name) {
  return createRequire(join(await ensurePeers(), "package.json"))(name);
}

/** The exact version that is compared with, for the words of a section. @param {string} name as in its package.json */
export function peerVersion(name) {
  const { dependencies } = JSON.parse(readFileSync(source("package.json"), "utf8"));
  if (dependencies[name] === undefined)
    throw new Error(`${name} is not named in test/bench/peers/package.json`);
  return String(dependencies[name]);
}
