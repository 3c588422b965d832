/** Which backups are kept, and when the newest is too old. Pure. */
import type { BackupFile } from "../backups/backup-files.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** How often one is made while something changes. */
export const BACKUP_EVERY_MS = HOUR_MS;
/** "Backup old" is told when something stands in no backup for this long. */
export const OLD_AFTER_MS = 3 * HOUR_MS;

const KEPT = { hours: 24, days: 7, weeks: 4, beforeMigration: 3 } as const;

/** The newest of each of the `most` newest spans of time. */
function newestOfEach(files: readonly BackupFile[], spanMs: number, most: number): BackupFile[] {
  const spans = new Map<number, BackupFile>();
  for (const file of files) {
    const span = Math.floor(file.at / spanMs);
    if (!spans.has(span)) spans.set(span, file);
  }
  return [...spans.values()].slice(0, most);
}

/**
 * The backups that may go, given all of them, newest first. What a person made is never among them, nor the newest
 * two of all: the newest has just been proven, and the one before stands in for it.
 */
export function expendable(files: readonly BackupFile[]): BackupFile[] {
  const byItself = files.filter(({ made }) => made === "by_itself");
  const keep = new Set<BackupFile>([
    ...files.slice(0, 2),
    ...newestOfEach(byItself, HOUR_MS, KEPT.hours),
    ...newestOfEach(byItself, DAY_MS, KEPT.days),
    ...newestOfEach(byItself, WEEK_MS, KEPT.weeks),
    ...files.filter(({ made }) => made === "before_migration").slice(0, KEPT.beforeMigration),
  ]);
  return files.filter((file) => file.made !== "by_hand" && !keep.has(file));
}

/** `changedAt`: since when something stands in no backup; null where everything does. */
export const isOld = (changedAt: number | null, now: number): boolean =>
  changedAt !== null && now - changedAt >= OLD_AFTER_MS;
