/** What a row of an entry and of an attempt holds, and how channels show it. */

import type { Attempt, EntrySummary, Resolution } from "../../../../contract/channels/posting.ts";
import { problemInEnglish } from "../../../../contract/english.ts";
import { isByStaff } from "../../../../contract/entry-states.ts";
import { type EntryProblem, entryProblem } from "../../../../contract/reasons/entry-problem.ts";
import { type PersonName, personName } from "../../../../contract/rights.ts";
import type { Asked } from "../../../../contract/service/evidence.ts";
import { damageFound } from "../../file/database/open-database.ts";
import { parsedJson, rowTime } from "../../file/database/row-rules.ts";
import type { attemptTable, entryTable, personTable } from "../../file/schema/entries.ts";
import type { Row } from "../../file/schema/table.ts";

export type EntryRow = Row<typeof entryTable>;
export type AttemptRow = Row<typeof attemptTable>;

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

/** "Needs attention" after this many counted attempts; it goes on trying all the same. */
export const ATTENTION_AFTER = 10;
/** "Needs attention" where the service has asked it to wait for longer than this in all. */
export const ASKED_ATTENTION_MS = 3_600_000;

/** A problem as its column holds it. */
export const writtenProblem = (problem: EntryProblem | null): string | null =>
  problem === null ? null : JSON.stringify(problem);
/** And read from there. Throws `storage_damaged` where the program can't have written it. */
export function problemIn(written: string | null): EntryProblem | null {
  if (written === null) return null;
  const problem = entryProblem.safeParse(parsedJson(written)).data;
  if (problem === undefined) throw damageFound("", "a problem of an entry can't be read");
  return problem;
}

/** A person as entries keep them. */
export const personNameOf = (
  row: Pick<Row<typeof personTable>, "person_id" | "name" | "user_id">,
): PersonName => ({
  personId: row.person_id,
  name: row.name,
  userId: row.user_id,
});
/** The same as a column holds them. */
export const writtenName = (person: PersonName | null): string | null =>
  person === null ? null : JSON.stringify(person);
/** And read from there. Throws `storage_damaged` where the program can't have written it. */
export function nameIn(written: string | null): PersonName | null {
  if (written === null) return null;
  const person = personName.safeParse(parsedJson(written)).data;
  if (person === undefined) throw damageFound("", "a person's name can't be read");
  return person;
}

const time = (ms: number | null): string | null => (ms === null ? null : rowTime(ms));

/** What a person said of the entry, as channels show it. */
export const resolutionOf = (
  row: Pick<EntryRow, `resolution_${"kind" | "words" | "person" | "approver"}` | "changed_at">,
): Resolution | null =>
  row.resolution_kind === null
    ? null
    : {
        kind: row.resolution_kind,
        words: row.resolution_words ?? "",
        at: rowTime(row.changed_at),
        person: nameIn(row.resolution_person),
        approver: nameIn(row.resolution_approver),
      };

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
    correctsEntryId: row.corrects_entry_id,
    correctedByEntryId: row.corrected_by_entry_id,
    confirmedByStaff: isByStaff(row.resolution_kind),
    person: nameIn(row.person),
    approver: nameIn(row.approver),
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
