/** Every request that changed the books: its exact body and the exact answer it got. */
import type { OperationKind } from "../../../contract/operations.ts";
import type { Timestamp } from "../../../contract/values.ts";
import type { Db } from "./open-books.ts";

/** What a request came to. `repeated`: nothing was changed, the first answer was given again. */
export interface Applied {
  appliedNo: number;
  answerBody: string;
  repeated: boolean;
}

/** The first answer that this record got from this operation, or null. */
export function firstAnswer(db: Db, operation: OperationKind, recordKey: string): Applied | null {
  const row = db
    .prepare<[string, string], { n: number; answer_body: string }>(
      "SELECT n, answer_body FROM applied WHERE operation = ? AND record_key = ? ORDER BY n LIMIT 1",
    )
    .get(operation, recordKey);
  return row === undefined ? null : { appliedNo: row.n, answerBody: row.answer_body, repeated: true };
}

/** Records an applied request inside the transaction that applies it. */
export function recordApplied(
  db: Db,
  applied: {
    operation: OperationKind;
    recordKey: string;
    serialNo: string | null;
    transactionId: number | null;
    appliedAt: Timestamp;
    requestBody: string;
    answerBody: string;
  },
): Applied {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO applied
         (operation, record_key, serial_no, transaction_id, applied_at, request_body, answer_body)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      applied.operation,
      applied.recordKey,
      applied.serialNo,
      applied.transactionId,
      applied.appliedAt,
      applied.requestBody,
      applied.answerBody,
    );
  return { appliedNo: Number(lastInsertRowid), answerBody: applied.answerBody, repeated: false };
}
