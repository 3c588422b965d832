/** What the lock file must hold: every package of every system, each with its SHA-512. */

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean,
 *   optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/**
 * Optional packages that the lock file must name and npm left out. npm leaves out what the registry in use does not
 * serve; `npm ci` then calls the lock file out of step, on every system and not only on the missing one.
 * @param {LockedPackages} packages the `packages` of package-lock.json
 * @returns {{ dependent: string, name: string }[]}
 */
function unnamedOptionals(packages) {
  return Object.entries(packages).flatMap(([dependent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !candidates(dependent, name).some((path) => packages[path] !== undefined))
      .map((name) => ({ dependent, name })),
  );
}

/** Where Node would look for a package, nearest first. @param {string} from @param {string} name */
function candidates(from, name) {
  const paths = [];
  for (let base = from; base !== ""; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    paths.push(`${base}/node_modules/${name}`);
  }
  return [...paths, `node_modules/${name}`];
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** "@a/b" of "node_modules/x/node_modules/@a/b". @param {string} place */
export const nameAt = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * What is wrong with the lock file, in sentences; empty where nothing is.
 * @param {LockedPackages} packages
 * @returns {string[]}
 */
export function lockProblems(packages) {
  const weak = Object.entries(packages)
    .filter(([place, { integrity }]) => place !== "" && !SHA512.test(integrity ?? ""))
    .map(([place, { version }]) => `${nameAt(place)}@${version} has no SHA-512 in package-lock.json`);
  const unnamed = unnamedOptionals(packages).map(
    ({ dependent, name }) => `${name}, an option of ${nameAt(dependent)}, is not in package-lock.json`,
  );
  return [...weak, ...unnamed];
}

/** What to do about it. */
export const LOCK_REMEDY =
  "Pin a version whose packages for every system the registry serves, or put back what package-lock.json held.";
