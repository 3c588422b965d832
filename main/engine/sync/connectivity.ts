/**
 * What is known of the way to the service: a pure state with pure steps.
 *
 *   untried ──contact──▶ up ──no connection──▶ down(until) ──contact──▶ up
 *      └──────no connection──────────────────────▲  └─no connection again: longer─┘
 *
 * While it is down nobody is sent but one try at `until`; so however many entries wait, the service sees one
 * counter knock once, and every wait has its own jitter. When it was down for long, others were too: a counter then
 * begins gently, one entry at a time with pauses that shrink at each answer.
 */
import { knockMs, RAMP_FLOOR_MS, rampPauseMs } from "./backoff.ts";

/** How far a gentle beginning has come. */
interface Ramp {
  /** Good answers since the service is back. */
  answers: number;
  /** No entry is sent before. */
  nextAt: number;
}

export type Connectivity =
  | { kind: "untried" }
  | { kind: "up"; trouble: boolean; ramp: Ramp | null }
  | { kind: "down"; since: number; failures: number; until: number };

/** Down for at least this long is an outage that others had too; a cable that was pulled is back sooner. */
const LONG_OUTAGE_MS = 60_000;

/** No connection could be made by a try that began while `before` held. */
export function afterNoConnection(
  now: Connectivity,
  before: Connectivity,
  at: number,
  fraction: number,
): Connectivity {
  // Eight sends that fail together are one failure: only the first of them makes the wait longer.
  if (now.kind === "down" && now !== before) return now;
  const { since, failures } = now.kind === "down" ? now : { since: at, failures: 0 };
  return { kind: "down", since, failures: failures + 1, until: at + knockMs(failures + 1, fraction) };
}

/** The service answered at `at`; `trouble` where it asked to wait or failed. */
export function afterContact(now: Connectivity, trouble: boolean, at: number): Connectivity {
  return { kind: "up", trouble, ramp: rampAfter(now, trouble, at) };
}

function rampAfter(now: Connectivity, trouble: boolean, at: number): Ramp | null {
  switch (now.kind) {
    case "untried":
      return null;
    case "down":
      return at - now.since < LONG_OUTAGE_MS ? null : { answers: 0, nextAt: at + rampPauseMs(0) };
    case "up": {
      if (now.ramp === null) return null;
      // A service in trouble is given no more than before.
      const answers = now.ramp.answers + (trouble ? 0 : 1);
      const pause = rampPauseMs(answers);
      return pause < RAMP_FLOOR_MS ? null : { answers, nextAt: at + pause };
    }
  }
}

/**
 * A person, or the system's hint that the network came back, asks for a try now: it was this counter's own line, so
 * there is nobody to be gentle for.
 */
export function afterHint(now: Connectivity, at: number): Connectivity {
  switch (now.kind) {
    case "untried":
      return now;
    case "down":
      return { ...now, since: at, until: at };
    case "up":
      return now.ramp === null ? now : { ...now, ramp: null };
  }
}

/** How many may be under way at the moment. */
export function slotsOf(now: Connectivity, at: number, most: number, underWay: number): number {
  switch (now.kind) {
    case "up":
      if (now.ramp === null) return Math.max(0, most - underWay);
      return at < now.ramp.nextAt ? 0 : Math.max(0, 1 - underWay);
    case "untried":
      return Math.max(0, 1 - underWay);
    case "down":
      return at < now.until ? 0 : Math.max(0, 1 - underWay);
  }
}

/** When the pause of a gentle beginning ends, or null where there is none at `at`. */
export const pauseEndsAt = (now: Connectivity, at: number): number | null =>
  now.kind === "up" && now.ramp !== null && now.ramp.nextAt > at ? now.ramp.nextAt : null;
