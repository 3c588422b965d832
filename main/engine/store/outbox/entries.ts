/** The outbox table: entries and their attempts. No rule lives here but "who stands before whom". */

import type { EntryState } from "../../../../contract/channels/common.ts";
import type {
  Attempt,
  EntryDetail,
  EntrySummary,
  Outcome,
  Resolution,
} from "../../../../contract/channels/posting.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import { ENDPOINTS, OPERATION_KINDS, type OperationKind } from "../../../../contract/service/endpoints.ts";
import type { Asked, NoEvidence } from "../../../../contract/service/evidence.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../file/open-database.ts";
import { fitting, rowTime } from "../file/row-rules.ts";
import { heldReasonOf } from "../recovery/recovery.ts";

/** Which of the entries that are due may be claimed, by what a repeat of them does. */
export type Which = "any" | "harmless_first" | "harmless";

export interface EntryRow {
  sequence: number;
  entry_id: string;
  kind: OperationKind;
  ordering_key: string;
  tenant_id: ExactInteger;
  serial_no: string | null;
  request_body: string;
  request_hash: string;
  state: EntryState;
  attempts: number;
  next_attempt_at: number;
  last_outcome: Outcome | null;
  last_error: string | null;
  answer_understood: number | null;
  subject: string;
  currency_id: string | null;
  local_amount: string | null;
  created_at: number;
  changed_at: number;
  corrects_entry_id: string | null;
  corrected_by_entry_id: string | null;
  resolution_kind: Resolution["kind"] | null;
  resolution_words: string | null;
  /** Why the answer that an earlier version confirmed it by is no evidence; null where nobody need look at that. */
  evidence_gap: NoEvidence | null;
  /** 1: it waits to be sent again although it may have been applied, and only while the owner consents to that. */
  by_consent: number;
  /** How long the service has asked it to wait, in all, in milliseconds. */
  asked_ms: number;
}

/** What an answer must be about to be evidence for the entry. */
export const askedOf = ({
  kind,
  tenant_id,
  serial_no,
}: Pick<EntryRow, "kind" | "tenant_id" | "serial_no">): Asked => ({
  kind,
  tenantId: tenant_id,
  serialNo: serial_no,
});

/** An entry, and the answer that confirmed it. */
export type BelievedAnswer = EntryRow & { attempt_id: number; response_body: string | null };

interface AttemptRow {
  attempt_id: number;
  started_at: number;
  ended_at: number | null;
  outcome: Outcome | null;
  http_status: number | null;
  response_body: string | null;
  response_bytes: Buffer | null;
  detail: string | null;
  counted: number;
}

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
export interface EntryChange {
  state: EntryState;
  /** Added to the counted attempts. */
  addAttempts: 0 | 1;
  nextAttemptAt: number;
  lastOutcome: Outcome | null;
  lastError: string | null;
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
  detail: string | null;
  counted: boolean;
}

/** "Needs attention" after this many counted attempts; it goes on trying all the same. */
export const ATTENTION_AFTER = 10;
/** "Needs attention" where the service has asked it to wait for longer than this in all. */
export const ASKED_ATTENTION_MS = 3_600_000;

const time = (ms: number | null): string | null => (ms === null ? null : rowTime(ms));

/** What a person said of the entry, as channels show it. */
export const resolutionOf = (
  row: Pick<EntryRow, "resolution_kind" | "resolution_words" | "changed_at">,
): Resolution | null =>
  row.resolution_kind === null
    ? null
    : { kind: row.resolution_kind, words: row.resolution_words ?? "", at: rowTime(row.changed_at) };

/** The row as channels show it. */
export function summaryOf(row: EntryRow): EntrySummary {
  return {
    entryId: row.entry_id,
    sequence: row.sequence,
    kind: row.kind,
    serialNo: row.serial_no,
    state: row.state,
    attempts: row.attempts,
    needsAttention:
      row.state === "dead_letter" ||
      row.state === "outcome_unknown" ||
      (row.state === "retry_wait" && (row.attempts >= ATTENTION_AFTER || row.asked_ms > ASKED_ATTENTION_MS)),
    lastError: row.last_error,
    createdAt: rowTime(row.created_at),
    nextAttemptAt: row.state === "retry_wait" ? time(row.next_attempt_at) : null,
    subject: row.subject,
    currencyId: row.currency_id,
    localAmount: row.local_amount,
    answerUnderstood: row.answer_understood === null ? null : row.answer_understood === 1,
    evidenceGap: row.evidence_gap,
    correctsEntryId: row.corrects_entry_id,
    correctedByEntryId: row.corrected_by_entry_id,
  };
}

/** Stands in an attempt's detail where only the beginning of its answer is kept. */
export const ANSWER_CUT = "only the beginning of the answer is kept";

const attemptOf = (row: AttemptRow): Attempt => ({
  startedAt: rowTime(row.started_at),
  endedAt: time(row.ended_at),
  outcome: row.outcome,
  httpStatus: row.http_status,
  responseBody: row.response_body,
  responseBase64: row.response_bytes?.toString("base64") ?? null,
  answerCut: row.detail?.endsWith(ANSWER_CUT) === true,
  detail: row.detail,
  counted: row.counted === 1,
});

export type EntryStore = ReturnType<typeof createEntryStore>;

/** The kinds of which a repeat does no harm, as a list of SQL. */
const HARMLESS_KINDS = OPERATION_KINDS.filter((kind) => ENDPOINTS[kind].repeat === "converges")
  .map((kind) => `'${kind}'`)
  .join(",");

/** The most states a list can ask for; absent ones are filled with a state no entry has. */
const STATE_SLOTS = 7;

export function createEntryStore(db: Db) {
  // By place: a name costs a look-up for each value, between a key press and its place on disk.
  const insert = db.prepare(
    `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, serial_no, request_body, request_hash, state,
       subject, currency_id, local_amount, created_at, changed_at, corrects_entry_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
  );
  // The newest word on a key may be under way while a person has an older, refused one sent again.
  const claimableOf = (which: string) =>
    db.prepare<[number, number, number], EntryRow>(
      `SELECT * FROM entry AS e INDEXED BY entry_due
       WHERE e.state IN ('pending','retry_wait') AND e.next_attempt_at <= ? AND e.by_consent <= ?${which}
         AND NOT EXISTS (SELECT 1 FROM entry AS b INDEXED BY entry_unsettled_by_key
           WHERE b.state IN ('pending','in_flight','retry_wait','outcome_unknown')
             AND b.ordering_key = e.ordering_key AND b.sequence < e.sequence)
         AND NOT EXISTS (SELECT 1 FROM entry AS f INDEXED BY entry_unsettled_by_key
           WHERE f.state IN ('pending','in_flight','retry_wait','outcome_unknown')
             AND f.ordering_key = e.ordering_key AND f.state = 'in_flight')
       ORDER BY e.next_attempt_at, e.sequence LIMIT ?`,
    );
  const claimable = claimableOf("");
  const claimableHarmless = claimableOf(` AND e.kind IN (${HARMLESS_KINDS})`);
  const nextDue = db
    .prepare<[number], number>(
      `SELECT next_attempt_at FROM entry INDEXED BY entry_due
       WHERE state IN ('pending','retry_wait') AND next_attempt_at > ? ORDER BY next_attempt_at LIMIT 1`,
    )
    .pluck();
  const setState = db.prepare("UPDATE entry SET state = ?, changed_at = ? WHERE sequence = ?");
  const startAttempt = db.prepare("INSERT INTO attempt (sequence, started_at) VALUES (?, ?)");
  const endAttempt = db.prepare(
    `UPDATE attempt SET ended_at = ?, outcome = ?, http_status = ?, response_body = ?, response_bytes = ?, detail = ?, counted = ?
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
  const listAll = db.prepare<[number, number], EntryRow>(
    "SELECT * FROM entry WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
  );
  // Each state's entries stand in order in their index; the states are merged, so that a rare one costs no walk.
  const listOf = db
    .prepare<unknown[], number>(
      `${Array(STATE_SLOTS)
        .fill("SELECT sequence FROM entry INDEXED BY entry_by_state WHERE state = ? AND sequence < ?")
        .join(" UNION ALL ")} ORDER BY sequence DESC LIMIT ?`,
    )
    .pluck();
  const listWithoutEvidence = db.prepare<[number, number], EntryRow>(
    `SELECT * FROM entry INDEXED BY entry_without_evidence
     WHERE evidence_gap IS NOT NULL AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
  );
  const countWithoutEvidence = db
    .prepare<[], number>(
      "SELECT count(*) FROM entry INDEXED BY entry_without_evidence WHERE evidence_gap IS NOT NULL",
    )
    .pluck();
  const setEvidenceGap = db.prepare("UPDATE entry SET evidence_gap = ? WHERE sequence = ?");
  // What the document shows as the service's is of the answer that is kept for it.
  const forgetAmount = db.prepare(
    `UPDATE document SET service_amount = NULL, service_status = NULL WHERE serial_no IN
       (SELECT serial_no FROM transaction_answer WHERE sequence = @sequence AND serial_no = @serialNo)`,
  );
  const believed = db.prepare<[number, number], BelievedAnswer>(
    `SELECT attempt_id, response_body, entry.* FROM attempt CROSS JOIN entry USING (sequence)
     WHERE attempt_id > ? AND attempt_id <= ? AND outcome IN ('accepted','accepted_not_understood')
       AND state = 'confirmed' AND resolution_kind IS NULL`,
  );
  const listDiscarded = db.prepare<[number, number, number], EntryRow>(
    `SELECT * FROM entry INDEXED BY entry_by_state
     WHERE state = 'discarded' AND (resolution_kind = 'corrected') = ? AND sequence < ?
     ORDER BY sequence DESC LIMIT ?`,
  );
  const inFlight = db.prepare<[], EntryRow>(
    "SELECT * FROM entry WHERE state = 'in_flight' ORDER BY sequence",
  );
  const openAttempt = db
    .prepare<[number], number>(
      "SELECT attempt_id FROM attempt WHERE sequence = ? AND ended_at IS NULL ORDER BY attempt_id DESC LIMIT 1",
    )
    .pluck();
  const count = db.prepare<[string], number>("SELECT n FROM entry_count WHERE state = ?").pluck();
  const oldestOf = db.prepare<[string], { sequence: number; created_at: number }>(
    "SELECT sequence, created_at FROM entry WHERE state = ? ORDER BY sequence LIMIT 1",
  );
  const lastConfirmed = db
    .prepare<[], number>(
      "SELECT max(ended_at) FROM attempt WHERE outcome IN ('accepted','accepted_not_understood')",
    )
    .pluck();
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
  const takeBackUnknown = db.prepare<[number], EntryRow>(
    `UPDATE entry INDEXED BY entry_by_consent
     SET state = 'outcome_unknown', next_attempt_at = 0, by_consent = 0, changed_at = ?,
       last_error = 'its answer was lost, and it is no longer sent again by itself'
     WHERE state = 'retry_wait' AND by_consent = 1 RETURNING *`,
  );
  const releaseAll = db.prepare(
    "UPDATE entry SET next_attempt_at = ? WHERE state = 'retry_wait' AND next_attempt_at > ?",
  );
  const releaseRefused = db.prepare(
    `UPDATE entry SET next_attempt_at = ? WHERE state = 'retry_wait' AND next_attempt_at > ?
       AND last_outcome = 'service_refused'`,
  );
  const resolve = db.prepare(
    `UPDATE entry SET state = ?, resolution_kind = ?, resolution_words = ?, corrected_by_entry_id = ?, changed_at = ?
     WHERE sequence = ?`,
  );
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

  const isFitting = db
    .prepare<[number], number>(`SELECT ${fitting(db, "entry")} FROM entry WHERE sequence = ?`)
    .pluck();

  /**
   * An entry can be replaced while it was certainly not applied and isn't under way. A refusal says so of its own try
   * only: an earlier one may have reached the books. A repeat that converges can be replaced all the same: the newer
   * one is the last in the end. What a recovery left to a person can't: the service may have it.
   */
  const isReplaceable = ({ sequence, state, kind }: EntryRow): boolean => {
    if (isHeld.get(sequence) === 1) return false;
    if (state === "pending") return true;
    if (state !== "retry_wait" && state !== "dead_letter") return false;
    return ENDPOINTS[kind].repeat === "converges" || mayBeApplied.get({ sequence }) !== 1;
  };

  return {
    /** Inserts a pending entry; returns its sequence. Call it inside the posting's transaction. */
    insert: (entry: NewEntry): number =>
      Number(
        insert.run(
          ...[entry.entry_id, entry.kind, entry.ordering_key, entry.tenant_id, entry.serial_no],
          ...[entry.request_body, entry.request_hash, entry.subject, entry.currency_id, entry.local_amount],
          ...[entry.created_at, entry.created_at, entry.corrects_entry_id],
        ).lastInsertRowid,
      ),
    /**
     * The entries that may be sent at `now`, oldest first, at most one for each ordering key and none whose key is
     * under way. `consent`: the owner has unknown outcomes sent again; then every repeat counts as harmless.
     */
    claimable(now: number, limit: number, which: Which, consent: boolean): EntryRow[] {
      const of = { any: claimable, harmless_first: claimableHarmless, harmless: claimableHarmless };
      const found = (consent ? claimable : of[which]).all(now, Number(consent), limit);
      return found.length === 0 && which === "harmless_first" && !consent
        ? claimable.all(now, Number(consent), limit)
        : found;
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
        result.detail,
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
        to.lastError,
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
    ): void {
      resolve.run(state, kind, words, correctedBy, now, sequence);
    },
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
    takeBackUnknown: (now: number): EntryRow[] => takeBackUnknown.all(now),
    byId: (entryId: string): EntryRow | undefined => byId.get(entryId.toLowerCase()),
    isReplaceable,
    /** Whether it holds only what the program may have written. */
    /** How often it was tried, whatever came of it. */
    triesOf: (sequence: number): number => triesOf.get(sequence) ?? 0,
    isFitting: (sequence: number): boolean => isFitting.get(sequence) === 1,
    bySequence: (sequence: number): EntryRow | undefined => bySequence.get(sequence),
    inFlight: (): EntryRow[] => inFlight.all(),
    openAttempt: (sequence: number): number | null => openAttempt.get(sequence) ?? null,
    /** Newest first. `corrected`: only discarded entries, those that another one replaced or all the others. */
    list(
      { states, corrected, withoutEvidence }: ParsedInput<"outbox.list">,
      beforeSequence: number,
      limit: number,
    ): EntryRow[] {
      if (withoutEvidence === true) return listWithoutEvidence.all(beforeSequence, limit);
      if (corrected !== undefined) return listDiscarded.all(Number(corrected), beforeSequence, limit);
      if (states === undefined) return listAll.all(beforeSequence, limit);
      const slots = Array.from({ length: STATE_SLOTS }, (_, index) => [states[index] ?? "", beforeSequence]);
      return listOf.all(...slots.flat(), limit).flatMap((sequence) => bySequence.get(sequence) ?? []);
    },
    countWithoutEvidence: (): number => countWithoutEvidence.get() ?? 0,
    /**
     * Marks a confirmed entry whose answer is no evidence, and takes that answer's amount from its document; its state
     * stays.
     */
    markEvidenceGap({ sequence, serial_no: serialNo }: EntryRow, gap: NoEvidence): void {
      setEvidenceGap.run(gap, sequence);
      if (serialNo !== null) forgetAmount.run({ sequence, serialNo });
    },
    clearEvidenceGap: (sequence: number): void => void setEvidenceGap.run(null, sequence),
    /** The answers that confirmed entries, of the attempts after `after` up to `last`. */
    believed: (after: number, last: number): BelievedAnswer[] => believed.all(after, last),
    count: (state: EntryState): number => count.get(state) ?? 0,
    /** The one that was entered first, of those in this state. */
    oldest: (state: EntryState) => oldestOf.get(state) ?? null,
    lastConfirmedAt: (): number | null => lastConfirmed.get() ?? null,
    needingAttention: (): number =>
      (triedOften.get() ?? 0) +
      (askedLong.get() ?? 0) +
      (count.get("dead_letter") ?? 0) +
      (count.get("outcome_unknown") ?? 0),
    detailOf(row: EntryRow): EntryDetail {
      const endpoint = ENDPOINTS[row.kind];
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
        heldReason: heldReasonOf(row.last_error),
        replaceable: isReplaceable(row),
      };
    },
  };
}
