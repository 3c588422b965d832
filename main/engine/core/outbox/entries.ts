/** The outbox table: entries and their attempts. No rule lives here but "which waits for which". */

import type { Actor } from "../../../../contract/call.ts";
import type { EntryDetail, Outcome, Resolution } from "../../../../contract/channels/posting.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import { OPERATION_KINDS, OPERATIONS } from "../../../../contract/operations.ts";
import type { EntryProblem } from "../../../../contract/reasons/entry-problem.ts";
import type { Db } from "../../file/database/open-database.ts";
import { fitting } from "../../file/database/row-rules.ts";
import { unsettled } from "../../file/schema/entries.ts";
import {
  ASKED_ATTENTION_MS,
  ATTENTION_AFTER,
  type AttemptRow,
  attemptOf,
  type ClaimableRow,
  type EntryRow,
  resolutionOf,
  summaryOf,
  writtenName,
  writtenProblem,
} from "./entry-rows.ts";
import { createReturnLineStore } from "./return-lines.ts";

// What screens and the status ask of many entries: lists and counts.

/** The most states a list can ask for; absent ones are filled with a state no entry has. */
const STATE_SLOTS = 7;

/** What is asked of an entry whose outcome is unknown, without its request. */
export type UnknownRow = Pick<
  EntryRow,
  "entry_id" | "kind" | "subject" | "serial_no" | "currency_id" | "local_amount" | "created_at" | "changed_at"
>;

/** `bySequence` is the entry of that number. Part of the entry store. */
function createEntryLists(db: Db, bySequence: (sequence: number) => EntryRow | undefined) {
  // `LIMIT ?` would be compiled again at each run; by `+?` it isn't.
  const listAll = db.prepare<[number, number], EntryRow>(
    "SELECT * FROM entry WHERE sequence < ? ORDER BY sequence DESC LIMIT +?",
  );
  // Each state's entries stand in order in their index; the states are merged, so that a rare one costs no walk.
  const listOf = db
    .prepare<unknown[], number>(
      `${Array(STATE_SLOTS)
        .fill("SELECT sequence FROM entry INDEXED BY entry_by_state WHERE state = ? AND sequence < ?")
        .join(" UNION ALL ")} ORDER BY sequence DESC LIMIT +?`,
    )
    .pluck();
  const listDiscarded = db.prepare<[number, number, number], EntryRow>(
    `SELECT * FROM entry INDEXED BY entry_by_state
     WHERE state = 'discarded' AND (resolution_kind = 'corrected') = ? AND sequence < ?
     ORDER BY sequence DESC LIMIT +?`,
  );
  const unknown = db.prepare<[], UnknownRow>(
    `SELECT entry_id, kind, subject, serial_no, currency_id, local_amount, created_at, changed_at
     FROM entry INDEXED BY entry_by_state WHERE state = 'outcome_unknown' ORDER BY sequence`,
  );
  const count = db.prepare<[string], number>("SELECT n FROM entry_count WHERE state = ?").pluck();
  // Not a bare "?": SQLite would compare it with the states of the partial indexes, and compile this at each run.
  const oldestOf = db.prepare<[string], { sequence: number; created_at: number }>(
    "SELECT sequence, created_at FROM entry INDEXED BY entry_by_state WHERE state = CAST(? AS TEXT) ORDER BY sequence LIMIT 1",
  );
  const lastConfirmed = db
    .prepare<[], number>(
      "SELECT max(ended_at) FROM attempt WHERE outcome IN ('accepted','accepted_not_understood')",
    )
    .pluck();
  const triedOften = db
    .prepare<[], number>(
      `SELECT count(*) FROM entry INDEXED BY entry_tried_often
       WHERE state = 'retry_wait' AND attempts >= ${ATTENTION_AFTER}`,
    )
    .pluck();
  const askedLong = db
    .prepare<[], number>(
      `SELECT count(*) FROM entry INDEXED BY entry_asked_long
       WHERE state = 'retry_wait' AND asked_ms > ${ASKED_ATTENTION_MS} AND attempts < ${ATTENTION_AFTER}`,
    )
    .pluck();

  return {
    /** Newest first. `corrected`: only discarded entries, those that another one replaced or all the others. */
    list(
      { states, corrected }: ParsedInput<"outbox.list">,
      beforeSequence: number,
      limit: number,
    ): EntryRow[] {
      if (corrected !== undefined) return listDiscarded.all(Number(corrected), beforeSequence, limit);
      if (states === undefined) return listAll.all(beforeSequence, limit);
      const slots = Array.from({ length: STATE_SLOTS }, (_, index) => [states[index] ?? "", beforeSequence]);
      return listOf.all(...slots.flat(), limit).flatMap((sequence) => bySequence(sequence) ?? []);
    },
    /** All of unknown outcome, in the order they were entered. */
    unknown: (): UnknownRow[] => unknown.all(),
    count: (state: EntryState): number => count.get(state) ?? 0,
    /** The one that was entered first, of those in this state. */
    oldest: (state: EntryState) => oldestOf.get(state) ?? null,
    lastConfirmedAt: (): number | null => lastConfirmed.get() ?? null,
    needingAttention: (): number =>
      (triedOften.get() ?? 0) +
      (askedLong.get() ?? 0) +
      (count.get("dead_letter") ?? 0) +
      (count.get("outcome_unknown") ?? 0),
  };
}

// What makes entries due that wait to be sent again, or has them wait for a person.

const TAKEN_BACK = JSON.stringify({ code: "no_longer_resent", params: {} } satisfies EntryProblem);

/** Part of the entry store. */
function createEntryReleases(db: Db) {
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
    /** A person asked for a try now: all become due, also those that the service asked to wait. */
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

/** Which of the entries that are due may be claimed, by what a repeat of them does. */
export type Which = "any" | "harmless_first" | "harmless";

export type NewEntry = Pick<
  EntryRow,
  | "entry_id"
  | "kind"
  | "ordering_key"
  | "tenant_id"
  | "serial_no"
  | "request_body"
  | "request_hash"
  | "subject"
  | "currency_id"
  | "local_amount"
  | "created_at"
  | "corrects_entry_id"
>;

/** What an attempt's result, or a person, changes of an entry. */
interface EntryChange {
  state: EntryState;
  /** Added to the counted attempts. */
  addAttempts: 0 | 1;
  nextAttemptAt: number;
  lastOutcome: Outcome | null;
  lastProblem: EntryProblem | null;
  answerUnderstood: boolean | null;
  byConsent: boolean;
  /** What the service asked it to wait, in milliseconds, added to what it asked before. */
  addAskedMs: number;
}

export interface AttemptResult {
  endedAt: number;
  outcome: Outcome;
  httpStatus: number | null;
  responseBody: string | null;
  /** Where the text isn't exactly what came. */
  responseBytes: Uint8Array | null;
  /** Whether only the beginning of the answer is kept. */
  answerCut: boolean;
  problem: EntryProblem | null;
  counted: boolean;
}

export type EntryStore = ReturnType<typeof createEntryStore>;

/** The kinds of which a repeat does no harm. */
const HARMLESS = ` AND e.kind IN (${OPERATION_KINDS.filter((kind) => OPERATIONS[kind].repeat === "converges")
  .map((kind) => `'${kind}'`)
  .join(",")})`;

export function createEntryStore(db: Db) {
  const returnLines = createReturnLineStore(db);
  // By place: a name costs a look-up for each value, between a key press and its place on disk.
  const insert = db.prepare(
    `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, serial_no, request_body, request_hash, state,
       subject, currency_id, local_amount, created_at, changed_at, corrects_entry_id, user_id,
       person, approver)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // `LIMIT ?` would be compiled again at each run, for SQLite plans by its value; by `+?` it doesn't.
  // The newest word on a key may be under way while a person has an older, refused one sent again.
  const claimableOf = (which: string) =>
    db.prepare<number[], ClaimableRow>(
      `SELECT *, ${fitting(db, "entry")} AS is_fitting FROM entry AS e INDEXED BY entry_due
       WHERE e.state IN ('pending','retry_wait') AND e.next_attempt_at <= ? AND e.by_consent <= ?${which}
         AND NOT EXISTS (SELECT 1 FROM entry AS b INDEXED BY entry_unsettled_by_key
           WHERE (${unsettled("b.state")})
             AND b.ordering_key = e.ordering_key AND b.sequence < e.sequence)
         AND NOT EXISTS (SELECT 1 FROM entry AS f INDEXED BY entry_unsettled_by_key
           WHERE (${unsettled("f.state")})
             AND f.ordering_key = e.ordering_key AND f.state = 'in_flight')
       ORDER BY e.next_attempt_at, e.sequence LIMIT +?`,
    );
  const claimable = claimableOf("");
  const claimableHarmless = claimableOf(HARMLESS);
  /** Made where something is held: most files never hold anything. */
  let unheld: { any: typeof claimable; harmless: typeof claimable } | null = null;
  const nextDue = db
    .prepare<[number], number>(
      `SELECT next_attempt_at FROM entry INDEXED BY entry_due
       WHERE state IN ('pending','retry_wait') AND next_attempt_at > ? ORDER BY next_attempt_at LIMIT 1`,
    )
    .pluck();
  const setState = db.prepare("UPDATE entry SET state = ?, changed_at = ? WHERE sequence = ?");
  const startAttempt = db.prepare("INSERT INTO attempt (sequence, started_at) VALUES (?, ?)");
  const endAttempt = db.prepare(
    `UPDATE attempt SET ended_at = ?, outcome = ?, http_status = ?, response_body = ?, response_bytes = ?, answer_cut = ?, detail = ?,
       counted = ?
     WHERE attempt_id = ?`,
  );
  const change = db.prepare(
    `UPDATE entry SET state = ?, attempts = attempts + ?, next_attempt_at = ?, last_outcome = ?, last_error = ?,
       answer_understood = ?, by_consent = ?, asked_ms = asked_ms + ?, changed_at = ? WHERE sequence = ?`,
  );
  const byId = db.prepare<[string], EntryRow>("SELECT * FROM entry WHERE entry_id = ?");
  const bySequence = db.prepare<[number], EntryRow>("SELECT * FROM entry WHERE sequence = ?");
  const attemptsOf = db.prepare<[number], AttemptRow>(
    "SELECT * FROM attempt WHERE sequence = ? ORDER BY attempt_id",
  );
  const triesOf = db.prepare<[number], number>("SELECT count(*) FROM attempt WHERE sequence = ?").pluck();
  const inFlight = db.prepare<[], EntryRow>(
    "SELECT * FROM entry WHERE state = 'in_flight' ORDER BY sequence",
  );
  const openAttempt = db
    .prepare<[number], number>(
      "SELECT attempt_id FROM attempt WHERE sequence = ? AND ended_at IS NULL ORDER BY attempt_id DESC LIMIT 1",
    )
    .pluck();
  const resolve = db.prepare(
    `UPDATE entry SET state = ?, resolution_kind = ?, resolution_words = ?, corrected_by_entry_id = ?, changed_at = ?,
       resolution_person = ?, resolution_approver = ?
     WHERE sequence = ?`,
  );
  const mayBeApplied = db
    .prepare<[{ sequence: number }], number>(
      `SELECT EXISTS (SELECT 1 FROM attempt WHERE sequence = @sequence
         AND (outcome IS NULL OR outcome IN ('server_error','answer_lost','interrupted','no_evidence','redirected_unknown','answer_not_read')))
       OR EXISTS (SELECT 1 FROM recovery_entry WHERE sequence = @sequence AND held = 1)`,
    )
    .pluck();
  const isHeld = db
    .prepare<[number], number>("SELECT EXISTS (SELECT 1 FROM recovery_entry WHERE sequence = ? AND held = 1)")
    .pluck();

  /**
   * An entry can be replaced while it was certainly not applied and isn't under way. A refusal says so of that one try
   * only: an earlier one may have reached the books. A repeat that converges can be replaced all the same: the newer
   * one is the last in the end. What a recovery left to a person can't: the service may have it.
   */
  const isReplaceable = ({ sequence, state, kind }: EntryRow): boolean => {
    if (isHeld.get(sequence) === 1) return false;
    if (state === "pending") return true;
    if (state !== "retry_wait" && state !== "dead_letter") return false;
    return OPERATIONS[kind].repeat === "converges" || mayBeApplied.get({ sequence }) !== 1;
  };

  return {
    ...createEntryReleases(db),
    ...createEntryLists(db, (sequence) => bySequence.get(sequence)),
    /** Inserts a pending entry; returns its sequence. Call it inside the posting's transaction. */
    insert: (
      entry: NewEntry,
      { userId, person, approver }: Pick<Actor, "userId" | "person" | "approver">,
    ): number =>
      Number(
        insert.run(
          ...[entry.entry_id, entry.kind, entry.ordering_key, entry.tenant_id, entry.serial_no],
          ...[entry.request_body, entry.request_hash, entry.subject, entry.currency_id, entry.local_amount],
          ...[entry.created_at, entry.created_at, entry.corrects_entry_id],
          ...[userId, writtenName(person), writtenName(approver)],
        ).lastInsertRowid,
      ),
    /**
     * The entries that may be sent at `now`, oldest first, at most one for each ordering key and none whose key is
     * under way. `consent`: the owner has unknown outcomes sent again; then every repeat counts as harmless.
     * `heldUpTo`: entries up to that one wait for something else; 0: none does.
     */
    claimable(now: number, limit: number, which: Which, consent: boolean, heldUpTo = 0): ClaimableRow[] {
      const find = (harmless: boolean): ClaimableRow[] => {
        const due = [now, Number(consent)];
        if (heldUpTo === 0) return (harmless ? claimableHarmless : claimable).all(...due, limit);
        unheld ??= {
          any: claimableOf(" AND e.sequence > ?"),
          harmless: claimableOf(`${HARMLESS} AND e.sequence > ?`),
        };
        return (harmless ? unheld.harmless : unheld.any).all(...due, heldUpTo, limit);
      };
      if (consent || which === "any") return find(false);
      const found = find(true);
      return found.length === 0 && which === "harmless_first" ? find(false) : found;
    },
    /** The next time something becomes due after `now`, or null. */
    nextDueAfter: (now: number): number | null => nextDue.get(now) ?? null,
    /** Marks as in flight and opens an attempt; returns the attempt's id. Inside a transaction. */
    begin(sequence: number, now: number): number {
      setState.run("in_flight", now, sequence);
      return Number(startAttempt.run(sequence, now).lastInsertRowid);
    },
    endAttempt(attemptId: number, result: AttemptResult): void {
      endAttempt.run(
        result.endedAt,
        result.outcome,
        result.httpStatus,
        result.responseBody,
        result.responseBytes,
        Number(result.answerCut),
        writtenProblem(result.problem),
        result.counted ? 1 : 0,
        attemptId,
      );
    },
    change(sequence: number, to: EntryChange, now: number): void {
      change.run(
        to.state,
        to.addAttempts,
        to.nextAttemptAt,
        to.lastOutcome,
        writtenProblem(to.lastProblem),
        to.answerUnderstood === null ? null : Number(to.answerUnderstood),
        Number(to.byConsent),
        to.addAskedMs,
        now,
        sequence,
      );
    },
    /** Settles by a person's decision. */
    resolve(
      sequence: number,
      state: "discarded" | "confirmed",
      kind: Resolution["kind"],
      words: string,
      correctedBy: string | null,
      now: number,
      { person, approver }: Pick<Actor, "person" | "approver">,
    ): void {
      const by = [writtenName(person), writtenName(approver)];
      resolve.run(state, kind, words, correctedBy, now, ...by, sequence);
    },
    byId: (entryId: string): EntryRow | undefined => byId.get(entryId.toLowerCase()),
    isReplaceable,
    /** How often it was tried, whatever came of it. */
    triesOf: (sequence: number): number => triesOf.get(sequence) ?? 0,
    bySequence: (sequence: number): EntryRow | undefined => bySequence.get(sequence),
    inFlight: (): EntryRow[] => inFlight.all(),
    openAttempt: (sequence: number): number | null => openAttempt.get(sequence) ?? null,
    detailOf(row: EntryRow): EntryDetail {
      const endpoint = OPERATIONS[row.kind];
      const { attempts: attemptCount, ...summary } = summaryOf(row);
      return {
        ...summary,
        tenantId: row.tenant_id,
        orderingKey: row.ordering_key,
        method: endpoint.method,
        path: endpoint.path,
        requestBody: row.request_body,
        requestHash: row.request_hash,
        attempts: attemptsOf.all(row.sequence).map(attemptOf),
        attemptCount,
        resolution: resolutionOf(row),
        replaceable: isReplaceable(row),
        purchaseLines: returnLines.ofEntry(row.sequence).map((line) => ({
          line: line.position,
          documentNo: line.document_no,
          supplierAccountId: line.supplier_account_id,
          row: line.row,
        })),
      };
    },
  };
}
