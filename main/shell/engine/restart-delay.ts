/** How long to wait before an ended process is started again. Pure. */

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A process that ran this long was well: the next failure starts counting anew. */
const WELL_AFTER_MS = 60_000;

/** The failures in a row, this one included, after a process ended that had run for `ranMs`. */
export const failuresInARow = (before: number, ranMs: number): number =>
  ranMs >= WELL_AFTER_MS ? 1 : before + 1;

/** Doubles with each failure in a row, up to half a minute. */
export const restartDelay = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, Math.min(failures, 20) - 1));
