/** Decides where a backup may be written: never over anything that could be a live file or another program's. */
import { open, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { CountersideError } from "../../../contract/reply.ts";

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** Offsets in a SQLite file's header: the write version (2: WAL) and the application id. */
const WRITE_VERSION_AT = 18;
const APPLICATION_ID_AT = 68;
const APPLICATION_ID = 0x43534445;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown";

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

async function isBackup(path: string): Promise<boolean> {
  try {
    const file = await open(path, "r");
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      return isBackupHeader(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    // What can't be looked into is somebody else's, such as a file that the system only pretends to have.
    throw refusal(path, codeOf(error), error instanceof Error ? error.message : String(error));
  }
}

async function realFolder(path: string): Promise<string> {
  try {
    const folder = await realpath(path);
    if ((await stat(folder)).isDirectory()) return folder;
    throw refusal(path, "ENOTDIR", "its folder is a file");
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") throw refusal(path, code, "there is no such folder");
    throw refusal(path, code, error instanceof Error ? error.message : String(error));
  }
}

const existing = async (path: string) => {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw refusal(path, codeOf(error), error instanceof Error ? error.message : String(error));
  }
};

/**
 * Settles the path of a backup; a folder gets `fileName` in it. Throws `file_invalid` where there is no
 * such folder, where live files are kept, or where something stands that is not a backup of this program.
 */
export async function settleTarget(path: string, fileName: string, liveFolder: string): Promise<string> {
  const wanted = resolve(path);
  const there = path.includes("\0") ? null : await existing(wanted);
  if (path.includes("\0")) throw refusal(path, "invalid", "the name holds a zero byte");
  const named = there?.isDirectory() ? join(wanted, fileName) : wanted;
  const folder = await realFolder(dirname(named));
  const live = await realFolder(liveFolder);
  if (folder === live || folder.startsWith(live + sep))
    throw refusal(named, "live_folder", "the folder is for the files in use");
  const target = join(folder, basename(named));
  const standing = there?.isDirectory() ? await existing(target) : there;
  if (standing !== null && !(standing.isFile() && (await isBackup(target))))
    throw refusal(target, "not_a_backup", "something stands there that is not a backup of this program");
  return target;
}
