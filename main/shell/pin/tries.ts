/** How long the next try waits after so many wrong ones. Pure. */

const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * The wait after the given number of wrong tries: none for the first four, then 30 seconds, doubling to half an hour.
 * All ten thousand PINs of four digits then take most of a year.
 */
export function waitAfter(wrongTries: number): number {
  if (wrongTries <= FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES - 1, 30), LONGEST_WAIT_MS);
}
