import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { BalanceHistory } from "../../../features/balance-history.tsx";
import { Code } from "../../../ui/code.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { Name } from "../../../ui/name.tsx";
import { Origin } from "../../../ui/time-ago.tsx";
import classes from "../reference-data.module.css";
import { type BalanceRow, matchingBalances } from "./matching.ts";
import { amountColumn, ReferenceDataTable, Unknown } from "./reference-data-table.tsx";

const keyOf = ({ accountId, currencyId }: BalanceRow): string => `${accountId} ${currencyId}`;

function useColumns(rows: readonly BalanceRow[]): Column<BalanceRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const money = { least: 12, currencyOf: ({ currencyId }: BalanceRow) => currencyId };
    return tableColumns(t, [
      [
        "accountId",
        "minmax(14rem, 2fr)",
        ({ accountName }) => (accountName === null ? <Unknown /> : <Name>{accountName}</Name>),
      ],
      ["id", "8rem", ({ accountId }) => <Code>{String(accountId)}</Code>],
      amountColumn(t, "amount", rows, ({ amount }) => amount, money),
      amountColumn(t, "ceilAmount", rows, ({ ceilAmount }) => ceilAmount, money),
      ["source", "12.5rem", ({ updatedAt }) => <Origin source="service" at={updatedAt} />],
    ]);
  }, [t, rows]);
}

/** Balances as the service last answered them: one row for each account and currency. */
export function BalanceTable({ text }: { text: string }) {
  const { t } = useTranslation();
  const balances = useChannel("mirror.balances", {});
  const all = balances.data?.rows;
  const rows = useMemo(() => matchingBalances(all ?? [], text), [all, text]);
  const history = (shown: BalanceRow | undefined) =>
    rows.length === 0 ? null : (
      <div className={classes.history}>
        {shown === undefined ? (
          <p className="note">{t("referenceData.chooseBalance")}</p>
        ) : (
          <BalanceHistory
            key={keyOf(shown)}
            accountId={shown.accountId}
            currencyId={shown.currencyId}
            name={shown.accountName ?? String(shown.accountId)}
          />
        )}
      </div>
    );
  return (
    <ReferenceDataTable
      tab="balance"
      rows={all === undefined ? undefined : rows}
      columns={useColumns(rows)}
      keyOf={keyOf}
      error={balances.error}
      onRetry={() => void balances.refetch()}
      minInlineSize="54rem"
      narrowed={all !== undefined && all.length > 0}
      below={history}
    />
  );
}
