/** Whether the answer that an entry rests on is evidence. The engine decides by the same rule; here it is put in words. */
import type { Attempt, EntryDetail } from "./channels/posting.ts";
import { type Evidence, evidenceIn, type NoEvidence, type Unread } from "./service/evidence.ts";

type Known = Pick<EntryDetail, "kind" | "tenantId" | "serialNo" | "attempts">;

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
  entry: Known,
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
