/** What is known of the packages that the program is made of and with. Decisions only; `audit.mjs` and a test apply them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../paths.mjs";

/**
 * @typedef {{ version?: string, license?: string, integrity?: string, hasInstallScript?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string> }} Locked
 * @typedef {Record<string, Locked>} LockedPackages
 * @typedef {{ reasons: Map<string, string>, tools: Map<string, string> }} Reasons
 */

/** May be passed on with nothing asked but to be named. */
export const PERMISSIVE = new Set([
  ...[
    "MIT",
    "ISC",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "Unlicense",
    "OFL-1.1",
    // Of argparse, which js-yaml names for its command: asks to be named, nothing else.
    "Python-2.0",
  ],
]);
/** Nothing of a tool is passed on, so these may ask for more where it is changed. */
const OF_TOOLS = new Set([
  ...PERMISSIVE,
  ...["MPL-2.0", "CC-BY-4.0", "CC0-1.0", "WTFPL"],
  // As quint spells it.
  "Apache 2.0",
]);

/** "(MIT OR CC0-1.0)" is taken where one of them is; "A AND B" where both are. @param {string} license @param {Set<string>} known */
export const isTaken = (license, known) =>
  license
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => known.has(part.trim())));

const SOURCE = /\.(?:tsx?|css)$/;
/** Only what is where an import is, and looks like a package's name. */
const IMPORTED =
  /(?:^import |^\} from |^(?:import|export) .* from |\bimport\()"((?:@[\w.-]+\/)?[\w.-]+(?:\/[\w./-]+)?)"/gm;
/** "@a/b/c" is of the package "@a/b". @param {string} specifier */
const packageOf = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The packages that the program's own sources import. @returns {string[]} */
export function importedPackages() {
  const found = new Set();
  for (const folder of ["contract", "main", "preload", "renderer"])
    for (const name of readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" }).filter((one) =>
      SOURCE.test(one),
    ))
      for (const [, specifier = ""] of readFileSync(join(inRoot(folder), name), "utf8").matchAll(IMPORTED))
        if (!specifier.startsWith(".")) found.add(packageOf(specifier));
  return [...found].sort();
}

/** Where a package's own dependency is found: below it, or beside it. @param {LockedPackages} packages @param {string} from @param {string} name */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf("/node_modules/"))) {
    const place = `${at}${at === "" ? "" : "/"}node_modules/${name}`;
    if (place in packages) return place;
    if (!at.includes("/node_modules/"))
      return `node_modules/${name}` in packages ? `node_modules/${name}` : null;
  }
}

/** Everything that these packages bring along, by its place in the lock file. @param {LockedPackages} packages @param {string[]} names */
export function broughtBy(packages, names) {
  /** @type {Set<string>} */
  const found = new Set();
  const queue = names.map((name) => `node_modules/${name}`).filter((place) => place in packages);
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    for (const name of Object.keys(packages[place]?.dependencies ?? {})) {
      const next = placeOf(packages, place, name);
      if (next !== null) queue.push(next);
    }
  }
  return [...found].sort();
}

/** The rows of docs/DEPENDENCIES.md: package to reason. @param {string} text @returns {Reasons} */
export function readReasons(text) {
  const [program = "", tools = ""] = text.split("\n## Tools");
  /** @param {string} part */
  const rows = (part) =>
    new Map(
      [...part.matchAll(/^\| `([^`]+)` \| (.+?) \|$/gm)].map(([, name = "", reason = ""]) => [
        name,
        reason.trim(),
      ]),
    );
  return { reasons: rows(program), tools: rows(tools) };
}

/**
 * What is wrong, in sentences; empty where nothing is.
 * @param {{ manifest: Record<string, any>, packages: LockedPackages, imported: string[], reasons: Reasons, npmrc: string }} facts
 * @returns {string[]}
 */
export function auditProblems({ manifest, packages, imported, reasons, npmrc }) {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const known = new Map([...reasons.reasons, ...reasons.tools]);
  const ships = new Set(
    broughtBy(
      packages,
      imported.filter((name) => name !== "electron"),
    ),
  );
  const here = Object.entries(packages).filter(([place]) => place !== "");
  return [
    ...Object.entries(direct)
      .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
      .map(([name, version]) => `${name} is not pinned exactly: ${version}`),
    ...Object.keys(direct)
      .filter((name) => (known.get(name) ?? "").length < 10)
      .map((name) => `${name} has no reason in docs/DEPENDENCIES.md`),
    ...[...known.keys()]
      .filter((name) => !(name in direct))
      .map((name) => `${name} has a reason and is no dependency`),
    ...imported
      .filter((name) => !reasons.reasons.has(name))
      .map((name) => `${name} is in the program, and docs/DEPENDENCIES.md has it elsewhere`),
    ...[...reasons.reasons.keys()]
      .filter((name) => !imported.includes(name))
      .map((name) => `${name} is listed as in the program, and nothing imports it`),
    ...here
      .filter(([place, { license }]) => !isTaken(license ?? "none", ships.has(place) ? PERMISSIVE : OF_TOOLS))
      .map(([place, { license }]) => `${place} has the licence ${license ?? "none"}`),
    ...here
      .filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))
      .map(([place]) => `${place} is not held to a strong hash`),
    ...(/^ignore-scripts=true$/m.test(npmrc)
      ? []
      : ["install scripts of packages may run: .npmrc must say ignore-scripts=true"]),
  ];
}

/** The facts of this checkout. */
export function auditFacts() {
  /** @param {string[]} path */
  const read = (...path) => readFileSync(inRoot(...path), "utf8");
  /** @type {LockedPackages} */
  const packages = JSON.parse(read("package-lock.json")).packages;
  return {
    manifest: JSON.parse(read("package.json")),
    packages,
    imported: importedPackages(),
    reasons: readReasons(read("docs", "DEPENDENCIES.md")),
    npmrc: read(".npmrc"),
  };
}
