import { IconPackageExport } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Statement } from "../../../../contract/channels/statements.ts";
import { shownState } from "../../../../contract/entry-states.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Amount, fractionRoom } from "../../../features/amount/amount.tsx";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { dayOf } from "../../../lib/today.ts";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import classes from "./statement.module.css";

type Row = Statement["rows"][number];

/** The columns of these returns, as wide as their longest amounts. */
export function useReturnColumns(rows: readonly Row[]): Column<Row>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const amounts = rows.flatMap(({ amount, service }) => [amount, service?.amount ?? null]);
    const differences = rows.map(({ difference }) => difference);
    const room = fractionRoom([...amounts, ...differences]);
    const trackOf = (decimals: readonly (string | null)[], currency: boolean) =>
      `${amountWidth(decimals, { fraction: room, least: 5.75, currency })}rem`;
    return [
      {
        id: "entered",
        header: t("field.entered"),
        track: "minmax(10.25rem, 1fr)",
        cell: ({ at, serialNo }) => (
          <span className="two-lines">
            <bdi title={formats.dateTime(at)}>{formats.date(dayOf(Date.parse(at)))}</bdi>
            <span className="note flex baseline gap-4">
              {formats.time(at)} · <Code short>{serialNo}</Code>
            </span>
          </span>
        ),
      },
      {
        id: "status",
        header: t("field.status"),
        track: "minmax(8.5rem, 1fr)",
        // On two lines if need be: an amount has only one.
        cell: (row) => {
          const state = shownState(row);
          return (
            <span className="tight wraps inline-block">
              {state === null ? t("statement.returns.noEntry") : <StateBadge state={state} />}
            </span>
          );
        },
      },
      {
        id: "here",
        header: t("statement.here"),
        track: trackOf(amounts, true),
        align: "end",
        cell: ({ amount, currencyId }) => <Amount value={amount} currencyId={currencyId} align={room} />,
      },
      {
        id: "service",
        header: t("field.service"),
        track: trackOf(amounts, true),
        align: "end",
        cell: (row) =>
          row.service === null ? (
            <span className={classes.under}>{t("state.noAnswer")}</span>
          ) : (
            <span className="two-lines" data-amount="true">
              <Amount value={row.service.amount} currencyId={row.service.currencyId} align={room} />
              {row.service.at === null ? null : (
                <span className={classes.under}>
                  <TimeAgo at={row.service.at} />
                </span>
              )}
            </span>
          ),
      },
      {
        id: "difference",
        header: t("field.difference"),
        track: trackOf(differences, false),
        align: "end",
        // In the currency of the return: an amount in another one is not compared.
        cell: ({ difference }) => <Amount value={difference} align={room} />,
      },
    ];
  }, [t, formats, rows]);
}

interface ReturnsTableProps {
  rows: Row[];
  columns: Column<Row>[];
  onEnd: () => void;
}

/** The account's returns of the period; Enter opens one. */
export function ReturnsTable({ rows, columns, onEnd }: ReturnsTableProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [active, setActive] = useState<string | null>(null);
  return (
    <DataTable
      label={t("statement.returns.title")}
      testId="statement"
      columns={columns}
      rows={rows}
      keyOf={({ serialNo }) => serialNo}
      activeKey={active}
      onActive={setActive}
      onOpen={({ serialNo }) => navigate(`/documents/${serialNo}`)}
      onEnd={onEnd}
      empty={
        <EmptyState title={t("statement.returns.none")} icon={IconPackageExport}>
          {t("statement.returns.noneText")}
        </EmptyState>
      }
    />
  );
}
