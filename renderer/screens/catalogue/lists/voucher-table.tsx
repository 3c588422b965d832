import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Voucher } from "../../../../contract/channels/mirror.ts";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { Clip } from "../../../ui/clip.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { StatusCode } from "../../../ui/status-code.tsx";
import classes from "../catalogue.module.css";
import { fractionRoom } from "./lines.ts";
import { Origin, Unknown } from "./marks.tsx";
import { Nothing } from "./nothing.tsx";

const MOST = 1_000;

function useColumns(rows: readonly Voucher[]): Column<Voucher>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const amounts = rows.map(({ amount }) => amount);
    const room = fractionRoom(amounts, 3);
    return [
      {
        id: "note",
        header: t("catalogue.column.note"),
        track: "minmax(14rem, 2fr)",
        cell: ({ note }) => (note === null || note === "" ? <Unknown /> : <Clip>{note}</Clip>),
      },
      {
        id: "serial",
        header: t("catalogue.column.serial"),
        track: "8rem",
        cell: ({ serialNo }) => <Code short>{serialNo}</Code>,
      },
      {
        id: "amount",
        header: t("catalogue.column.amount"),
        track: `${amountWidth(amounts, { fraction: room, least: 11, currency: true })}rem`,
        align: "end",
        cell: ({ amount, currencyId }) => <Amount value={amount} currencyId={currencyId} align={room} />,
      },
      {
        id: "status",
        header: t("catalogue.column.status"),
        track: "6.5rem",
        cell: ({ status }) => <StatusCode status={status} short />,
      },
      {
        id: "updated",
        header: t("catalogue.column.updated"),
        track: "13rem",
        cell: ({ updatedAt }) =>
          updatedAt === null ? <Unknown /> : <bdi>{formats.dateTime(updatedAt)}</bdi>,
      },
      {
        id: "origin",
        header: t("catalogue.column.origin"),
        track: "12.5rem",
        cell: ({ source, mirroredAt }) => <Origin source={source} at={mirroredAt} />,
      },
    ];
  }, [t, formats, rows]);
}

/** Tax vouchers, of a file or an answer. Enter opens one as a document. */
export function VoucherTable({ text }: { text: string }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [active, setActive] = useState<string | null>(null);
  const found = useChannel("taxVoucher.find", { text, limit: MOST }, { keepPrevious: true });
  const vouchers = found.data?.vouchers;
  const rows = useMemo(() => vouchers ?? [], [vouchers]);
  const columns = useColumns(rows);
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  if (vouchers === undefined) return <Loading />;
  return (
    <>
      <DataTable
        label={t("catalogue.tab.taxVoucher")}
        testId="catalogue"
        columns={columns}
        rows={rows}
        keyOf={({ serialNo }) => serialNo}
        activeKey={active}
        onActive={setActive}
        onOpen={({ serialNo }) => navigate(`/documents/${serialNo}`)}
        minInlineSize="62rem"
        empty={<Nothing tab="taxVoucher" narrowed={text !== ""} />}
      />
      <p className={classes.below} aria-live="polite">
        {rows.length === MOST
          ? t("catalogue.firstOnly", { count: MOST })
          : rows.length > 0
            ? t("catalogue.enterForDocument")
            : null}
      </p>
    </>
  );
}
