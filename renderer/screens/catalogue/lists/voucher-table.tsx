import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Voucher } from "../../../../contract/channels/mirror.ts";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Name } from "../../../ui/name.tsx";
import { Origin } from "../../../ui/origin.tsx";
import { StatusCode } from "../../../ui/status-code.tsx";
import classes from "../catalogue.module.css";
import { amountColumn, CatalogueTable, Unknown } from "./catalogue-table.tsx";

const MOST = 1_000;

function useColumns(rows: readonly Voucher[]): Column<Voucher>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    return [
      {
        id: "note",
        header: t("field.note"),
        track: "minmax(14rem, 2fr)",
        cell: ({ note }) => (note === null || note === "" ? <Unknown /> : <Name>{note}</Name>),
      },
      {
        id: "serial",
        header: t("field.serialNo"),
        track: "8rem",
        cell: ({ serialNo }) => <Code short>{serialNo}</Code>,
      },
      amountColumn(t, "amount", rows, ({ amount }) => amount, {
        least: 11,
        currencyOf: ({ currencyId }) => currencyId,
      }),
      {
        id: "status",
        header: t("field.status"),
        track: "6.5rem",
        cell: ({ status }) => <StatusCode status={status} short />,
      },
      {
        id: "updated",
        header: t("field.updatedAt"),
        track: "13rem",
        cell: ({ updatedAt }) =>
          updatedAt === null ? <Unknown /> : <bdi>{formats.dateTime(updatedAt)}</bdi>,
      },
      {
        id: "origin",
        header: t("field.source"),
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
  const found = useChannel("taxVoucher.find", { text, limit: MOST }, { keepPrevious: true });
  const vouchers = found.data?.vouchers;
  const rows = useMemo(() => vouchers ?? [], [vouchers]);
  const more = rows.length === 0 ? null : t("catalogue.enterForDocument");
  return (
    <CatalogueTable
      tab="taxVoucher"
      rows={vouchers}
      columns={useColumns(rows)}
      keyOf={({ serialNo }) => serialNo}
      error={found.error}
      onRetry={() => void found.refetch()}
      onOpen={({ serialNo }) => navigate(`/documents/${serialNo}`)}
      minInlineSize="62rem"
      narrowed={text !== ""}
      below={() => (
        <p className={`${classes.below} note`} aria-live="polite">
          {rows.length === MOST ? t("catalogue.firstOnly", { count: MOST }) : more}
        </p>
      )}
    />
  );
}
