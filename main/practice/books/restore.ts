/**
 * Endpoints 3 to 6: a deleted record comes back. A repeat of a restore that was carried out here gets the
 * same answer again (so a restore whose answer was lost converges); a record that was never deleted gets 409.
 */
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";
import type { OperationKind } from "../../../contract/service/endpoints.ts";
import type {
  RestoreAccountBody,
  RestoreExchangeRateBody,
  RestoreMeasureUnitBody,
  RestorePermissionBody,
} from "../../../contract/service/requests.ts";
import { restoreResult } from "../../../contract/service/results.ts";
import { type ExactInteger, exactInteger, timestampOf } from "../../../contract/values.ts";
import { type Applied, firstAnswer, recordApplied } from "./applied.ts";
import { requireTenant } from "./known-records.ts";
import type { Clock, Db } from "./open-books.ts";
import { Refusal } from "./refusal.ts";

type RestoreOperation = Exclude<OperationKind, "purchaseReturn" | "taxVoucher">;

const TABLES = {
  restoreExchangeRate: "exchange_rate",
  restorePermission: "permission",
  restoreMeasureUnit: "measure_unit",
  restoreAccount: "account",
} as const satisfies Record<RestoreOperation, string>;

interface Wanted {
  operation: RestoreOperation;
  /** In words, for people: "account 1105". */
  what: string;
  field: string;
  row: unknown;
  requestBody: string;
}

const deletable = z.object({ id: exactInteger, deleted: z.number() });

function restore(db: Db, wanted: Wanted, clock: Clock): Applied {
  if (wanted.row === undefined) {
    throw new Refusal(404, "record_not_found", `There is no ${wanted.what}.`, [
      { field: wanted.field, reason: "is not known" },
    ]);
  }
  const row = deletable.parse(wanted.row);
  const recordKey = String(row.id);
  if (row.deleted === 0) {
    const before = firstAnswer(db, wanted.operation, recordKey);
    if (before !== null) return before;
    throw new Refusal(409, "not_deleted", `There is nothing to restore: ${wanted.what} is not deleted.`, [
      { field: wanted.field, reason: "is not deleted" },
    ]);
  }
  db.prepare(`UPDATE ${TABLES[wanted.operation]} SET deleted = 0 WHERE id = ?`).run(recordKey);
  const now = timestampOf(clock.now());
  const answer = {
    id: row.id,
    status: 1,
    description: `Restored ${wanted.what}`,
    createdAt: now,
    updatedAt: now,
  };
  return recordApplied(db, {
    operation: wanted.operation,
    recordKey,
    serialNo: null,
    transactionId: null,
    appliedAt: now,
    requestBody: wanted.requestBody,
    answerBody: printExactJson(z.encode(restoreResult, answer)),
  });
}

const byId = (db: Db, operation: RestoreOperation, id: ExactInteger): unknown =>
  db.prepare(`SELECT id, deleted FROM ${TABLES[operation]} WHERE id = ?`).get(String(id));

/** Throws Refusal: 403 another tenant, 404 unknown, 409 not deleted. */
export function applyRestoreExchangeRate(
  db: Db,
  body: RestoreExchangeRateBody,
  requestBody: string,
  clock: Clock,
): Applied {
  requireTenant(db, body.tenantId);
  const row = db
    .prepare("SELECT id, deleted FROM exchange_rate WHERE from_currency_id = ? AND to_currency_id = ?")
    .get(body.fromCurrencyId, body.toCurrencyId);
  const what = `exchange rate from ${body.fromCurrencyId} to ${body.toCurrencyId}`;
  return restore(
    db,
    { operation: "restoreExchangeRate", what, field: "fromCurrencyId", row, requestBody },
    clock,
  );
}

/** Throws Refusal: 403 another tenant, 404 unknown, 409 not deleted. */
export function applyRestorePermission(
  db: Db,
  body: RestorePermissionBody,
  requestBody: string,
  clock: Clock,
): Applied {
  requireTenant(db, body.tenantId);
  const operation = "restorePermission";
  const row = byId(db, operation, body.permissionId);
  const what = `permission ${body.permissionId}`;
  return restore(db, { operation, what, field: "permissionId", row, requestBody }, clock);
}

/** Throws Refusal: 403 another tenant, 404 unknown, 409 not deleted. */
export function applyRestoreMeasureUnit(
  db: Db,
  body: RestoreMeasureUnitBody,
  requestBody: string,
  clock: Clock,
): Applied {
  requireTenant(db, body.tenantId);
  const operation = "restoreMeasureUnit";
  const row = byId(db, operation, body.id);
  return restore(db, { operation, what: `measure unit ${body.id}`, field: "id", row, requestBody }, clock);
}

/** The body names no tenant (section 4, rule 2). Throws Refusal: 404 unknown, 409 not deleted. */
export function applyRestoreAccount(
  db: Db,
  body: RestoreAccountBody,
  requestBody: string,
  clock: Clock,
): Applied {
  const operation = "restoreAccount";
  const row = byId(db, operation, body.accountId);
  return restore(
    db,
    { operation, what: `account ${body.accountId}`, field: "accountId", row, requestBody },
    clock,
  );
}
