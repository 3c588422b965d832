/** Puts a new program file in the place of the old one: whole or not at all, and the old one stays beside it. */
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { UpdateTrouble, writeTrouble } from "./trouble.ts";

const PIECE_BYTES = 1024 * 1024;

/** Copies and hashes in one pass: what is checked is what was written. */
function copyProven(from: string, to: string, sha512: string): void {
  const hash = createHash("sha512");
  const piece = Buffer.alloc(PIECE_BYTES);
  const source = openSync(from, "r");
  try {
    const target = openSync(to, "wx", 0o700);
    try {
      for (;;) {
        const length = readSync(source, piece);
        if (length === 0) break;
        hash.update(piece.subarray(0, length));
        for (let at = 0; at < length; ) at += writeSync(target, piece, at, length - at);
      }
      fchmodSync(target, 0o755);
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
  if (hash.digest("base64") !== sha512)
    throw new UpdateTrouble("changed_on_disk", "the downloaded file is no longer the one that was proven");
}

function flushFolder(path: string): void {
  const handle = openSync(dirname(path), "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Where the version before stands. */
export const previousOf = (path: string): string => `${path}.previous`;

/**
 * Replaces `path` by the content of `from`, which must have this SHA-512 (base64). At every moment one whole program
 * stands at `path`. Throws UpdateTrouble and has then changed nothing at `path`.
 */
export function replaceFile(path: string, from: string, sha512: string): void {
  const fresh = `${path}.new`;
  try {
    rmSync(fresh, { force: true });
    copyProven(from, fresh, sha512);
    if (existsSync(path)) {
      rmSync(previousOf(path), { force: true });
      try {
        linkSync(path, previousOf(path));
      } catch {
        // A disk without hard links.
        copyFileSync(path, previousOf(path));
      }
    }
    renameSync(fresh, path);
    flushFolder(path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw writeTrouble(error);
  }
}
