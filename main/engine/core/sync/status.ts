/** The one place that says what sending does. Pure. */

import type { FileBusy, SyncStatus } from "../../../../contract/channels/connection.ts";
import { OPEN_STATES, openCounts } from "../../../../contract/entry-states.ts";
import { timestampOf } from "../../../../contract/values.ts";
import type { Log } from "../../../lib/log.ts";
import { rowTime } from "../../file/database/row-rules.ts";
import type { Clock } from "../../ports.ts";
import type { EntryStore } from "../outbox/entries.ts";
import type { LoopState } from "./loop.ts";
import { pauseEnd } from "./sending.ts";

// The status of sending, and what of it was known last where the file gives no answer any more.

/** What was known of sending when the file was last open. */
export type LastKnown = Pick<FileBusy, "counts" | "oldestUnsentAt" | "knownAt">;

export const NOTHING_KNOWN: LastKnown = { counts: null, oldestUnsentAt: null, knownAt: null };

/** `read` asks the file and may throw. */
export function createKnownStatus({ read, clock, log }: { read: () => SyncStatus; clock: Clock; log: Log }) {
  let known = NOTHING_KNOWN;
  const status = (): SyncStatus => {
    const now = read();
    known = { counts: now.counts, oldestUnsentAt: now.oldestUnsentAt, knownAt: timestampOf(clock.now()) };
    return now;
  };
  return {
    status,
    /** An entry was written: the file may give no answer any more before the next look. */
    posted(): void {
      if (known.counts !== null)
        known = { ...known, counts: { ...known.counts, pending: known.counts.pending + 1 } };
    },
    /** What is known of sending, also where the file gives no answer any more. */
    last(): LastKnown {
      try {
        status();
      } catch (error) {
        log.warn("the counts are those that were known last", { error });
      }
      return known;
    },
  };
}

const NOTHING_OLD: { sequence: number; created_at: number | null } = {
  sequence: Number.POSITIVE_INFINITY,
  created_at: null,
};

const iso = (ms: number | null): string | null => (ms === null ? null : rowTime(ms));

/** "Online" is claimed only after the service was reached; a hold is reported before the link. */
function stateOf(loop: LoopState): SyncStatus["state"] {
  if (loop.hold !== "none") return loop.hold;
  switch (loop.connectivity.kind) {
    case "untried":
    case "down":
      return "offline";
    case "up":
      return loop.sending.serviceTrouble === null ? "online" : "service_trouble";
  }
}

export function statusOf(loop: LoopState, entries: EntryStore, now: number, held = 0): SyncStatus {
  const counts = openCounts(entries.count);
  // Oldest by the order of entry: a clock that was set back doesn't make a newer one older.
  const oldest = OPEN_STATES.filter((state) => counts[state] > 0)
    .map(entries.oldest)
    .filter((entry) => entry !== null)
    .reduce((first, entry) => (entry.sequence < first.sequence ? entry : first), NOTHING_OLD);
  const waitsForLink =
    loop.connectivity.kind === "down" ? loop.connectivity.until : pauseEnd(loop.sending, now);
  return {
    state: stateOf(loop),
    counts,
    oldestUnsentAt: iso(oldest.created_at),
    lastConfirmedAt: iso(entries.lastConfirmedAt()),
    clockDriftMs: loop.clockDriftMs,
    nextAttemptAt: loop.hold === "none" ? iso(waitsForLink ?? entries.nextDueAfter(now)) : null,
    lastContactAt: iso(loop.lastContactAt),
    needsAttention: entries.needingAttention(),
    ...(held === 0 ? {} : { held }),
  };
}

/** The status where there is no connection yet: nothing is held, and nothing can be sent before signing in. */
export const NOT_CONNECTED: SyncStatus = {
  state: "sign_in_needed",
  counts: openCounts(() => 0),
  oldestUnsentAt: null,
  lastConfirmedAt: null,
  clockDriftMs: null,
  nextAttemptAt: null,
  lastContactAt: null,
  needsAttention: 0,
};
