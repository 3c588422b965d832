/** The answers, field names exactly as the interface spells them (sections 2.5 and 2.6). */
import { z } from "zod";
import { currencyCode, isoDate, timestamp, uuid } from "../values.ts";
import { wireDecimal, wireInteger } from "./primitives.ts";

const description = z.string().nullable();

/** A date. A full date-time is read too, so that two batches of one day stay apart. */
const batchDate = z.union([isoDate, timestamp]);

/** Who made a record and when, in the order most parts carry it. */
const created = { status: wireInteger, creatorUserId: wireInteger, createdAt: timestamp };
const updated = { updatorUserId: wireInteger, updatedAt: timestamp };

export const transfer = z.looseObject({
  rowNo: wireInteger,
  tenantId: wireInteger,
  serviceId: wireInteger,
  transactionId: wireInteger,
  id: wireInteger,
  accountId: wireInteger,
  currencyId: currencyCode,
  amount: wireDecimal,
  description,
  ...created,
  ...updated,
});

export const balance = z.looseObject({
  rowNo: wireInteger,
  tenantId: wireInteger,
  accountId: wireInteger,
  currencyId: currencyCode,
  amount: wireDecimal,
  ceilAmount: wireDecimal,
  upId: wireInteger,
  typeId: wireInteger,
  groupId: wireInteger,
  isMain: z.boolean(),
  isAutomatic: z.boolean(),
  relatedUserId: wireInteger,
  description,
  ...created,
  ...updated,
});

export const transactionProduct = z.looseObject({
  rowNo: wireInteger,
  tenantId: wireInteger,
  serviceId: wireInteger,
  transactionId: wireInteger,
  productId: wireInteger,
  measureUnitId: wireInteger,
  currencyId: currencyCode,
  storeId: wireInteger,
  productionAt: isoDate,
  expiryAt: isoDate,
  price: wireDecimal,
  costPrice: wireDecimal,
  quantity: wireDecimal,
  description,
  status: wireInteger,
  isFree: z.boolean(),
  creatorUserId: wireInteger,
  createdAt: timestamp,
  ...updated,
});

export const request = z.looseObject({
  rowNo: wireInteger,
  askTenantId: wireInteger,
  responseTenantId: wireInteger,
  serviceId: wireInteger,
  id: wireInteger,
  serialNo: uuid,
  description,
  ...created,
  ...updated,
});

export const log = z.looseObject({
  rowNo: wireInteger,
  tenantId: wireInteger,
  id: wireInteger,
  description,
  ...created,
});

export const productStorage = z.looseObject({
  rowNo: wireInteger,
  tenantId: wireInteger,
  productId: wireInteger,
  measureUnitId: wireInteger,
  barcode: z.string(),
  currencyId: currencyCode,
  storeId: wireInteger,
  productionAt: batchDate,
  expiryAt: batchDate,
  costPrice: wireDecimal,
  quantity: wireDecimal,
  ...created,
  ...updated,
  description,
});

/** Section 2.5: one element of the array that both transaction operations answer. */
export const transactionResult = z.looseObject({
  tenantId: wireInteger,
  serviceId: wireInteger,
  id: wireInteger,
  serialNo: uuid,
  currencyId: currencyCode,
  amount: wireDecimal,
  toCurrencyId: currencyCode,
  toAmount: wireDecimal,
  description,
  ...created,
  ...updated,
  TenantTransactionTransfers: z.array(transfer),
  TenantBalances: z.array(balance),
  TenantTransactionProducts: z.array(transactionProduct),
  TenantRequest: z.array(request),
  TenantLogs: z.array(log),
  TenantProductStorages: z.array(productStorage),
  deviceId: uuid,
});

/** Section 2.6: what all four restore operations answer. */
export const restoreResult = z.looseObject({
  id: wireInteger,
  status: wireInteger,
  description,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const transactionResults = z.array(transactionResult);

/** The six parts of a transaction result, by the interface's own names. */
export const TRANSACTION_PARTS = {
  TenantTransactionTransfers: transfer,
  TenantBalances: balance,
  TenantTransactionProducts: transactionProduct,
  TenantRequest: request,
  TenantLogs: log,
  TenantProductStorages: productStorage,
} as const;
export type TransactionPartName = keyof typeof TRANSACTION_PARTS;

export type TransactionResult = z.output<typeof transactionResult>;
export type RestoreResult = z.output<typeof restoreResult>;
