/** When something was last written, as far as it says so itself. */
import type { Db } from "../database/open-database.ts";

/** Acts looked back over for the first one that stands in no backup. */
const LOOK_BACK = 5_000;

export function createChangeReads(db: Db) {
  const total = db.prepare<[], number>("SELECT total_changes()").pluck();
  const firstAct = db
    .prepare<[number], number | null>(
      `SELECT min(at) FROM (SELECT at FROM audit ORDER BY sequence DESC LIMIT ${LOOK_BACK}) WHERE at > ?`,
    )
    .pluck();
  const lastAttempt = db
    .prepare<[number], number | null>(
      "SELECT started_at FROM attempt WHERE started_at > ? ORDER BY attempt_id DESC LIMIT 1",
    )
    .pluck();
  return {
    /** Rows written over this connection since it was opened. */
    total: (): number => total.get() ?? 0,
    /** The first act, else an attempt, after `at`; null where there is none. */
    firstAfter: (at: number): number | null => firstAct.get(at) ?? lastAttempt.get(at) ?? null,
  };
}
