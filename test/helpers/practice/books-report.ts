/** The books of the practice service as tests look at them. */
import { tableOf } from "../../../contract/lists.ts";
import { type OperationKind, RESTORES } from "../../../contract/operations.ts";
import type { PracticeDb } from "../../../main/practice/books/books.ts";

export interface AppliedRequest {
  n: number;
  operation: OperationKind;
  serialNo: string | null;
  transactionId: number | null;
  appliedAt: string;
  /** Exactly as it came. */
  requestBody: string;
  /** Exactly as it was answered. */
  answerBody: string;
}

export interface BooksReport {
  /** Transactions by serial number, with how many times each was applied. */
  transactions: { operation: OperationKind; serialNo: string; timesApplied: number }[];
  /** Restored records, by the id that the restore answered. */
  restores: { operation: OperationKind; recordKey: string; timesApplied: number }[];
  applied: AppliedRequest[];
  vouchers: {
    serialNo: string;
    currencyId: string;
    amount: string;
    note: string;
    status: string;
    updatedAt: string;
  }[];
  /** Amounts as exact decimals in text. */
  balances: { accountId: string; currencyId: string; amount: string }[];
  storages: {
    productId: string;
    measureUnitId: string;
    storeId: string;
    productionAt: string;
    expiryAt: string;
    quantity: string;
  }[];
  /** Records that are deleted now. */
  deleted: { operation: OperationKind; recordKey: string }[];
}

/** Reads all of it. */
export function reportBooks(db: PracticeDb): BooksReport {
  return {
    transactions: db
      .prepare<[], BooksReport["transactions"][number]>(
        `SELECT operation, min(serial_no) AS serialNo, count(*) AS timesApplied FROM applied
         WHERE serial_no IS NOT NULL GROUP BY operation, record_key ORDER BY min(n)`,
      )
      .all(),
    restores: db
      .prepare<[], BooksReport["restores"][number]>(
        `SELECT operation, record_key AS recordKey, count(*) AS timesApplied FROM applied
         WHERE serial_no IS NULL GROUP BY operation, record_key ORDER BY min(n)`,
      )
      .all(),
    applied: db
      .prepare<[], AppliedRequest>(
        `SELECT n, operation, serial_no AS serialNo, transaction_id AS transactionId, applied_at AS appliedAt,
           request_body AS requestBody, answer_body AS answerBody FROM applied ORDER BY n`,
      )
      .all(),
    vouchers: db
      .prepare<[], BooksReport["vouchers"][number]>(
        `SELECT serial_no AS serialNo, currency_id AS currencyId, amount, note, status, updated_at AS updatedAt
         FROM voucher ORDER BY serial_key`,
      )
      .all(),
    balances: db
      .prepare<[], BooksReport["balances"][number]>(
        `SELECT account_id AS accountId, currency_id AS currencyId, amount FROM balance
         ORDER BY account_id, currency_id`,
      )
      .all(),
    storages: db
      .prepare<[], BooksReport["storages"][number]>(
        `SELECT product_id AS productId, measure_unit_id AS measureUnitId, store_id AS storeId,
           production_at AS productionAt, expiry_at AS expiryAt, quantity FROM storage
         ORDER BY product_id, measure_unit_id, store_id, expiry_at, production_at`,
      )
      .all(),
    deleted: db
      .prepare<[], BooksReport["deleted"][number]>(
        RESTORES.map(
          ({ operation, list }) =>
            `SELECT '${operation}' AS operation, id AS recordKey FROM ${tableOf(list)} WHERE deleted = 1`,
        ).join(" UNION ALL "),
      )
      .all(),
  };
}
