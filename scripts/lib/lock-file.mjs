/**
 * Optional packages that the lock file must name and npm left out. npm leaves out what the registry in use does
 * not serve; `npm ci` then calls the lock file out of step, on every system and not only on the missing one.
 */

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
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
 * The same packages with the left-out ones named, in npm's order. They carry no digest: nobody here has seen them.
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
