/** Where an entry stands, decided in one place for every screen and print; each has its own words for it. Pure. */

import type { EntryState } from "./channels/common.ts";
import type { EntryDetail, Resolution } from "./channels/posting.ts";
import { evidenceMissing } from "./entry-evidence.ts";

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

// The state of an entry that people see. Pure, and without zod: the window's first screen shows it.

/**
 * An entry's state as people see it: one that a corrected entry replaced was thrown away by nobody, and one that a
 * person found in the books was confirmed by staff.
 */
export type ShownState = EntryState | "corrected" | "confirmedByStaff";

type Stated = Pick<EntryDetail, "correctedByEntryId" | "confirmedByStaff">;

/** The state to tell; null where no entry is known. */
export function shownState(entry: Stated & { state: EntryState }): ShownState;
export function shownState(entry: Stated & { state: EntryState | null }): ShownState | null;
export function shownState({
  state,
  correctedByEntryId,
  confirmedByStaff,
}: Stated & { state: EntryState | null }): ShownState | null {
  if (state === "confirmed" && confirmedByStaff) return "confirmedByStaff";
  return state === "discarded" && correctedByEntryId !== null ? "corrected" : state;
}
