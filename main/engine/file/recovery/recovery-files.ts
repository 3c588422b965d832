/** The files that a recovery writes beside the damaged one, and the renames that end it. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { flushFolderAtOnce, removeWithLogs, renameAtOnce } from "../../../lib/whole-file.ts";
import { type AsideReason, keepAside } from "../database/file-moves.ts";
import { dropHighWaterMark } from "./high-water-mark.ts";

export const scratch = (path: string): string => `${path}.recovering`;
export const source = (path: string): string => `${path}.salvage`;
export const finished = (path: string): string => `${path}.recovered`;

/**
 * Puts what was brought back, and is whole and on the disk with its name, in the place of whatever lies there, which is
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
