/**
 * What the lock file must hold: every package of every system, each with its SHA-512.
 *
 * Optional packages that the lock file must name and npm left out. npm leaves out what the registry in use does
 * not serve; `npm ci` then calls the lock file out of step, on every system and not only on the missing one.
 */

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/**
 * @param {LockedPackages} packages the `packages` of package-lock.json
 * @returns {{ dependent: string, name: string, version: string }[]}
 */
export function unnamedOptionals(packages) {
  return Object.entries(packages).flatMap(([dependent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !candidates(dependent, name).some((path) => packages[path] !== undefined))
      .map(([name, version]) => ({ dependent, name, version })),
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

/**
 * The same packages with the left-out ones named, in npm's order; their digests are asked for by `withDigests`.
 * @param {LockedPackages} packages
 */
export function withOptionalsNamed(packages) {
  /** @type {[string, LockedPackage][]} */
  const named = Object.entries(packages);
  for (const { dependent, name, version } of unnamedOptionals(packages)) {
    if (!/^\d/.test(version)) throw new Error(`${name} has no exact version (${version})`);
    const dev = packages[dependent]?.dev === true ? { dev: true } : {};
    named.push([`node_modules/${name}`, { version, ...dev, optional: true, ...platformOf(name) }]);
  }
  // The root's own entry has the empty name, so it stays first.
  return Object.fromEntries(named.sort(([a], [b]) => a.localeCompare(b, "en")));
}

/** The system that a package is for, as its name says. @param {string} name */
export function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => /^(android|darwin|freebsd|linux|openharmony|win32)$/.test(word));
  const cpu = words.find((word) => /^(arm|arm64|ia32|ppc64|riscv64|s390x|x64)$/.test(word));
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not name its system`);
  const libc = words.some((word) => word.startsWith("musl"))
    ? { libc: ["musl"] }
    : os === "linux" && words.some((word) => word.startsWith("gnu"))
      ? { libc: ["glibc"] }
      : {};
  return { cpu: [cpu], os: [os], ...libc };
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** "@a/b" of "node_modules/x/node_modules/@a/b". @param {string} place */
export const nameAt = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** The packages without a SHA-512, by their place. @param {LockedPackages} packages @returns {string[]} */
export const withoutDigest = (packages) =>
  Object.entries(packages)
    .filter(([place, { integrity }]) => place !== "" && !SHA512.test(integrity ?? ""))
    .map(([place]) => place);

/** @typedef {{ platform: string, arch: string, libc?: string }} System */

/** The system that this runs on, as packages name it. @returns {System} */
export function thisSystem() {
  const { platform, arch } = process;
  if (platform !== "linux") return { platform, arch };
  const { header } = /** @type {{ header: Record<string, unknown> }} */ (process.report.getReport());
  return { platform, arch, libc: header.glibcVersionRuntime === undefined ? "musl" : "glibc" };
}

/** Is the package one that npm would install on this system? @param {LockedPackage} locked @param {System} here */
export const isFor = ({ os, cpu, libc }, here) =>
  (os ?? [here.platform]).includes(here.platform) &&
  (cpu ?? [here.arch]).includes(here.arch) &&
  (libc === undefined || here.libc === undefined || libc.includes(here.libc));

/**
 * What is wrong with the lock file, in sentences; empty where nothing is. `known` are the packages, "name@version", whose
 * digest the registry that made the lock file did not serve: they may lack it, but not on the system they are for.
 * @param {LockedPackages} packages
 * @param {readonly string[]} known
 * @param {System} here
 * @returns {string[]}
 */
export function lockProblems(packages, known, here) {
  return withoutDigest(packages).flatMap((place) => {
    const locked = packages[place] ?? {};
    const name = `${nameAt(place)}@${locked.version}`;
    if (locked.integrity !== undefined || !known.includes(name))
      return [`${name} has no SHA-512 in package-lock.json`];
    return isFor(locked, here) ? [`${name} is for this system and has no SHA-512 in package-lock.json`] : [];
  });
}

/**
 * The same packages with the digests that a registry names, and those that it doesn't serve, as "name@version".
 * @param {LockedPackages} packages
 * @param {(name: string) => Promise<string | null>} digestOf what the registry says of "name@version"
 */
export async function withDigests(packages, digestOf) {
  /** @type {LockedPackages} */
  const completed = { ...packages };
  /** @type {string[]} */
  const notServed = [];
  for (const place of withoutDigest(packages)) {
    const { version, ...rest } = packages[place] ?? {};
    const name = `${nameAt(place)}@${version}`;
    const integrity = await digestOf(name);
    if (integrity !== null && SHA512.test(integrity))
      completed[place] = { ...(version === undefined ? {} : { version }), ...rest, integrity };
    else notServed.push(name);
  }
  return { packages: completed, notServed };
}
