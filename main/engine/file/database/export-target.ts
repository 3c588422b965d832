/** Where a file that a person asked for may be written: never among the files in use, nor over what is something else. */
import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { FileWritten } from "../../../../contract/english.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { errorCode, saidBy } from "../../../lib/error-code.ts";

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

/** The path with links in its folder resolved. Throws `file_invalid`. */
export async function exportTarget({ path, liveFolder, writes, checkExisting }: Wanted): Promise<string> {
  if (path.includes("\0")) throw new CountersideError("file_invalid", { reason: "zero_byte", writes, path });
  try {
    const wanted = resolve(path);
    const folder = await realpath(dirname(wanted));
    const live = await realpath(liveFolder);
    if (folder === live || folder.startsWith(live + sep))
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
