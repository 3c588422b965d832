/** How often may a page crash before the person is asked? Pure. */

const WINDOW_MS = 60_000;
const TOO_MANY = 3;

/** What to do after the page crashed at these times, the last of them now. */
export function afterPageCrash(times: readonly number[], now: number): "reopen" | "ask" {
  return times.filter((time) => now - time < WINDOW_MS).length >= TOO_MANY ? "ask" : "reopen";
}
