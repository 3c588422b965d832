/** What a document's answer did to each balance, as far as this counter knew it before. */

import Big from "big.js";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { isSameTenant } from "../../../contract/service/evidence.ts";
import type { ReadableTransaction } from "../../../contract/service/read-answer.ts";
import { type ExactInteger, timestampOf } from "../../../contract/values.ts";
import type { Db } from "../file/database/open-database.ts";
import { boundId } from "../file/schema/table.ts";

// Reads how an account's balance changed, answer by answer.

interface BalancePoint {
  currency_id: string;
  amount: string | null;
  serial_no: string | null;
  answered_at: number;
}

type BoundId = bigint | string;
type Of = { account: BoundId; currency: string };
const POINT = "SELECT currency_id, amount, serial_no, answered_at FROM balance_history";
const OF = "account_id = @account AND currency_id = @currency";
const NEWEST = "ORDER BY answered_at DESC, rowid DESC LIMIT";

export function createBalanceHistory(db: Db) {
  const newest = db.prepare<[Of & { limit: number }], BalancePoint>(`${POINT} WHERE ${OF} ${NEWEST} @limit`);
  // The primary key of `balance` names each currency once; the history has a row of none else.
  const currencies = db
    .prepare<[BoundId], string>("SELECT currency_id FROM balance WHERE account_id = ?")
    .pluck();
  const own = db.prepare<[Of & { at: number; serialNo: string | null }], { place: number }>(
    `SELECT rowid AS place FROM balance_history
     WHERE ${OF} AND answered_at = @at AND serial_no IS @serialNo ORDER BY rowid LIMIT 1`,
  );
  const before = db.prepare<[Of & { at: number; place: number }], BalancePoint>(
    `${POINT} WHERE ${OF} AND (answered_at, rowid) < (@at, @place) ${NEWEST} 1`,
  );
  const accountName = db.prepare<[BoundId], string>("SELECT name FROM account WHERE id = ?").pluck();
  return {
    currencies: (account: BoundId): string[] => currencies.all(account),
    /** The newest points of one currency, newest first. */
    newest: (account: BoundId, currency: string, limit: number): BalancePoint[] =>
      newest.all({ account, currency, limit }),
    /**
     * The last point before the one that this answer made; `isStep` is false where it made none, because something newer
     * was known already.
     */
    before(
      account: BoundId,
      currency: string,
      at: number,
      serialNo: string | null,
    ): { isStep: boolean; point: BalancePoint | undefined } {
      const place = own.get({ account, currency, at, serialNo })?.place;
      if (place === undefined) return { isStep: false, point: undefined };
      return { isStep: true, point: before.get({ account, currency, at, place }) };
    },
    accountName: (account: BoundId): string | null => accountName.get(account) ?? null,
  };
}

type BalanceHistory = ReturnType<typeof createBalanceHistory>;

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
