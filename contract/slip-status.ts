/** Where an entry stands, as a slip tells it, on paper and in its signed code. Pure. */
import type { EntryDetail } from "./channels/posting.ts";
import { type EntryStatus, statusOfEntry } from "./entry-status.ts";
import type { SlipState } from "./slip-code.ts";

const OF_ENTRY: Record<EntryStatus, SlipState> = {
  pending: "waiting",
  in_flight: "waiting",
  retry_wait: "waiting",
  outcome_unknown: "unknown",
  noEvidence: "noEvidence",
  dead_letter: "refused",
  confirmed: "confirmed",
  confirmedOdd: "confirmedOdd",
  confirmedByHand: "confirmedByHand",
  confirmedWithoutEvidence: "noEvidence",
  discarded: "discarded",
  corrected: "corrected",
};

/** The status as of when the entry was read. */
export const slipStatusOf = (entry: EntryDetail): SlipState => OF_ENTRY[statusOfEntry(entry)];
