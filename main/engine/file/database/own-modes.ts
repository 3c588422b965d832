/**
 * What the program writes is its account's alone: folders 0700, files 0600, wherever they are. What it makes gets that by
 * the process's mask; what an older version or somebody else's mask left wider is closed at the start. On Windows the
 * profile's place and its inherited access list do this: nothing here has an effect, and files are left alone, for one that
 * is open can't be changed.
 */

import { chmodSync, statSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../../lib/error-code.ts";
import type { Log } from "../../../lib/log.ts";

const OTHERS = 0o077;

/** From now on this process makes nothing that another account may read. The first line of an entry; not of a thread. */
export const makeForOwnerOnly = (): void => void process.umask(OTHERS);

const isGone = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(errorCode(error));

/**
 * Closes a folder to other accounts, and by it all that is in it; at once. False where the system doesn't let it: a
 * stick that knows no modes, or a folder that is another account's.
 */
export function closeFolder(folder: string): boolean {
  try {
    const { mode } = statSync(folder);
    if ((mode & OTHERS) !== 0) chmodSync(folder, mode & 0o7777 & ~OTHERS);
    return true;
  } catch {
    return false;
  }
}

async function closeOne(path: string): Promise<"folder" | "other"> {
  const found = await lstat(path);
  // A link leads to what may be somebody else's.
  if (!found.isDirectory() && !found.isFile()) return "other";
  if ((found.mode & OTHERS) !== 0) await chmod(path, found.mode & 0o7777 & ~OTHERS);
  return found.isDirectory() ? "folder" : "other";
}

/** Closes everything in a folder and below it to other accounts, and goes on past what can't be closed. */
export async function closeToOthers(
  folder: string,
  log: Log,
  isOurs: (name: string) => boolean = () => true,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === "win32") return;
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isOurs)) {
    const path = join(folder, name);
    const kind = await closeOne(path).catch((error: unknown) => {
      if (!isGone(error)) log.warn("A file could not be closed to other accounts", { error });
      return "other" as const;
    });
    if (kind === "folder") await closeToOthers(path, log);
  }
}

/** What the program makes in a profile. A home folder used as the profile holds more: that stays as it is. */
const OWN =
  /^(?:connections|backups|attachments|logs|crashes|practice|browser)$|^[a-z]+\.(?:json|sqlite)(?:$|[-.])|^room-kept-for-entries$/;

/** Closes the profile at the start: its folder at once, what the program keeps in it in the background. */
export function closeProfile(folder: string, log: Log): void {
  if (!closeFolder(folder)) log.warn("The profile could not be closed to other accounts");
  void closeToOthers(folder, log, (name) => OWN.test(name));
}
