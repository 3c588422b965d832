/** What the last attempts say of the link. */
import type { Outcome } from "../../../contract/channels/posting.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { medianOf } from "../../../contract/median.ts";

export type RecentAttempt = ChannelOutput<"outbox.summary">["recentAttempts"][number];
export type Fate = "answered" | "serviceTrouble" | "noLink";

const FATES: Record<Outcome, Fate> = {
  no_connection: "noLink",
  accepted: "answered",
  accepted_not_understood: "answered",
  no_evidence: "serviceTrouble",
  sign_in_needed: "answered",
  asked_to_wait: "serviceTrouble",
  refused: "answered",
  redirected: "serviceTrouble",
  redirected_unknown: "serviceTrouble",
  service_refused: "serviceTrouble",
  server_error: "serviceTrouble",
  answer_lost: "serviceTrouble",
  interrupted: "serviceTrouble",
  answer_not_read: "serviceTrouble",
};

/** A refusal is an answer too: the link did its part. */
export const fateOf = (outcome: Outcome): Fate => FATES[outcome];

export interface LinkHealth {
  answered: number;
  total: number;
  /** Of the answered ones, in milliseconds; null where none was. */
  median: number | null;
}

/** How many were answered, and how fast. */
export function linkHealth(attempts: RecentAttempt[]): LinkHealth {
  const times = attempts
    .filter(({ outcome }) => fateOf(outcome) === "answered")
    .map(({ elapsedMs }) => elapsedMs);
  return {
    answered: times.length,
    total: attempts.length,
    median: medianOf(times),
  };
}
