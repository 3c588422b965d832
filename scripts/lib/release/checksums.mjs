/** SHA256SUMS, in the form of sha256sum. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** @param {string} path @returns {Promise<string>} hex */
export async function sha256Of(path) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

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
