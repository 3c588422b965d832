/** The status of sending, and what of it was known last where the file gives no answer any more. */
import type { FileBusy, SyncStatus } from "../../../../contract/channels/connection.ts";
import { timestampOf } from "../../../../contract/values.ts";
import type { Clock, Log } from "../../ports.ts";

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
