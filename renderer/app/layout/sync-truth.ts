/** What may be said of how sending stands. The one place that decides it, so no two screens disagree. */
import type { FileBusy, SyncStatus } from "../../../contract/channels/connection.ts";

export type PillState =
  | "allSent"
  | "sending"
  | "decide"
  | "offline"
  | "notTried"
  | "signIn"
  | "paused"
  | "serviceTrouble"
  | "notConnected"
  | "asking"
  | "refused"
  | FileBusy["state"]
  | "engineDown";
export type Tone = "good" | "wait" | "warn" | "bad";

export interface SyncTruth {
  state: PillState;
  tone: Tone;
  /** Entries whose bytes are still to go, or to go again. */
  unsent: number;
  /** Entries that only a person can move. */
  decisions: number;
  /** Entries by state; null where nothing is known of them. */
  counts: SyncStatus["counts"] | null;
  oldestUnsentAt: string | null;
  /** The numbers are those of before, or there are none: the file is not open at the moment. */
  known: "now" | "before" | "nothing";
}

const TONES: Record<PillState, Tone> = {
  allSent: "good",
  sending: "wait",
  decide: "warn",
  offline: "warn",
  notTried: "wait",
  signIn: "bad",
  paused: "warn",
  serviceTrouble: "warn",
  notConnected: "wait",
  asking: "wait",
  refused: "bad",
  opening: "wait",
  recovering: "warn",
  waiting: "bad",
  engineDown: "bad",
};

interface Known {
  engineUp: boolean;
  /** This version can't work with the books there are; nothing is sent. */
  refused: boolean;
  /** The file is being opened or brought back, or waits for that. */
  busy: FileBusy | null;
  /** undefined: not known yet. */
  connected: boolean | undefined;
  status: SyncStatus | undefined;
}

function stateOf(
  { engineUp, refused, busy, connected, status }: Known,
  unsent: number,
  decisions: number,
): PillState {
  if (!engineUp) return "engineDown";
  if (refused) return "refused";
  if (busy !== null) return busy.state;
  if (connected === false) return "notConnected";
  if (status === undefined || connected === undefined) return "asking";
  switch (status.state) {
    case "sign_in_needed":
      return "signIn";
    case "paused":
      return "paused";
    case "service_trouble":
      return "serviceTrouble";
    case "offline":
      return status.lastContactAt === null && status.lastConfirmedAt === null && unsent === 0
        ? "notTried"
        : "offline";
    case "online":
      if (unsent > 0) return "sending";
      if (decisions > 0) return "decide";
      // Idle and never answered: nothing is known of the link, so nothing is claimed of it.
      return status.lastContactAt === null && status.lastConfirmedAt === null ? "notTried" : "allSent";
  }
}

/** The truth in one word, with the numbers that belong to it. Green only where nothing at all is open. */
export function syncTruth(known: Known): SyncTruth {
  const { busy } = known;
  const counts = busy === null ? known.status?.counts : (busy.counts ?? undefined);
  const unsent = counts === undefined ? 0 : counts.pending + counts.in_flight + counts.retry_wait;
  const decisions = counts === undefined ? 0 : counts.outcome_unknown + counts.dead_letter;
  const state = stateOf(known, unsent, decisions);
  return {
    state,
    tone: TONES[state],
    unsent,
    decisions,
    counts: counts ?? null,
    oldestUnsentAt: (busy ?? known.status)?.oldestUnsentAt ?? null,
    known: busy === null ? "now" : busy.counts === null ? "nothing" : "before",
  };
}
