/** What the last attempts say of the link. */
import type { Outcome } from "../../../contract/channels/posting.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";

export type RecentAttempt = ChannelOutput<"outbox.summary">["recentAttempts"][number];
export type Fate = "answered" | "trouble" | "noLine";

const FATES: Record<Outcome, Fate> = {
  no_connection: "noLine",
  accepted: "answered",
  accepted_not_understood: "answered",
  no_evidence: "trouble",
  sign_in_needed: "answered",
  asked_to_wait: "trouble",
  refused: "answered",
  redirected: "trouble",
  redirected_unknown: "trouble",
  service_refused: "trouble",
  server_error: "trouble",
  answer_lost: "trouble",
  interrupted: "trouble",
  answer_not_read: "trouble",
};

/** A refusal is an answer too: the link did its part. */
export const fateOf = (outcome: Outcome): Fate => FATES[outcome];

export interface LineHealth {
  answered: number;
  total: number;
  /** Of the answered ones, in milliseconds; null where none was. */
  median: number | null;
  slowest: number | null;
}

/** How many were answered, and how fast. */
export function lineHealth(attempts: RecentAttempt[]): LineHealth {
  const times = attempts
    .filter(({ outcome }) => fateOf(outcome) === "answered")
    .map(({ elapsedMs }) => elapsedMs)
    .sort((a, b) => a - b);
  return {
    answered: times.length,
    total: attempts.length,
    median: times[Math.floor((times.length - 1) / 2)] ?? null,
    slowest: times.at(-1) ?? null,
  };
}
