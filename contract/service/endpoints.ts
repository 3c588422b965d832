/** The one table of endpoints (section 4): method, path, request, response. */
import {
  purchaseReturnBody,
  restoreAccountBody,
  restoreExchangeRateBody,
  restoreMeasureUnitBody,
  restorePermissionBody,
  taxVoucherBody,
} from "./requests.ts";
import { restoreResult, transactionResults } from "./results.ts";

/** Every operation of the service, by the kind its outbox entries carry. */
export const OPERATION_KINDS = [
  "purchaseReturn",
  "taxVoucher",
  "restoreExchangeRate",
  "restorePermission",
  "restoreMeasureUnit",
  "restoreAccount",
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** A POST that creates is not harmless to repeat; the PUTs and the restores converge on one state. */
export type Repeat = "may_apply_twice" | "converges";

export const ENDPOINTS = {
  purchaseReturn: {
    method: "POST",
    path: "/TenantTransaction/Commercial/PurchaseReturn/Advance",
    request: purchaseReturnBody,
    response: transactionResults,
    answer: "transactions",
    repeat: "may_apply_twice",
  },
  taxVoucher: {
    method: "PUT",
    path: "/TenantTransaction/Financial/TaxVoucher/GovernmentFees",
    request: taxVoucherBody,
    response: transactionResults,
    answer: "transactions",
    repeat: "converges",
  },
  restoreExchangeRate: {
    method: "PUT",
    path: "/TenantExchangeRates/restore",
    request: restoreExchangeRateBody,
    response: restoreResult,
    answer: "restore",
    repeat: "converges",
  },
  restorePermission: {
    method: "PUT",
    path: "/TenantPermissions/restore",
    request: restorePermissionBody,
    response: restoreResult,
    answer: "restore",
    repeat: "converges",
  },
  restoreMeasureUnit: {
    method: "PUT",
    path: "/TenantMeasureUnits/restore",
    request: restoreMeasureUnitBody,
    response: restoreResult,
    answer: "restore",
    repeat: "converges",
  },
  restoreAccount: {
    method: "POST",
    path: "/TenantAccounts/restore",
    request: restoreAccountBody,
    response: restoreResult,
    answer: "restore",
    repeat: "converges",
  },
} as const satisfies Record<
  OperationKind,
  {
    method: "POST" | "PUT";
    path: `/${string}`;
    request: unknown;
    response: unknown;
    answer: "transactions" | "restore";
    repeat: Repeat;
  }
>;
