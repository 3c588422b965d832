/**
 * Endpoints 3 to 6: a deleted record comes back. A repeat of a restore that was carried out here gets the
 * same answer again (so a restore whose answer was lost converges); a record that was never deleted gets 409.
 */
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";
import type { OperationKind } from "../../../contract/service/endpoints.ts";
import { restoreResult } from "../../../contract/service/results.ts";
import { type ExactInteger, exactInteger, timestampOf } from "../../../contract/values.ts";
import { type Applied, type Clock, type Db, firstAnswer, recordApplied } from "./books.ts";
import { Refusal, requireTenant } from "./known-records.ts";

type RestoreOperation = Exclude<OperationKind, "purchaseReturn" | "taxVoucher">;

/** Where the records are, what they are called, the field of the request that names one, and its column. */
const RECORDS = {
  restoreExchangeRate: [
    "exchange_rate",
    "exchange rate",
    "fromCurrencyId",
    "from_currency_id || ' to ' || to_currency_id",
  ],
  restorePermission: ["permission", "permission", "permissionId", "id"],
  restoreMeasureUnit: ["measure_unit", "measure unit", "id", "id"],
  restoreAccount: ["account", "account", "accountId", "id"],
} as const satisfies Record<RestoreOperation, readonly string[]>;

const deletable = z.object({ id: exactInteger, deleted: z.number() });

/**
 * Restores the record. `tenantId` is left out where the body names none (section 4, rule 2).
 * Throws Refusal: 403 another tenant, 404 unknown, 409 not deleted.
 */
export function applyRestore(
  db: Db,
  operation: RestoreOperation,
  wanted: { key: ExactInteger | string; tenantId?: ExactInteger },
  requestBody: string,
  clock: Clock,
): Applied {
  if (wanted.tenantId !== undefined) requireTenant(db, wanted.tenantId);
  const [table, word, field, column] = RECORDS[operation];
  const what = `${word} ${wanted.key}`;
  const found = db.prepare(`SELECT id, deleted FROM ${table} WHERE ${column} = ?`).get(String(wanted.key));
  if (found === undefined)
    throw new Refusal(404, "record_not_found", `There is no ${what}.`, [{ field, reason: "is not known" }]);
  const row = deletable.parse(found);
  const recordKey = String(row.id);
  if (row.deleted === 0) {
    const before = firstAnswer(db, operation, recordKey);
    if (before !== null) return before;
    const words = `There is nothing to restore: ${what} is not deleted.`;
    throw new Refusal(409, "not_deleted", words, [{ field, reason: "is not deleted" }]);
  }
  db.prepare(`UPDATE ${table} SET deleted = 0 WHERE id = ?`).run(recordKey);
  const now = timestampOf(clock.now());
  const answer = { id: row.id, status: 1, description: `Restored ${what}`, createdAt: now, updatedAt: now };
  return recordApplied(db, {
    operation,
    recordKey,
    serialNo: null,
    transactionId: null,
    appliedAt: now,
    requestBody,
    answerBody: printExactJson(z.encode(restoreResult, answer)),
  });
}
