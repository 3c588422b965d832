/** A folder that holds a release's files. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { inRoot } from "../paths.mjs";
import { Refusal } from "../say.mjs";

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
