/** The checklist of unknown outcomes: one block for each entry, with boxes to tick. */
import type { EntryDetail } from "../../contract/channels/posting.ts";
import type { ChecklistContent, PrintNames } from "../../contract/channels/printing.ts";
import { parseExactJson } from "../../contract/exact-json.ts";
import { idsSent, OPERATIONS, restoreOf, shownIds } from "../../contract/operations.ts";
import { purchaseReturnBody, taxVoucherBody } from "../../contract/service/requests.ts";
import { problemWords } from "../i18n/error-words.ts";
import { isolated } from "../i18n/format.ts";
import {
  byPerson,
  dotted,
  type Fact,
  nameCell,
  type Part,
  type Phrase,
  paragraphsOf,
  type RecordCell,
  type Report,
  type ReportCell,
  runningEnd,
  sheetOf,
  tenantLine,
  type Words,
} from "./report.ts";

/** So many of the last attempts are listed; the sending history has them all. */
const LISTED = 4;
const SHORT = 300;

/** The beginning of a text; all of it is in the outbox. */
const beginning = (text: string): string => {
  const [first = "", ...more] = paragraphsOf(text, SHORT);
  return more.length === 0 ? first : `${first} …`;
};

interface Sent {
  note: string;
  /** How many lines a return has. */
  lines: number | null;
  supplier: RecordCell | null;
  /** The ids that a restore names, as the service spells them. */
  record: string | null;
  userId: string | null;
}

function sentOf({ kind, requestBody }: EntryDetail, names: PrintNames): Sent {
  const none: Sent = { note: "", lines: null, supplier: null, record: null, userId: null };
  const sent = parseExactJson(requestBody);
  switch (kind) {
    case "purchaseReturn": {
      const body = purchaseReturnBody.parse(sent);
      const id = String(body.supplierAccountId);
      return {
        ...none,
        note: body.note,
        lines: body.tenantTransactionProductInputs.length,
        supplier: { as: "record", id, name: names.accounts[id] ?? null },
        userId: String(body.creatorUserId),
      };
    }
    case "taxVoucher": {
      const body = taxVoucherBody.parse(sent);
      return { ...none, note: body.note, userId: String(body.creatorUserId) };
    }
    default: {
      const { list } = OPERATIONS[kind].restores;
      return { ...none, record: shownIds(idsSent(list, restoreOf(list).request.parse(sent))) };
    }
  }
}

/** What to look for in the books. */
function lookFor({ t }: Words, { kind }: EntryDetail): string {
  if (kind === "purchaseReturn") return t("print.checklist.lookReturn");
  return kind === "taxVoucher" ? t("print.checklist.lookVoucher") : t("print.checklist.lookRestore");
}

/** What became of an attempt, as the sending history says it. */
const outcomeWords = ({ t }: Words, { outcome }: EntryDetail["attempts"][number]): string =>
  outcome === null ? t("print.checklist.running") : t(`outbox.attempts.outcome.${outcome}`);

function attemptLines(words: Words, { attempts }: EntryDetail): Phrase[] {
  const { t, formats } = words;
  const earlier = Math.max(0, attempts.length - LISTED);
  const lines = attempts.slice(earlier).map((attempt, index) => {
    const { httpStatus: status } = attempt;
    const said = {
      number: earlier + index + 1,
      at: isolated(formats.dateTime(attempt.startedAt)),
      outcome: outcomeWords(words, attempt),
    };
    if (status === null) return t("print.checklist.attempt", said);
    return t("print.checklist.attemptHttp", { ...said, status: isolated(String(status)) });
  });
  return [
    ...(earlier === 0 ? [] : [[t("print.checklist.earlier", { count: earlier })]]),
    ...lines.map((line) => [line]),
  ];
}

function entryPart(
  words: Words,
  entry: EntryDetail,
  sent: Sent,
  number: number,
): Extract<Part, { is: "entry" }> {
  const { t } = words;
  const { serialNo, localAmount, lastProblem } = entry;
  const { note, lines, supplier, record, userId } = sent;
  const fact = (label: string, value: readonly Phrase[] | null): Fact[] =>
    value === null ? [] : [{ label, value }];
  return {
    is: "entry",
    key: entry.entryId,
    title: [
      { as: "count", value: number },
      `. ${t(`operations.kind.${entry.kind}`)} · `,
      { as: "text", text: entry.subject },
    ],
    facts: [
      ...fact(t("field.serialNo"), serialNo === null ? null : [[{ as: "code", text: serialNo }]]),
      ...fact(t("field.record"), record === null ? null : [[{ as: "code", text: record }]]),
      ...fact(t("field.supplierAccountId"), supplier === null ? null : [[supplier]]),
      ...fact(
        t("field.amount"),
        localAmount === null
          ? null
          : [
              dotted(
                [{ as: "amount", value: localAmount, currencyId: entry.currencyId ?? "", strong: true }],
                lines === null ? null : [t("print.checklist.counted", { count: lines })],
              ),
            ],
      ),
      ...fact(t("field.entered"), [
        dotted(
          [{ as: "dateTime", at: entry.createdAt }],
          byPerson(words, "enteredBy", entry.person),
          userId === null ? null : [`${t("field.userId")} `, { as: "code", text: userId }],
        ),
      ]),
      ...fact(t("field.note"), note.trim() === "" ? null : [[{ as: "text", text: beginning(note) }]]),
      ...fact(t("field.attempts"), attemptLines(words, entry)),
      ...fact(
        t("print.checklist.lastWords"),
        lastProblem === null ? null : [[{ as: "text", text: beginning(problemWords(t, lastProblem)) }]],
      ),
      ...fact(t("print.checklist.look"), [[lookFor(words, entry)]]),
    ],
    ticks: [
      { box: true, label: t("print.checklist.found"), blank: true },
      { box: true, label: t("print.checklist.notFound"), blank: false },
      { box: true, label: t("print.checklist.unsure"), blank: false },
      { box: false, label: t("print.checklist.by"), blank: true },
    ],
  };
}

/** The columns of the CSV file, by the keys of their names. */
const COLUMNS = [
  "print.csv.number",
  "print.csv.kind",
  "print.csv.subject",
  "print.csv.entered",
  "field.serialNo",
  "field.record",
  "field.amount",
  "field.currencyId",
  "field.lines",
  "field.note",
  "field.userId",
  "print.enteredBy",
  "field.attempts",
  "print.csv.lastAttempt",
  "print.csv.lastOutcome",
  "print.csv.httpStatus",
  "print.checklist.lastWords",
  "print.checklist.look",
  "field.entry",
  "print.csv.found",
  "print.checklist.by",
] as const;

function sheetRow(words: Words, entry: EntryDetail, sent: Sent, number: number) {
  const { t } = words;
  const last = entry.attempts.at(-1);
  const textOf = (value: number | null | undefined): string => (value == null ? "" : String(value));
  return {
    "print.csv.number": String(number),
    "print.csv.kind": t(`operations.kind.${entry.kind}`),
    "print.csv.subject": entry.subject,
    "print.csv.entered": entry.createdAt,
    "field.serialNo": entry.serialNo,
    "field.record": sent.record,
    "field.amount": entry.localAmount,
    "field.currencyId": entry.currencyId,
    "field.lines": textOf(sent.lines),
    "field.note": sent.note,
    "field.userId": sent.userId,
    "print.enteredBy": nameCell(entry.person),
    "field.attempts": String(entry.attempts.length),
    "print.csv.lastAttempt": last?.startedAt ?? null,
    "print.csv.lastOutcome": last === undefined ? null : outcomeWords(words, last),
    "print.csv.httpStatus": textOf(last?.httpStatus),
    "print.checklist.lastWords": entry.lastProblem === null ? null : problemWords(t, entry.lastProblem),
    "print.checklist.look": lookFor(words, entry),
    "field.entry": entry.entryId,
  } satisfies Partial<Record<(typeof COLUMNS)[number], ReportCell | null>>;
}

/** The checklist of all entries with an unknown outcome. */
export function checklistReport(words: Words, content: ChecklistContent): Report {
  const { t } = words;
  const { entries, practice, names } = content;
  const title = t("print.checklist.title");
  const listed = entries.map((entry, index) => [words, entry, sentOf(entry, names), index + 1] as const);
  return {
    title,
    shopName: "",
    practice,
    running: [[title], runningEnd(words, content)],
    head: [
      { is: "text", text: [t(entries.length === 0 ? "print.checklist.none" : "print.checklist.text")] },
      tenantLine(words, content, `${t("print.checklist.count", { count: entries.length })} · `),
    ],
    parts: listed.map((each) => entryPart(...each)),
    foot: [],
    holds: [title],
    sheet: sheetOf(
      COLUMNS,
      t,
      listed.map((each) => sheetRow(...each)),
    ),
  };
}
