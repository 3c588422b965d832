/** What a document's answer did to each balance, as far as this counter knew it before. */
import Big from "big.js";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { isSameTenant } from "../../../../contract/service/evidence.ts";
import type { ReadableTransaction } from "../../../../contract/service/read-answer.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { boundId } from "../../file/schema/table.ts";
import type { BalanceHistory } from "./balance-history.ts";

type BalanceChange = ChannelOutput<"documents.get">["balanceChanges"][number];

/**
 * One change for each balance row of the answer that is of this tenant, names its account and currency, and was news:
 * one that crossed a newer answer changed nothing here.
 */
export function balanceChangesOf(
  history: BalanceHistory,
  { TenantBalances, serialNo }: ReadableTransaction,
  tenantId: ExactInteger,
  answeredAt: number,
): BalanceChange[] {
  return TenantBalances.flatMap((row): BalanceChange[] => {
    const { accountId, currencyId, amount } = row;
    if (accountId === null || currencyId === null || !isSameTenant(row.tenantId, tenantId)) return [];
    const account = boundId(accountId);
    const { isStep, point } = history.before(account, currencyId, answeredAt, serialNo);
    if (!isStep) return [];
    const before = point?.amount ?? null;
    return [
      {
        accountId,
        accountName: history.accountName(account),
        currencyId,
        before,
        after: amount,
        beforeAt: point === undefined ? null : timestampOf(point.answered_at),
        difference: before === null || amount === null ? null : new Big(amount).minus(before).toFixed(),
      },
    ];
  });
}
