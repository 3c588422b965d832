/** When a counter looks for newer lists: at any moment of a stretch, so that a chain's counters never come all at once. */
import type { Randomness } from "../../../ports.ts";

/** On average, while the program runs. */
export const LOOK_EVERY_MS = 15 * 60_000;
/** After the start: the lights of a chain go on at one time, and not even then is it twice what it is later. */
export const FIRST_LOOK_WITHIN_MS = 10 * 60_000;

/** Full jitter: nothing of the last look's time is left in the next one's. */
export const delayWithin = (ms: number, { fraction }: Pick<Randomness, "fraction">): number =>
  fraction() * ms;
