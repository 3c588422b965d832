/** Is there room for the next days? Asked for now and then, and answered from the file system. */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DiskStatus } from "../../../contract/channels/support.ts";

const MB = 1_000_000;
/** Below this, days of work may still fit; a backup or an import may not. */
const LOW_BYTES = 1_000 * MB;
/** Below this, the next hours are at risk. */
const NEARLY_FULL_BYTES = 200 * MB;
/** Below this not even the pages of one entry, or of its sending, are sure to fit. */
const FULL_BYTES = 64_000;
/**
 * What stays free for entries: an import stops before it takes it. (A backup that finds no room leaves none of it
 * taken, and `room-kept.ts` keeps some for a disk that is full.) An import's log may hold 32 MB that are
 * still to be written into the file; the rest takes some ten thousand entries.
 */
export const RESERVE_BYTES = 100 * MB;

/**
 * How pressing it is. A backup needs as much room as the books themselves, so large books raise both limits.
 * `usedBytes`: what the profile takes. Pure.
 */
export function diskLevel(freeBytes: number | null, usedBytes: number): DiskStatus["level"] {
  if (freeBytes === null) return "unknown";
  if (freeBytes < FULL_BYTES) return "full";
  if (freeBytes < Math.max(NEARLY_FULL_BYTES, usedBytes / 2)) return "nearly_full";
  return freeBytes < Math.max(LOW_BYTES, usedBytes * 2) ? "low" : "fine";
}

/** Free room on the folder's disk for this user, in bytes; null where the system doesn't say. */
export function freeBytesOf(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // A network folder may not answer: then it is unknown, and said so.
    return null;
  }
}

/** What the fullest of the folders' disks has beyond the reserve, in bytes; null where none of them says. */
export function leastSpare(folders: readonly string[]): number | null {
  const free = folders.map(freeBytesOf).filter((bytes) => bytes !== null);
  return free.length === 0 ? null : Math.min(...free) - RESERVE_BYTES;
}

/** Names (from the folder on, with slashes) and sizes of all files in it. One that goes meanwhile is left out. */
export function filesIn(folder: string): { name: string; bytes: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      const name = path.slice(folder.length + 1).replaceAll("\\", "/");
      return stat === undefined ? [] : [{ name, bytes: stat.size }];
    });
}

/** The answer of `disk.status`. */
export function diskStatusOf(profile: string): DiskStatus {
  const freeBytes = freeBytesOf(profile);
  const usedBytes = filesIn(profile).reduce((sum, { bytes }) => sum + bytes, 0);
  return { freeBytes, usedBytes, level: diskLevel(freeBytes, usedBytes) };
}
