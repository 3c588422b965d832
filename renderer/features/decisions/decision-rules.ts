/** Which decisions a person has, by the state of an entry. The engine decides again and is the one that counts. */
import type { EntryState } from "../../../contract/channels/common.ts";
import { DECIDABLE_STATES, type DecidableState, UNDECIDED_STATES } from "../../../contract/open-states.ts";

const DECIDABLE: readonly EntryState[] = DECIDABLE_STATES;
const UNDECIDED: readonly EntryState[] = UNDECIDED_STATES;

/** Whether anything at all can be decided. */
export function isDecidable(state: EntryState): state is DecidableState {
  return DECIDABLE.includes(state);
}

/** Only what went out can have been recorded. */
export const mayRecord = (state: DecidableState): boolean => UNDECIDED.includes(state);
