/** What a print may claim of an entry, and what the service said of it. Pure. */
import Big from "big.js";
import type { EntryDetail } from "../../contract/channels/posting.ts";
import { answeredBy } from "../../contract/entry-status.ts";
import type { SlipState } from "../../contract/slip-code.ts";

/** Whether "not yet confirmed" must stand in large words. What was set aside has larger words of its own. */
export const isNotYetConfirmed = (entryStatus: SlipState): boolean =>
  entryStatus === "waiting" ||
  entryStatus === "unknown" ||
  entryStatus === "noEvidence" ||
  entryStatus === "refused";

export interface ServiceAnswer {
  amount: string | null;
  currencyId: string | null;
  status: string | null;
  transactionId: string | null;
  answeredAt: string;
}

const textOf = (value: number | string | null): string | null => (value === null ? null : String(value));

/** What the service answered to this very entry; null where nothing of it could be read. */
export function answerOf(entry: EntryDetail): ServiceAnswer | null {
  const answered = answeredBy(entry);
  if (answered?.evidence.kind !== "transactions") return null;
  const { amount, currencyId, status, id } = answered.evidence.own;
  return {
    amount,
    currencyId,
    status: textOf(status),
    transactionId: textOf(id),
    answeredAt: answered.attempt.endedAt ?? answered.attempt.startedAt,
  };
}

/** The service's amount less this counter's, where both are known in one currency and differ. */
export function differenceOf(
  local: string | null,
  currencyId: string | null,
  answer: ServiceAnswer | null,
): string | null {
  if (local === null || answer?.amount == null || answer.currencyId !== currencyId) return null;
  const by = new Big(answer.amount).minus(local);
  return by.eq(0) ? null : by.toFixed();
}
