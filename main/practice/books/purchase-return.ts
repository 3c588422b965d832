/**
 * Endpoint 1: goods go back to the supplier, and the supplier's money returns into cash or bank.
 * The interface shows no business rules; these are the stand-in's own: the amount is the exact sum of
 * price times quantity, free goods leave the store without value, and receivedQuantity is only noted.
 */
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";
import type { PurchaseReturnBody } from "../../../contract/service/requests.ts";
import {
  type productStorage,
  type TransactionResult,
  transactionResults,
} from "../../../contract/service/results.ts";
import {
  asDecimal,
  type CurrencyCode,
  currencyCode,
  type Decimal,
  decimal,
  type ExactInteger,
  exactInteger,
  type IsoDate,
  isoDate,
  timestamp,
  timestampOf,
} from "../../../contract/values.ts";
import {
  type Applied,
  firstAnswer,
  type PracticeClock,
  type PracticeDb,
  recordApplied,
  shopWords,
} from "./books.ts";
import { mainCurrencyOf, RecordCheck, requireTenant } from "./known-records.ts";
import {
  add,
  type BooksPosting,
  inMainCurrency,
  isNegative,
  type Movement,
  multiply,
  negate,
  SERVICE_ID,
  subtract,
  touchedBalances,
  writeLogs,
  writeRequest,
  writeTransfers,
} from "./ledger.ts";

function checkReturn(db: PracticeDb, body: PurchaseReturnBody): void {
  const check = new RecordCheck(db);
  check.record("currencyId", "currency", body.currencyId);
  check.record("storeId", "store", body.storeId);
  check.account("supplierAccountId", body.supplierAccountId, ["supplier"]);
  check.account("cashOrBankAccountId", body.cashOrBankAccountId, ["cash", "bank"]);
  if (body.tenantTransactionProductInputs.length === 0) {
    check.refuse("tenantTransactionProductInputs", "holds no product");
  }
  for (const [index, line] of body.tenantTransactionProductInputs.entries()) {
    const at = `tenantTransactionProductInputs.${index}`;
    check.record(`${at}.productId`, "product", line.productId);
    check.record(`${at}.measureUnitId`, "measureUnit", line.measureUnitId);
    for (const name of ["price", "quantity", "freeQuantity", "receivedQuantity"] as const) {
      if (isNegative(line[name])) check.refuse(`${at}.${name}`, "is negative");
    }
  }
  check.done();
}

/** Takes every line out of the store; a line with free goods answers a second, free row. */
function writeLines(
  db: PracticeDb,
  body: PurchaseReturnBody,
  posting: BooksPosting,
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
function write(db: PracticeDb, body: PurchaseReturnBody, requestBody: string, clock: PracticeClock): Applied {
  const now = timestampOf(clock.now());
  const { lastInsertRowid } = db
    .prepare("INSERT INTO book_transaction (kind, serial_no) VALUES ('purchaseReturn', ?)")
    .run(body.serialNo);
  const posting: BooksPosting = {
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
  const words = shopWords(db);
  const { transactionId: id } = posting;
  const description = words(`Purchase return ${id}`, `مرتجع مشتريات ${id}`);
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
      writeRequest(
        db,
        posting,
        words(`Supplier is asked to confirm return ${id}`, `طُلب من المورّد تأكيد المرتجع ${id}`),
      ),
    ],
    TenantLogs: writeLogs(
      db,
      [
        `${words(`${description} recorded`, `سُجّل ${description}`)}: ${amount} ${body.currencyId}`,
        ...body.tenantTransactionProductInputs.map(({ productId, receivedQuantity: received }) =>
          words(
            `Product ${productId}: received quantity ${received} noted`,
            `الصنف ${productId}: سُجّلت الكمية المستلمة ${received}`,
          ),
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
 * Throws ServiceRefusal: 403 another tenant, 422 unknown or deleted records, negative or endless numbers.
 */
export function applyPurchaseReturn(
  db: PracticeDb,
  body: PurchaseReturnBody,
  requestBody: string,
  clock: PracticeClock,
  mergeRepeats: boolean,
): Applied {
  requireTenant(db, body.tenantId);
  const first = mergeRepeats ? firstAnswer(db, "purchaseReturn", body.serialNo.toLowerCase()) : null;
  if (first !== null) return first;
  checkReturn(db, body);
  return write(db, body, requestBody, clock);
}

/** Dates of goods whose dates nobody knows: the interface wants a date in every storage row. */
const NO_PRODUCTION = isoDate.parse("1900-01-01");
const NO_EXPIRY = isoDate.parse("9999-12-31");

const storageRow = z.object({
  product_id: exactInteger,
  measure_unit_id: exactInteger,
  store_id: exactInteger,
  production_at: isoDate,
  expiry_at: isoDate,
  barcode: z.string(),
  currency_id: currencyCode,
  cost_price: decimal,
  quantity: decimal,
  creator_user_id: exactInteger,
  created_at: timestamp,
  updator_user_id: exactInteger,
  updated_at: timestamp,
});
export type StorageRow = z.output<typeof storageRow>;

/** Which goods a line names; a null date means "whichever goes off first". */
export interface GoodsWanted {
  productId: ExactInteger;
  measureUnitId: ExactInteger;
  storeId: ExactInteger;
  productionAt: IsoDate | null;
  expiryAt: IsoDate | null;
  currencyId: CurrencyCode;
  /** The cost of goods that the books know no cost of. */
  price: Decimal;
}

function findRow(db: PracticeDb, goods: GoodsWanted): StorageRow | null {
  const row = db
    .prepare(
      `SELECT * FROM storage
       WHERE product_id = ? AND measure_unit_id = ? AND store_id = ?
         AND production_at = coalesce(?, production_at) AND expiry_at = coalesce(?, expiry_at)
       ORDER BY expiry_at, production_at LIMIT 1`,
    )
    .get(
      String(goods.productId),
      String(goods.measureUnitId),
      String(goods.storeId),
      goods.productionAt,
      goods.expiryAt,
    );
  return row === undefined ? null : storageRow.parse(row);
}

const soldAs = z.object({ barcode: z.string(), cost_price: decimal });

/** Barcode and cost of the product in this unit; a unit it isn't sold in costs what the request says. */
function describeGoods(db: PracticeDb, goods: GoodsWanted) {
  const row = db
    .prepare("SELECT barcode, cost_price FROM product_unit WHERE product_id = ? AND measure_unit_id = ?")
    .get(String(goods.productId), String(goods.measureUnitId));
  if (row === undefined) return { barcode: "", currencyId: goods.currencyId, costPrice: goods.price };
  const sold = soldAs.parse(row);
  return { barcode: sold.barcode, currencyId: mainCurrencyOf(db), costPrice: sold.cost_price };
}

function openRow(db: PracticeDb, goods: GoodsWanted, posting: BooksPosting): StorageRow {
  const user = String(posting.userId);
  const { barcode, currencyId, costPrice } = describeGoods(db, goods);
  const row = db
    .prepare("INSERT INTO storage VALUES (?, ?, ?, ?, ?, ?, ?, ?, '0', ?, ?, ?, ?) RETURNING *")
    .get(
      String(goods.productId),
      String(goods.measureUnitId),
      String(goods.storeId),
      goods.productionAt ?? NO_PRODUCTION,
      goods.expiryAt ?? NO_EXPIRY,
      barcode,
      currencyId,
      costPrice,
      user,
      posting.updatedAt,
      user,
      posting.updatedAt,
    );
  return storageRow.parse(row);
}

/** Takes goods out of the store and returns the row as it is then. More than is known to be there may go. */
export function takeGoods(
  db: PracticeDb,
  goods: GoodsWanted,
  quantity: Decimal,
  posting: BooksPosting,
): StorageRow {
  const held = findRow(db, goods) ?? openRow(db, goods, posting);
  const row = db
    .prepare(
      `UPDATE storage SET quantity = ?, updator_user_id = ?, updated_at = ?
       WHERE product_id = ? AND measure_unit_id = ? AND store_id = ? AND production_at = ? AND expiry_at = ?
       RETURNING *`,
    )
    .get(
      subtract(held.quantity, quantity),
      String(posting.userId),
      posting.updatedAt,
      String(held.product_id),
      String(held.measure_unit_id),
      String(held.store_id),
      held.production_at,
      held.expiry_at,
    );
  return storageRow.parse(row);
}

/** The rows as the answer carries them: each row once, as it is after the last line that touched it. */
export function storageAnswer(
  rows: readonly StorageRow[],
  tenantId: ExactInteger,
): z.output<typeof productStorage>[] {
  const last = new Map(
    rows.map((row) => [
      [row.product_id, row.measure_unit_id, row.store_id, row.production_at, row.expiry_at].join(" "),
      row,
    ]),
  );
  return [...last.values()].map((row, index) => ({
    rowNo: index + 1,
    tenantId,
    productId: row.product_id,
    measureUnitId: row.measure_unit_id,
    barcode: row.barcode,
    currencyId: row.currency_id,
    storeId: row.store_id,
    productionAt: row.production_at,
    expiryAt: row.expiry_at,
    costPrice: row.cost_price,
    quantity: row.quantity,
    status: 1,
    creatorUserId: row.creator_user_id,
    createdAt: row.created_at,
    updatorUserId: row.updator_user_id,
    updatedAt: row.updated_at,
    description: null,
  }));
}
