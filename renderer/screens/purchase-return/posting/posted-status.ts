/** What the notice about the return that was entered last may say of it, and how loudly. Pure. */
import type { EntryStatus } from "../../../../contract/entry-status.ts";
import type { NoticeKind } from "../../../ui/notice.tsx";

export type PostedWords =
  | "kept"
  | "unknown"
  | "refused"
  | "confirmed"
  | "uncertain"
  | "discarded"
  | "corrected";

interface PostedStatus {
  words: PostedWords;
  kind: NoticeKind;
}

/** Of an entry that is not known yet too: only this disk is known to have it. */
const KEPT: PostedStatus = { words: "kept", kind: "info" };
const UNKNOWN: PostedStatus = { words: "unknown", kind: "warn" };
const CONFIRMED: PostedStatus = { words: "confirmed", kind: "good" };

const OF_ENTRY: Record<EntryStatus, PostedStatus> = {
  pending: KEPT,
  in_flight: KEPT,
  retry_wait: KEPT,
  outcome_unknown: UNKNOWN,
  noEvidence: UNKNOWN,
  dead_letter: { words: "refused", kind: "bad" },
  confirmed: CONFIRMED,
  confirmedOdd: CONFIRMED,
  confirmedByHand: CONFIRMED,
  confirmedWithoutEvidence: { words: "uncertain", kind: "warn" },
  discarded: { words: "discarded", kind: "info" },
  corrected: { words: "corrected", kind: "info" },
};

/** Amber where a person must decide or look in the books, red where it was refused; null: it is not known yet. */
export const postedStatusOf = (status: EntryStatus | null): PostedStatus =>
  status === null ? KEPT : OF_ENTRY[status];
