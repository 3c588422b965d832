/** The files that a recovery writes beside the damaged one, and the renames that end it. */
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { flushFolderAtOnce, PART, removeWithLogs, renameAtOnce } from "../../../lib/whole-file.ts";
import type { FileContext } from "../../core/context.ts";
import { backupFolder } from "../backups/backup.ts";
import { type BackupFile, byReach, counterFolder, ownBackups } from "../backups/backup-files.ts";
import { readSecondFolder } from "../backups/backup-rotation.ts";
import { type AsideReason, keepAside } from "../database/file-moves.ts";
import { askAtOnce } from "../place/place.ts";
import { dropHighWaterMark } from "./high-water-mark.ts";

// Which backups a file can be recovered from: this counter's own, in its folder and in the second one.

/** The path of a backup on this disk, copied here where it has to be. Throws CountersideError. */
export type BringBackup = (backup: BackupFile) => string;

export interface FoundBackups {
  /** The one that came furthest first. */
  backups: BackupFile[];
  /** The same, but what lies here before what would have to be copied here. */
  ownFirst: BackupFile[];
  bring: BringBackup;
  /** Left out where there is no second folder. */
  secondFolder?: "looked_at" | "not_readable";
}

/** Looks for them; the second folder is waited for as long as it gives signs of life. */
export function findBackups(file: FileContext): FoundBackups {
  const { path, profile, owner, sqliteBinding, verifyThread, log } = file;
  const ownFolder = backupFolder(profile);
  const secondFolder = readSecondFolder(profile);
  const own = ownBackups(ownFolder, path, owner, sqliteBinding);
  if (secondFolder === null) return { backups: own, ownFirst: own, bring: (backup) => backup.path };
  const place = { root: secondFolder, databasePath: path, owner, sqliteBinding };
  const bring = (backup: BackupFile): string => {
    if (backup.path.startsWith(join(ownFolder, sep))) return backup.path;
    const named = join(counterFolder(ownFolder, owner.deviceId), basename(backup.path));
    // Not over the own one of that name: nobody knows yet which of the two is whole.
    const to = existsSync(named) ? join(dirname(named), `.${basename(named)}.brought${PART}`) : named;
    askAtOnce(verifyThread, { do: "take", from: backup.path, to });
    return to;
  };
  try {
    const there = askAtOnce(verifyThread, { do: "look", place }).backups;
    // Of two that came equally far the one here is tried first.
    const ownFirst = [...own, ...there];
    return { backups: byReach(ownFirst), ownFirst, bring, secondFolder: "looked_at" };
  } catch (error) {
    log.warn("the second backup folder could not be looked into", { error });
    return { backups: own, ownFirst: own, bring, secondFolder: "not_readable" };
  }
}

export const scratch = (path: string): string => `${path}.recovering`;
export const source = (path: string): string => `${path}.salvage`;
export const finished = (path: string): string => `${path}.recovered`;

/**
 * Puts what was recovered, and is whole and on the disk with its name, in the place of whatever lies there, which is
 * kept aside.
 */
export function replace(path: string, now: number, why?: AsideReason): void {
  keepAside(path, now, why);
  // It speaks of the file that is aside now.
  dropHighWaterMark(path);
  renameAtOnce(finished(path), path);
}

/**
 * An earlier recovery that was cut off: finished where only renames were missing (true), else forgotten. What lies under
 * the file's name may lack its log, which is aside already.
 */
export function finishInterrupted(path: string, now: number): boolean {
  const isFinished = existsSync(finished(path));
  if (isFinished) {
    // Cut off right after the rename: the name comes before any other is changed, also over a loss of power.
    flushFolderAtOnce(dirname(path));
    replace(path, now);
  }
  for (const rest of [scratch(path), source(path)]) removeWithLogs(rest);
  return isFinished;
}
