/**
 * Copies a database's files, of which another program may be writing, without SQLite: no lock is taken, and nothing of
 * them is changed. The copy is what the file was at one moment, with its log. Not for a file that this process has open:
 * to close what was read gives up the locks that SQLite holds on it.
 */
import { closeSync, constants, copyFileSync, openSync, readSync, statSync } from "node:fs";
import { CountersideError } from "../../../../contract/error.ts";
import { removeAtOnce } from "../../../lib/whole-file.ts";
import { assertReadable } from "./open-database.ts";

const TRIES = 40;
const WAIT_MS = 25;
/** Of a write-ahead log: with its salts, which are others after each time that it begins anew. */
const HEADER_BYTES = 32;

const wait = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);

/** The header of the log; null where there is none, or nothing in it. */
function logHeader(path: string): string | null {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const handle = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return readSync(handle, bytes, 0, HEADER_BYTES, 0) === HEADER_BYTES ? bytes.toString("hex") : null;
  } finally {
    closeSync(handle);
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

function copyIfThere(from: string, to: string): void {
  removeAtOnce(to);
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/**
 * Copies `path` and its log to `copy`. The log is copied last: whatever was written back from it into the file meanwhile
 * is in it, unless it began anew; then both are copied again. Throws `storage_busy` where it does so each time, and what
 * the system says.
 */
export function copyStill(path: string, copy: string): void {
  assertReadable(path);
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) wait(WAIT_MS);
    const [before, header] = [statSync(path, { bigint: true }), logHeader(`${path}-wal`)];
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    copyIfThere(`${path}-wal`, `${copy}-wal`);
    const after = statSync(path, { bigint: true });
    const isSame = before.ino === after.ino && before.size === after.size && before.mtimeNs === after.mtimeNs;
    const isSameLog = [`${copy}-wal`, `${path}-wal`].every((log) => logHeader(log) === header);
    if (isSameLog && (header !== null || isSame)) return;
  }
  throw new CountersideError("storage_busy", { reason: "other_program", path, os: "unknown", said: "" });
}
