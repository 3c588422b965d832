/** How often may a page die before the person is asked? Pure. */

const WINDOW_MS = 60_000;
const TOO_MANY = 3;

/** What to do after the page died at these times, the last of them now. */
export function afterPageDied(times: readonly number[], now: number): "reopen" | "ask" {
  return times.filter((time) => now - time < WINDOW_MS).length >= TOO_MANY ? "ask" : "reopen";
}
