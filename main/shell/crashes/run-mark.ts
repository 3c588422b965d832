/** A small file that stands while the program runs: what finds it at its start follows a run that was not closed. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { brokenName } from "../files/broken-file.ts";
import { readSmallFile } from "../files/small-file.ts";

const mark = z.object({ startedAt: z.number() });

/** When the run before began, where it did not end in order; puts this run's own mark in its place. */
export function markRun(folder: string, now: number): number | null {
  const path = join(folder, "running.json");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let before: number | null = null;
  const read = readSmallFile(path);
  // A pipe would hold up whoever writes into it, too.
  if (read.kind === "unusable") renameSync(path, brokenName(path, new Date(now)));
  try {
    before = read.kind === "text" ? mark.parse(JSON.parse(read.text)).startedAt : null;
  } catch {
    // Closed in order, the first run, or cut off by a power cut: nothing is known of it.
    before = null;
  }
  writeFileSync(path, JSON.stringify({ startedAt: now }), { mode: 0o600 });
  return before;
}

/** This run ended in order. */
export const unmarkRun = (folder: string): void => rmSync(join(folder, "running.json"), { force: true });
