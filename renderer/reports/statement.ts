/** A supplier's statement: what is known, from whom, and since when. */
import type { StatementContent } from "../../contract/channels/printing.ts";
import type { Statement } from "../../contract/channels/statements.ts";
import { shownState } from "../../contract/entry-states.ts";
import { isolated } from "../i18n/format.ts";
import {
  type AmountCell,
  byPerson,
  nameCell,
  type Part,
  type Phrase,
  type RecordCell,
  type Report,
  type ReportCell,
  type ReportLine,
  runningEnd,
  type Sheet,
  sheetOf,
  type TableRow,
  tenantLine,
  type Words,
} from "./report.ts";

type Row = Statement["rows"][number];
type Point = Statement["balances"][number]["points"][number];

/** The columns of the CSV file, by the keys of their names. */
const COLUMNS = [
  "field.row",
  "statement.csv.at",
  "print.enteredBy",
  "field.serialNo",
  "field.status",
  "field.currencyId",
  "statement.here",
  "field.service",
  "statement.csv.serviceCurrency",
  "statement.csv.serviceAt",
  "field.difference",
  "statement.csv.balance",
  "statement.returns.title",
  "field.note",
] as const;

const amount = (value: string, currencyId: string): AmountCell => ({ as: "amount", value, currencyId });
const orUnknown = (value: string | null, currencyId: string): Phrase | null =>
  value === null ? null : [amount(value, currencyId)];

/** Which days it is of. */
export function periodWords(
  { t, formats }: Words,
  { from, to }: { from: string | null; to: string | null },
): string {
  if (from !== null && to !== null)
    return t("statement.between", { from: formats.date(from), to: formats.date(to) });
  if (from !== null) return t("statement.since", { from: formats.date(from) });
  return to === null ? t("statement.everything") : t("statement.until", { to: formats.date(to) });
}

function stateWords({ t }: Words, row: Row): string {
  const state = shownState(row);
  return state === null ? t("statement.returns.noEntry") : t(`state.${state}`);
}

/** Where a balance is from, and since when. */
function pointSource({ t, formats }: Words, { at, serialNo }: Point): ReportCell {
  const when = formats.dateTime(at);
  if (serialNo === null) return t("statement.balances.receivedAt", { at: when });
  return {
    as: "document",
    serialNo,
    words: t("statement.balances.receivedWith", { at: when, serial: serialNo }),
  };
}

function totalLines({ t, formats }: Words, of: Statement["totals"][number]): ReportLine[] {
  const { currencyId, returns, service, difference, notCompared } = of;
  const notes = notCompared === 0 ? [] : [[t("statement.totals.notCompared", { count: notCompared })]];
  return [
    {
      label: [`${t("statement.returns.title")}: ${formats.count(returns)}`],
      value: [{ as: "text", text: currencyId }],
    },
    { label: [t("statement.here")], value: [amount(of.amount, currencyId)] },
    { label: [t("field.service")], value: orUnknown(service, currencyId) },
    {
      label: [t(notCompared === 0 ? "field.difference" : "statement.totals.difference")],
      value: orUnknown(difference, currencyId),
      under: notes,
    },
  ];
}

function balanceLines(words: Words, of: Statement["balances"][number]): ReportLine[] {
  const { t } = words;
  const { currencyId, before, points, more, change } = of;
  const [newest] = points;
  const line = (label: string, point: Point): ReportLine => ({
    label: [label],
    value: point.amount === null ? ["—"] : [amount(point.amount, currencyId)],
    under: [[pointSource(words, point)]],
  });
  return [
    ...(before === null ? [] : [line(t("statement.balances.before"), before)]),
    newest === undefined
      ? { under: [[t("statement.balances.unchanged")]] }
      : line(t("statement.balances.newest"), newest),
    ...(change === null
      ? []
      : [{ label: [t("statement.balances.change")], value: [amount(change, currencyId)] }]),
    ...(points.length < 2
      ? []
      : [
          {
            fold: {
              title: t("statement.balances.points", { count: points.length }),
              lines: points.map((point) => ({ ...line("", point), label: [] })),
              more: more ? t("statement.balances.more") : null,
            },
          },
        ]),
  ];
}

const strong = (lines: ReportLine[]): ReportLine[] => lines.map((line) => ({ ...line, strong: true }));

/** What is known besides the returns: their sums, what is not confirmed, and the balances. */
export function statementFigures(words: Words, statement: Statement): Extract<Part, { is: "lines" }>[] {
  const { t, formats } = words;
  const { totals, moreToSum, unsent, moreUnsent, balances } = statement;
  return [
    {
      is: "lines",
      key: "totals",
      title: t("statement.totals.title"),
      groups: totals.map((of) => strong(totalLines(words, of))),
      none: t("statement.totals.none"),
      after: moreToSum ? { text: t("statement.totals.more"), cut: true } : null,
    },
    {
      is: "lines",
      key: "unsent",
      title: t("statement.unsent.title"),
      note: t("statement.unsent.note"),
      groups: unsent.map((of) => [
        {
          label: [t("statement.unsent.returns", { count: of.returns, when: formats.dateTime(of.oldestAt) })],
          value: [amount(of.amount, of.currencyId)],
          strong: true,
        },
      ]),
      none: t("statement.unsent.none"),
      after: moreUnsent ? { text: t("statement.unsent.more"), cut: true } : null,
      look: "plain",
    },
    {
      is: "lines",
      key: "balances",
      title: t("statement.balances.title"),
      groups: balances.map((of) => strong(balanceLines(words, of))),
      none: t("statement.balances.none"),
    },
  ];
}

function returnRow(words: Words, row: Row): TableRow {
  const { t, formats } = words;
  const { currencyId, service, serialNo } = row;
  const entered: Phrase = [{ as: "dateTime", at: row.at }];
  const by = byPerson(words, "enteredBy", row.person);
  const under: Phrase[] = [[{ as: "code", text: serialNo }], ...(by.length === 0 ? [] : [by])];
  const here = [amount(row.amount, currencyId)];
  const answered =
    service?.at == null
      ? []
      : [[t("statement.returns.answered", { at: isolated(formats.dateTime(service.at)) })]];
  const theirs =
    service === null ? [t("state.noAnswer")] : [amount(service.amount, service.currencyId ?? currencyId)];
  const difference = row.difference === null ? ["—"] : [amount(row.difference, currencyId)];
  return {
    key: serialNo,
    cells: [
      { cell: entered, under },
      { cell: [stateWords(words, row)] },
      { cell: here },
      { cell: theirs, under: answered },
      { cell: difference },
    ],
    stacked: strong([
      { label: entered, under },
      { label: [stateWords(words, row)], value: here },
      { label: [t("field.service")], value: service === null ? null : theirs },
      {
        label: [t("field.difference")],
        value: row.difference === null || row.difference === "0" ? null : difference,
        under: answered,
      },
    ]),
  };
}

function sheet(words: Words, { rows, totals, unsent, balances }: Statement): Sheet {
  const { t } = words;
  const time = (at: string | null | undefined): ReportCell | null =>
    at == null ? null : { as: "dateTime", at };
  const facts: Partial<Record<(typeof COLUMNS)[number], ReportCell | null>>[] = [
    ...rows.map((row) => ({
      "field.row": t("statement.csv.of.return"),
      "statement.csv.at": time(row.at),
      "print.enteredBy": nameCell(row.person),
      "field.serialNo": row.serialNo,
      "field.status": stateWords(words, row),
      "field.currencyId": row.currencyId,
      "statement.here": row.amount,
      "field.service": row.service?.amount ?? null,
      "statement.csv.serviceCurrency": row.service?.currencyId ?? null,
      "statement.csv.serviceAt": time(row.service?.at),
      "field.difference": row.difference,
      "field.note": row.note,
    })),
    ...totals.map((total) => ({
      "field.row": t("statement.csv.of.total"),
      "field.currencyId": total.currencyId,
      "statement.here": total.amount,
      "field.service": total.service,
      "field.difference": total.difference,
      "statement.returns.title": String(total.returns),
    })),
    ...unsent.map((waiting) => ({
      "field.row": t("statement.unsent.title"),
      "statement.csv.at": time(waiting.oldestAt),
      "field.currencyId": waiting.currencyId,
      "statement.here": waiting.amount,
      "statement.returns.title": String(waiting.returns),
    })),
    ...balances.flatMap(({ currencyId, before, points }) =>
      [
        ...(before === null ? [] : [{ ...before, row: t("statement.csv.of.before") }]),
        ...points.map((point) => ({ ...point, row: t("statement.csv.of.balance") })),
      ].map(({ row, at, serialNo, amount: balance }) => ({
        "field.row": row,
        "statement.csv.at": time(at),
        "field.serialNo": serialNo,
        "field.currencyId": currencyId,
        "statement.csv.balance": balance,
      })),
    ),
  ];
  return sheetOf(COLUMNS, t, facts);
}

/** The statement of an account over a period. */
export function statementReport(words: Words, content: StatementContent): Report {
  const { t } = words;
  const { statement, settings, practice } = content;
  const { rows, cursor } = statement;
  const title = t("statement.title");
  const supplier: RecordCell = {
    as: "record",
    id: String(statement.account.accountId),
    name: statement.account.name,
  };
  return {
    title,
    shopName: settings.shopName,
    practice,
    running: [[title, " · ", supplier], runningEnd(words, content)],
    head: [
      { is: "text", text: [supplier] },
      { is: "text", text: [periodWords(words, content)] },
      { is: "text", text: [t("statement.description")], look: "small" },
      tenantLine(words, content),
    ],
    parts: [
      ...statementFigures(words, statement),
      {
        is: "table",
        title: t("statement.returns.title"),
        columns: [
          { label: t("field.entered") },
          { label: t("field.status"), width: { least: 30, most: 30 } },
          { label: t("statement.here"), width: { least: 33, most: 33 }, end: true },
          { label: t("field.service"), width: { least: 33, most: 33 }, end: true },
          { label: t("field.difference"), width: { least: 28, most: 28 }, end: true },
        ],
        rows: rows.map((row) => returnRow(words, row)),
        none: t("statement.returns.none"),
        after: cursor === null ? null : t("statement.returns.more"),
      },
    ],
    foot: [],
    holds: [title, supplier.id],
    sheet: sheet(words, statement),
  };
}
