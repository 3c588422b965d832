/** What `npm run package -- --release` made, laid together for the release. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot } from "../paths.mjs";
import { Refusal } from "../say.mjs";
import { fileProblems, installers, LISTS } from "./check.mjs";
import { releaseFolder } from "./folder.mjs";
import { signingOf } from "./signing.mjs";

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
  const lists = known.signed ? LISTS.filter((name) => existsSync(inRoot("dist", name))) : [];
  for (const name of lists) copyFileSync(inRoot("dist", name), join(folder, name));
  return [...found.map((path) => basename(path)), ...lists].map((name) => join(folder, name)).concat(signing);
}
