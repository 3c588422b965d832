/**
 * How widely entries are sent, and when at all while the service is in trouble: a pure state with pure steps.
 *
 *   narrow ──evidence──▶ 2 ──▶ 4 ──▶ 8 … ──nothing to send──▶ narrow
 *      ▲                   │ trouble
 *      └──evidence── in trouble: one at a time, with growing pauses
 *
 * Only evidence widens: a service that is in trouble from its first answer meets one entry and not eight.
 */
import type { Outcome } from "../../../../contract/channels/posting.ts";
import type { Which } from "../outbox/entries.ts";
import { probeBackoffMs, riskPauseMs } from "./backoff.ts";

/** What an outcome says of the service. */
export type Signal =
  /** It took an entry. */
  | "evidence"
  /** It is in trouble, and what may apply twice is of unknown outcome. */
  | "lost"
  /** It is in trouble, and whatever was sent is of unknown outcome. */
  | "all_lost"
  /** It is in trouble, and certainly did nothing. */
  | "denied"
  /** Nothing, or something of the entry alone. */
  | "none";

/** The one place that says which outcomes mean trouble; data, and a new outcome needs its line. */
export const SIGNALS: Record<Outcome, Signal> = {
  accepted: "evidence",
  accepted_not_understood: "evidence",
  no_evidence: "all_lost",
  server_error: "lost",
  answer_lost: "lost",
  redirected_unknown: "lost",
  asked_to_wait: "denied",
  service_refused: "denied",
  refused: "none",
  redirected: "none",
  sign_in_needed: "none",
  no_connection: "none",
  interrupted: "none",
  answer_not_read: "none",
};

export interface ServiceTrouble {
  /** Answers in a row that said so. */
  failures: number;
  /** Of those, how many may have cost an entry its outcome. */
  lost: number;
  /** Nothing is sent before. */
  nextAt: number;
  /** Nothing whose outcome could become unknown is sent before. */
  riskAt: number;
  /** From then on, what a repeat doesn't harm is tried first; it was, and failed: now it is whose turn it is. */
  harmlessFirst: boolean;
}

export interface Sending {
  /** How many may be under way. */
  width: number;
  serviceTrouble: ServiceTrouble | null;
}

export const NARROW: Sending = { width: 1, serviceTrouble: null };
/** More than there are connections. */
const WIDEST = 64;

/**
 * An answer came to what was sent while `before` held. `fraction` is the jitter's draw; `harmless`: a repeat of what was
 * sent does no harm. Such an entry lost nothing, so it makes no pause of the others longer: one that is never taken would
 * else hold them up for ever.
 */
export function afterSignal(
  now: Sending,
  before: Sending,
  signal: Signal,
  at: number,
  fraction: number,
  harmless = false,
): Sending {
  if (signal === "evidence") return { width: Math.min(now.width * 2, WIDEST), serviceTrouble: null };
  // In trouble, an answer that is about its entry alone lets the next one wait all the same.
  if (signal === "none" && now.serviceTrouble === null) return now;
  // What was under way together fails together: only the first of it makes the pauses longer.
  if (now.serviceTrouble !== null && before.serviceTrouble === null)
    return { width: 1, serviceTrouble: now.serviceTrouble };
  const failures = (now.serviceTrouble?.failures ?? 0) + 1;
  const isLost = signal === "all_lost" || (signal === "lost" && !harmless);
  const lost = (now.serviceTrouble?.lost ?? 0) + (isLost ? 1 : 0);
  const paused = isLost || (signal === "lost" && now.serviceTrouble === null);
  const riskAt = paused ? at + riskPauseMs(lost, fraction) : (now.serviceTrouble?.riskAt ?? at);
  const nextAt = signal === "all_lost" ? riskAt : at + probeBackoffMs(failures, fraction);
  const wasItsTurn = now.serviceTrouble !== null && at >= now.serviceTrouble.riskAt;
  const harmlessFirst = !harmless || !(wasItsTurn || now.serviceTrouble?.harmlessFirst === false);
  return { width: 1, serviceTrouble: { failures, lost, nextAt, riskAt, harmlessFirst } };
}

/** Nothing is under way and nothing may go: what was learned of the service may be old when something does. */
export const afterLull = (now: Sending): Sending => (now.width === 1 ? now : { ...now, width: 1 });

/** A person, or the system, asks for a try now: it ends a pause, and not the trouble. */
export const afterAskedNow = (now: Sending, at: number): Sending =>
  now.serviceTrouble === null
    ? now
    : { ...now, serviceTrouble: { ...now.serviceTrouble, nextAt: at, riskAt: at } };

/** The clock was set by this much: pauses stay as long as they were. */
export const afterClockSet = (now: Sending, byMs: number): Sending =>
  now.serviceTrouble === null
    ? now
    : {
        ...now,
        serviceTrouble: {
          ...now.serviceTrouble,
          nextAt: now.serviceTrouble.nextAt + byMs,
          riskAt: now.serviceTrouble.riskAt + byMs,
        },
      };

/** How many may be under way at `at`, and whether any entry may go or only one for which a repeat is harmless. */
export function sendable(now: Sending, at: number): { most: number; which: Which } {
  if (now.serviceTrouble === null) return { most: now.width, which: "any" };
  if (at < now.serviceTrouble.nextAt) return { most: 0, which: "harmless" };
  if (at < now.serviceTrouble.riskAt) return { most: 1, which: "harmless" };
  return { most: 1, which: now.serviceTrouble.harmlessFirst ? "harmless_first" : "any" };
}

/** The next end of a pause after `at`, or null. */
export function pauseEnd(now: Sending, at: number): number | null {
  const ends =
    now.serviceTrouble === null
      ? []
      : [now.serviceTrouble.nextAt, now.serviceTrouble.riskAt].filter((end) => end > at);
  return ends.length === 0 ? null : Math.min(...ends);
}
