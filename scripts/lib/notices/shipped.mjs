/** Which packages are in the program, by what the bundler really took, and their licence texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isTaken, PERMISSIVE } from "../checks/audit-packages.mjs";
import { inRoot } from "../paths.mjs";
import { Refusal } from "../say.mjs";
import { BUNDLES, bundledModulesFile } from "./bundled-modules.mjs";

/**
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license an SPDX expression
 * @property {string} folder relative to the checkout
 * @property {string} author
 */

/** "node_modules/a/node_modules/@b/c/d.js" -> "node_modules/a/node_modules/@b/c". @param {string} place */
export function folderOf(place) {
  const at = place.lastIndexOf("node_modules/") + "node_modules/".length;
  const parts = place.slice(at).split("/");
  return place.slice(0, at) + parts.slice(0, parts[0]?.startsWith("@") ? 2 : 1).join("/");
}

/** @param {unknown} author of a package.json */
const nameOf = (author) =>
  typeof author === "string"
    ? author.replace(/\s*[<(].*$/, "")
    : typeof author === "object" && author !== null && "name" in author
      ? String(author.name)
      : "";

/** @param {string} folder @returns {ShippedPackage} */
function readPackage(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8"));
  return { name, version, license: String(license ?? "none"), folder, author: nameOf(author) };
}

/**
 * Every package in the program, sorted by name: what the bundles hold, what is packed beside them, and Electron. The
 * bundles must be there.
 * @returns {ShippedPackage[]}
 */
export function shippedPackages() {
  const places = BUNDLES.flatMap((part) => JSON.parse(readFileSync(bundledModulesFile(part), "utf8")));
  const { dependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const beside = [...Object.keys(dependencies), "electron"].map((name) => `node_modules/${name}`);
  const folders = new Set([...places.map(folderOf), ...beside]);
  // npm may lay one version down several times.
  const each = new Map([...folders].map(readPackage).map((one) => [`${one.name}@${one.version}`, one]));
  return [...each.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * The texts that come with a package, or null where it brings none.
 * @param {ShippedPackage} shipped
 */
export function licenceTexts({ folder }) {
  const names = readdirSync(inRoot(folder)).filter((name) => LICENCE_FILE.test(name));
  const texts = names.sort().map((name) => readFileSync(join(inRoot(folder), name), "utf8").trim());
  return texts.length === 0 ? null : texts.join("\n\n");
}

/** Refuses a package whose licence asks for more than to be named. @param {readonly ShippedPackage[]} packages */
export function checkLicences(packages) {
  const wrong = packages.filter(({ license }) => !isTaken(license, PERMISSIVE));
  if (wrong.length > 0) {
    const words = wrong.map(({ name, license }) => `${name} (${license})`).join(", ");
    throw new Refusal(
      `The program may not hold ${words}: see PERMISSIVE in scripts/lib/checks/audit-packages.mjs.`,
    );
  }
}
