/** The states of an entry, what a person may decide in them, and which one people see. Loads no schema: the window's first screen shows them. */

/** Everything that the service hasn't taken and no person has settled. */
export const OPEN_STATES = ["pending", "in_flight", "retry_wait", "outcome_unknown", "dead_letter"] as const;
export type OpenState = (typeof OPEN_STATES)[number];

export const ENTRY_STATES = [...OPEN_STATES, "confirmed", "discarded"] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Only a person moves it on. As it went out, it may also be recorded by hand. */
export const UNDECIDED_STATES = ["outcome_unknown", "dead_letter"] as const satisfies OpenState[];

/** A person may send it again, or discard it: nothing of it is under way. */
export const DECIDABLE_STATES = ["pending", "retry_wait", ...UNDECIDED_STATES] as const satisfies OpenState[];
export type DecidableState = (typeof DECIDABLE_STATES)[number];

export const RESOLUTION_KINDS = ["discarded", "marked_recorded", "corrected"] as const;
export type ResolutionKind = (typeof RESOLUTION_KINDS)[number];

/** Whether that is how an entry was confirmed: a person saw it in the books. */
export const isByStaff = (kind: ResolutionKind | null): boolean => kind === "marked_recorded";

/** One number for each open state. */
export const openCounts = (count: (state: OpenState) => number): Record<OpenState, number> => ({
  pending: count("pending"),
  in_flight: count("in_flight"),
  retry_wait: count("retry_wait"),
  outcome_unknown: count("outcome_unknown"),
  dead_letter: count("dead_letter"),
});

/**
 * An entry's state as people see it: one that a corrected entry replaced was thrown away by nobody, and one that a
 * person found in the books was confirmed by staff.
 */
export type ShownState = EntryState | "corrected" | "confirmedByStaff";

interface Stated {
  correctedByEntryId: string | null;
  confirmedByStaff: boolean;
}

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
