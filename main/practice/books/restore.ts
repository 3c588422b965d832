/**
 * Endpoints 3 to 6: a deleted record is restored. A repeat of a restore that was carried out here gets the
 * same answer again (so a restore whose answer was lost converges); a record that was never deleted gets 409.
 */
import { z } from "zod";
import { printExactJson } from "../../../contract/exact-json.ts";
import { inSql, isNamed, keyColumnsOf, tableOf } from "../../../contract/lists.ts";
import { idsSent, type Restore, shownIds } from "../../../contract/operations.ts";
import { restoreResult } from "../../../contract/service/results.ts";
import { exactInteger, timestampOf } from "../../../contract/values.ts";
import { type Applied, firstAnswer, type PracticeClock, type PracticeDb, recordApplied } from "./books.ts";
import { inWords, requireTenant, ServiceRefusal } from "./known-records.ts";

const deletable = z.object({ id: exactInteger, deleted: z.number() });

/**
 * Undeletes the record that a checked body names. Throws ServiceRefusal: 403 another tenant, where the body names one; 404
 * unknown; 409 not deleted.
 */
export function applyRestore(
  db: PracticeDb,
  { operation, list, keys }: Restore,
  body: Readonly<Record<string, unknown>>,
  requestBody: string,
  clock: PracticeClock,
): Applied {
  if (body.tenantId !== undefined) requireTenant(db, exactInteger.parse(body.tenantId));
  const table = tableOf(list);
  const ids = isNamed(list) ? ["id"] : keyColumnsOf(list).map(inSql);
  const named = idsSent(list, body);
  const field = keys[0]?.sentAs ?? "id";
  const words = `${inWords(list)} ${shownIds(named)}`;
  const found = db
    .prepare(`SELECT id, deleted FROM ${table} WHERE ${ids.map((id) => `${id} = ?`).join(" AND ")}`)
    .get(named);
  if (found === undefined)
    throw new ServiceRefusal(404, "record_not_found", `There is no ${words}.`, [
      { field, reason: "is not known" },
    ]);
  const row = deletable.parse(found);
  const recordKey = String(row.id);
  if (row.deleted === 0) {
    const before = firstAnswer(db, operation, recordKey);
    if (before !== null) return before;
    throw new ServiceRefusal(409, "not_deleted", `There is nothing to restore: ${words} is not deleted.`, [
      { field, reason: "is not deleted" },
    ]);
  }
  db.prepare(`UPDATE ${table} SET deleted = 0 WHERE id = ?`).run(recordKey);
  const now = timestampOf(clock.now());
  const answer = { id: row.id, status: 1, description: `Restored ${words}`, createdAt: now, updatedAt: now };
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
