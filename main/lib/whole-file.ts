/**
 * A file that is under its name whole or not at all, also after a loss of power: written beside, flushed, renamed, and
 * its folder flushed. Where a step before the rename fails, whatever stood there is as it was and nothing is left beside it.
 * And each rename and removal of the program, for on Windows these wait for another program that holds the file.
 */
import { randomUUID } from "node:crypto";
import * as system from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pauseFor } from "node:timers/promises";
import { errorCode } from "./error-code.ts";

/** What of the system's file calls a test may stand in for. */
type Disk = Pick<typeof system, "openSync" | "fsyncSync" | "closeSync" | "renameSync">;

/** Ends the name of a file that is not finished. */
export const PART = ".part";

/** A name that nobody takes for a finished file. */
export const beside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomUUID()}${PART}`);

/** It flushes only what may be written to, and can't open a folder nor needs that. */
const isWindows = (): boolean => process.platform === "win32";

/** What Windows answers where another program holds the file: a virus scanner, a backup, a synced folder. */
const HELD = ["EBUSY", "EPERM", "EACCES"];

/** Whether it says of the file that another program has it open, and not that this account has no rights to it. */
export const isHeld = (error: unknown, platform = process.platform): boolean =>
  platform === "win32" && errorCode(error) === "EBUSY";

/** Between the tries: two seconds in all. Most programs let go within some hundred milliseconds. */
export const PAUSES_MS = [10, 20, 40, 80, 150, 300, 400, 500, 500];

/** Elsewhere these codes are the last word: nobody holds a file, and rights don't change by waiting. */
const isPerhapsHeld = (error: unknown, platform: NodeJS.Platform): boolean =>
  platform === "win32" && HELD.includes(errorCode(error));

const asleep = new Int32Array(new SharedArrayBuffer(4));
const sleepAtOnce = (ms: number): void => void Atomics.wait(asleep, 0, 0, ms);

/** Takes the step; on Windows again while another program holds the file, for two seconds. Throws what the last try threw. */
export function whileHeldAtOnce<T>(
  step: () => T,
  platform = process.platform,
  sleep: (ms: number) => void = sleepAtOnce,
): T {
  for (const pause of PAUSES_MS) {
    try {
      return step();
    } catch (error) {
      if (!isPerhapsHeld(error, platform)) throw error;
      sleep(pause);
    }
  }
  return step();
}

/** The same, while others have their turn. */
export async function whileHeld<T>(
  step: () => Promise<T>,
  platform = process.platform,
  sleep: (ms: number) => Promise<unknown> = pauseFor,
): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await step();
    } catch (error) {
      if (!isPerhapsHeld(error, platform)) throw error;
      await sleep(pause);
    }
  }
  return step();
}

/** Returns when nothing is under the name; throws where it can't be removed. */
export const removeAtOnce = (path: string): void =>
  whileHeldAtOnce(() => system.rmSync(path, { force: true }));

/** The same, while others have their turn. */
export const removeFile = (path: string): Promise<void> => whileHeld(() => rm(path, { force: true }));

/** Removes a folder and all that is in it. */
export const removeFolderAtOnce = (path: string): void =>
  whileHeldAtOnce(() => system.rmSync(path, { force: true, recursive: true }));

/** The same, while others have their turn. */
export const removeFolder = (path: string): Promise<void> =>
  whileHeld(() => rm(path, { force: true, recursive: true }));

/** Gives a file another name, durable with whatever is flushed in its folder next. */
export const moveAtOnce = (from: string, to: string, disk: Disk = system): void =>
  whileHeldAtOnce(() => disk.renameSync(from, to));

/** Returns when the file's content is on the disk. */
export function flushAtOnce(path: string, disk: Disk = system): void {
  const handle = disk.openSync(path, isWindows() ? "r+" : "r");
  try {
    disk.fsyncSync(handle);
  } finally {
    disk.closeSync(handle);
  }
}

/** Some shares can't flush a folder, and one that may be written to may not be opened: its names are as safe as they get. */
function passOverUnflushable(error: unknown): void {
  const code = errorCode(error);
  if (code !== "EINVAL" && code !== "EACCES") throw error;
}

/** Makes new names durable. */
export function flushFolderAtOnce(path: string, disk: Disk = system): void {
  try {
    if (!isWindows()) flushAtOnce(path, disk);
  } catch (error) {
    passOverUnflushable(error);
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, isWindows() ? "r+" : "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the folder and those it lies in where they are missing, for this user alone. Their names are durable before
 * anything is put into them: a sync of a file says nothing of the folders on the way to it.
 */
export function makeFolderAtOnce(path: string): void {
  const made = system.mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let folder = resolve(path); folder.length >= resolve(made).length; folder = dirname(folder))
    flushFolderAtOnce(dirname(folder));
}

/** Removes a file that nothing rests on, with what SQLite puts beside it. */
export function removeWithLogs(path: string): void {
  for (const rest of ["", "-journal", "-wal", "-shm"]) removeAtOnce(path + rest);
}

/** Windows replaces no read-only file. */
function makeReplaceable(path: string): void {
  if (isWindows() && system.existsSync(path)) whileHeldAtOnce(() => system.chmodSync(path, 0o600));
}

/** Renames what is on the disk already, and makes the new name durable. */
export function renameAtOnce(from: string, to: string, disk: Disk = system): void {
  makeReplaceable(to);
  moveAtOnce(from, to, disk);
  flushFolderAtOnce(dirname(to), disk);
}

/** Removes the unfinished file; returns what failed, with the file's name where the system names none, as of a flush. */
function givenUp(unfinished: string, path: string, error: unknown): unknown {
  try {
    removeWithLogs(unfinished);
  } catch {
    // What failed first says more, and the name says that the file is none.
    return error;
  }
  if (error instanceof Error && "syscall" in error && !("path" in error))
    Object.assign(error, { message: `${error.message}, '${path}'`, path });
  return error;
}

/** Has `fill` write the unfinished file, and gives it its name. Returns what `fill` does. */
export function writeWholeAtOnce<T>(
  path: string,
  fill: (unfinished: string) => T,
  unfinished = beside(path),
): T {
  try {
    const filled = fill(unfinished);
    flushAtOnce(unfinished);
    renameAtOnce(unfinished, path);
    return filled;
  } catch (error) {
    throw givenUp(unfinished, path, error);
  }
}

/** The same, while others have their turn. */
export async function writeWhole<T>(
  path: string,
  fill: (unfinished: string) => Promise<T>,
  unfinished = beside(path),
): Promise<T> {
  try {
    const filled = await fill(unfinished);
    await flush(unfinished);
    makeReplaceable(path);
    await whileHeld(() => rename(unfinished, path));
    if (!isWindows()) await flush(dirname(path)).catch(passOverUnflushable);
    return filled;
  } catch (error) {
    throw givenUp(unfinished, path, error);
  }
}

/** Gives a file that is written its name. */
export const nameWholeAtOnce = (unfinished: string, path: string): void =>
  writeWholeAtOnce(path, () => undefined, unfinished);

/** The same, while others have their turn. */
export const nameWhole = (unfinished: string, path: string): Promise<void> =>
  writeWhole(path, async () => undefined, unfinished);
