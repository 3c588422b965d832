/** Reads one account's returns for its statement: pages of them, sums, and what is unsent. Every read ends at a limit. */
import type { EntryState, OpenState } from "../../../../contract/entry-states.ts";
import type { Db } from "../../file/database/open-database.ts";

type BoundId = bigint | string;

/** Moments: from the first up to but not with the second. */
export interface Period {
  from: number;
  until: number;
}

export interface StatementPlace {
  created_at: number;
  serial_no: string;
}
export interface StoredReturn extends StatementPlace {
  note: string;
  state: EntryState | null;
  corrected_by_entry_id: string | null;
  resolution_kind: string | null;
  currency_id: string;
  local_amount: string;
  service_amount: string | null;
  service_currency_id: string | null;
  answered_at: number | null;
}
export interface UnsentReturn {
  currency_id: string;
  local_amount: string;
  created_at: number;
  account_id: unknown;
}
export interface TimedBalance {
  amount: string | null;
  serial_no: string | null;
  answered_at: number;
}

export function createStatementReads(db: Db) {
  type Asked = { account: BoundId; limit: number } & Period;
  const returns = db.prepare<[Asked & { serialNo: string }], StoredReturn>(
    `SELECT document.created_at, document.serial_no, note, state, corrected_by_entry_id, resolution_kind,
       document.currency_id,
       document.local_amount, service_amount, service_currency_id, answered_at
     FROM document LEFT JOIN entry ON entry.sequence = last_sequence
     WHERE account_id = @account AND document.created_at >= @from
       AND (document.created_at, document.serial_no) < (@until, @serialNo)
     ORDER BY document.created_at DESC, document.serial_no DESC LIMIT @limit`,
  );
  const open = db.prepare<[OpenState, number], UnsentReturn>(
    `SELECT document.currency_id, document.local_amount, document.created_at, account_id
     FROM (SELECT serial_no FROM entry WHERE state = ? AND kind = 'purchaseReturn' ORDER BY sequence DESC LIMIT ?)
       CROSS JOIN document USING (serial_no)`,
  );
  const POINT = `SELECT amount, serial_no, answered_at FROM balance_history
    WHERE account_id = @account AND currency_id = @currency AND answered_at < @until`;
  const NEWEST = "ORDER BY answered_at DESC, rowid DESC LIMIT @limit";
  type Of = Asked & { currency: string };
  const points = db.prepare<[Of], TimedBalance>(`${POINT} AND answered_at >= @from ${NEWEST}`);
  const before = db.prepare<[Of], TimedBalance>(`${POINT} ${NEWEST}`);
  return {
    /** The newest first; before `place` where one is given. */
    returns(account: BoundId, { from, until }: Period, place: StatementPlace | null, limit: number) {
      return returns.all({
        account,
        from,
        until: place?.created_at ?? until,
        serialNo: place?.serial_no ?? "",
        limit,
      });
    },
    /** Returns of all accounts in that state, the newest first. */
    open: (state: OpenState, limit: number): UnsentReturn[] => open.all(state, limit),
    balances: (account: BoundId, currency: string, period: Period, limit: number): TimedBalance[] =>
      points.all({ account, currency, ...period, limit }),
    /** The last balance before that moment. */
    balanceBefore: (account: BoundId, currency: string, until: number): TimedBalance | undefined =>
      before.get({ account, currency, from: 0, until, limit: 1 }),
  };
}
