/** Moves whole files: aside, into place, onto the disk. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Ends the name of the note of the answers that were being read (`answer-notes.ts`). */
export const ANSWERS_BESIDE = "-answers";

/** Removes a file that nothing rests on, with what SQLite puts beside it. */
export function removeWithLogs(path: string): void {
  for (const rest of ["", "-journal", "-wal", "-shm"]) rmSync(path + rest, { force: true });
}

/** Returns when the file's content is on the disk. */
export function flushAtOnce(path: string): void {
  const handle = openSync(path, process.platform === "win32" ? "r+" : "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes new names durable. Windows has no such thing as opening a folder, and needs none. */
export function flushFolderAtOnce(path: string): void {
  if (process.platform !== "win32") flushAtOnce(path);
}

/**
 * Makes the folder and those it lies in where they are missing, for this user alone. Their names are durable before
 * anything is put into them: a sync of a file says nothing of the folders on the way to it.
 */
export function makeFolderAtOnce(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let folder = resolve(path); folder.length >= resolve(made).length; folder = dirname(folder))
    flushFolderAtOnce(dirname(folder));
}

/** Why a file is kept aside: a part of its name. */
export type AsideReason = "corrupt" | "newer" | "foreign" | "replaced";

/** The name that a file is kept under which is used no more; its log stands beside it under the same name. */
export function asideName(path: string, now: number, why: AsideReason = "corrupt"): string {
  const name = `${path}.${why}-${new Date(now).toISOString().replace(/[-:]/g, "")}`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(free) && !existsSync(`${free}-wal`)) return free;
  }
}

/** Moves the file and its log aside, with the note that speaks of its attempts. Returns the name, or null where there was nothing. */
export function keepAside(path: string, now: number, why: AsideReason = "corrupt"): string | null {
  const aside = asideName(path, now, why);
  let isKept = false;
  for (const rest of ["-wal", ""]) {
    if (!existsSync(path + rest)) continue;
    renameSync(path + rest, aside + rest);
    isKept = true;
  }
  if (isKept && existsSync(path + ANSWERS_BESIDE)) renameSync(path + ANSWERS_BESIDE, aside + ANSWERS_BESIDE);
  rmSync(`${path}-shm`, { force: true });
  return isKept ? aside : null;
}
