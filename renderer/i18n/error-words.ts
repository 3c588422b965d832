/** Refusals in words: what happened, what it means for the books, what can be done. And the problems of entries. */
import type { TFunction } from "i18next";
import type { FileBusy } from "../../contract/channels/connection.ts";
import { ERROR_CODES, FIELD_REASONS } from "../../contract/codes.ts";
import type { ErrorDetails } from "../../contract/english.ts";
import { isRecord } from "../../contract/is-record.ts";
import type { EntryProblem } from "../../contract/reasons/entry-problem.ts";
import type { FieldIssue, ReplyError } from "../../contract/reply.ts";
import type { NoEvidence } from "../../contract/service/evidence.ts";

export interface ErrorWords {
  what: string;
  books: string;
  todo: string;
}

type WrongState = ErrorDetails["wrong_state"]["reason"];
/** Of these the code's own sentences speak; of everything else in another state, others. */
const OF_ENTRIES: readonly unknown[] = [
  "entry",
  "another_kind",
  "another_record",
  "not_replaceable",
] satisfies WrongState[];
const POSTED: readonly unknown[] = ["draft_posted", "posting_id_used"] satisfies WrongState[];
const FILE_BUSY = ["opening", "recovering", "waiting"] as const satisfies readonly FileBusy["state"][];

/** Where an error's sentences are. */
function keyOf({ code, details: { reason, state } }: ReplyError) {
  const busy = FILE_BUSY.find((known) => code === "storage_busy" && known === state);
  if (busy !== undefined) return `busy.${busy}` as const;
  if (code === "wrong_state" && reason === ("taken_over" satisfies WrongState)) return "elsewhere.takenOver";
  if (code === "wrong_state" && reason === ("lease" satisfies WrongState)) return "elsewhere.lease";
  if (code === "wrong_state" && reason !== undefined && !OF_ENTRIES.includes(reason))
    return POSTED.includes(reason) ? "elsewhere.posted" : "elsewhere.other";
  return `code.${ERROR_CODES.find((known) => known === code) ?? "internal"}` as const;
}

/** The three sentences of an error code; some of its reasons have others. */
export function errorWords(t: TFunction, error: ReplyError): ErrorWords {
  const key = keyOf(error);
  return { what: t(`errors.${key}.what`), books: t(`errors.${key}.books`), todo: t(`errors.${key}.todo`) };
}

/** An error as the engine gave it: for support, and never in a sentence. */
export const supportText = ({ code, message, details }: ReplyError): string =>
  JSON.stringify({ code, message, details }, null, 2);

/** Why a field was refused, in a short sentence that is shown below it. */
export function reasonWords(t: TFunction, issue: Pick<FieldIssue, "reason" | "params">): string {
  const count = Number(issue.params.max) || 0;
  return t(`errors.reason.${issue.reason}`, { max: "", min: "", ...issue.params, count });
}

function issueOf(value: unknown): FieldIssue[] {
  if (!isRecord(value) || typeof value.field !== "string") return [];
  const reason = FIELD_REASONS.find((known) => known === value.reason) ?? "invalid";
  const params: Record<string, string | number> = {};
  for (const [name, param] of Object.entries(isRecord(value.params) ? value.params : {}))
    if (typeof param === "string" || typeof param === "number") params[name] = param;
  return [{ field: value.field, reason, params }];
}

/** The field issues of an `invalid_input` error; none of any other. */
export function issuesOf(error: ReplyError): FieldIssue[] {
  const issues: unknown = error.details.issues;
  return Array.isArray(issues) ? issues.flatMap(issueOf) : [];
}

/** An entry's problem in words. */
export function problemWords(t: TFunction, problem: EntryProblem): string {
  switch (problem.code) {
    case "answered":
      return `${problem.params.status}: ${problem.params.words || t("outbox.detail.noWords")}`;
    case "no_evidence":
      return t("outbox.attempts.outcome.no_evidence");
    case "not_understood":
      return t("outbox.attempts.outcome.accepted_not_understood");
    case "was_in_flight":
    case "was_unknown":
    case "may_have_been_sent":
      return t(`outbox.means.held.${problem.code}`);
    default:
      return t(`outbox.network.${problem.code}`);
  }
}

/** Why an answer is no evidence, in words. */
export const evidenceWords = (t: TFunction, reason: NoEvidence): string =>
  reason === "packing_unknown" || reason === "packing_broken" || reason === "repeats_token"
    ? t(`outbox.network.${reason}`)
    : t(`outbox.noEvidence.${reason}`);
