/** Which decisions a person has, by the state of an entry. The engine decides again and is the one that counts. */
import type { EntryState } from "../../../contract/channels/common.ts";

export type OpenState = Extract<EntryState, "pending" | "retry_wait" | "outcome_unknown" | "dead_letter">;

const OPEN: readonly EntryState[] = ["pending", "retry_wait", "outcome_unknown", "dead_letter"];

/** Whether anything at all can be decided. */
export function isOpenState(state: EntryState): state is OpenState {
  return OPEN.includes(state);
}

/** An entry that is not in the books can be replaced by a corrected one; an unknown one can't, it may be there. */
export const mayCorrect = (state: OpenState): boolean => state !== "outcome_unknown";

/** Only what went out can have been recorded. */
export const mayRecord = (state: OpenState): boolean =>
  state === "outcome_unknown" || state === "dead_letter";
