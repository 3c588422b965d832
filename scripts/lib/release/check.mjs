/** Whether a tag may become a release. Pure: the facts are read by `scripts/release/check.mjs`. */
import { Refusal } from "../say.mjs";
import { readChangelog } from "./changelog.mjs";

/** A version as package.json has it: three numbers, and for a trial version "-beta.N". */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-beta\.(0|[1-9]\d*))?$/;

/** "v1.2.3" -> "1.2.3". @param {string | undefined} tag */
export function versionOf(tag) {
  if (tag === undefined) throw new Refusal("Name the tag with --tag, such as --tag v1.2.3.");
  const version = tag.replace(/^v/, "");
  if (!tag.startsWith("v") || !VERSION.test(version))
    throw new Refusal(`"${tag}" is no release's tag: it is v1.2.3 or v1.2.3-beta.1.`);
  return version;
}

/**
 * What keeps the tag from being released, in sentences; empty where nothing does.
 * @param {{ tag: string, packageVersion: string, lockVersion: string, changelog: string }} facts
 * @returns {string[]}
 */
export function tagProblems({ tag, packageVersion, lockVersion, changelog }) {
  const version = versionOf(tag);
  const sections = readChangelog(changelog);
  const newest = sections.find((section) => section.version !== "Unreleased");
  const unreleased = sections.find((section) => section.version === "Unreleased");
  return [
    ...(packageVersion === version ? [] : [`package.json says ${packageVersion} and the tag ${version}.`]),
    ...(lockVersion === version ? [] : [`package-lock.json says ${lockVersion} and the tag ${version}.`]),
    ...(newest?.version === version
      ? []
      : [`The newest version in CHANGELOG.md is ${newest?.version ?? "none"} and the tag's ${version}.`]),
    ...(newest !== undefined && newest.date === null
      ? [`CHANGELOG.md names no day for ${newest.version}.`]
      : []),
    ...(newest !== undefined && newest.text === ""
      ? [`CHANGELOG.md says nothing of ${newest.version}.`]
      : []),
    ...(unreleased === undefined || unreleased.text === ""
      ? []
      : ["CHANGELOG.md still has words under Unreleased: they belong to the tag's version or to the next."]),
  ];
}

/** Every file that people install, by its name. @param {string} version */
export const installers = (version) => [
  `Counterside-${version}-linux-x86_64.AppImage`,
  `Counterside-${version}-linux-amd64.deb`,
  `Counterside-${version}-linux-x86_64.rpm`,
  `Counterside-${version}-windows-x64-setup.exe`,
  `Counterside-${version}-windows-arm64-setup.exe`,
  ...["x64", "arm64"].flatMap((arch) =>
    ["dmg", "zip"].map((end) => `Counterside-${version}-mac-${arch}.${end}`),
  ),
];

/** The lists by which installed programs find a release, as electron-builder writes them. */
export const UPDATE_LISTS = ["latest.yml", "beta.yml", "latest-mac.yml", "beta-mac.yml"];

/** What release scripts lay beside the installers. @param {string} name */
const isCompanion = (name) =>
  UPDATE_LISTS.includes(name) ||
  /^(SHA256SUMS|RELEASE-NOTES\.md|Counterside-.*\.cdx\.json|signing-(linux|win|mac)\.json)$/.test(name);

/**
 * What keeps the files in a folder from being this release's.
 * @param {string} version
 * @param {readonly string[]} names of the files
 * @returns {string[]}
 */
export function fileProblems(version, names) {
  const wanted = installers(version);
  const tests = names.filter((name) => /test-build/i.test(name));
  return [
    ...tests.map((name) => `${name} is a test build, which must not be given to anyone.`),
    ...wanted.filter((name) => !names.includes(name)).map((name) => `${name} is missing.`),
    ...names
      .filter((name) => !tests.includes(name) && !wanted.includes(name) && !isCompanion(name))
      .map((name) => `${name} belongs to no release of ${version}.`),
  ];
}
