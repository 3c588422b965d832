/**
 * A file that only takes room. A disk that others filled has none for SQLite's log and its index, and the engine could
 * not start: then this file gives its room up.
 */
import { randomFillSync } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freeBytesOf, RESERVE_BYTES } from "./file/disk.ts";
import type { Clock, Log } from "./ports.ts";

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
    rmSync(pathIn(profile));
    log.warn("the disk is full; the room that was kept for entries is used", { bytes: KEPT_BYTES });
  } catch (error) {
    // A folder that can't be written to is told by whoever opens the profile.
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
