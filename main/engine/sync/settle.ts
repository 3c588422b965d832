/** Writes the result of one attempt: attempt, new state and mirror rows, in one transaction. */

import { type AttemptDetail, attemptDetail } from "../../../contract/attempt-detail.ts";
import type { Outcome } from "../../../contract/channels/posting.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { OPERATIONS } from "../../../contract/operations.ts";
import { type Evidence, evidenceIn, oddIn, type Unread } from "../../../contract/service/evidence.ts";
import { taxVoucherBody } from "../../../contract/service/requests.ts";
import { beginningOf, KEPT_BYTES, KEPT_LATER_BYTES } from "../remote/answer-body.ts";
import type { RemoteResult } from "../remote/client.ts";
import type { Db } from "../store/file/open-database.ts";
import type { AnswerStore } from "../store/mirror/answers.ts";
import type { AnswerNotes } from "../store/outbox/answer-notes.ts";
import type { AttemptResult, EntryStore } from "../store/outbox/entries.ts";
import { ANSWER_CUT, askedOf, type EntryRow } from "../store/outbox/entry-rows.ts";
import type { UnsentClaims } from "../store/outbox/unsent-claims.ts";
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
  /** Why it is no evidence, or what of it is not as in the interface; null where all is. */
  why: string | null;
}

const whyOddText = ({ bodyBytes, unread }: Answer): string | null =>
  unread?.words ?? (bodyBytes == null ? null : "not all of its bytes are letters");

function judgeSuccess(entry: EntryRow, answer: Answer, confirmAny: () => boolean): Success {
  const { body, unread = null } = answer;
  const evidence = evidenceIn(askedOf(entry), body, unread);
  if (evidence.kind === "none")
    return {
      outcome: confirmAny() ? "accepted_not_understood" : "no_evidence",
      evidence,
      why: evidence.words,
    };
  const odd = oddIn(evidence.notes);
  const why = odd !== null ? `${odd.path} is ${odd.problem}` : whyOddText(answer);
  return { outcome: why === null ? "accepted" : "accepted_not_understood", evidence, why };
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

/** The words beside an entry after an attempt; null where nothing needs saying. `why` is about a 2xx. */
function lastErrorOf(outcome: Outcome, result: RemoteResult, why: string | null): string | null {
  switch (outcome) {
    case "accepted":
      return null;
    case "accepted_not_understood":
      return `answer not fully understood: ${why}`;
    case "no_evidence":
      return `The service answered, but not about this entry: ${why}`;
    case "interrupted":
      return "stopped" satisfies AttemptDetail;
    case "answer_not_read":
      return "stoppedReading" satisfies AttemptDetail;
    case "no_connection":
    case "answer_lost":
    case "sign_in_needed":
    case "asked_to_wait":
    case "server_error":
    case "refused":
    case "service_refused":
    case "redirected":
    case "redirected_unknown":
      return result.kind === "answer" ? serviceWords(result.status, result.body) : result.detail;
  }
}

/** So many tries of an entry keep 64 kB of what is no evidence. */
const FULLY_KEPT_TRIES = 20;

/** A large answer has its own note. */
function detailOfUnread(unread: Unread | null): AttemptDetail | null {
  if (unread === null || unread.reason === "too_large") return null;
  return attemptDetail(
    unread.reason === "packing_unknown" ? "packingUnknown" : "packingBroken",
    unread.words,
  );
}

/** What is kept of a result: evidence whole, and of everything else the beginning. */
function keptOf(
  result: RemoteResult,
  success: Success | null,
  triesOf: () => number,
): Pick<AttemptResult, "httpStatus" | "responseBody" | "responseBytes" | "detail"> {
  if (result.kind === "no_connection")
    return { httpStatus: null, responseBody: null, responseBytes: null, detail: result.detail };
  const { status: httpStatus, body } = result;
  const isEvidence = success !== null && success.evidence.kind !== "none";
  const bodyBytes = result.bodyBytes ?? null;
  const beginning = (most: number) =>
    body === null || isEvidence ? null : beginningOf({ body, bodyBytes }, most);
  // Most answers are short: then nobody counts.
  const isMany = beginning(KEPT_LATER_BYTES) !== null && triesOf() > FULLY_KEPT_TRIES;
  const begun = beginning(isMany ? KEPT_LATER_BYTES : KEPT_BYTES);
  const unread = result.kind === "answer" ? (result.unread ?? null) : null;
  const isCut = begun !== null || unread?.reason === "too_large";
  const words = [
    result.kind === "answer" ? detailOfUnread(unread) : result.detail,
    isCut ? ANSWER_CUT : null,
  ];
  return {
    httpStatus,
    responseBody: begun?.body ?? body,
    responseBytes: begun?.bodyBytes ?? bodyBytes,
    detail: words.some((one) => one !== null) ? words.filter((one) => one !== null).join("; ") : null,
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
        const of = {
          sequence: entry.sequence,
          serialNo: entry.serial_no,
          tenantId: entry.tenant_id,
          voucher,
        };
        answers.putTransactions(of, body, evidence.own, evidence.transactions, now);
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
        lastError: lastErrorOf(outcome, result, success?.why ?? null),
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
        const detail: AttemptDetail = endedReading
          ? "stoppedReading"
          : isUnsent
            ? "stoppedBefore"
            : "stopped";
        if (attemptId !== null)
          entries.endAttempt(attemptId, {
            endedAt: now,
            outcome,
            httpStatus: null,
            responseBody: null,
            responseBytes: null,
            detail,
            counted: verdict.counted,
          });
        entries.change(
          entry.sequence,
          {
            state: verdict.state,
            addAttempts: verdict.counted ? 1 : 0,
            nextAttemptAt: now,
            lastOutcome: outcome,
            lastError: detail,
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
