/** What may be claimed about a document, by what is known of it. */
import type { ChannelOutput } from "../../../contract/channels.ts";

export type DocumentDetail = ChannelOutput<"documents.get">;

export type DocumentStatus =
  /** The service answered the newest entry, or it is known without one. */
  | "answered"
  /** The service answered an earlier entry; the newest one stands otherwise. */
  | "answeredEarlier"
  /** It counts as confirmed, and the answer holds no transaction of it. */
  | "notUnderstood"
  /** The same, and someone looked in the books since. */
  | "lookedUp"
  /** The answer is not about it, and it waits for a person. */
  | "noEvidence"
  | "waiting"
  | "unknown"
  | "refused"
  | "discarded"
  /** A corrected entry took its place. */
  | "corrected"
  /** Confirmed by someone's word; the service itself did not answer. */
  | "byHand"
  /** Known from an imported file. */
  | "file"
  /** Known from the service's answer about another document. */
  | "otherAnswer";

type Known = Pick<DocumentDetail, "document" | "transaction" | "rawAnswer" | "entries">;

/** The one sentence's key that is true of the document. */
export function documentStatusOf({ document, transaction, rawAnswer, entries }: Known): DocumentStatus {
  const { state } = document;
  if (transaction !== null) return state === null || state === "confirmed" ? "answered" : "answeredEarlier";
  if (rawAnswer !== null && state === "confirmed")
    return (entries[0]?.resolution ?? null) === null ? "notUnderstood" : "lookedUp";
  if (entries.length === 0 || state === null) return document.serviceAmount === null ? "file" : "otherAnswer";
  switch (state) {
    case "pending":
    case "in_flight":
    case "retry_wait":
      return "waiting";
    case "outcome_unknown":
      // The answer of an earlier attempt says nothing of the newest, whose own may have been lost.
      return entries[0]?.lastOutcome === "no_evidence" ? "noEvidence" : "unknown";
    case "dead_letter":
      return "refused";
    case "discarded":
      return document.correctedByEntryId == null ? "discarded" : "corrected";
    case "confirmed":
      return "byHand";
  }
}
