/** What a row of an entry and of an attempt holds, and how channels show it. */
import type { EntryState } from "../../../../contract/channels/common.ts";
import type { Attempt, EntrySummary, Outcome, Resolution } from "../../../../contract/channels/posting.ts";
import { problemInEnglish } from "../../../../contract/english.ts";
import { type EntryProblem, entryProblem } from "../../../../contract/entry-problem.ts";
import type { OperationKind } from "../../../../contract/service/endpoints.ts";
import type { Asked, NoEvidence } from "../../../../contract/service/evidence.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import { rowTime } from "../file/row-rules.ts";

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
  /** JSON text of an `EntryProblem`. */
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

/** An entry that may be claimed; `is_fitting` is 1 where it holds only what the program may have written. */
export interface ClaimableRow extends EntryRow {
  is_fitting: number;
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

export interface AttemptRow {
  attempt_id: number;
  started_at: number;
  ended_at: number | null;
  outcome: Outcome | null;
  http_status: number | null;
  response_body: string | null;
  response_bytes: Buffer | null;
  answer_cut: number;
  /** JSON text of an `EntryProblem`. */
  detail: string | null;
  counted: number;
}

/** "Needs attention" after this many counted attempts; it goes on trying all the same. */
export const ATTENTION_AFTER = 10;
/** "Needs attention" where the service has asked it to wait for longer than this in all. */
export const ASKED_ATTENTION_MS = 3_600_000;

/** A problem as its column holds it. */
export const writtenProblem = (problem: EntryProblem | null): string | null =>
  problem === null ? null : JSON.stringify(problem);
/** And read from there: the rules of the rows see to its form. */
export const problemIn = (written: string | null): EntryProblem | null =>
  written === null ? null : entryProblem.parse(JSON.parse(written));

const time = (ms: number | null): string | null => (ms === null ? null : rowTime(ms));

/** What a person said of the entry, as channels show it. */
export const resolutionOf = (
  row: Pick<EntryRow, "resolution_kind" | "resolution_words" | "changed_at">,
): Resolution | null =>
  row.resolution_kind === null
    ? null
    : { kind: row.resolution_kind, words: row.resolution_words ?? "", at: rowTime(row.changed_at) };

/** Whether it is confirmed only because a person saw it in the books. */
export const isByStaff = (row: { resolution_kind: string | null }): boolean =>
  row.resolution_kind === "marked_recorded";

/** The row as channels show it. */
export function summaryOf(row: EntryRow): EntrySummary {
  const lastProblem = problemIn(row.last_error);
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
    lastProblem,
    lastError: lastProblem === null ? null : problemInEnglish(lastProblem),
    createdAt: rowTime(row.created_at),
    nextAttemptAt: row.state === "retry_wait" ? time(row.next_attempt_at) : null,
    subject: row.subject,
    currencyId: row.currency_id,
    localAmount: row.local_amount,
    answerUnderstood: row.answer_understood === null ? null : row.answer_understood === 1,
    evidenceGap: row.evidence_gap,
    correctsEntryId: row.corrects_entry_id,
    correctedByEntryId: row.corrected_by_entry_id,
    confirmedByStaff: isByStaff(row),
  };
}

export const attemptOf = (row: AttemptRow): Attempt => ({
  startedAt: rowTime(row.started_at),
  endedAt: time(row.ended_at),
  outcome: row.outcome,
  httpStatus: row.http_status,
  responseBody: row.response_body,
  responseBase64: row.response_bytes?.toString("base64") ?? null,
  answerCut: row.answer_cut === 1,
  problem: problemIn(row.detail),
  counted: row.counted === 1,
});
