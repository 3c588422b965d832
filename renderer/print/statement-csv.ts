/** A supplier's statement as a table for a spreadsheet: exact amounts as they are, times in UTC, one row for each fact. */
import type { TFunction } from "i18next";
import type { StatementContent } from "../../contract/channels/printing.ts";
import { csvFile } from "../../contract/csv.ts";
import { stateWords } from "../lib/statement-words.ts";

const COLUMNS = [
  "row",
  "at",
  "serialNo",
  "status",
  "currency",
  "amount",
  "service",
  "serviceCurrency",
  "serviceAt",
  "difference",
  "balance",
  "count",
  "note",
] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string | null>>;

/** The text of the file. */
export function statementCsv({ t }: { t: TFunction }, { statement }: StatementContent): string {
  const { rows, totals, unsent, balances } = statement;
  const facts: Cells[] = [
    ...rows.map(
      (row): Cells => ({
        row: t("statement.csv.of.return"),
        at: row.at,
        serialNo: row.serialNo,
        status: stateWords({ t }, row),
        currency: row.currencyId,
        amount: row.amount,
        service: row.service?.amount ?? null,
        serviceCurrency: row.service?.currencyId ?? null,
        serviceAt: row.service?.at ?? null,
        difference: row.difference,
        note: row.note,
      }),
    ),
    ...totals.map(
      (total): Cells => ({
        row: t("statement.csv.of.total"),
        currency: total.currencyId,
        amount: total.amount,
        service: total.service,
        difference: total.difference,
        count: String(total.returns),
      }),
    ),
    ...unsent.map(
      (waiting): Cells => ({
        row: t("statement.csv.of.unsent"),
        at: waiting.oldestAt,
        currency: waiting.currencyId,
        amount: waiting.amount,
        count: String(waiting.returns),
      }),
    ),
    ...balances.flatMap(({ currencyId, before, points }) =>
      [
        ...(before === null ? [] : [{ ...before, row: t("statement.csv.of.before") }]),
        ...points.map((point) => ({ ...point, row: t("statement.csv.of.balance") })),
      ].map(
        ({ row, at, serialNo, amount }): Cells => ({
          row,
          at,
          serialNo,
          currency: currencyId,
          balance: amount,
        }),
      ),
    ),
  ];
  return csvFile([
    COLUMNS.map((column) => t(`statement.csv.${column}`)),
    ...facts.map((cells) => COLUMNS.map((column) => cells[column] ?? "")),
  ]);
}
