/** Every request that reached one of the six endpoints, whatever became of it. */
import type { OperationKind } from "../../../contract/operations.ts";
import { timestampOf } from "../../../contract/values.ts";
import type { Clock, Db } from "./open-books.ts";

/** One attempt as the service saw it. `body` is the text exactly as it came. */
export interface ReceivedAttempt {
  n: number;
  at: string;
  operation: OperationKind;
  serialNo: string | null;
  body: string;
  /** The status that was answered (or meant to be); null where the connection ended before that. */
  status: number | null;
  /** The type of the fault that this attempt met, or null. */
  fault: string | null;
  /** The number of the applied request whose answer this attempt got; null where nothing was applied. */
  appliedNo: number | null;
  /** The books did not change: it was answered as a repeat. */
  repeated: boolean;
}

/** Records an attempt before anything is done about it; returns its number, which only ever rises. */
export function recordReceived(
  db: Db,
  clock: Clock,
  attempt: Pick<ReceivedAttempt, "operation" | "serialNo" | "body" | "fault">,
): number {
  const { lastInsertRowid } = db
    .prepare("INSERT INTO received (at, operation, serial_no, body, fault) VALUES (?, ?, ?, ?, ?)")
    .run(timestampOf(clock.now()), attempt.operation, attempt.serialNo, attempt.body, attempt.fault);
  return Number(lastInsertRowid);
}

/** Adds what became of the attempt. */
export function recordOutcome(
  db: Db,
  n: number,
  outcome: Pick<ReceivedAttempt, "status" | "appliedNo" | "repeated">,
): void {
  db.prepare("UPDATE received SET status = ?, applied_no = ?, repeated = ? WHERE n = ?").run(
    outcome.status,
    outcome.appliedNo,
    Number(outcome.repeated),
    n,
  );
}

/** All attempts, in the order they came. */
export function listReceived(db: Db): ReceivedAttempt[] {
  return db
    .prepare<[], Omit<ReceivedAttempt, "repeated"> & { repeated: number }>(
      `SELECT n, at, operation, serial_no AS serialNo, body, status, fault, applied_no AS appliedNo, repeated
       FROM received ORDER BY n`,
    )
    .all()
    .map((row) => ({ ...row, repeated: row.repeated !== 0 }));
}
