/** One engine at a time on a connection's file, by whatever spelling, link of a folder or profile it is reached. */
import { lstatSync, readlinkSync, truncateSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { CountersideError } from "../../../../contract/error.ts";
import { errorCode } from "../../../lib/error-code.ts";
import { realPathAtOnce } from "../../../lib/real-path.ts";
import { makeFolderAtOnce } from "../../../lib/whole-file.ts";
import { ANSWERS_BESIDE } from "./file-moves.ts";
import { bindingOption, isDamage, storageError } from "./open-database.ts";

/** How long a start waits for an engine that is just ending. */
const CLAIM_WAIT_MS = 1_500;

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function realFolder(path: string): string {
  try {
    return realPathAtOnce(path);
  } catch (error) {
    if (isLink(path))
      throw new CountersideError("file_unreadable", { reason: "link", path, os: errorCode(error) });
    return path;
  }
}

/**
 * Where a file is in truth: its folder may be a link, the file itself may not. What is recovered is renamed, set
 * aside and looked for in backups by its name, and behind a link that would happen to a file outside the profile.
 * Throws `file_invalid` for such a link, `file_unreadable` for a folder's link that leads nowhere: a drive that is
 * missing is no file that is missing.
 */
export function realFile(path: string): string {
  const file = join(realFolder(dirname(path)), basename(path));
  if (isLink(file))
    throw new CountersideError("file_invalid", { reason: "link", path: file, to: readlinkSync(file) });
  return file;
}

/** What is beside a file under its name while it is open, or is recovered. */
const BESIDE = [
  ...["", "-wal", "-shm", "-journal", "-mark", ANSWERS_BESIDE, "-lock", "-lock-journal"],
  ...[".salvage", ".recovering", ".recovered"],
];

/**
 * A folder, a pipe, a device or a link under the file's name is nothing that was damaged: moving it aside could take away what
 * others use, and reading a pipe never ends. Throws `file_invalid`, and has then changed nothing.
 */
function assertPlain(path: string): void {
  for (const rest of BESIDE) {
    const there = lstatSync(path + rest, { throwIfNoEntry: false });
    if (there === undefined || there.isFile()) continue;
    throw new CountersideError("file_invalid", { reason: "not_plain", path: path + rest });
  }
}

function lock(path: string, sqliteBinding: string | null): () => void {
  const db = new Database(`${path}-lock`, { timeout: CLAIM_WAIT_MS, ...bindingOption(sqliteBinding) });
  try {
    // Nothing is ever written: the transaction that never ends is the lock.
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    throw error;
  }
  return () => void db.close();
}

/**
 * Claims the file until the returned function is called, or the process ends, however it ends: the lock is the
 * operating system's. Throws `storage_busy` where another engine has it, `file_invalid` where something else lies under
 * its name, or a storage code.
 */
export function claimFile(path: string, sqliteBinding: string | null): () => void {
  try {
    assertPlain(path);
    makeFolderAtOnce(dirname(path));
    try {
      return lock(path, sqliteBinding);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // Nothing of ours was ever in it. Emptied in its place, it still belongs to the process that has locked it.
      truncateSync(`${path}-lock`);
      return lock(path, sqliteBinding);
    }
  } catch (error) {
    const inWords = storageError(error, path);
    if (inWords?.code !== "storage_busy") throw inWords ?? error;
    throw new CountersideError("storage_busy", { reason: "other_counterside", path });
  }
}
