/**
 * What is known of the way to the service: a pure state with pure steps.
 *
 *   untried ──a connection opens──▶ up ──none can be opened──▶ down(until) ──a connection opens──▶ up
 *      └──────none can be opened──────────────────────────────────▲  └─none again: longer─┘
 *
 * While it is down nothing is sent, and one connection is tried at `until`; so however many entries wait, the service
 * sees one counter probe once, and every wait has its own jitter. When it was down for long, others were too: a
 * counter then begins gently, one entry at a time with pauses that shrink at each answer.
 */
import { probeBackoffMs, RAMP_FLOOR_MS, rampPauseMs } from "./backoff.ts";

/** How far a gentle beginning has come. */
interface Ramp {
  /** Good answers since the service is back. */
  answers: number;
  /** No entry is sent before. */
  nextAt: number;
}

export type Connectivity =
  | { kind: "untried" }
  /** `failures`: what came before the last connection opened; an answer, or a second connection, forgets it. */
  | { kind: "up"; failures: number; ramp: Ramp | null }
  | { kind: "down"; since: number; failures: number; until: number };

/** Down for at least this long is an outage that others had too; a cable that was pulled is back sooner. */
const LONG_OUTAGE_MS = 60_000;

const failuresOf = (now: Connectivity): number => (now.kind === "untried" ? 0 : now.failures);

/** No connection could be opened by a try that began while `before` held, or it was closed before it was used. */
export function afterNoConnection(
  now: Connectivity,
  before: Connectivity,
  at: number,
  fraction: number,
): Connectivity {
  // Eight tries that fail together are one failure: only the first of them makes the wait longer.
  if (now.kind === "down" && now !== before) return now;
  const failures = failuresOf(now) + 1;
  const since = now.kind === "down" ? now.since : at;
  return { kind: "down", since, failures, until: at + probeBackoffMs(failures, fraction) };
}

/** A connection was opened at `at`. */
export function afterOpened(now: Connectivity, at: number): Connectivity {
  switch (now.kind) {
    case "untried":
      return { kind: "up", failures: 0, ramp: null };
    case "up":
      return now.failures === 0 ? now : { ...now, failures: 0 };
    case "down": {
      const ramp = at - now.since < LONG_OUTAGE_MS ? null : { answers: 0, nextAt: at };
      return { kind: "up", failures: now.failures, ramp };
    }
  }
}

/** The service answered at `at`; `inTrouble` where it asked to wait or failed. */
export function afterAnswer(now: Connectivity, inTrouble: boolean, at: number): Connectivity {
  if (now.kind !== "up") return afterAnswer(afterOpened(now, at), inTrouble, at);
  return { kind: "up", failures: 0, ramp: now.ramp === null ? null : rampAfter(now.ramp, inTrouble, at) };
}

function rampAfter(ramp: Ramp, inTrouble: boolean, at: number): Ramp | null {
  const pause = rampPauseMs(ramp.answers);
  if (pause < RAMP_FLOOR_MS) return null;
  // A service in trouble is given no more than before.
  return { answers: ramp.answers + (inTrouble ? 0 : 1), nextAt: at + pause };
}

/**
 * A person, or the system's hint that the network came back, asks for a try now: it was this counter's own link, so
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

/** How many connections may be under way or being opened at the moment. */
export function lanesOf(now: Connectivity, at: number, most: number): number {
  switch (now.kind) {
    case "up":
      if (now.ramp === null) return most;
      return at < now.ramp.nextAt ? 0 : 1;
    case "untried":
      return 1;
    case "down":
      return at < now.until ? 0 : 1;
  }
}

/** When the pause of a gentle beginning ends, or null where there is none at `at`. */
export const pauseEndsAt = (now: Connectivity, at: number): number | null =>
  now.kind === "up" && now.ramp !== null && now.ramp.nextAt > at ? now.ramp.nextAt : null;
