/** Decides where a backup may be written: never over anything that could be a live file or another program's. */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { CountersideError } from "../../../../contract/reply.ts";
import { errorCode } from "../../../lib/error-code.ts";

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** Offsets in a SQLite file's header: the write version (2: WAL) and the application id. */
const WRITE_VERSION_AT = 18;
const APPLICATION_ID_AT = 68;
const APPLICATION_ID = 0x43534445;

const refusal = (path: string, reason: string, words: string): CountersideError =>
  new CountersideError("file_invalid", `The backup can't be written there: ${words}: ${path}`, {
    path,
    reason,
  });

/**
 * True for a backup of this program: its files carry an application id, and only a live one is in WAL mode.
 */
export function isBackupHeader(header: Buffer): boolean {
  return (
    header.length === HEADER_BYTES &&
    header.toString("latin1", 0, MAGIC.length) === MAGIC &&
    header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID &&
    header[WRITE_VERSION_AT] === 1
  );
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Not blocking: a pipe without a writer would otherwise be waited for for ever. */
const openToLook = (path: string): number => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));

function headerOf(handle: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  return header.subarray(0, readSync(handle, header, 0, HEADER_BYTES, 0));
}

function isBackup(path: string): boolean {
  try {
    const handle = openToLook(path);
    try {
      return isBackupHeader(headerOf(handle));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    // What can't be looked into is somebody else's, such as a file that the system only pretends to have.
    throw refusal(path, errorCode(error), wordsOf(error));
  }
}

function realFolder(path: string): string {
  try {
    const folder = realpathSync(path);
    if (statSync(folder).isDirectory()) return folder;
    throw refusal(path, "ENOTDIR", "its folder is a file");
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") throw refusal(path, code, "there is no such folder");
    throw refusal(path, code, wordsOf(error));
  }
}

function existing(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    throw refusal(path, errorCode(error), wordsOf(error));
  }
}

/**
 * Settles the path of a backup; a folder gets `fileName` in it. Throws `file_invalid` where there is no
 * such folder, where live files are kept, or where something stands that is not a backup of this program.
 */
export function settleTarget(path: string, fileName: string, liveFolder: string): string {
  if (path.includes("\0")) throw refusal(path, "invalid", "the name holds a zero byte");
  const wanted = resolve(path);
  const there = existing(wanted);
  const named = there?.isDirectory() ? join(wanted, fileName) : wanted;
  const folder = realFolder(dirname(named));
  const live = realFolder(liveFolder);
  if (folder === live || folder.startsWith(live + sep))
    throw refusal(named, "live_folder", "the folder is for the files in use");
  const target = join(folder, basename(named));
  const occupant = there?.isDirectory() ? existing(target) : there;
  if (occupant !== null && !(occupant.isFile() && isBackup(target)))
    throw refusal(target, "not_a_backup", "something stands there that is not a backup of this program");
  return target;
}

/** Throws `file_unreadable`, or `file_invalid` where it is no backup of this program. */
export function assertBackup(path: string): void {
  const unreadable = (reason: string) =>
    new CountersideError("file_unreadable", `The backup can't be read: ${path} (${reason})`, {
      path,
      reason,
    });
  let handle: number;
  try {
    handle = openToLook(path);
  } catch (error) {
    throw unreadable(errorCode(error));
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw unreadable(stat.isDirectory() ? "EISDIR" : "not_a_file");
    if (!isBackupHeader(headerOf(handle)))
      throw new CountersideError(
        "file_invalid",
        `This backup can't be restored: it is not a backup of this program. A file in use is no backup: make one with “Back up”: ${path}`,
        { path, reason: "not_a_backup" },
      );
  } catch (error) {
    // What can't be read is no backup, such as a file that the system only pretends to have.
    throw error instanceof CountersideError ? error : unreadable(errorCode(error));
  } finally {
    closeSync(handle);
  }
}
