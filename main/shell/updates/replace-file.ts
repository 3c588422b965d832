/** Puts a new program file in the place of the old one: whole or not at all, and the old one stays beside it. */
import { createHash } from "node:crypto";
import * as system from "node:fs";
import { renameAtOnce } from "../../lib/whole-file.ts";
import { UpdateFailure, writeFailure } from "./update-failure.ts";

/** What of the system's file calls is used here, in the order in which a test looks at them. */
export type Disk = Pick<
  typeof system,
  | ("openSync" | "readSync" | "writeSync" | "fchmodSync" | "fsyncSync" | "closeSync" | "statSync")
  | ("fstatSync" | "rmSync" | "existsSync" | "linkSync" | "copyFileSync" | "renameSync" | "constants")
>;

const PIECE_BYTES = 1024 * 1024;

const changed = (): UpdateFailure =>
  new UpdateFailure("changed_on_disk", "the downloaded file is no longer the one that was proven");

/** Opens what was downloaded. In its place there may be a pipe, which holds up whoever opens it, or a device without an end. */
function openProven(path: string, disk: Disk): number {
  const handle = disk.openSync(path, disk.constants.O_RDONLY | (disk.constants.O_NONBLOCK ?? 0));
  if (disk.fstatSync(handle).isFile()) return handle;
  disk.closeSync(handle);
  throw changed();
}

/** Throws `changed_on_disk` where what this open file holds now has another SHA-512 (base64). */
function requireHash(handle: number, sha512: string, disk: Disk): void {
  const hash = createHash("sha512");
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let at = 0; ; ) {
    const length = disk.readSync(handle, piece, 0, PIECE_BYTES, at);
    if (length === 0) break;
    hash.update(piece.subarray(0, length));
    at += length;
  }
  if (hash.digest("base64") !== sha512) throw changed();
}

/** The same of a file that is about to be run by its name. Throws UpdateFailure. */
export function requireProven(path: string, sha512: string): void {
  let handle: number | null = null;
  try {
    handle = openProven(path, system);
    requireHash(handle, sha512, system);
  } catch (error) {
    throw writeFailure(error);
  } finally {
    if (handle !== null) system.closeSync(handle);
  }
}

function copyInto(target: number, from: string, disk: Disk): void {
  const piece = Buffer.alloc(PIECE_BYTES);
  const source = openProven(from, disk);
  try {
    for (let at = 0; ; ) {
      const length = disk.readSync(source, piece, 0, PIECE_BYTES, at);
      if (length === 0) break;
      for (let done = 0; done < length; ) done += disk.writeSync(target, piece, done, length - done);
      at += length;
    }
  } finally {
    disk.closeSync(source);
  }
  disk.fchmodSync(target, 0o755);
  disk.fsyncSync(target);
}

/** Is the file of this name the one that is open here? */
function isAt(path: string, handle: number, disk: Disk): boolean {
  const named = disk.statSync(path, { bigint: true });
  const open = disk.fstatSync(handle, { bigint: true });
  return named.ino === open.ino && named.dev === open.dev;
}

/** Where the version before stands. */
export const previousOf = (path: string): string => `${path}.previous`;

/** The old program under a second name. */
function keepBeside(path: string, beside: string, disk: Disk): void {
  disk.rmSync(beside, { force: true });
  try {
    disk.linkSync(path, beside);
  } catch {
    // A disk without hard links.
    disk.copyFileSync(path, beside);
  }
}

/**
 * Replaces `path` by the content of `from`, which must have this SHA-512 (base64). At every moment one whole program
 * stands at `path`. What was written is read back and hashed through the file that is still open, as the last thing before
 * it takes the name; nothing but renaming comes after. Throws UpdateFailure and has then changed nothing at `path`,
 * but where the folder's own sync failed.
 */
export function replaceFile(path: string, from: string, sha512: string, disk: Disk = system): void {
  const fresh = `${path}.new`;
  const beside = `${previousOf(path)}.new`;
  let target: number | null = null;
  try {
    disk.rmSync(fresh, { force: true });
    target = disk.openSync(fresh, "wx+", 0o700);
    copyInto(target, from, disk);
    const isThere = disk.existsSync(path);
    if (isThere) keepBeside(path, beside, disk);
    requireHash(target, sha512, disk);
    if (!isAt(fresh, target, disk)) throw changed();
    if (isThere) disk.renameSync(beside, previousOf(path));
    renameAtOnce(fresh, path, disk);
  } catch (error) {
    disk.rmSync(fresh, { force: true });
    throw writeFailure(error);
  } finally {
    if (target !== null) disk.closeSync(target);
    // Still there after a try that failed at its last step: two names of one file, which a rename leaves alone.
    disk.rmSync(beside, { force: true });
  }
}
