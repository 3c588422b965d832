/** The one place that says how sending stands. Pure. */
import type { SyncStatus } from "../../../contract/channels/connection.ts";
import { rowTime } from "../store/file/row-rules.ts";
import type { EntryStore } from "../store/outbox/entries.ts";
import type { LoopState } from "./loop.ts";
import { pauseEnd } from "./sending.ts";

/** Everything that the service hasn't taken and no person has settled. */
export const OPEN_STATES = ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const;

const NOTHING_OLD: { sequence: number; created_at: number | null } = {
  sequence: Number.POSITIVE_INFINITY,
  created_at: null,
};

const iso = (ms: number | null): string | null => (ms === null ? null : rowTime(ms));

/** "Online" is claimed only after the service was reached; a hold is told before the link. */
export function stateOf(loop: LoopState): SyncStatus["state"] {
  if (loop.hold !== "none") return loop.hold;
  switch (loop.connectivity.kind) {
    case "untried":
    case "down":
      return "offline";
    case "up":
      return loop.sending.serviceTrouble === null ? "online" : "service_trouble";
  }
}

export function statusOf(loop: LoopState, entries: EntryStore, now: number): SyncStatus {
  const counts = {
    pending: entries.count("pending"),
    in_flight: entries.count("in_flight"),
    retry_wait: entries.count("retry_wait"),
    outcome_unknown: entries.count("outcome_unknown"),
    dead_letter: entries.count("dead_letter"),
  };
  // Oldest by the order of entry: a clock that was set back doesn't make a newer one older.
  const oldest = OPEN_STATES.filter((state) => counts[state] > 0)
    .map(entries.oldest)
    .filter((entry) => entry !== null)
    .reduce((first, entry) => (entry.sequence < first.sequence ? entry : first), NOTHING_OLD);
  const waitsForLine =
    loop.connectivity.kind === "down" ? loop.connectivity.until : pauseEnd(loop.sending, now);
  return {
    state: stateOf(loop),
    counts,
    oldestUnsentAt: iso(oldest.created_at),
    lastConfirmedAt: iso(entries.lastConfirmedAt()),
    clockDriftMs: loop.clockDriftMs,
    nextAttemptAt: loop.hold === "none" ? iso(waitsForLine ?? entries.nextDueAfter(now)) : null,
    lastContactAt: iso(loop.lastContactAt),
    needsAttention: entries.needingAttention(),
  };
}

/** The status where there is no connection yet: nothing is held, and nothing can be sent before signing in. */
export const NOT_CONNECTED: SyncStatus = {
  state: "sign_in_needed",
  counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 },
  oldestUnsentAt: null,
  lastConfirmedAt: null,
  clockDriftMs: null,
  nextAttemptAt: null,
  lastContactAt: null,
  needsAttention: 0,
};
