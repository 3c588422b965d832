/** The status of an entry, decided in one place for all screens and prints; each has its own words. Pure. */
import type { Attempt, EntryDetail } from "./channels/posting.ts";
import { isByStaff, type ShownState, shownState } from "./entry-states.ts";
import { type Evidence, evidenceIn, type NoEvidence, type Unread } from "./service/evidence.ts";
import type { SlipState } from "./slip-code.ts";

export type EntryStatus =
  | Exclude<ShownState, "confirmedByStaff">
  /** Its outcome is unknown: it was answered, and not about this entry. */
  | "noEvidence"
  /** The same, and it counts as confirmed. */
  | "confirmedWithoutEvidence"
  /** Confirmed by staff. */
  | "confirmedByHand"
  /** Confirmed, and the answer is not in all as in the interface. */
  | "confirmedOdd";

type Known = Pick<EntryDetail, "state" | "correctedByEntryId" | "resolution" | "answerUnderstood">;

/** The status by what is known; `hasEvidence`: the answer that it rests on, if any, is about it. */
export function entryStatus(entry: Known, hasEvidence: boolean): EntryStatus {
  const state = shownState({ ...entry, confirmedByStaff: isByStaff(entry.resolution?.kind ?? null) });
  switch (state) {
    case "outcome_unknown":
      return hasEvidence ? state : "noEvidence";
    case "confirmedByStaff":
      return hasEvidence ? "confirmedByHand" : "confirmedWithoutEvidence";
    case "confirmed":
      if (!hasEvidence) return "confirmedWithoutEvidence";
      return entry.answerUnderstood === false ? "confirmedOdd" : state;
    case "pending":
    case "in_flight":
    case "retry_wait":
    case "dead_letter":
    case "discarded":
    case "corrected":
      return state;
  }
}

/** The status of an entry that is known whole. */
export const statusOfEntry = (entry: EntryDetail): EntryStatus =>
  entryStatus(entry, evidenceMissing(entry) === null);

// Whether the answer that an entry rests on is evidence. The engine decides by the same rule; here it is
// put in words.

type Answered = Pick<EntryDetail, "kind" | "tenantId" | "serialNo" | "attempts">;

function unreadOf({ problem, answerCut }: Attempt): Unread | null {
  switch (problem?.code) {
    case "packing_unknown":
    case "packing_broken":
    case "repeats_token":
      return { reason: problem.code, ...problem.params };
    default:
      return answerCut ? { reason: "too_large", said: "" } : null;
  }
}

/** The newest 2xx of the entry and what it is; null where there was none. */
export function answeredBy(
  entry: Answered,
): { attempt: EntryDetail["attempts"][number]; evidence: Evidence } | null {
  const attempt = entry.attempts.findLast(
    ({ outcome }) =>
      outcome === "accepted" || outcome === "accepted_not_understood" || outcome === "no_evidence",
  );
  if (attempt === undefined) return null;
  return { attempt, evidence: evidenceIn(entry, attempt.responseBody ?? "", unreadOf(attempt)) };
}

/**
 * Why the answer is no evidence, of an entry that waits for a person because of it or that counts as confirmed without
 * any; null for every other.
 */
export function evidenceMissing(entry: EntryDetail): NoEvidence | null {
  const isUnknown = entry.state === "outcome_unknown" && entry.attempts.at(-1)?.outcome === "no_evidence";
  const isConfirmed = entry.state === "confirmed" && entry.resolution === null;
  if (!isUnknown && !isConfirmed) return null;
  const evidence = answeredBy(entry)?.evidence;
  return evidence?.kind === "none" ? evidence.reason : null;
}

// The status of an entry, as a slip gives it, on paper and in its signed code. Pure.

const OF_ENTRY: Record<EntryStatus, SlipState> = {
  pending: "waiting",
  in_flight: "waiting",
  retry_wait: "waiting",
  outcome_unknown: "unknown",
  noEvidence: "noEvidence",
  dead_letter: "refused",
  confirmed: "confirmed",
  confirmedOdd: "confirmedOdd",
  confirmedByHand: "confirmedByHand",
  confirmedWithoutEvidence: "noEvidence",
  discarded: "discarded",
  corrected: "corrected",
};

/** The status as of when the entry was read. */
export const slipStatusOf = (entry: EntryDetail): SlipState => OF_ENTRY[statusOfEntry(entry)];
