/**
 * What an attempt's result means for its entry: data, one table, and the only place that decides.
 * The interface shows no error codes and no rule for repeats (sections 3 and 7), so the table rests on what
 * HTTP itself promises.
 */

import type { Outcome } from "../../../../contract/channels/posting.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import type { Repeat } from "../../../../contract/operations.ts";
import type { RemoteResult } from "../remote/client.ts";

export interface Verdict {
  state: Extract<EntryState, "confirmed" | "retry_wait" | "outcome_unknown" | "dead_letter">;
  /** Whether the attempt counts towards "needs attention". */
  counted: boolean;
  /** How the next time is found, for `retry_wait`. */
  wait: "none" | "connection" | "sign_in" | "asked" | "backoff";
}

const settled = (state: Verdict["state"]): Verdict => ({ state, counted: true, wait: "none" });
const waiting = (wait: Verdict["wait"], counted: boolean): Verdict => ({
  state: "retry_wait",
  counted,
  wait,
});
const same = (verdict: Verdict): Record<Repeat, Verdict> => ({
  may_apply_twice: verdict,
  converges: verdict,
});

/** Outcome by outcome: what a purchase return does (`may_apply_twice`), and what vouchers and restores do. */
export const OUTCOME_POLICY: Record<Outcome, Record<Repeat, Verdict>> = {
  no_connection: same(waiting("connection", false)),
  accepted: same(settled("confirmed")),
  accepted_not_understood: same(settled("confirmed")),
  // Also for what converges, and whatever the owner says of repeats: a repeat would meet the same answer.
  no_evidence: same(settled("outcome_unknown")),
  sign_in_needed: same(waiting("sign_in", false)),
  asked_to_wait: same(waiting("asked", true)),
  server_error: { may_apply_twice: settled("outcome_unknown"), converges: waiting("backoff", true) },
  answer_lost: { may_apply_twice: settled("outcome_unknown"), converges: waiting("backoff", true) },
  // Found in flight at start: the bytes may be out. A repeat that converges needs no wait before it.
  interrupted: { may_apply_twice: settled("outcome_unknown"), converges: waiting("none", true) },
  // A repeat could end the program again, at each start.
  answer_not_read: same(settled("outcome_unknown")),
  refused: same(settled("dead_letter")),
  redirected: same(settled("dead_letter")),
  // A POST may be answered by "see there what became of it": that it had no effect is said by 307 and 308 only.
  redirected_unknown: { may_apply_twice: settled("outcome_unknown"), converges: settled("dead_letter") },
  // Said of the service and not of the entry (`link-monitor.ts`), and it denies the effect: it may be sent again.
  service_refused: same(waiting("backoff", true)),
};

/** Where the owner says that the service merges repeats, an unknown outcome is resent like any other. */
export function verdictOf(outcome: Outcome, repeat: Repeat, resendUnknown: boolean): Verdict {
  const { [repeat]: verdict, converges } = OUTCOME_POLICY[outcome];
  const isResent = resendUnknown && verdict.state === "outcome_unknown" && converges.state === "retry_wait";
  return isResent ? converges : verdict;
}

/** What a 2xx may be, by its body. */
export type OfSuccess = Extract<Outcome, "accepted" | "accepted_not_understood" | "no_evidence">;

/**
 * Names what happened, from the result of the remote client. `ofSuccess` is asked only of a 2xx.
 */
export function outcomeOf(
  result: RemoteResult,
  repeat: Repeat,
  ofSuccess: (answer: Extract<RemoteResult, { kind: "answer" }>) => OfSuccess,
): Outcome {
  switch (result.kind) {
    case "no_connection":
      return "no_connection";
    case "answer_lost":
      return "answer_lost";
    case "answer":
      return outcomeOfStatus(result.status, repeat, result.retryAfter !== null, () => ofSuccess(result));
  }
}

function outcomeOfStatus(
  status: number,
  repeat: Repeat,
  asksToWait: boolean,
  ofSuccess: () => OfSuccess,
): Outcome {
  if (status >= 200 && status < 300) return ofSuccess();
  if (status >= 300 && status < 400)
    return repeat === "converges" || status === 307 || status === 308 ? "redirected" : "redirected_unknown";
  if (status === 401) return "sign_in_needed";
  if (status === 408 || status === 425 || status === 429) return "asked_to_wait";
  // Without a Retry-After, a 503 may as well come from a proxy behind which the books were written.
  if (status === 503 && asksToWait) return "asked_to_wait";
  if (status >= 400 && status < 500) return "refused";
  return "server_error";
}
