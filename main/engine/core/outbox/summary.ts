/** Figures for the home screen. */
import type { Outcome } from "../../../../contract/channels/posting.ts";
import type { OperationKind } from "../../../../contract/operations.ts";
import type { Db } from "../../file/database/open-database.ts";

export interface UnsentRow {
  sequence: number;
  ordering_key: string;
  kind: OperationKind;
  currency_id: string;
  local_amount: string;
  created_at: number;
}
/** Every zone's days begin at a quarter of an hour, so a sum of quarters is exact in any of them. */
export const QUARTER_MS = 900_000;

export interface QuarterRow {
  /** The quarter of an hour, counted from 1970. */
  quarter: number;
  kind: OperationKind;
  n: number;
}
export interface RecentAttemptRow {
  started_at: number;
  ended_at: number;
  outcome: Outcome;
}

export function createSummaryStore(db: Db) {
  const unsent = db.prepare<[], UnsentRow>(
    `SELECT sequence, ordering_key, kind, currency_id, local_amount, created_at FROM entry INDEXED BY entry_by_state
     WHERE state IN ('pending','in_flight','retry_wait','outcome_unknown','dead_letter')
       AND currency_id IS NOT NULL AND local_amount IS NOT NULL`,
  );
  // An entry that was replaced by a corrected one is the same work: it counts once.
  const quarters = db.prepare<[number], QuarterRow>(
    `SELECT created_at / ${QUARTER_MS} AS quarter, kind, count(*) AS n FROM entry INDEXED BY entry_by_time
     WHERE created_at >= ? AND resolution_kind IS NOT 'corrected' GROUP BY 1, 2`,
  );
  const recent = db.prepare<[number], RecentAttemptRow>(
    `SELECT started_at, ended_at, outcome FROM attempt
     WHERE ended_at IS NOT NULL AND outcome IS NOT NULL ORDER BY attempt_id DESC LIMIT ?`,
  );
  const answerTimes = db
    .prepare<[number, number, number], number>(
      `SELECT ended_at - started_at FROM attempt INDEXED BY attempt_accepted
       WHERE outcome IN ('accepted','accepted_not_understood') AND ended_at >= ? AND ended_at < ?
       ORDER BY ended_at DESC LIMIT +?`,
    )
    .pluck();
  return {
    unsent: (): IterableIterator<UnsentRow> => unsent.iterate(),
    /** What was entered since a moment, by quarters of an hour and kind. */
    quarters: (since: number): QuarterRow[] => quarters.all(since),
    /** How long the newest confirming answers of a time took, in milliseconds, at most so many. */
    answerTimes: (from: number, to: number, limit: number): number[] => answerTimes.all(from, to, limit),
    recentAttempts: (limit: number): RecentAttemptRow[] => recent.all(limit),
  };
}
