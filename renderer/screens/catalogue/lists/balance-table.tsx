import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { BalanceHistory } from "../../../features/balance-history/balance-history.tsx";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { Clip } from "../../../ui/clip.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "../catalogue.module.css";
import { fractionRoom } from "./lines.ts";
import { Origin, Unknown } from "./marks.tsx";
import { type BalanceRow, matchingBalances } from "./matching.ts";
import { Nothing } from "./nothing.tsx";

const keyOf = ({ accountId, currencyId }: BalanceRow): string => `${accountId} ${currencyId}`;

function useColumns(rows: readonly BalanceRow[]): Column<BalanceRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const money = (id: "amount" | "ceiling", of: (row: BalanceRow) => string | null): Column<BalanceRow> => {
      const decimals = rows.map(of);
      const fraction = fractionRoom(decimals, 3);
      return {
        id,
        header: t(`catalogue.column.${id}`),
        track: `${amountWidth(decimals, { fraction, least: 12, currency: true })}rem`,
        align: "end",
        cell: (row) => <Amount value={of(row)} currencyId={row.currencyId} align={fraction} />,
      };
    };
    return [
      {
        id: "account",
        header: t("catalogue.column.account"),
        track: "minmax(14rem, 2fr)",
        cell: ({ accountName }) => (accountName === null ? <Unknown /> : <Clip>{accountName}</Clip>),
      },
      {
        id: "id",
        header: t("catalogue.column.id"),
        track: "8rem",
        cell: ({ accountId }) => <Code>{String(accountId)}</Code>,
      },
      money("amount", ({ amount }) => amount),
      money("ceiling", ({ ceilAmount }) => ceilAmount),
      {
        id: "origin",
        header: t("catalogue.column.origin"),
        track: "12.5rem",
        cell: ({ updatedAt }) => <Origin source="service" at={updatedAt} />,
      },
    ];
  }, [t, rows]);
}

/** Balances as the service last answered them: one row for each account and currency. */
export function BalanceTable({ text }: { text: string }) {
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  const balances = useChannel("mirror.balances", {});
  const all = balances.data?.rows;
  const rows = useMemo(() => matchingBalances(all ?? [], text), [all, text]);
  const columns = useColumns(rows);
  if (balances.error !== null)
    return <ErrorPanel error={balances.error} onRetry={() => void balances.refetch()} />;
  if (all === undefined) return <Loading />;
  const shown = rows.find((row) => keyOf(row) === active);
  return (
    <>
      <DataTable
        label={t("catalogue.tab.balance")}
        testId="catalogue"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        activeKey={active}
        onActive={setActive}
        minInlineSize="54rem"
        empty={<Nothing tab="balance" narrowed={all.length > 0} />}
      />
      {rows.length === 0 ? null : (
        <div className={classes.history}>
          {shown === undefined ? (
            <p className={classes.quiet}>{t("catalogue.chooseBalance")}</p>
          ) : (
            <BalanceHistory
              key={keyOf(shown)}
              accountId={shown.accountId}
              currencyId={shown.currencyId}
              name={shown.accountName ?? String(shown.accountId)}
            />
          )}
        </div>
      )}
    </>
  );
}
