/** The list of a release's files as the program reads it, and its signature: docs/UPDATES.md says how it is used. */
import { createHash, createPrivateKey, sign } from "node:crypto";
import { createReadStream, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Refusal } from "../say.mjs";

/**
 * @typedef {object} ReleaseFile
 * @property {string} url a bare name
 * @property {string} sha512 base64
 * @property {number} size bytes
 * @typedef {object} Release
 * @property {string} version
 * @property {string} releaseDate ISO 8601
 * @property {string} [releaseNotes]
 * @property {number} [stagingPercentage] how many of a hundred counters are offered it
 */

/** "latest-linux.yml". @param {string} channel @param {"linux" | "win" | "mac"} system @param {string} arch */
export const listName = (channel, system, arch) =>
  system === "mac"
    ? `${channel}-mac.yml`
    : system === "win"
      ? `${channel}.yml`
      : `${channel}-linux${arch === "x64" ? "" : `-${arch}`}.yml`;

/** The list as YAML; each value is written as JSON, which YAML holds. @param {Release} release @param {readonly ReleaseFile[]} files */
export function listText({ version, releaseDate, releaseNotes, stagingPercentage }, files) {
  /** @param {string} name @param {string | number | undefined} value */
  const line = (name, value) => (value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]);
  return [
    ...line("version", version),
    "files:",
    ...files.flatMap(({ url, sha512, size }) => [
      `  - url: ${JSON.stringify(url)}`,
      `    sha512: ${JSON.stringify(sha512)}`,
      `    size: ${size}`,
    ]),
    ...line("releaseDate", releaseDate),
    ...line("releaseNotes", releaseNotes),
    ...line("stagingPercentage", stagingPercentage),
    "",
  ].join("\n");
}

/** @param {string} path @returns {Promise<ReleaseFile>} */
export async function describeFile(path) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(path), hash);
  return { url: basename(path), sha512: hash.digest("base64"), size: statSync(path).size };
}

/** The signature over exactly these bytes, as it stands beside them. @param {string} text @param {string} privateKey PEM */
export function signatureOf(text, privateKey) {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== "ed25519") throw new Refusal("The key is not an Ed25519 key.");
  return `${sign(null, Buffer.from(text), key).toString("base64")}\n`;
}

/**
 * Writes the list and its signature into the folder where the files are.
 * @param {string} folder
 * @param {string} name the list's, from `listName`
 * @param {readonly string[]} fileNames
 * @param {Release} release
 * @param {string} privateKey PEM
 * @returns {Promise<string[]>} what was written
 */
export async function writeReleaseList(folder, name, fileNames, release, privateKey) {
  const files = await Promise.all(fileNames.map((file) => describeFile(join(folder, file))));
  const text = listText(release, files);
  const signature = signatureOf(text, privateKey);
  const path = join(folder, name);
  writeFileSync(path, text);
  writeFileSync(`${path}.sig`, signature);
  return [path, `${path}.sig`];
}
