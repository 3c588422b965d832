/**
 * Endpoint 1: goods go back to the supplier, and the supplier's money comes back into cash or bank.
 * The interface shows no business rules; these are the stand-in's own: the amount is the exact sum of
 * price times quantity, free goods leave the store without value, and receivedQuantity is only noted.
 */
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";
import type { PurchaseReturnBody } from "../../../contract/service/requests.ts";
import { type TransactionResult, transactionResults } from "../../../contract/service/results.ts";
import { asDecimal, timestampOf } from "../../../contract/values.ts";
import { type Applied, firstAnswer, recordApplied } from "./applied.ts";
import { add, isNegative, multiply, negate } from "./exact.ts";
import { mainCurrencyOf, RecordCheck, requireTenant } from "./known-records.ts";
import {
  inMainCurrency,
  type Movement,
  type Posting,
  SERVICE_ID,
  touchedBalances,
  writeLogs,
  writeRequest,
  writeTransfers,
} from "./ledger.ts";
import type { Clock, Db } from "./open-books.ts";
import { type StorageRow, storageAnswer, takeGoods } from "./storage.ts";

function checkReturn(db: Db, body: PurchaseReturnBody): void {
  const check = new RecordCheck(db);
  check.currency("currencyId", body.currencyId);
  check.store("storeId", body.storeId);
  check.account("supplierAccountId", body.supplierAccountId, ["supplier"]);
  check.account("cashOrBankAccountId", body.cashOrBankAccountId, ["cash", "bank"]);
  if (body.tenantTransactionProductInputs.length === 0) {
    check.refuse("tenantTransactionProductInputs", "holds no product");
  }
  for (const [index, line] of body.tenantTransactionProductInputs.entries()) {
    const at = `tenantTransactionProductInputs.${index}`;
    check.product(`${at}.productId`, line.productId);
    check.measureUnit(`${at}.measureUnitId`, line.measureUnitId);
    for (const name of ["price", "quantity", "freeQuantity", "receivedQuantity"] as const) {
      if (isNegative(line[name])) check.refuse(`${at}.${name}`, "is negative");
    }
  }
  check.done();
}

/** Takes every line out of the store; a line with free goods answers a second, free row. */
function writeLines(
  db: Db,
  body: PurchaseReturnBody,
  posting: Posting,
): { products: TransactionResult["TenantTransactionProducts"]; storages: StorageRow[] } {
  const products: TransactionResult["TenantTransactionProducts"] = [];
  const storages: StorageRow[] = [];
  for (const line of body.tenantTransactionProductInputs) {
    const goods = { ...line, storeId: body.storeId, currencyId: body.currencyId };
    const row = takeGoods(db, goods, add(line.quantity, line.freeQuantity), posting);
    storages.push(row);
    const answer = (quantity: typeof line.quantity, isFree: boolean) => ({
      rowNo: products.length + 1,
      tenantId: posting.tenantId,
      serviceId: SERVICE_ID,
      transactionId: posting.transactionId,
      productId: line.productId,
      measureUnitId: line.measureUnitId,
      currencyId: body.currencyId,
      storeId: body.storeId,
      productionAt: row.production_at,
      expiryAt: row.expiry_at,
      price: isFree ? asDecimal("0") : line.price,
      costPrice: row.cost_price,
      quantity,
      description: line.description,
      status: posting.status,
      isFree,
      creatorUserId: posting.userId,
      createdAt: posting.createdAt,
      updatorUserId: posting.userId,
      updatedAt: posting.updatedAt,
    });
    products.push(answer(line.quantity, false));
    if (line.freeQuantity !== "0") products.push(answer(line.freeQuantity, true));
  }
  return { products, storages };
}

/** One application of a purchase return, inside a transaction of the caller's. */
function write(db: Db, body: PurchaseReturnBody, requestBody: string, clock: Clock): Applied {
  const now = timestampOf(clock.now());
  const { lastInsertRowid } = db
    .prepare("INSERT INTO book_transaction (kind, serial_no) VALUES ('purchaseReturn', ?)")
    .run(body.serialNo);
  const posting: Posting = {
    tenantId: body.tenantId,
    transactionId: Number(lastInsertRowid),
    serialNo: body.serialNo,
    userId: body.creatorUserId,
    createdAt: body.createdAt ?? now,
    updatedAt: now,
    status: body.status ?? 1,
  };
  const amount = body.tenantTransactionProductInputs.reduce(
    (total, line) => add(total, multiply(line.price, line.quantity)),
    asDecimal("0"),
  );
  const movements: Movement[] = [
    { accountId: body.supplierAccountId, currencyId: body.currencyId, amount: negate(amount) },
    { accountId: body.cashOrBankAccountId, currencyId: body.currencyId, amount },
  ];
  const description = `Purchase return ${posting.transactionId}`;
  const transfers = writeTransfers(db, movements, posting, description);
  const { products, storages } = writeLines(db, body, posting);
  const result: TransactionResult = {
    tenantId: posting.tenantId,
    serviceId: SERVICE_ID,
    id: posting.transactionId,
    serialNo: body.serialNo,
    currencyId: body.currencyId,
    amount,
    ...inMainCurrency(db, amount, body.currencyId, mainCurrencyOf(db)),
    description: body.note,
    status: posting.status,
    creatorUserId: posting.userId,
    createdAt: posting.createdAt,
    updatorUserId: posting.userId,
    updatedAt: posting.updatedAt,
    TenantTransactionTransfers: transfers,
    TenantBalances: touchedBalances(db, movements, posting),
    TenantTransactionProducts: products,
    TenantRequest: [
      writeRequest(db, posting, `Supplier is asked to confirm return ${posting.transactionId}`),
    ],
    TenantLogs: writeLogs(
      db,
      [
        `${description} recorded: ${amount} ${body.currencyId}`,
        ...body.tenantTransactionProductInputs.map(
          (line) => `Product ${line.productId}: received quantity ${line.receivedQuantity} noted`,
        ),
      ],
      posting,
    ),
    TenantProductStorages: storageAnswer(storages, posting.tenantId),
    deviceId: body.creatorDeviceId,
  };
  return recordApplied(db, {
    operation: "purchaseReturn",
    recordKey: body.serialNo.toLowerCase(),
    serialNo: body.serialNo,
    transactionId: posting.transactionId,
    appliedAt: now,
    requestBody,
    answerBody: printExactJson(z.encode(transactionResults, [result])),
  });
}

/**
 * Applies a purchase return. With `mergeRepeats` a serialNo that was applied before gets its first answer,
 * byte for byte, and changes nothing; without, it is applied again under a new transaction id.
 * Throws Refusal: 403 another tenant, 422 unknown or deleted records, negative or endless numbers.
 */
export function applyPurchaseReturn(
  db: Db,
  body: PurchaseReturnBody,
  requestBody: string,
  clock: Clock,
  mergeRepeats: boolean,
): Applied {
  requireTenant(db, body.tenantId);
  const first = mergeRepeats ? firstAnswer(db, "purchaseReturn", body.serialNo.toLowerCase()) : null;
  if (first !== null) return first;
  checkReturn(db, body);
  return write(db, body, requestBody, clock);
}
