/** Where an entry stands, decided in one place for every screen and print; each has its own words for it. Pure. */
import type { EntryDetail, Resolution } from "./channels/posting.ts";
import { evidenceMissing } from "./entry-evidence.ts";
import { type ShownState, shownState } from "./shown-state.ts";

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

/** Whether that is how an entry was confirmed: a person saw it in the books. */
export const isByStaff = (resolution: Resolution | null): boolean => resolution?.kind === "marked_recorded";

type Known = Pick<EntryDetail, "state" | "correctedByEntryId" | "resolution" | "answerUnderstood">;

/** The status by what is known; `hasEvidence`: the answer that it rests on, if any, is about it. */
export function entryStatus(entry: Known, hasEvidence: boolean): EntryStatus {
  const state = shownState({ ...entry, confirmedByStaff: isByStaff(entry.resolution) });
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
