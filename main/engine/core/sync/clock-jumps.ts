/** Notices that the clock went back, and mends what was waiting by its old time. */
import type { EntryStore } from "../outbox/entries.ts";
import { BACKOFF_CAP_MS } from "./backoff.ts";
import type { LinkMonitor } from "./link-monitor.ts";

/** The clock going back by more than this is a jump and not a correction. */
const CLOCK_JUMP_MS = 2_000;

export function createClockJumps(
  entries: Pick<
    EntryStore,
    "releaseFarAhead" | "measureAskedAnew" | "releaseImpatient" | "bringAskedForward"
  >,
  link: Pick<LinkMonitor, "clockWentBack">,
) {
  let lastTickAt = 0;
  let linkMindedAt = 0;

  const mindLink = (now: number): void => {
    if (now < linkMindedAt - CLOCK_JUMP_MS) link.clockWentBack(now, linkMindedAt - now);
    linkMindedAt = now;
  };

  return {
    /** Before an answer is learned from: a pause that it sets is by the new clock already, and stays as it is. */
    mindLink,
    /** Before anything is looked for that is due. */
    mind(now: number): void {
      mindLink(now);
      // Set by a clock that stood ahead when an earlier run ended: no wait of our own is that long.
      if (lastTickAt === 0) {
        entries.releaseFarAhead(now, now + BACKOFF_CAP_MS);
        entries.measureAskedAnew(now);
      }
      if (now < lastTickAt - CLOCK_JUMP_MS) {
        // The clock went back: waits that were set by the old one would last for as long as it jumped.
        entries.releaseImpatient(now);
        // What the service asked for is kept: no less real time has passed than since the last look.
        entries.bringAskedForward(lastTickAt - now);
      }
      lastTickAt = now;
    },
  };
}
