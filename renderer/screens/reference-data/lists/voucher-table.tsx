import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Voucher } from "../../../../contract/channels/mirror.ts";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/settings.ts";
import { Code, StatusCode } from "../../../ui/code.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { Name } from "../../../ui/name.tsx";
import { Origin } from "../../../ui/time-ago.tsx";
import classes from "../reference-data.module.css";
import { amountColumn, ReferenceDataTable, Unknown } from "./reference-data-table.tsx";

const MOST = 1_000;

function useColumns(rows: readonly Voucher[]): Column<Voucher>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    return tableColumns(t, [
      [
        "note",
        "minmax(14rem, 2fr)",
        ({ note }) => (note === null || note === "" ? <Unknown /> : <Name>{note}</Name>),
      ],
      ["serialNo", "8rem", ({ serialNo }) => <Code short>{serialNo}</Code>],
      amountColumn(t, "amount", rows, ({ amount }) => amount, {
        least: 11,
        currencyOf: ({ currencyId }) => currencyId,
      }),
      ["status", "6.5rem", ({ status }) => <StatusCode status={status} short />],
      [
        "updatedAt",
        "13rem",
        ({ updatedAt }) => (updatedAt === null ? <Unknown /> : <bdi>{formats.dateTime(updatedAt)}</bdi>),
      ],
      ["source", "12.5rem", ({ source, mirroredAt }) => <Origin source={source} at={mirroredAt} />],
    ]);
  }, [t, formats, rows]);
}

/** Tax vouchers, of a file or an answer. Enter opens one as a document. */
export function VoucherTable({ text }: { text: string }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const found = useChannel("taxVoucher.find", { text, limit: MOST }, { keepPrevious: true });
  const vouchers = found.data?.vouchers;
  const rows = useMemo(() => vouchers ?? [], [vouchers]);
  const more = rows.length === 0 ? null : t("referenceData.enterForDocument");
  return (
    <ReferenceDataTable
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
          {rows.length === MOST ? t("referenceData.firstOnly", { count: MOST }) : more}
        </p>
      )}
    />
  );
}
