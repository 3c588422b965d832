/** Which decisions a person has, by the state of an entry. The engine decides again and is the one that counts. */
import type { EntryState } from "../../../contract/channels/common.ts";

export type OpenState = Extract<EntryState, "pending" | "retry_wait" | "outcome_unknown" | "dead_letter">;

const OPEN: readonly EntryState[] = ["pending", "retry_wait", "outcome_unknown", "dead_letter"];

/** Whether anything at all can be decided. */
export function isOpenState(state: EntryState): state is OpenState {
  return OPEN.includes(state);
}

/** Only what went out can have been recorded. */
export const mayRecord = (state: OpenState): boolean =>
  state === "outcome_unknown" || state === "dead_letter";
