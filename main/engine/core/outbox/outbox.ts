/** What people see of the outbox, and the decisions that only people make. */

import Big from "big.js";
import type { Call } from "../../../../contract/call.ts";
import type { EntryDetail, Outcome } from "../../../../contract/channels/posting.ts";
import { DECIDABLE_STATES, type EntryState, UNDECIDED_STATES } from "../../../../contract/entry-states.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { medianOf } from "../../../../contract/median.ts";
import { OPERATIONS, type OperationKind } from "../../../../contract/operations.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { AuditAction } from "../audit.ts";
import type { Handlers, OpenFile } from "../context.ts";
import { type EntryRow, problemIn, summaryOf } from "./entry-rows.ts";
import { lastDays, QUARTER_MS, rangeOfDay } from "./local-days.ts";

// Figures for the home screen.

interface UnsentRow {
  sequence: number;
  ordering_key: string;
  kind: OperationKind;
  currency_id: string;
  local_amount: string;
  created_at: number;
}
interface QuarterRow {
  /** The quarter of an hour, counted from 1970. */
  quarter: number;
  kind: OperationKind;
  n: number;
}
interface RecentAttemptRow {
  started_at: number;
  ended_at: number;
  outcome: Outcome;
}

function createSummaryStore(db: Db) {
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

const DEFAULT_PAGE = 100;
const HOME_DAYS = 14;
/** So many of a day's answers tell its median well enough, and cost the same on any day. */
const TIMED_ANSWERS = 100;
const DAY_MS = 86_400_000;

interface UnsentValue {
  sequence: number;
  kind: OperationKind;
  currency_id: string;
  local_amount: string;
  entries: number;
  oldest: number;
}

/** The sum of one kind in one currency. */
interface Unsent {
  kind: OperationKind;
  currencyId: string;
  amount: Big;
  entries: number;
  oldest: number;
}

/** What each entry adds to the books; of several edits of one voucher only the newest does, for it replaces the others. */
function* unsentValues(rows: Iterable<UnsentRow>): Generator<UnsentValue> {
  const vouchers = new Map<string, UnsentValue>();
  for (const row of rows) {
    const { sequence, kind, currency_id, local_amount, created_at } = row;
    const value = { sequence, kind, currency_id, local_amount, entries: 1, oldest: created_at };
    if (OPERATIONS[row.kind].orderedBy === "entry") {
      yield value;
      continue;
    }
    const other = vouchers.get(row.ordering_key);
    const newest = other === undefined || other.sequence < sequence ? value : other;
    vouchers.set(row.ordering_key, {
      ...newest,
      entries: (other?.entries ?? 0) + 1,
      oldest: Math.min(other?.oldest ?? created_at, created_at),
    });
  }
  yield* vouchers.values();
}

type OutboxChannel =
  | "outbox.list"
  | "outbox.get"
  | "outbox.resend"
  | "outbox.discard"
  | "outbox.markRecorded"
  | "outbox.summary";

/** `decided` is called after a decision is on disk. */
export function outboxHandlers(
  { db, entries, clock, record, fence }: OpenFile,
  decided: (entry: EntryRow) => void,
): Handlers<OutboxChannel> {
  const summary = createSummaryStore(db);

  const existing = (entryId: string): EntryRow => {
    const row = entries.byId(entryId);
    if (row === undefined)
      throw new CountersideError("not_found", { reason: "entry", field: "entryId", entryId });
    return row;
  };

  const decide = (
    call: Call,
    entryId: string,
    allowed: readonly EntryState[],
    action: AuditAction,
    details: Record<string, unknown>,
    apply: (row: EntryRow, now: number) => void,
  ): EntryDetail => {
    const now = clock.now();
    db.transaction(() => {
      const row = existing(entryId);
      if (!allowed.includes(row.state))
        throw new CountersideError("wrong_state", { reason: "entry", state: row.state, allowed });
      apply(row, now);
      record(call, action, row.entry_id, {
        ...details,
        from: row.state,
        requestHash: row.request_hash,
      });
    }).immediate();
    const after = existing(entryId);
    decided(after);
    return entries.detailOf(after);
  };

  return {
    "outbox.list": (_, input) => ({
      entries: entries
        .list(input, input.beforeSequence ?? Number.MAX_SAFE_INTEGER, input.limit ?? DEFAULT_PAGE)
        .map(summaryOf),
    }),
    "outbox.get": (_, input) => entries.detailOf(existing(input.entryId)),
    /** Sends the same bytes again, now. A person's word is behind it, so an unknown outcome may be sent too. */
    "outbox.resend": (call, input) =>
      decide(call, input.entryId, DECIDABLE_STATES, "entry.resent", {}, (row, now) => {
        fence.assertMayResend(row.sequence);
        entries.change(
          row.sequence,
          {
            state: row.state === "pending" ? "pending" : "retry_wait",
            addAttempts: 0,
            // A pending entry's time is 0: a clock that is set back later must not make it wait.
            nextAttemptAt: row.state === "pending" ? 0 : now,
            lastOutcome: row.last_outcome,
            lastProblem: problemIn(row.last_error),
            answerUnderstood: null,
            // A person's word is no consent that the owner could withdraw.
            byConsent: false,
            addAskedMs: 0,
          },
          now,
        );
      }),
    "outbox.discard": (call, input) =>
      decide(call, input.entryId, DECIDABLE_STATES, "entry.discarded", { reason: input.reason }, (row, now) =>
        entries.resolve(row.sequence, "discarded", "discarded", input.reason, null, now, call.actor),
      ),
    "outbox.markRecorded": (call, input) =>
      decide(
        call,
        input.entryId,
        UNDECIDED_STATES,
        "entry.markedRecorded",
        { evidence: input.evidence },
        (row, now) =>
          entries.resolve(
            row.sequence,
            "confirmed",
            "marked_recorded",
            input.evidence,
            null,
            now,
            call.actor,
          ),
      ),
    "outbox.summary": () => {
      const unsent = new Map<string, Unsent>();
      for (const { kind, currency_id, local_amount, entries, oldest } of unsentValues(summary.unsent())) {
        const key = `${kind} ${currency_id}`;
        const sum = unsent.get(key) ?? {
          kind,
          currencyId: currency_id,
          amount: new Big(0),
          entries: 0,
          oldest,
        };
        unsent.set(key, {
          ...sum,
          amount: sum.amount.plus(local_amount),
          entries: sum.entries + entries,
          oldest: Math.min(sum.oldest, oldest),
        });
      }
      const now = clock.now();
      // A day more than is shown: the first of them may be a long one, and began before this time of day.
      const counted = summary
        .quarters(now - (HOME_DAYS + 1) * DAY_MS)
        .map(({ quarter, kind, n }) => ({ date: clock.dayOf(quarter * QUARTER_MS), kind, n }));
      const countOf = (date: string, figure: (typeof OPERATIONS)[OperationKind]["countedAs"]): number =>
        counted.reduce(
          (sum, row) => (row.date === date && OPERATIONS[row.kind].countedAs === figure ? sum + row.n : sum),
          0,
        );
      const answerMsOf = (date: string): number | null => {
        const { from, to } = rangeOfDay(date, clock.dayOf);
        return medianOf(summary.answerTimes(from, to, TIMED_ANSWERS));
      };
      return {
        unsentByCurrency: [...unsent.values()].map(({ kind, currencyId, amount, entries, oldest }) => ({
          kind,
          currencyId,
          amount: amount.toFixed(),
          entries,
          oldestAt: new Date(oldest).toISOString(),
        })),
        days: lastDays(now, HOME_DAYS, clock.dayOf).map((date) => ({
          date,
          purchaseReturns: countOf(date, "purchaseReturns"),
          taxVouchers: countOf(date, "taxVouchers"),
          restores: countOf(date, "restores"),
          answerMs: answerMsOf(date),
        })),
        recentAttempts: summary.recentAttempts(100).map((row) => ({
          startedAt: new Date(row.started_at).toISOString(),
          elapsedMs: row.ended_at - row.started_at,
          outcome: row.outcome,
        })),
      };
    },
  };
}
