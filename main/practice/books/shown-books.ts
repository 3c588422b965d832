/** The books as someone who practises looks at them: what was recorded, newest first, and what the accounts hold. */
import type { PracticeBooks } from "../../../contract/channels/practice.ts";
import type { Db } from "./open-books.ts";

/** More than anyone enters in a lesson. */
const BOOKS_SHOWN = 50;

type Shown = PracticeBooks["transactions"][number];

/** Reads them; restores move no money, and are seen in the reference data. */
export function shownBooks(db: Db): PracticeBooks {
  const recorded = db
    .prepare<
      [number],
      Pick<Shown, "kind" | "serialNo" | "at" | "times"> & { transactionId: number; recordKey: string }
    >(
      `SELECT operation AS kind, serial_no AS serialNo, max(applied_at) AS at, count(*) AS times,
         max(transaction_id) AS transactionId, record_key AS recordKey
       FROM applied WHERE operation IN ('purchaseReturn', 'taxVoucher')
       GROUP BY operation, record_key ORDER BY max(n) DESC LIMIT ?`,
    )
    .all(BOOKS_SHOWN);
  // A return moves from the supplier to the account first; what is left of the supplier's sign is the amount.
  const moved = db.prepare<[number], Pick<Shown, "party" | "amount" | "currencyId">>(
    `SELECT account.name AS party, ltrim(transfer.amount, '-') AS amount, currency_id AS currencyId
     FROM transfer JOIN account ON account.id = account_id WHERE transaction_id = ? ORDER BY transfer.id LIMIT 1`,
  );
  const voucher = db.prepare<[string], Pick<Shown, "party" | "amount" | "currencyId">>(
    "SELECT note AS party, amount, currency_id AS currencyId FROM voucher WHERE serial_key = ?",
  );
  return {
    transactions: recorded.flatMap(({ transactionId, recordKey, ...row }) => {
      const money = row.kind === "taxVoucher" ? voucher.get(recordKey) : moved.get(transactionId);
      return money === undefined ? [] : [{ ...row, ...money }];
    }),
    balances: db
      .prepare<[], PracticeBooks["balances"][number]>(
        `SELECT account.name AS account, amount, currency_id AS currencyId
         FROM balance JOIN account ON account.id = account_id ORDER BY CAST(account_id AS INTEGER), currency_id`,
      )
      .all(),
  };
}
