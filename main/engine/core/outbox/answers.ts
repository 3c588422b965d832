/**
 * Writes what the service answered into the mirror: only rows that name our tenant as theirs; a row that names none, or
 * nothing readable, is nobody's. Call inside the transaction of the attempt's result.
 */
import { isSameTenant } from "../../../../contract/service/evidence.ts";
import type { ReadableTransaction } from "../../../../contract/service/read-answer.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";

/** A date that is written with a time at midnight is the day: else a batch of a file and of the service are two. */
const dayOf = (date: string | null): string => (date ?? "").replace(/T00:00:00(?:\.0{1,9})?Z$/, "");

export type AnswerStore = ReturnType<typeof createAnswerStore>;

export function createAnswerStore(db: Db) {
  const answerDocument = db.prepare(
    `UPDATE document SET service_amount = ?, service_currency_id = ?, service_status = ?, answered_at = ?
     WHERE serial_no = ?`,
  );
  const answerRestore = db.prepare(
    "UPDATE restore_record SET answer = ?, answered_at = ? WHERE record_key = ? AND last_sequence = ?",
  );
  const putVoucher = db.prepare(
    `INSERT INTO voucher (serial_no, currency_id, amount, note, status, creator_user_id, creator_device_id, updated_at, source, mirrored_at)
     VALUES (@serialNo, @currencyId, @amount, @note, @status, @creatorUserId, @creatorDeviceId, @updatedAt, 'service', @at)
     ON CONFLICT (serial_no) DO UPDATE SET
       currency_id = coalesce(excluded.currency_id, currency_id), amount = coalesce(excluded.amount, amount),
       note = excluded.note, status = coalesce(excluded.status, status),
       creator_user_id = coalesce(excluded.creator_user_id, creator_user_id),
       creator_device_id = excluded.creator_device_id,
       updated_at = coalesce(excluded.updated_at, updated_at), source = 'service', mirrored_at = excluded.mirrored_at`,
  );
  // By place, as there are some for each answer: a name costs a look-up for each value.
  // Answers of parallel sends may cross: what the service itself dates as newer stays.
  const putBalance = db.prepare(
    `INSERT INTO balance (account_id, currency_id, amount, ceil_amount, service_updated_at, answered_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, currency_id) DO UPDATE SET amount = excluded.amount, ceil_amount = excluded.ceil_amount,
       service_updated_at = excluded.service_updated_at, answered_at = excluded.answered_at
     WHERE service_updated_at IS NULL OR excluded.service_updated_at IS NULL
       OR excluded.service_updated_at >= service_updated_at`,
  );
  const putHistory = db.prepare(
    "INSERT INTO balance_history (account_id, currency_id, amount, serial_no, answered_at) VALUES (?, ?, ?, ?, ?)",
  );
  const putStock = db.prepare(
    `INSERT INTO stock (product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id, cost_price,
       quantity, service_updated_at, answered_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (product_id, store_id, measure_unit_id, production_at, expiry_at, source, currency_id, cost_price)
     DO UPDATE SET barcode = excluded.barcode, quantity = excluded.quantity, service_updated_at = excluded.service_updated_at, answered_at = excluded.answered_at
     WHERE service_updated_at IS NULL OR excluded.service_updated_at IS NULL
       OR excluded.service_updated_at >= service_updated_at`,
  );
  // An older answer changes nothing; what came later still shows that the row knows of it.
  const hearStock = db.prepare(
    `UPDATE stock SET answered_at = max(answered_at, @at)
     WHERE product_id = @productId AND store_id = @storeId AND measure_unit_id = @measureUnitId
       AND production_at = @productionAt AND expiry_at = @expiryAt AND source = 'service'
       AND currency_id = @currencyId AND cost_price = @costPrice`,
  );

  const putParts = (transaction: ReadableTransaction, tenantId: ExactInteger, at: number): void => {
    for (const row of transaction.TenantBalances) {
      if (row.accountId === null || row.currencyId === null || !isSameTenant(row.tenantId, tenantId))
        continue;
      const { accountId, currencyId, amount, ceilAmount, updatedAt } = row;
      const { changes } = putBalance.run(accountId, currencyId, amount, ceilAmount, updatedAt, at);
      // A row older than what is kept is no step of the history either.
      if (changes > 0) putHistory.run(accountId, currencyId, amount, transaction.serialNo, at);
    }
    for (const row of transaction.TenantProductStorages) {
      const { productId, measureUnitId, storeId } = row;
      if (productId === null || measureUnitId === null || storeId === null) continue;
      if (!isSameTenant(row.tenantId, tenantId)) continue;
      const [productionAt, expiryAt] = [dayOf(row.productionAt), dayOf(row.expiryAt)];
      const { barcode, quantity, updatedAt } = row;
      const [currencyId, costPrice] = [row.currencyId ?? "", row.costPrice ?? ""];
      const put = putStock.run(
        ...[productId, measureUnitId, storeId, productionAt, expiryAt, barcode, currencyId, costPrice],
        ...[quantity, updatedAt, at],
      );
      if (put.changes === 0)
        hearStock.run({
          productId,
          storeId,
          measureUnitId,
          productionAt,
          expiryAt,
          currencyId,
          costPrice,
          at,
        });
    }
  };

  return {
    /** Mirrors the answer of a document's entry, whose attempt ended `at`: `own` is its transaction, `ours` all of our tenant. */
    putTransactions(
      entry: {
        serialNo: string;
        tenantId: ExactInteger;
        voucher: { note: string; creatorDeviceId: string } | null;
      },
      own: ReadableTransaction,
      ours: readonly ReadableTransaction[],
      at: number,
    ): void {
      for (const transaction of ours) putParts(transaction, entry.tenantId, at);
      answerDocument.run(own.amount, own.currencyId, own.status, at, entry.serialNo);
      if (entry.voucher === null) return;
      const { currencyId, amount, status, creatorUserId, updatedAt } = own;
      const serialNo = entry.serialNo;
      // The result carries neither: what was sent and accepted is what is there now.
      const { note, creatorDeviceId } = entry.voucher;
      putVoucher.run({
        serialNo,
        currencyId,
        amount,
        note,
        status,
        creatorUserId,
        creatorDeviceId,
        updatedAt,
        at,
      });
    },
    /** Keeps the answer to the newest request of that record; an older one's is not shown. */
    putRestore: (entry: { sequence: number; recordKey: string }, raw: string, at: number): void =>
      void answerRestore.run(raw, at, entry.recordKey, entry.sequence),
  };
}
