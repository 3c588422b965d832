/** The one check between a download and its unpacking: both pinned digests must match. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Refusal } from "../say.mjs";

/**
 * @param {string} path
 * @param {string[]} algorithms
 * @returns {Promise<import("node:crypto").Hash[]>}
 */
async function digests(path, algorithms) {
  const hashes = algorithms.map((algorithm) => createHash(algorithm));
  for await (const chunk of createReadStream(path)) for (const hash of hashes) hash.update(chunk);
  return hashes;
}

/** @param {string} path @returns {Promise<string>} lower-case hexadecimal */
export async function sha256Of(path) {
  const [hash] = await digests(path, ["sha256"]);
  return hash?.digest("hex") ?? "";
}

/**
 * Refuses a file that is not, byte for byte, the one that was pinned.
 * @param {string} path
 * @param {{ integrity?: string, sha256: string }} pinned integrity as npm writes it: sha512-BASE64
 */
export async function requirePinned(path, pinned) {
  const [sha512, sha256] = await digests(path, ["sha512", "sha256"]);
  const integrity = `sha512-${sha512?.digest("base64")}`;
  if (sha256?.digest("hex") === pinned.sha256 && (pinned.integrity ?? integrity) === integrity) return;
  throw new Refusal(
    `${path} is not the file that was pinned (its digest differs), so it was not used: ` +
      "run again to fetch it anew, and if it differs again, report it and do not use it.",
  );
}
