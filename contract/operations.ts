/**
 * The one table of the service's operations (section 4 of the interface): how each is sent, what its answer must hold,
 * whether a repeat is harmless, and what the program does with its entries. A restore's row is all that the program
 * knows of it, besides its words.
 */
import { z } from "zod";
import type { List, NamedList } from "./lists.ts";
import { wireInteger } from "./service/primitives.ts";
import { purchaseReturnBody, taxVoucherBody } from "./service/requests.ts";
import { restoreResult, transactionResults } from "./service/results.ts";
import { accountId, currencyCode, measureUnitId, permissionId, uuid } from "./values.ts";

/** A POST that creates is not harmless to repeat; the PUTs and the restores converge on one state. */
export type Repeat = "may_apply_twice" | "converges";

/** Made by who posts, once for each posting: where no answer came, the same again finds the entry that it became. */
export const postingId = uuid.transform((id) => id.toLowerCase()).optional();

/** One of the ids that name a record to restore. */
interface RestoreKey {
  /** The field of `restore.request`. */
  input: string;
  /** The field of the service's request. */
  sentAs: string;
  list: NamedList;
}

/** An operation that restores a deleted record of a list (endpoints 3 to 6). */
function restore<
  const Restored extends List,
  Input extends z.ZodRawShape,
  Request extends z.ZodObject,
  const Key extends RestoreKey,
>(row: {
  list: Restored;
  method: "POST" | "PUT";
  path: `/${string}`;
  request: Request;
  input: Input;
  keys: readonly [Key, ...Key[]];
}) {
  const { list, method, path, request, input, keys } = row;
  return {
    method,
    path,
    request,
    response: restoreResult,
    answer: "restore",
    repeat: "converges",
    orderedBy: "record",
    countedAs: "restores",
    form: null,
    restores: {
      list,
      keys,
      /** The record as `restore.request` takes it. */
      input: z.strictObject({ kind: z.literal(list), ...input, postingId }),
    },
  } as const;
}

export const OPERATIONS = {
  purchaseReturn: {
    method: "POST",
    path: "/TenantTransaction/Commercial/PurchaseReturn/Advance",
    request: purchaseReturnBody,
    response: transactionResults,
    answer: "transactions",
    repeat: "may_apply_twice",
    orderedBy: "entry",
    countedAs: "purchaseReturns",
    form: "/purchase-return",
    restores: null,
  },
  taxVoucher: {
    method: "PUT",
    path: "/TenantTransaction/Financial/TaxVoucher/GovernmentFees",
    request: taxVoucherBody,
    response: transactionResults,
    answer: "transactions",
    repeat: "converges",
    orderedBy: "record",
    countedAs: "taxVouchers",
    form: "/tax-voucher",
    restores: null,
  },
  restoreExchangeRate: restore({
    list: "exchangeRate",
    method: "PUT",
    path: "/TenantExchangeRates/restore",
    request: z.strictObject({
      tenantId: wireInteger,
      fromCurrencyId: currencyCode,
      toCurrencyId: currencyCode,
      deviceId: uuid,
    }),
    input: { fromCurrencyId: currencyCode, toCurrencyId: currencyCode },
    keys: [
      { input: "fromCurrencyId", sentAs: "fromCurrencyId", list: "currency" },
      { input: "toCurrencyId", sentAs: "toCurrencyId", list: "currency" },
    ],
  }),
  restorePermission: restore({
    list: "permission",
    method: "PUT",
    path: "/TenantPermissions/restore",
    request: z.strictObject({ tenantId: wireInteger, permissionId: wireInteger, deviceId: uuid }),
    input: { permissionId },
    keys: [{ input: "permissionId", sentAs: "permissionId", list: "permission" }],
  }),
  restoreMeasureUnit: restore({
    list: "measureUnit",
    method: "PUT",
    path: "/TenantMeasureUnits/restore",
    request: z.strictObject({ tenantId: wireInteger, id: wireInteger, deviceId: uuid }),
    input: { measureUnitId },
    keys: [{ input: "measureUnitId", sentAs: "id", list: "measureUnit" }],
  }),
  // Rule 2 of section 4: no tenantId.
  restoreAccount: restore({
    list: "account",
    method: "POST",
    path: "/TenantAccounts/restore",
    request: z.strictObject({ accountId: wireInteger, deviceId: uuid }),
    input: { accountId },
    keys: [{ input: "accountId", sentAs: "accountId", list: "account" }],
  }),
} as const satisfies Record<string, Operation>;

/** What the program knows of an operation. */
interface Operation {
  method: "POST" | "PUT";
  path: `/${string}`;
  request: z.ZodObject;
  response: z.ZodType;
  /** What a 2xx must hold to be evidence: transactions with our serial number and tenant, or a restore result. */
  answer: "transactions" | "restore";
  repeat: Repeat;
  /** Entries of one record wait for each other and the newest replaces the others; "entry": each adds to the books. */
  orderedBy: "entry" | "record";
  /** The figure of a day that counts its entries. */
  countedAs: "purchaseReturns" | "taxVouchers" | "restores";
  /** The screen where an entry is corrected; null: it is only asked for again. */
  form: `/${string}` | null;
  restores: { list: List; keys: readonly RestoreKey[]; input: z.ZodObject } | null;
}

type Operations = typeof OPERATIONS;
/** Every operation of the service, by the kind its outbox entries carry. */
export type OperationKind = keyof Operations;

const isKind = (name: string): name is OperationKind => Object.hasOwn(OPERATIONS, name);
export const OPERATION_KINDS: readonly OperationKind[] = Object.keys(OPERATIONS).filter(isKind);
export const operationKind = z.enum(OPERATION_KINDS);

type RestoreRow = Extract<Operations[OperationKind], { answer: "restore" }>;
type RestoreOperation = {
  [Kind in OperationKind]: Operations[Kind] extends RestoreRow ? Kind : never;
}[OperationKind];
/** The lists whose deleted records the interface can restore. */
export type RestoreKind = RestoreRow["restores"]["list"];
/** The fields that name a record in `restore.request`. */
export type RestoreField = RestoreRow["restores"]["keys"][number]["input"];
export type RestoreInput = z.output<RestoreRow["restores"]["input"]>;

/** A restore as the program uses it, whichever list it is of. */
export interface Restore {
  operation: OperationKind;
  list: RestoreKind;
  method: "POST" | "PUT";
  path: string;
  request: z.ZodObject;
  keys: readonly (RestoreKey & { input: RestoreField })[];
}

export const RESTORES: readonly Restore[] = OPERATION_KINDS.flatMap((operation) => {
  const { restores, method, path, request } = OPERATIONS[operation];
  return restores === null
    ? []
    : [{ operation, list: restores.list, method, path, request, keys: restores.keys }];
});

/** Whether that is the name of an operation that restores. */
export const isRestore = (name: string): name is RestoreOperation =>
  RESTORES.some(({ operation }) => operation === name);

export const RESTORE_KINDS: readonly RestoreKind[] = RESTORES.map(({ list }) => list);

/** Throws RangeError for a list that has no restore. */
export function restoreOf(list: RestoreKind): Restore {
  const found = RESTORES.find((one) => one.list === list);
  if (found === undefined) throw new RangeError(`no operation restores records of ${list}`);
  return found;
}

type Fields = Readonly<Record<string, unknown>>;

/** The ids that name a record, in the table's order; `fields`: of `restore.request`. */
export const idsOf = (list: RestoreKind, fields: Fields): string[] =>
  restoreOf(list).keys.map(({ input }) => String(fields[input]));

/** The same, of a body that was sent. */
export const idsSent = (list: RestoreKind, body: Fields): string[] =>
  restoreOf(list).keys.map(({ sentAs }) => String(body[sentAs]));

/** The ids as people read them: "5", or "USD → YER". */
export const shownIds = (ids: readonly string[]): string => ids.join(" → ");

/** The request's fields in the interface's order; tenant and device where it has them. */
export function restoreBody(
  list: RestoreKind,
  fields: Fields,
  who: { tenantId: number | string; deviceId: string },
): Record<string, unknown> {
  const { keys, request } = restoreOf(list);
  const values: Record<string, unknown> = { ...who };
  for (const { input, sentAs } of keys) values[sentAs] = fields[input];
  return Object.fromEntries(Object.keys(request.shape).map((name) => [name, values[name]]));
}
