/** For how long the right PIN counts. Pure: the time is handed in, and is the monotonic one. */
import type { KeepOpenMinutes } from "../../../contract/channels/pin.ts";

export type Opening = { kind: "closed" } | { kind: "once" | "timed"; until: number };

export const CLOSED: Opening = { kind: "closed" };

/** An action that was let through is repeated at once; one that isn't must be asked for again. */
const ONCE_WITHIN_MS = 60_000;

export const openFor = (minutes: KeepOpenMinutes, now: number): Opening =>
  minutes === 0
    ? { kind: "once", until: now + ONCE_WITHIN_MS }
    : { kind: "timed", until: now + minutes * 60_000 };

/** How long it is still open; 0 where it is closed. */
export const leftOf = (opening: Opening, now: number): number =>
  opening.kind === "closed" ? 0 : Math.max(0, opening.until - now);

/** Lets one action through or not; what is open afterwards. */
export function pass(opening: Opening, now: number): { passes: boolean; after: Opening } {
  if (leftOf(opening, now) === 0) return { passes: false, after: CLOSED };
  return { passes: true, after: opening.kind === "once" ? CLOSED : opening };
}
