/** Writes the result of one attempt: attempt, new state and mirror rows, in one transaction. */

import type { Outcome } from "../../../../contract/channels/posting.ts";
import { parseExactJson } from "../../../../contract/exact-json.ts";
import { OPERATIONS } from "../../../../contract/operations.ts";
import { type EntryProblem, saying } from "../../../../contract/reasons/entry-problem.ts";
import { type Evidence, evidenceIn, oddIn } from "../../../../contract/service/evidence.ts";
import { taxVoucherBody } from "../../../../contract/service/requests.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { AnswerNotes } from "../outbox/answer-notes.ts";
import type { AnswerStore } from "../outbox/answers.ts";
import type { AttemptResult, EntryStore } from "../outbox/entries.ts";
import { askedOf, type EntryRow } from "../outbox/entry-rows.ts";
import type { UnsentClaims } from "../outbox/unsent-claims.ts";
import { cutBody, KEPT_BYTES, KEPT_LATER_BYTES } from "../remote/answer-body.ts";
import type { RemoteResult } from "../remote/client.ts";
import { type OfSuccess, OUTCOME_POLICY, outcomeOf, type Verdict, verdictOf } from "./outcome-policy.ts";
import { serviceWords } from "./service-words.ts";

/** An entry under way, and the attempt that was opened for it. */
export interface Claim {
  entry: EntryRow;
  attemptId: number;
  /** When, in milliseconds since 1970. */
  at: number;
}

type Answer = Extract<RemoteResult, { kind: "answer" }>;

/** What a 2xx is, by its body. */
interface Success {
  outcome: OfSuccess;
  evidence: Evidence;
  /** Null where all of it is as in the interface. */
  problem: EntryProblem | null;
}

type Odd = Extract<EntryProblem, { code: "not_understood" }>["params"];
/** What of an answer that is evidence is not as in the interface; null where all is. */
function oddOf({ bodyBytes, unread }: Answer, { notes }: Exclude<Evidence, { kind: "none" }>): Odd | null {
  const odd = oddIn(notes);
  if (odd !== null) return odd;
  if (unread !== undefined) return { path: "", reason: unread.reason };
  return bodyBytes == null ? null : { path: "", reason: "not_text" };
}

function judgeSuccess(entry: EntryRow, answer: Answer, confirmAny: () => boolean): Success {
  const { body, unread = null } = answer;
  const evidence = evidenceIn(askedOf(entry), body, unread);
  if (evidence.kind === "none" && !confirmAny())
    return {
      outcome: "no_evidence",
      evidence,
      problem: { code: "no_evidence", params: { reason: evidence.reason } },
    };
  const params = evidence.kind === "none" ? { path: "", reason: evidence.reason } : oddOf(answer, evidence);
  if (params === null) return { outcome: "accepted", evidence, problem: null };
  return { outcome: "accepted_not_understood", evidence, problem: { code: "not_understood", params } };
}

/** What a result is, before anything is written. */
export interface Judged {
  outcome: Outcome;
  /** Null where there was no 2xx. */
  success: Success | null;
}

/**
 * Reads a result by itself; whether a refusal is about its entry is not seen from it alone (`link.learn`). `confirmAny`
 * says whether the owner counts any 2xx as confirmed.
 */
export function judge(entry: EntryRow, result: RemoteResult, confirmAny: () => boolean): Judged {
  const found: { success: Success | null } = { success: null };
  const outcome = outcomeOf(result, OPERATIONS[entry.kind].repeat, (answer) => {
    found.success = judgeSuccess(entry, answer, confirmAny);
    return found.success.outcome;
  });
  return { outcome, success: found.success };
}

/** What is written down beside an entry after an attempt; null where nothing needs saying. */
function problemOf(result: RemoteResult, success: Success | null): EntryProblem | null {
  if (success !== null) return success.problem;
  if (result.kind !== "answer") return result.problem;
  return { code: "answered", params: { status: result.status, words: serviceWords(result.body) } };
}

/** So many tries of an entry keep 64 kB of what is no evidence. */
const FULLY_KEPT_TRIES = 20;

/** What is kept of a result: evidence whole, and of everything else the beginning. */
function keptOf(
  result: RemoteResult,
  success: Success | null,
  triesOf: () => number,
): Pick<AttemptResult, "httpStatus" | "responseBody" | "responseBytes" | "answerCut" | "problem"> {
  if (result.kind === "no_connection")
    return {
      httpStatus: null,
      responseBody: null,
      responseBytes: null,
      answerCut: false,
      problem: result.problem,
    };
  const { status: httpStatus, body } = result;
  const isEvidence = success !== null && success.evidence.kind !== "none";
  const bodyBytes = result.bodyBytes ?? null;
  const beginning = (most: number) =>
    body === null || isEvidence ? null : cutBody({ body, bodyBytes }, most);
  // Most answers are short: then nobody counts.
  const isMany = beginning(KEPT_LATER_BYTES) !== null && triesOf() > FULLY_KEPT_TRIES;
  const begun = beginning(isMany ? KEPT_LATER_BYTES : KEPT_BYTES);
  const unread = result.kind === "answer" ? (result.unread ?? null) : null;
  return {
    httpStatus,
    responseBody: begun?.body ?? body,
    responseBytes: begun?.bodyBytes ?? bodyBytes,
    answerCut: begun !== null || unread?.reason === "too_large",
    problem:
      result.kind !== "answer"
        ? result.problem
        : unread === null || unread.reason === "too_large"
          ? null
          : saying(unread.reason, unread.said),
  };
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
    OUTCOME_POLICY[outcome][OPERATIONS[entry.kind].repeat].state === "outcome_unknown");

/**
 * Returns the function that settles, within a transaction of its caller's: where it throws a storage error, some of it may
 * be written until that is rolled back. It may be called again after that, for all it changes is in the file. Of a 2xx
 * without evidence nothing is mirrored, even where the owner counts it as confirmed.
 */
export function createSettle(entries: EntryStore, answers: AnswerStore): Settle {
  const mirror = (entry: EntryRow, evidence: Evidence, body: string, now: number): void => {
    switch (evidence.kind) {
      case "restore":
        // Restores of one record share it as their ordering key.
        answers.putRestore({ sequence: entry.sequence, recordKey: entry.ordering_key }, body, now);
        return;
      case "none":
        return;
      case "transactions": {
        if (entry.serial_no === null) return;
        const sent =
          entry.kind === "taxVoucher" ? taxVoucherBody.parse(parseExactJson(entry.request_body)) : null;
        const voucher = sent === null ? null : { note: sent.note, creatorDeviceId: sent.creatorDeviceId };
        const of = { serialNo: entry.serial_no, tenantId: entry.tenant_id, voucher };
        answers.putTransactions(of, evidence.own, evidence.transactions, now);
      }
    }
  };

  return (claim, result, { outcome, success }, resendUnknown, now, next) => {
    const { entry, attemptId } = claim;
    const { repeat } = OPERATIONS[entry.kind];
    const decided = verdictOf(outcome, repeat, resendUnknown);
    const byConsent = waitsByConsent(entry, outcome, decided);
    // The consent was withdrawn while it was under way.
    const verdict: Verdict = byConsent && !resendUnknown ? { ...decided, state: "outcome_unknown" } : decided;
    const due = verdict.state === "retry_wait" ? next(verdict, entry.attempts) : AT_ONCE;
    const answered = result.kind === "answer";
    entries.endAttempt(attemptId, {
      endedAt: now,
      outcome,
      ...keptOf(result, success, () => entries.triesOf(entry.sequence)),
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
        lastProblem: problemOf(result, success),
        answerUnderstood:
          outcome === "accepted" ? true : outcome === "accepted_not_understood" ? false : null,
      },
      now,
    );
    if (success !== null && answered) mirror(entry, success.evidence, result.body, now);
    return { outcome, verdict };
  };
}

/**
 * Start-up recovery: what was in flight when the program ended was interrupted, or certainly not sent yet, and the
 * policy says what that means. Returns the entries it moved.
 */
export function recoverInterrupted(
  db: Db,
  entries: EntryStore,
  unsent: Pick<UnsentClaims, "wasLeft">,
  reading: Pick<AnswerNotes, "wasLeft">,
  resendUnknown: boolean,
  now: number,
): EntryRow[] {
  return db
    .transaction(() => {
      const found = entries.inFlight();
      for (const entry of found) {
        const attemptId = entries.openAttempt(entry.sequence);
        const isUnsent =
          attemptId !== null && unsent.wasLeft({ entryId: entry.entry_id, attemptId, at: entry.changed_at });
        const endedReading = reading.wasLeft({ entryId: entry.entry_id, attemptId, at: entry.changed_at });
        const outcome = endedReading ? "answer_not_read" : isUnsent ? "no_connection" : "interrupted";
        const verdict = verdictOf(outcome, OPERATIONS[entry.kind].repeat, resendUnknown);
        const problem: EntryProblem = {
          code: endedReading ? "stopped_reading" : isUnsent ? "stopped_before_sending" : "stopped",
          params: {},
        };
        if (attemptId !== null)
          entries.endAttempt(attemptId, {
            endedAt: now,
            outcome,
            httpStatus: null,
            responseBody: null,
            responseBytes: null,
            answerCut: false,
            problem,
            counted: verdict.counted,
          });
        entries.change(
          entry.sequence,
          {
            state: verdict.state,
            addAttempts: verdict.counted ? 1 : 0,
            nextAttemptAt: now,
            lastOutcome: outcome,
            lastProblem: problem,
            answerUnderstood: null,
            addAskedMs: 0,
            byConsent: waitsByConsent(entry, outcome, verdict),
          },
          now,
        );
      }
      return found.map((entry) => entries.bySequence(entry.sequence) ?? entry);
    })
    .immediate();
}
