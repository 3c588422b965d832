/** Which decisions a person has, by the state of an entry. The engine decides again and is the one that counts. */
import type { EntryState } from "../../../contract/channels/common.ts";
import type { EntryDetail, Outcome } from "../../../contract/channels/posting.ts";

export type OpenState = Extract<EntryState, "pending" | "retry_wait" | "outcome_unknown" | "dead_letter">;

const OPEN: readonly EntryState[] = ["pending", "retry_wait", "outcome_unknown", "dead_letter"];

/** Whether anything at all can be decided. */
export function isOpenState(state: EntryState): state is OpenState {
  return OPEN.includes(state);
}

/** After these the entry may be in the books; null is a try that hasn't ended. */
const UNCERTAIN: readonly (Outcome | null)[] = [
  "server_error",
  "answer_lost",
  "interrupted",
  "no_evidence",
  "redirected_unknown",
  null,
];

/**
 * An entry that is not in the books can be replaced by a corrected one. A return that was ever sent in vain, and not
 * refused, may be there; a voucher's or record's newest request stands in the end, whatever came before.
 */
export const mayCorrect = (state: OpenState, entry: Pick<EntryDetail, "kind" | "attempts">): boolean =>
  state !== "outcome_unknown" &&
  (entry.kind !== "purchaseReturn" || !entry.attempts.some(({ outcome }) => UNCERTAIN.includes(outcome)));

/** Only what went out can have been recorded. */
export const mayRecord = (state: OpenState): boolean =>
  state === "outcome_unknown" || state === "dead_letter";
