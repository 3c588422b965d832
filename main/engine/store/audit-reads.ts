/** Reads the audit: pages newest first, and runs of rows in the order they were chained. */
import type { AuditRow } from "./audit.ts";
import type { Db } from "./open-database.ts";

export function createAuditReads(db: Db) {
  const page = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
  );
  const after = db.prepare<[number, number], AuditRow>(
    "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  const last = db.prepare<[], number | null>("SELECT max(sequence) FROM audit").pluck();
  return {
    /** Up to `limit` rows before `before` (null: from the newest), newest first. */
    page: (before: number | null, limit: number): AuditRow[] =>
      page.all(before ?? Number.MAX_SAFE_INTEGER, limit),
    /** Up to `limit` rows after `sequence`, oldest first. */
    after: (sequence: number, limit: number): AuditRow[] => after.all(sequence, limit),
    lastSequence: (): number => last.get() ?? 0,
  };
}
