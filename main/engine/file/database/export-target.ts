/** Where a file that a person asked for may be written: never among the files in use, nor over what is something else. */
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { basename, dirname, join, resolve, sep, toNamespacedPath, win32 } from "node:path";
import type { FileWritten } from "../../../../contract/english.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { errorCode, saidBy } from "../../../lib/error-code.ts";
import { realPath } from "../../../lib/real-path.ts";

interface Wanted {
  path: string;
  /** The folder of the files in use. */
  liveFolder: string;
  writes: FileWritten;
  /** Refuses where a file of that name can't be replaced; asked of a regular file or of what is none. */
  checkExisting: (target: string, isFile: boolean) => Promise<void>;
}

/** What a file begins with, `bytes` of it at most. Never waits for a pipe. */
export async function beginningOf(path: string, bytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The refusal for an error of the system at that path. */
export const unwritable = (path: string, error: unknown, writes: FileWritten): CountersideError =>
  new CountersideError("file_invalid", { reason: "not_writable", writes, path, ...saidBy(error) });

/**
 * Windows keeps these for its devices, whatever follows a dot, cuts dots and blanks off a name's end, and has its own use for
 * some signs. Node gets past it, and then no other program can open, move or remove the file.
 */
const NONE_ON_WINDOWS = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)|[. ]$|[<>:"|?*]|\p{Cc}/iu;

/** Throws `file_invalid` for a name under which no file can be, or none that others can use. */
export function assertFileName(path: string, writes: FileWritten, platform = process.platform): void {
  if (path.includes("\0")) throw new CountersideError("file_invalid", { reason: "zero_byte", writes, path });
  if (platform === "win32" && NONE_ON_WINDOWS.test(win32.basename(path)))
    throw new CountersideError("file_invalid", {
      reason: "not_writable",
      writes,
      path,
      os: "EINVAL",
      said: "EINVAL: Windows gives no file this name",
    });
}

/** One spelling of a folder that `realpath` answered: Windows and macOS don't tell letters by their case. */
const spelled = (folder: string): string =>
  process.platform === "linux" ? folder : toNamespacedPath(folder).toLowerCase();

/** Whether the first is the other or lies in it. Both are as `realpath` answers them. */
export function isWithin(folder: string, other: string): boolean {
  const [inner, outer] = [spelled(folder), spelled(other)];
  return inner === outer || inner.startsWith(outer + sep);
}

/** The path with links in its folder resolved. Throws `file_invalid`. */
export async function exportTarget({ path, liveFolder, writes, checkExisting }: Wanted): Promise<string> {
  assertFileName(path, writes);
  try {
    const wanted = resolve(path);
    const folder = await realPath(dirname(wanted));
    if (isWithin(folder, await realPath(liveFolder)))
      throw new CountersideError("file_invalid", { reason: "live_folder", writes, path: wanted });
    const target = join(folder, basename(wanted));
    const existing = await lstat(target).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    });
    if (existing !== null) await checkExisting(target, existing.isFile());
    return target;
  } catch (error) {
    throw error instanceof CountersideError ? error : unwritable(path, error, writes);
  }
}
