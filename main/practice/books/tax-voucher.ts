/**
 * Endpoint 2: a government-fees voucher gets new words and a new amount. A repeat converges: the voucher
 * ends as the body says, however often it comes. The last one to come wins, as the interface shows no
 * conflict check.
 */
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";
import type { TaxVoucherBody } from "../../../contract/service/requests.ts";
import { type TransactionResult, transactionResults } from "../../../contract/service/results.ts";
import {
  currencyCode,
  decimal,
  exactInteger,
  timestamp,
  timestampOf,
  uuid,
} from "../../../contract/values.ts";
import { type Applied, type PracticeClock, type PracticeDb, recordApplied, shopWords } from "./books.ts";
import { mainCurrencyOf, RecordCheck, requireTenant, ServiceRefusal } from "./known-records.ts";
import {
  type BooksPosting,
  inMainCurrency,
  isNegative,
  type Movement,
  moveBalance,
  negate,
  SERVICE_ID,
  touchedBalances,
  writeLogs,
  writeRequest,
  writeTransfers,
} from "./ledger.ts";

const voucherRow = z.object({
  serial_no: uuid,
  transaction_id: z.number(),
  created_at: timestamp,
  fees_account_id: exactInteger,
  cash_account_id: exactInteger,
});

const transferRow = z.object({ account_id: exactInteger, currency_id: currencyCode, amount: decimal });

/** Takes back what the voucher moved before; returns those movements. */
function takeBackTransfers(db: PracticeDb, posting: BooksPosting): Movement[] {
  const rows = db
    .prepare("DELETE FROM transfer WHERE transaction_id = ? RETURNING account_id, currency_id, amount")
    .all(posting.transactionId);
  return rows.map((raw) => {
    const row = transferRow.parse(raw);
    const movement = { accountId: row.account_id, currencyId: row.currency_id, amount: negate(row.amount) };
    moveBalance(db, movement, posting);
    return movement;
  });
}

/**
 * Updates the voucher. Throws ServiceRefusal: 403 another tenant, 404 no voucher with this serialNo,
 * 422 an unknown currency or a negative amount.
 */
export function applyTaxVoucher(
  db: PracticeDb,
  body: TaxVoucherBody,
  requestBody: string,
  clock: PracticeClock,
): Applied {
  requireTenant(db, body.tenantId);
  const recordKey = body.serialNo.toLowerCase();
  const raw = db.prepare("SELECT * FROM voucher WHERE serial_key = ?").get(recordKey);
  if (raw === undefined) {
    throw new ServiceRefusal(
      404,
      "voucher_not_found",
      `There is no tax voucher with serial number ${body.serialNo}.`,
      [{ field: "serialNo", reason: "is not the serial number of a tax voucher" }],
    );
  }
  const check = new RecordCheck(db);
  check.record("currencyId", "currency", body.currencyId);
  if (isNegative(body.amount)) check.refuse("amount", "is negative");
  check.done();

  const voucher = voucherRow.parse(raw);
  const posting: BooksPosting = {
    tenantId: body.tenantId,
    transactionId: voucher.transaction_id,
    serialNo: voucher.serial_no,
    userId: body.creatorUserId,
    createdAt: voucher.created_at,
    updatedAt: body.updatedAt,
    status: body.status,
  };
  const words = shopWords(db);
  const { transaction_id: id } = voucher;
  const description = words(`Tax voucher ${id}`, `سند ضريبي ${id}`);
  const takenBack = takeBackTransfers(db, posting);
  const movements: Movement[] = [
    { accountId: voucher.fees_account_id, currencyId: body.currencyId, amount: body.amount },
    { accountId: voucher.cash_account_id, currencyId: body.currencyId, amount: negate(body.amount) },
  ];
  const transfers = writeTransfers(db, movements, posting, description);
  db.prepare(
    `UPDATE voucher SET currency_id = ?, amount = ?, note = ?, status = ?, creator_user_id = ?,
       creator_device_id = ?, updated_at = ?, document_references = ? WHERE serial_key = ?`,
  ).run(
    body.currencyId,
    body.amount,
    body.note,
    String(body.status),
    String(body.creatorUserId),
    body.creatorDeviceId,
    body.updatedAt,
    JSON.stringify(body.documentReferences),
    recordKey,
  );
  const result: TransactionResult = {
    tenantId: posting.tenantId,
    serviceId: SERVICE_ID,
    id: posting.transactionId,
    serialNo: voucher.serial_no,
    currencyId: body.currencyId,
    amount: body.amount,
    ...inMainCurrency(db, body.amount, body.currencyId, mainCurrencyOf(db)),
    description: body.note,
    status: body.status,
    creatorUserId: body.creatorUserId,
    createdAt: posting.createdAt,
    updatorUserId: body.creatorUserId,
    updatedAt: body.updatedAt,
    TenantTransactionTransfers: transfers,
    TenantBalances: touchedBalances(db, [...movements, ...takenBack], posting),
    TenantTransactionProducts: [],
    TenantRequest: [writeRequest(db, posting, words(`Voucher ${id} was changed`, `عُدّل السند ${id}`))],
    TenantLogs: writeLogs(
      db,
      [`${words(`${description} updated`, `عُدّل ${description}`)}: ${body.amount} ${body.currencyId}`],
      posting,
    ),
    TenantProductStorages: [],
    deviceId: body.deviceId,
  };
  return recordApplied(db, {
    operation: "taxVoucher",
    recordKey,
    serialNo: voucher.serial_no,
    transactionId: voucher.transaction_id,
    appliedAt: timestampOf(clock.now()),
    requestBody,
    answerBody: printExactJson(z.encode(transactionResults, [result])),
  });
}
