/** What an outage of the service may cost: a few entries that need a person, and not the queue. */
import type { Db } from "../../../main/engine/file/database/open-database.ts";

const TEN_MINUTES = 600_000;
/** Of those that wait, in the first ten minutes. */
const FIRST = 3;

export interface OutageFacts {
  forMs: number;
  /** Tries out of turn: a person's, the system's, and what a new run can't know. */
  nudges: number;
  /** Entries that need a person for what was sent in it. */
  spent: number;
}

/** What is wrong, in words. */
export function outageCost({ forMs, nudges, spent }: OutageFacts): string[] {
  const allowed = FIRST + Math.ceil(forMs / TEN_MINUTES) + nudges;
  return spent <= allowed
    ? []
    : [`${Math.round(forMs / 1_000)} s of it cost ${spent} entries, and ${allowed} were to be expected`];
}

export const lastAttempt = (db: Db): number =>
  db.prepare<[], number>("SELECT coalesce(max(attempt_id), 0) FROM attempt").pluck().get() ?? 0;

/** How many entries were refused, or are of unknown outcome, by attempts after this one. */
export const spentSince = (db: Db, attempt: number): number =>
  db
    .prepare<[number], number>(
      `SELECT count(DISTINCT sequence) FROM attempt JOIN entry USING (sequence) WHERE attempt_id > ?
         AND (outcome = 'refused' OR (kind = 'purchaseReturn' AND outcome IN ('server_error','answer_lost','interrupted')))`,
    )
    .pluck()
    .get(attempt) ?? 0;
