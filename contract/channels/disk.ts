/** How much room the disk of the books still has, told before it is too late. */
import { z } from "zod";
import { nothing } from "./common.ts";
import { engine } from "./declare.ts";

export const DISK_LEVELS = ["unknown", "fine", "low", "nearly_full", "full"] as const;

export const diskStatus = z.object({
  /** For this user, in bytes; null where the system doesn't say. */
  freeBytes: z.number().nullable(),
  /** What the books and their backups take on it, in bytes. */
  usedBytes: z.number(),
  level: z.enum(DISK_LEVELS),
});
export type DiskStatus = z.infer<typeof diskStatus>;

export const diskChannels = { "disk.status": engine.reads(nothing, diskStatus) };
