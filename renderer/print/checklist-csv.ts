/** The checklist as a table for a spreadsheet: exact amounts as they are, times in UTC. */

import type { TFunction } from "i18next";
import type { ChecklistContent } from "../../contract/channels/printing.ts";
import { csvFile } from "../../contract/csv.ts";
import { checklistModel } from "./checklist-model.ts";
import { lastWordsOf, lookFor, outcomeWords } from "./checklist-words.ts";

const COLUMNS = [
  "number",
  "kind",
  "subject",
  "entered",
  "serialNo",
  "record",
  "amount",
  "currency",
  "lines",
  "note",
  "user",
  "attempts",
  "lastAttempt",
  "lastOutcome",
  "httpStatus",
  "lastWords",
  "look",
  "entryId",
  "found",
  "by",
] as const;

/** The text of the file. */
export function checklistCsv({ t }: { t: TFunction }, content: ChecklistContent): string {
  const rows = checklistModel(content).map((entry) => {
    const last = entry.attempts.at(-1);
    const cells: Record<(typeof COLUMNS)[number], string> = {
      number: String(entry.number),
      kind: t(`operations.kind.${entry.kind}`),
      subject: entry.subject,
      entered: entry.enteredAt,
      serialNo: entry.serialNo ?? "",
      record: entry.record ?? "",
      amount: entry.amount ?? "",
      currency: entry.currencyId ?? "",
      lines: entry.lines === null ? "" : String(entry.lines),
      note: entry.note,
      user: entry.userId ?? "",
      attempts: String(entry.attempts.length),
      lastAttempt: last?.startedAt ?? "",
      lastOutcome: last === undefined ? "" : outcomeWords({ t }, last),
      httpStatus: last?.httpStatus == null ? "" : String(last.httpStatus),
      lastWords: lastWordsOf({ t }, entry),
      look: lookFor({ t }, entry),
      entryId: entry.entryId,
      found: "",
      by: "",
    };
    return COLUMNS.map((column) => cells[column]);
  });
  return csvFile([COLUMNS.map((column) => t(`print.csv.${column}`)), ...rows]);
}
