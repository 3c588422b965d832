/** Whether a voucher's entry may be corrected now; else why not, and what can be done instead. Pure. */
import type { EntryDetail } from "../../../contract/channels/posting.ts";

const CORRECTION_REFUSALS = [
  "otherKind",
  "beingSent",
  "mayBeInTheBooks",
  "confirmed",
  "discarded",
  "corrected",
] as const;
export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

/** null: the engine takes a correction of it. One that a recovery left to a person may be in the books. */
export function correctionRefusal({
  kind,
  state,
  replaceable,
  correctedByEntryId,
}: Pick<EntryDetail, "kind" | "state" | "replaceable"> &
  Partial<Pick<EntryDetail, "correctedByEntryId">>): CorrectionRefusal | null {
  if (kind !== "taxVoucher") return "otherKind";
  switch (state) {
    case "pending":
    case "retry_wait":
    case "dead_letter":
      return replaceable ? null : "mayBeInTheBooks";
    case "in_flight":
      return "beingSent";
    case "outcome_unknown":
      return "mayBeInTheBooks";
    case "confirmed":
      return "confirmed";
    case "discarded":
      return correctedByEntryId == null ? "discarded" : "corrected";
  }
}
