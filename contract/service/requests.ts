/**
 * The six request bodies, field names exactly as the interface spells them (sections 2.1 to 2.4, 4).
 * Strict: an unknown field is refused, so that nothing unspecified is ever sent.
 */
import { z } from "zod";
import { productInput } from "../return-line.ts";
import { currencyCode, timestamp, uuid } from "../values.ts";
import { wireDecimal, wireInteger } from "./primitives.ts";

/** Section 2.4, as the purchase return carries it: without deviceId. */
export const documentReference = z.strictObject({
  type: wireInteger,
  otherType: z.string().nullable(),
  reference: z.string(),
  url: z.string().nullable(),
  description: z.string().nullable(),
});

/** Section 2.4, as the voucher update carries it: each element with deviceId. */
export const documentReferenceWithDevice = z.strictObject({ ...documentReference.shape, deviceId: uuid });

/** Section 2.1. The element shape of `transfers` is not shown, so it is always sent empty. */
export const purchaseReturnBody = z.strictObject({
  tenantId: wireInteger,
  serialNo: uuid,
  currencyId: currencyCode,
  storeId: wireInteger,
  supplierAccountId: wireInteger,
  cashOrBankAccountId: wireInteger,
  note: z.string(),
  tenantTransactionProductInputs: z.array(productInput),
  transfers: z.array(z.never()),
  status: wireInteger.nullable(),
  createdAt: timestamp.nullable(),
  creatorUserId: wireInteger,
  creatorDeviceId: uuid,
  documentReferences: z.array(documentReference),
});

/** Section 2.3. */
export const taxVoucherBody = z.strictObject({
  tenantId: wireInteger,
  serialNo: uuid,
  currencyId: currencyCode,
  amount: wireDecimal,
  note: z.string(),
  status: wireInteger,
  updatedAt: timestamp,
  creatorUserId: wireInteger,
  creatorDeviceId: uuid,
  documentReferences: z.array(documentReferenceWithDevice),
  deviceId: uuid,
});

/** The decoded bodies: decimals as canonical text, whole numbers exact. */
export type PurchaseReturnBody = z.output<typeof purchaseReturnBody>;
export type TaxVoucherBody = z.output<typeof taxVoucherBody>;
