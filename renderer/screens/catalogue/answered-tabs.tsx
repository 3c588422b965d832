import { IconTags } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { Amount } from "../../components/amount/amount.tsx";
import { Code } from "../../components/code.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { RecordName } from "../../components/record-name.tsx";
import { StatusCode } from "../../components/status-code.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useChannel } from "../../queries.ts";

type StockRow = ChannelOutput<"mirror.stock">["rows"][number];
type BalanceRow = ChannelOutput<"mirror.balances">["rows"][number];
type VoucherRow = ChannelOutput<"taxVoucher.find">["vouchers"][number];

function NothingYet({ found, text }: { found: boolean; text: string }): ReactNode {
  const { t } = useTranslation();
  if (found) return null;
  return (
    <EmptyState
      icon={IconTags}
      title={t(text === "" ? "catalogue.empty.title" : "catalogue.empty.nothingFound")}
    >
      {text === "" ? t("catalogue.empty.answered") : null}
    </EmptyState>
  );
}

const holds = (text: string, ...values: (string | number | null)[]): boolean =>
  values.some((value) => value !== null && String(value).toLowerCase().includes(text.toLowerCase()));

/** Stock as the service last answered it, one row for each batch. */
export function StockTab({ text }: { text: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [active, setActive] = useState<string | null>(null);
  const stock = useChannel("mirror.stock", {});
  if (stock.error !== null) return <ErrorPanel error={stock.error} onRetry={() => stock.refetch()} />;
  const rows = (stock.data?.rows ?? []).filter(
    (row) => text === "" || holds(text, row.productId, row.barcode),
  );
  const date = (value: string | null) => (value === null ? "—" : formats.date(value));
  const columns: Column<StockRow>[] = [
    {
      id: "product",
      header: t("catalogue.column.product"),
      track: "minmax(12rem, 2fr)",
      cell: (row) => <RecordName kind="product" id={row.productId} />,
    },
    {
      id: "unit",
      header: t("catalogue.column.unit"),
      track: "minmax(7rem, 1fr)",
      cell: (row) => <RecordName kind="measureUnit" id={row.measureUnitId} />,
    },
    {
      id: "store",
      header: t("catalogue.column.store"),
      track: "minmax(7rem, 1fr)",
      cell: (row) => <RecordName kind="store" id={row.storeId} />,
    },
    {
      id: "barcode",
      header: t("catalogue.column.barcode"),
      track: "10rem",
      cell: (row) => (row.barcode === null ? "—" : <Code>{row.barcode}</Code>),
    },
    {
      id: "production",
      header: t("catalogue.column.production"),
      track: "8rem",
      cell: (row) => date(row.productionAt),
    },
    { id: "expiry", header: t("catalogue.column.expiry"), track: "8rem", cell: (row) => date(row.expiryAt) },
    {
      id: "cost",
      header: t("catalogue.column.cost"),
      track: "minmax(8rem, 1fr)",
      align: "end",
      cell: (row) => <Amount value={row.costPrice} currencyId={row.currencyId} />,
    },
    {
      id: "quantity",
      header: t("catalogue.column.quantity"),
      track: "6rem",
      align: "end",
      cell: (row) => (row.quantity === null ? "—" : formats.decimal(row.quantity)),
    },
    {
      id: "heard",
      header: t("catalogue.column.heard"),
      track: "8rem",
      cell: (row) => <TimeAgo at={row.updatedAt} />,
    },
  ];
  return (
    <DataTable
      label={t("catalogue.tab.stock")}
      testId="catalogue"
      columns={columns}
      rows={rows}
      keyOf={(row) =>
        [row.productId, row.measureUnitId, row.storeId, row.productionAt, row.expiryAt].join(" ")
      }
      activeKey={active}
      onActive={setActive}
      minInlineSize="74rem"
      empty={<NothingYet found={stock.isPending} text={text} />}
    />
  );
}

/** Balances as the service last answered them. */
export function BalancesTab({ text }: { text: string }) {
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  const balances = useChannel("mirror.balances", {});
  if (balances.error !== null)
    return <ErrorPanel error={balances.error} onRetry={() => balances.refetch()} />;
  const rows = (balances.data?.rows ?? []).filter(
    (row) => text === "" || holds(text, row.accountId, row.accountName, row.currencyId),
  );
  const columns: Column<BalanceRow>[] = [
    {
      id: "account",
      header: t("catalogue.column.account"),
      track: "minmax(12rem, 2fr)",
      cell: (row) => <bdi>{row.accountName ?? "—"}</bdi>,
    },
    {
      id: "id",
      header: t("catalogue.column.id"),
      track: "8rem",
      cell: (row) => <Code>{String(row.accountId)}</Code>,
    },
    {
      id: "amount",
      header: t("catalogue.column.amount"),
      track: "minmax(9rem, 1fr)",
      align: "end",
      cell: (row) => <Amount value={row.amount} currencyId={row.currencyId} />,
    },
    {
      id: "ceil",
      header: t("catalogue.column.ceiling"),
      track: "minmax(9rem, 1fr)",
      align: "end",
      cell: (row) => <Amount value={row.ceilAmount} currencyId={row.currencyId} />,
    },
    {
      id: "heard",
      header: t("catalogue.column.heard"),
      track: "minmax(8rem, 1fr)",
      cell: (row) => <TimeAgo at={row.updatedAt} />,
    },
  ];
  return (
    <DataTable
      label={t("catalogue.tab.balance")}
      testId="catalogue"
      columns={columns}
      rows={rows}
      keyOf={(row) => `${row.accountId} ${row.currencyId}`}
      activeKey={active}
      onActive={setActive}
      minInlineSize="48rem"
      empty={<NothingYet found={balances.isPending} text={text} />}
    />
  );
}

/** Tax vouchers, imported or answered. */
export function VouchersTab({ text }: { text: string }) {
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  const found = useChannel("taxVoucher.find", { text, limit: 500 }, { keepPrevious: true });
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => found.refetch()} />;
  const columns: Column<VoucherRow>[] = [
    {
      id: "serial",
      header: t("catalogue.column.serial"),
      track: "9rem",
      cell: (row) => <Code short>{row.serialNo}</Code>,
    },
    {
      id: "note",
      header: t("catalogue.column.note"),
      track: "minmax(12rem, 2fr)",
      cell: (row) => <bdi>{row.note}</bdi>,
    },
    {
      id: "amount",
      header: t("catalogue.column.amount"),
      track: "minmax(9rem, 1fr)",
      align: "end",
      cell: (row) => <Amount value={row.amount} currencyId={row.currencyId} />,
    },
    {
      id: "status",
      header: t("catalogue.column.status"),
      track: "minmax(9rem, 1fr)",
      cell: (row) => <StatusCode status={row.status} />,
    },
    {
      id: "updated",
      header: t("catalogue.column.updated"),
      track: "8rem",
      cell: (row) => <TimeAgo at={row.updatedAt} />,
    },
  ];
  return (
    <DataTable
      label={t("catalogue.tab.taxVoucher")}
      testId="catalogue"
      columns={columns}
      rows={found.data?.vouchers ?? []}
      keyOf={(row) => row.serialNo}
      activeKey={active}
      onActive={setActive}
      minInlineSize="52rem"
      empty={<NothingYet found={found.isPending} text={text} />}
    />
  );
}
