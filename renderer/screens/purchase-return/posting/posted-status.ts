/** What the notice about the return that was entered last may say of it, and how loudly. Pure. */
import type { EntrySummary } from "../../../../contract/channels/posting.ts";
import type { NoticeKind } from "../../../ui/notice.tsx";

interface PostedStatus {
  words: "kept" | "unknown" | "refused" | "confirmed" | "uncertain" | "discarded" | "corrected";
  kind: NoticeKind;
}

type Known = Pick<EntrySummary, "state" | "correctedByEntryId">;

/**
 * Amber where a person must decide or look in the books, red where it was refused; undefined: only this disk is known to
 * have it. `isEvident`: the answer that it counts as confirmed by is about it.
 */
export function postedStatusOf(entry: Known | undefined, isEvident: boolean): PostedStatus {
  switch (entry?.state) {
    case undefined:
    case "pending":
    case "in_flight":
    case "retry_wait":
      return { words: "kept", kind: "info" };
    case "outcome_unknown":
      return { words: "unknown", kind: "warn" };
    case "dead_letter":
      return { words: "refused", kind: "bad" };
    case "confirmed":
      return isEvident ? { words: "confirmed", kind: "good" } : { words: "uncertain", kind: "warn" };
    case "discarded":
      return { words: entry.correctedByEntryId === null ? "discarded" : "corrected", kind: "info" };
  }
}
