/** What makes entries due that wait to be sent again, or has them wait for a person. */
import type { EntryProblem } from "../../../../contract/reasons/entry-problem.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { EntryRow } from "./entry-rows.ts";

const TAKEN_BACK = JSON.stringify({ code: "no_longer_resent", params: {} } satisfies EntryProblem);

/** Part of the entry store. */
export function createEntryReleases(db: Db) {
  const releaseBlocked = db.prepare(
    `UPDATE entry SET next_attempt_at = ? WHERE state = 'retry_wait' AND next_attempt_at > ?
       AND last_outcome IN ('no_connection','sign_in_needed')`,
  );
  const releaseLaterThan = db.prepare(
    `UPDATE entry SET next_attempt_at = ? WHERE state = 'retry_wait' AND next_attempt_at > ?
       AND last_outcome <> 'asked_to_wait'`,
  );
  const bringAskedForward = db.prepare(
    `UPDATE entry SET next_attempt_at = next_attempt_at - ? WHERE state = 'retry_wait' AND last_outcome = 'asked_to_wait'`,
  );
  const measureAskedAnew = db.prepare(
    `UPDATE entry SET next_attempt_at = next_attempt_at - (changed_at - ?), changed_at = ?
     WHERE state = 'retry_wait' AND last_outcome = 'asked_to_wait' AND changed_at > ?`,
  );
  const releaseUnknown = db.prepare<[number, number], EntryRow>(
    `UPDATE entry SET state = 'retry_wait', next_attempt_at = ?, changed_at = ?, by_consent = 1
     WHERE state = 'outcome_unknown'
       AND coalesce(last_outcome, '') NOT IN ('no_evidence','answer_not_read')
       AND sequence NOT IN (SELECT sequence FROM recovery_entry WHERE held = 1)
     RETURNING *`,
  );
  const takeBackUnknown = db.prepare<[number, string], EntryRow>(
    `UPDATE entry INDEXED BY entry_by_consent
     SET state = 'outcome_unknown', next_attempt_at = 0, by_consent = 0, changed_at = ?,
       last_error = ?
     WHERE state = 'retry_wait' AND by_consent = 1 RETURNING *`,
  );
  const releaseAll = db.prepare(
    "UPDATE entry SET next_attempt_at = ? WHERE state = 'retry_wait' AND next_attempt_at > ?",
  );
  const releaseRefused = db.prepare(
    `UPDATE entry SET next_attempt_at = ? WHERE state = 'retry_wait' AND next_attempt_at > ?
       AND last_outcome = 'service_refused'`,
  );

  return {
    /** Everything that only waited for a connection or a sign-in becomes due; returns how many. */
    releaseBlocked: (now: number): number => releaseBlocked.run(now, now).changes,
    /** A person asked for a try now: all become due, whoever asked them to wait. */
    releaseAll: (now: number): number => releaseAll.run(now, now).changes,
    /** The service is well again: what it refused whatever it was becomes due. */
    releaseRefused: (now: number): number => releaseRefused.run(now, now).changes,
    /** The clock was set back: all become due but those the service itself asked to wait. */
    releaseImpatient: (now: number): number => releaseLaterThan.run(now, now).changes,
    /** Those due later than `latest` become due, but those the service itself asked to wait. */
    releaseFarAhead: (now: number, latest: number): number => releaseLaterThan.run(now, latest).changes,
    /** The clock was set back by this much: what the service asked for is measured anew. */
    bringAskedForward: (byMs: number): number => bringAskedForward.run(byMs).changes,
    /** What the service asked for at a time that is still to come by this clock is measured from now. */
    measureAskedAnew: (now: number): number => measureAskedAnew.run(now, now, now).changes,
    /**
     * The owner says that repeats merge: unknown outcomes become due, but those that a recovery left to a person, and
     * those whose answer was no evidence or ended the program: a repeat would meet the same answer.
     */
    releaseUnknown: (now: number): EntryRow[] => releaseUnknown.all(now, now),
    /** The owner withdrew that: what waits only by it is of unknown outcome again. */
    takeBackUnknown: (now: number): EntryRow[] => takeBackUnknown.all(now, TAKEN_BACK),
  };
}
