/**
 * Fills the trigram index of the documents in the background: one small piece after the other, so that no posting waits
 * for more than one, and only where enough rows have come together. A restart goes on where it was.
 */
import { dirname } from "node:path";
import type { OpenFile } from "../../core/context.ts";
import { leastSpare } from "../../file/disk.ts";
import { createDocumentTrigrams } from "./document-trigrams.ts";

/** Not while everything else opens. */
const FIRST_AFTER_MS = 5_000;
/** Several times as long as a piece takes. */
const NEXT_AFTER_MS = 30;

/** Starts filling soon, until the clock ends its timers; returns what starts it again, where there is something to do. */
export function fillDocumentIndex({ db, clock }: Pick<OpenFile, "db" | "clock">): () => void {
  let trigrams: ReturnType<typeof createDocumentTrigrams> | null = null;
  let isScheduled = false;
  const schedule = (ms: number): void => {
    if (isScheduled) return;
    isScheduled = true;
    clock.schedule(ms, () => {
      isScheduled = false;
      // What is left of the disk is for entries.
      if ((leastSpare([dirname(db.name)]) ?? 0) < 0) return;
      if (trigrams === null) {
        trigrams = createDocumentTrigrams(db);
        trigrams.check();
      }
      if (trigrams.fill()) schedule(NEXT_AFTER_MS);
    });
  };
  schedule(FIRST_AFTER_MS);
  return () => schedule(NEXT_AFTER_MS);
}
