/** The npm packages: installed exactly as the lock file says, and only when they are not already. */
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { LOCK_REMEDY, lockProblems } from "../checks/lock-file.mjs";
import { inRoot } from "../paths.mjs";
import { runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, peer?: boolean }>} LockedPackages */

/**
 * Does what npm says it installed agree with the lock file, digest by digest? npm proves each archive against its digest
 * while it unpacks it, and writes its own list last, so an interrupted installation has none. Packages for other systems
 * are optional and may be absent.
 * @param {LockedPackages} wanted
 * @param {LockedPackages} installed
 */
export function installedAsLocked(wanted, installed) {
  return Object.entries(wanted).every(([path, locked]) => {
    if (path === "") return true;
    const present = installed[path];
    if (present === undefined) return locked.optional === true;
    const isProven = locked.integrity === undefined || present.integrity === locked.integrity;
    return present.version === locked.version && isProven;
  });
}

/** @param {string} path @returns {LockedPackages} */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

export async function ensurePackages() {
  const wanted = packagesIn(inRoot("package-lock.json"));
  const problems = lockProblems(wanted);
  if (problems.length > 0) throw new Refusal(`${problems.join("\n")}\nNothing is installed. ${LOCK_REMEDY}`);
  if (installedAsLocked(wanted, packagesIn(inRoot("node_modules", ".package-lock.json")))) return;
  // npm replaces node_modules, and must not itself run in the Node that lies in there.
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const result = await withProgress("Installing the npm packages (npm ci)", () =>
    runCommand(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--loglevel=error"], {
      env: { ...process.env, PATH: path.join(delimiter) },
    }),
  );
  if (result.missing)
    throw new Refusal("npm was not found on the path: install Node with npm from https://nodejs.org.");
  if (result.code !== 0) {
    throw new Refusal(
      `npm ci failed, so check the network or the registry setting and run again:\n${reason(result.output)}`,
    );
  }
}

/** npm's own words, without the manual page that it appends to some of them. @param {string} output */
function reason(output) {
  return tail(output.split(/^npm error Clean install a project$/m, 1)[0] ?? output);
}
