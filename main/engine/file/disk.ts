/** Is there room for the next days? Asked for now and then, and answered from the file system. */

import { randomFillSync } from "node:crypto";
import { existsSync, readdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiskStatus } from "../../../contract/channels/support.ts";
import type { Log } from "../../lib/log.ts";
import { removeAtOnce } from "../../lib/whole-file.ts";
import type { Clock } from "../ports.ts";

const MB = 1_000_000;
/** Below this, days of work may still fit; a backup or an import may not. */
const LOW_BYTES = 1_000 * MB;
/** Below this, the next hours are at risk. */
const NEARLY_FULL_BYTES = 200 * MB;
/** Below this not even the pages of one entry, or of its sending, are sure to fit. */
const FULL_BYTES = 64_000;
/**
 * What stays free for entries: an import stops before it takes it. (A backup that finds no room leaves none of it
 * taken, and `keepRoom` below keeps some for a disk that is full.) An import's log may hold 32 MB that are
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

// A file that only takes room. A disk that others filled has none for SQLite's log and its index, and the engine could
// not start: then this file gives its room up.

const NAME = "room-kept-for-entries";
/** A start takes some 200 KB of it; the rest is for some dozens of entries. */
const KEPT_BYTES = 2_000_000;
/** After what a start itself has to write. */
const AFTER_MS = 5_000;

const pathIn = (profile: string): string => join(profile, NAME);

/** Before anything of the profile is opened: gives the room up where the disk has less than a start may take. */
export function giveRoomUp(profile: string, log: Log): void {
  const free = freeBytesOf(profile);
  if (free === null || free >= KEPT_BYTES || !existsSync(pathIn(profile))) return;
  try {
    removeAtOnce(pathIn(profile));
    log.warn("the disk is full; the room that was kept for entries is used", { bytes: KEPT_BYTES });
  } catch (error) {
    // A folder that can't be written to is reported when the profile is opened.
    log.warn("the room that was kept for entries could not be used", { error });
  }
}

/** Keeps the room soon after the start, where the disk has enough. Returns what cancels it. */
export function keepRoomSoon(profile: string, clock: Clock, log: Log): () => void {
  return clock.schedule(AFTER_MS, () => {
    if (existsSync(pathIn(profile)) || (freeBytesOf(profile) ?? 0) < RESERVE_BYTES) return;
    try {
      // Random, for a file system that packs files would keep no room for zeros.
      writeFileSync(pathIn(profile), randomFillSync(Buffer.alloc(KEPT_BYTES)), { flag: "wx", mode: 0o600 });
    } catch (error) {
      log.warn("no room could be kept for entries", { error });
    }
  });
}
