/** A folder that holds a release's files. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { inRoot } from "../paths.mjs";
import { Refusal } from "../say.mjs";
import { sha256Of } from "../set-up/pinned-archive.mjs";
import { fileProblems, installers, UPDATE_LISTS } from "./check.mjs";
import { signingOf } from "./signing.mjs";

/** The bare names of the files in it, sorted; hidden ones and folders are nobody's to download. @param {string} folder */
export function filesIn(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(`There is no folder ${folder}: name the one with the release's files by --folder.`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
}

/** @param {string | undefined} word */
export const releaseFolder = (word) => resolve(word ?? inRoot("dist", "release"));

/** @param {string} folder @returns {import("./signing.mjs").Signing[]} */
export const signingIn = (folder) =>
  filesIn(folder)
    .filter((name) => /^signing-\w+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));

export const changelogText = () => readFileSync(inRoot("CHANGELOG.md"), "utf8");

// SHA256SUMS, in the form of sha256sum.

/**
 * @param {string} folder
 * @param {readonly string[]} names bare names of files in it
 * @returns {Promise<string>}
 */
export async function checksums(folder, names) {
  const lines = [];
  for (const name of [...names].sort()) lines.push(`${await sha256Of(join(folder, name))}  ${name}\n`);
  return lines.join("");
}

// What `npm run package -- --release` made, laid together for the release.

/**
 * Copies the installers and the lists for updates among what was made, and writes what is signed of them.
 * @param {import("../package/plan.mjs").System} system
 * @param {readonly string[]} made relative to the checkout
 * @returns {string[]} what now lies in the folder
 */
export function layRelease(system, made) {
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const wanted = installers(version);
  const found = made.filter((path) => wanted.includes(basename(path)));
  const tests = fileProblems(
    version,
    made.map((path) => basename(path)),
  ).filter((words) => /test build/.test(words));
  if (tests.length > 0) throw new Refusal(tests.join("\n"));
  const folder = releaseFolder(undefined);
  mkdirSync(folder, { recursive: true });
  for (const path of found) copyFileSync(inRoot(path), join(folder, basename(path)));
  const known = signingOf(system, process.env);
  const signing = join(folder, `signing-${system}.json`);
  writeFileSync(signing, `${JSON.stringify(known)}\n`);
  // electron-builder doesn't name them among what it made.
  const lists = known.signed ? UPDATE_LISTS.filter((name) => existsSync(inRoot("dist", name))) : [];
  for (const name of lists) copyFileSync(inRoot("dist", name), join(folder, name));
  return [...found.map((path) => basename(path)), ...lists].map((name) => join(folder, name)).concat(signing);
}
