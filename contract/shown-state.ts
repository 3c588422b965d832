/** The state of an entry that people see. Pure, and without zod: the window's first screen shows it. */
import type { EntryState } from "./channels/common.ts";
import type { EntryDetail } from "./channels/posting.ts";

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
