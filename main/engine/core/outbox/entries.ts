/** The outbox table: entries and their attempts. No rule lives here but "who stands before whom". */

import type { EntryDetail, Outcome, Resolution } from "../../../../contract/channels/posting.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import { OPERATION_KINDS, OPERATIONS } from "../../../../contract/operations.ts";
import type { EntryProblem } from "../../../../contract/reasons/entry-problem.ts";
import type { Db } from "../../file/database/open-database.ts";
import { fitting } from "../../file/database/row-rules.ts";
import { createEntryLists } from "./entry-lists.ts";
import { createEntryReleases } from "./entry-releases.ts";
import {
  type AttemptRow,
  attemptOf,
  type ClaimableRow,
  type EntryRow,
  resolutionOf,
  summaryOf,
  writtenProblem,
} from "./entry-rows.ts";
import { createReturnLineStore } from "./return-lines.ts";

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
export interface EntryChange {
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

/** The kinds of which a repeat does no harm, as a list of SQL. */
const HARMLESS_KINDS = OPERATION_KINDS.filter((kind) => OPERATIONS[kind].repeat === "converges")
  .map((kind) => `'${kind}'`)
  .join(",");

export function createEntryStore(db: Db) {
  const returnLines = createReturnLineStore(db);
  // By place: a name costs a look-up for each value, between a key press and its place on disk.
  const insert = db.prepare(
    `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, serial_no, request_body, request_hash, state,
       subject, currency_id, local_amount, created_at, changed_at, corrects_entry_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
  );
  // `LIMIT ?` would be compiled again at each run, for SQLite plans by its value; by `+?` it doesn't.
  // The newest word on a key may be under way while a person has an older, refused one sent again.
  const claimableOf = (which: string) =>
    db.prepare<[number, number, number], ClaimableRow>(
      `SELECT *, ${fitting(db, "entry")} AS is_fitting FROM entry AS e INDEXED BY entry_due
       WHERE e.state IN ('pending','retry_wait') AND e.next_attempt_at <= ? AND e.by_consent <= ?${which}
         AND NOT EXISTS (SELECT 1 FROM entry AS b INDEXED BY entry_unsettled_by_key
           WHERE b.state IN ('pending','in_flight','retry_wait','outcome_unknown')
             AND b.ordering_key = e.ordering_key AND b.sequence < e.sequence)
         AND NOT EXISTS (SELECT 1 FROM entry AS f INDEXED BY entry_unsettled_by_key
           WHERE f.state IN ('pending','in_flight','retry_wait','outcome_unknown')
             AND f.ordering_key = e.ordering_key AND f.state = 'in_flight')
       ORDER BY e.next_attempt_at, e.sequence LIMIT +?`,
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
    `UPDATE entry SET state = ?, resolution_kind = ?, resolution_words = ?, corrected_by_entry_id = ?, changed_at = ?
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
   * An entry can be replaced while it was certainly not applied and isn't under way. A refusal says so of its own try
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
    claimable(now: number, limit: number, which: Which, consent: boolean): ClaimableRow[] {
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
    ): void {
      resolve.run(state, kind, words, correctedBy, now, sequence);
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
