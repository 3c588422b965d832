/** Writes the result of one attempt: attempt, new state and mirror rows, in one transaction. */

import type { Outcome } from "../../../contract/channels/posting.ts";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { ENDPOINTS } from "../../../contract/service/endpoints.ts";
import { type Asked, type Evidence, evidenceIn, oddIn } from "../../../contract/service/evidence.ts";
import { taxVoucherBody } from "../../../contract/service/requests.ts";
import type { RemoteResult } from "../remote/client.ts";
import type { AnswerStore } from "../store/answers.ts";
import type { EntryRow, EntryStore } from "../store/entries.ts";
import type { Db } from "../store/open-database.ts";
import { type OfSuccess, outcomeOf, type Verdict, verdictOf } from "./outcome-policy.ts";
import { serviceWords } from "./service-words.ts";

/** An entry under way, and the attempt that was opened for it. */
export interface Claim {
  entry: EntryRow;
  attemptId: number;
}

type Answer = Extract<RemoteResult, { kind: "answer" }>;

export const askedOf = ({
  kind,
  tenant_id,
  serial_no,
}: Pick<EntryRow, "kind" | "tenant_id" | "serial_no">): Asked => ({
  kind,
  tenantId: tenant_id,
  serialNo: serial_no,
});

/** What a 2xx is, by its body. */
interface Success {
  outcome: OfSuccess;
  evidence: Evidence;
  /** Why it is no evidence, or what of it is not as in the interface; null where all is. */
  why: string | null;
}

function judge(entry: EntryRow, { body, bodyBytes }: Answer, confirmAny: () => boolean): Success {
  const evidence = evidenceIn(askedOf(entry), body);
  if (evidence.kind === "none")
    return {
      outcome: confirmAny() ? "accepted_not_understood" : "no_evidence",
      evidence,
      why: evidence.words,
    };
  const odd = oddIn(evidence.notes);
  const why = odd !== null ? `${odd.path} is ${odd.problem}` : bodyBytes == null ? null : "it isn't UTF-8";
  return { outcome: why === null ? "accepted" : "accepted_not_understood", evidence, why };
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
      return "the program ended while it was being sent";
    case "no_connection":
    case "answer_lost":
    case "sign_in_needed":
    case "asked_to_wait":
    case "server_error":
    case "refused":
    case "redirected":
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
  resendUnknown: boolean,
  now: number,
  nextAttemptAt: (verdict: Verdict, countedBefore: number) => number,
) => Settled;

/**
 * Returns the function that settles; it throws a storage error and then nothing was written. `confirmAny` says whether
 * the owner counts any 2xx as confirmed; nothing of one without evidence is mirrored all the same.
 */
export function createSettle(
  db: Db,
  entries: EntryStore,
  answers: AnswerStore,
  confirmAny: () => boolean = () => false,
): Settle {
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

  const settle: Settle = (claim, result, resendUnknown, now, nextAttemptAt) => {
    const { entry, attemptId } = claim;
    const found: { success: Success | null } = { success: null };
    const outcome = outcomeOf(result, (answer) => {
      found.success = judge(entry, answer, confirmAny);
      return found.success.outcome;
    });
    const { success } = found;
    const verdict = verdictOf(outcome, ENDPOINTS[entry.kind].repeat, resendUnknown);
    const answered = result.kind === "answer";
    entries.endAttempt(attemptId, {
      endedAt: now,
      outcome,
      httpStatus: result.kind === "no_connection" ? null : result.status,
      responseBody: result.kind === "no_connection" ? null : result.body,
      responseBytes: result.kind === "no_connection" ? null : (result.bodyBytes ?? null),
      detail: answered ? null : result.detail,
      counted: verdict.counted,
    });
    entries.change(
      entry.sequence,
      {
        state: verdict.state,
        addAttempts: verdict.counted ? 1 : 0,
        nextAttemptAt: verdict.state === "retry_wait" ? nextAttemptAt(verdict, entry.attempts) : 0,
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
            ...{ endedAt: now, outcome: "interrupted", httpStatus: null, responseBody: null },
            ...{ responseBytes: null, detail, counted: verdict.counted },
          });
        entries.change(
          entry.sequence,
          {
            ...{ state: verdict.state, addAttempts: verdict.counted ? 1 : 0, nextAttemptAt: now },
            ...{ lastOutcome: "interrupted", lastError: detail, answerUnderstood: null },
          },
          now,
        );
      }
      return found.map((entry) => entries.bySequence(entry.sequence) ?? entry);
    })
    .immediate();
}
