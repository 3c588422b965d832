/** Writes the result of one attempt: attempt, new state and mirror rows, in one transaction. */

import type { Outcome } from "../../../contract/channels/posting.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { ENDPOINTS } from "../../../contract/service/endpoints.ts";
import {
  type ReadableTransaction,
  readRestore,
  readTransactions,
} from "../../../contract/service/read-answer.ts";
import { taxVoucherBody } from "../../../contract/service/requests.ts";
import type { RemoteResult } from "../remote/client.ts";
import type { AnswerStore } from "../store/answers.ts";
import type { EntryRow, EntryStore } from "../store/entries.ts";
import type { Db } from "../store/open-database.ts";
import { OUTCOME_POLICY, outcomeOf, type Verdict, verdictOf } from "./outcome-policy.ts";
import { serviceWords } from "./service-words.ts";

/** An entry under way, and the attempt that was opened for it. */
export interface Claim {
  entry: EntryRow;
  attemptId: number;
}

type Understood =
  | { kind: "transactions"; transactions: ReadableTransaction[] }
  | { kind: "restore" }
  | { kind: "not_understood"; reason: string };

/** Reads the body of a 2xx as its operation's answer. */
export function understand(entry: Pick<EntryRow, "kind">, body: string): Understood {
  let raw: unknown;
  try {
    raw = parseExactJson(body);
  } catch (error) {
    return {
      kind: "not_understood",
      reason: `not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (ENDPOINTS[entry.kind].answer === "restore") {
    const read = readRestore(raw);
    return read.understood ? { kind: "restore" } : { kind: "not_understood", reason: read.reason };
  }
  const read = readTransactions(raw);
  if (!read.understood) return { kind: "not_understood", reason: read.reason };
  return { kind: "transactions", transactions: read.value };
}

/** What a result is, before anything is written. */
export interface Judged {
  outcome: Outcome;
  /** Null where no body of a 2xx was read. */
  understood: Understood | null;
}

/** Reads a result by itself; whether a refusal is about its entry is not seen from it alone (`line.learn`). */
export function judge(entry: Pick<EntryRow, "kind">, result: RemoteResult): Judged {
  let understood: Understood | null = null;
  const outcome = outcomeOf(result, ENDPOINTS[entry.kind].repeat, (body) => {
    understood = understand(entry, body);
    return understood.kind !== "not_understood";
  });
  return { outcome, understood };
}

const SERVICE_REFUSES =
  "The service refuses different entries with the same words, or with a page, so it is believed to be in trouble.";

/** The words that stand beside an entry after an attempt; null where nothing needs saying. */
function lastErrorOf(outcome: Outcome, result: RemoteResult, understood: Understood | null): string | null {
  switch (outcome) {
    case "accepted":
      return null;
    case "accepted_not_understood":
      return `answer not understood: ${understood?.kind === "not_understood" ? understood.reason : "unknown shape"}`;
    case "service_refused":
      return result.kind === "answer"
        ? `${serviceWords(result.status, result.body)} (${SERVICE_REFUSES})`
        : SERVICE_REFUSES;
    case "interrupted":
      return "the program ended while it was being sent";
    case "no_connection":
    case "answer_lost":
    case "sign_in_needed":
    case "asked_to_wait":
    case "server_error":
    case "refused":
    case "redirected":
    case "redirected_unknown":
      return result.kind === "answer" ? serviceWords(result.status, result.body) : result.detail;
  }
}

export interface Settled {
  outcome: Outcome;
  verdict: Verdict;
}

export type Settle = (
  claim: Claim,
  result: RemoteResult,
  judged: Judged,
  resendUnknown: boolean,
  now: number,
  next: (verdict: Verdict, countedBefore: number) => NextAttempt,
) => Settled;

/** When an entry that waits is due, and how much of that the service itself asked for, in milliseconds. */
export interface NextAttempt {
  at: number;
  askedMs: number;
}
const AT_ONCE: NextAttempt = { at: 0, askedMs: 0 };

/**
 * Whether an entry that waits may be sent again only while the owner's consent lasts: what is refused or put off now
 * may have been applied by the try before.
 */
const waitsByConsent = (entry: EntryRow, outcome: Outcome, verdict: Verdict): boolean =>
  verdict.state === "retry_wait" &&
  (entry.by_consent === 1 ||
    OUTCOME_POLICY[outcome][ENDPOINTS[entry.kind].repeat].state === "outcome_unknown");

/** Returns the function that settles; it throws a storage error and then nothing was written. */
export function createSettle(db: Db, entries: EntryStore, answers: AnswerStore): Settle {
  const mirror = (entry: EntryRow, understood: Understood, body: string, now: number): void => {
    // Restores of one record share it as their ordering key.
    const restore = { sequence: entry.sequence, recordKey: entry.ordering_key };
    switch (understood.kind) {
      case "restore":
        answers.putRestore(restore, body, now);
        return;
      case "not_understood":
        if (entry.serial_no === null) answers.putRestore(restore, body, now);
        else answers.putRawOnly(entry.serial_no, entry.sequence, body, now);
        return;
      case "transactions": {
        if (entry.serial_no === null) return;
        const sent =
          entry.kind === "taxVoucher" ? taxVoucherBody.parse(parseExactJson(entry.request_body)) : null;
        const voucher = sent === null ? null : { note: sent.note, creatorDeviceId: sent.creatorDeviceId };
        const of = { sequence: entry.sequence, serialNo: entry.serial_no, voucher };
        answers.putTransactions(of, body, understood.transactions, now);
      }
    }
  };

  const settle: Settle = (claim, result, { outcome, understood }, resendUnknown, now, next) => {
    const { entry, attemptId } = claim;
    const { repeat } = ENDPOINTS[entry.kind];
    const decided = verdictOf(outcome, repeat, resendUnknown);
    const byConsent = waitsByConsent(entry, outcome, decided);
    // The consent was withdrawn while it was under way.
    const verdict: Verdict = byConsent && !resendUnknown ? { ...decided, state: "outcome_unknown" } : decided;
    const due = verdict.state === "retry_wait" ? next(verdict, entry.attempts) : AT_ONCE;
    const answered = result.kind === "answer";
    entries.endAttempt(attemptId, {
      endedAt: now,
      outcome,
      httpStatus: result.kind === "no_connection" ? null : result.status,
      responseBody: result.kind === "no_connection" ? null : result.body,
      detail: answered ? null : result.detail,
      counted: verdict.counted,
    });
    entries.change(
      entry.sequence,
      {
        state: verdict.state,
        addAttempts: verdict.counted ? 1 : 0,
        nextAttemptAt: due.at,
        addAskedMs: due.askedMs,
        byConsent: byConsent && resendUnknown,
        lastOutcome: outcome,
        lastError: lastErrorOf(outcome, result, understood),
        answerUnderstood:
          outcome === "accepted" ? true : outcome === "accepted_not_understood" ? false : null,
      },
      now,
    );
    if (understood !== null && answered) mirror(entry, understood, result.body, now);
    return { outcome, verdict };
  };
  return db.transaction(settle).immediate;
}

/**
 * Start-up recovery: what was in flight when the program ended was interrupted, and the policy says what that
 * means. Returns the entries it moved.
 */
export function recoverInterrupted(
  db: Db,
  entries: EntryStore,
  resendUnknown: boolean,
  now: number,
): EntryRow[] {
  return db
    .transaction(() => {
      const found = entries.inFlight();
      for (const entry of found) {
        const verdict = verdictOf("interrupted", ENDPOINTS[entry.kind].repeat, resendUnknown);
        const attemptId = entries.openAttempt(entry.sequence);
        const detail = "the program ended while it was being sent";
        if (attemptId !== null)
          entries.endAttempt(attemptId, {
            ...{ endedAt: now, outcome: "interrupted", httpStatus: null, responseBody: null, detail },
            counted: verdict.counted,
          });
        entries.change(
          entry.sequence,
          {
            ...{ state: verdict.state, addAttempts: verdict.counted ? 1 : 0, nextAttemptAt: now },
            ...{ lastOutcome: "interrupted", lastError: detail, answerUnderstood: null, addAskedMs: 0 },
            byConsent: waitsByConsent(entry, "interrupted", verdict),
          },
          now,
        );
      }
      return found.map((entry) => entries.bySequence(entry.sequence) ?? entry);
    })
    .immediate();
}
