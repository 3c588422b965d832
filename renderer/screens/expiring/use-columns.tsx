import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { amountWidth } from "../../features/amount/amount-width.ts";
import { fractionRoom } from "../../features/amount/list-amount.tsx";
import { RecordName } from "../../features/record-picker/record-name.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { Name } from "../../ui/name.tsx";
import { Origin } from "../../ui/origin.tsx";
import { DaysLeft } from "./days-left.tsx";
import classes from "./expiring.module.css";
import type { ExpiringRow } from "./expiring-rows.ts";

function Dates({ row }: { row: ExpiringRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <span className={classes.two}>
      <DaysLeft days={row.daysLeft} />
      <span className={classes.under}>
        <bdi>{formats.date(row.expiryAt)}</bdi>
        {row.productionAt === null
          ? null
          : ` · ${t("expiring.produced", { date: formats.date(row.productionAt) })}`}
      </span>
    </span>
  );
}

/** The columns of what expires, as wide as these rows need. */
export function useColumns(rows: readonly ExpiringRow[]): Column<ExpiringRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const decimals = (id: "quantity" | "cost" | "value", of: (row: ExpiringRow) => string | null) => {
      const values = rows.map(of);
      const fraction = id === "quantity" ? 0 : fractionRoom(values);
      const currency = id === "value";
      return {
        id,
        header: t(`expiring.column.${id}`),
        align: "end" as const,
        track: `${amountWidth(values, { fraction, least: 6, currency })}rem`,
        cell: (row: ExpiringRow) => (
          <Amount value={of(row)} currencyId={currency ? row.currencyId : null} align={fraction} />
        ),
      };
    };
    return [
      {
        id: "product",
        header: t("expiring.column.product"),
        track: "minmax(12rem, 2fr)",
        cell: ({ productId }) => <RecordName kind="product" id={productId} />,
      },
      {
        id: "expiry",
        header: t("expiring.column.expiry"),
        track: "15.5rem",
        cell: (row) => <Dates row={row} />,
      },
      decimals("quantity", ({ quantity }) => quantity),
      {
        id: "unit",
        header: t("expiring.column.unit"),
        track: "minmax(6rem, 1fr)",
        cell: ({ measureUnitId }) => <RecordName kind="measureUnit" id={measureUnitId} />,
      },
      decimals("cost", ({ costPrice }) => costPrice),
      decimals("value", ({ value }) => value),
      {
        id: "supplier",
        header: t("expiring.column.supplier"),
        track: "minmax(9rem, 1.5fr)",
        cell: ({ supplierAccountId, supplierName }) =>
          supplierAccountId === null ? (
            <span className={classes.dim}>{t("expiring.noSupplier")}</span>
          ) : (
            <Name>{supplierName ?? supplierAccountId}</Name>
          ),
      },
      {
        id: "store",
        header: t("expiring.column.store"),
        track: "minmax(7rem, 1fr)",
        cell: ({ storeId, storeName }) => <Name>{storeName ?? storeId}</Name>,
      },
      {
        id: "origin",
        header: t("expiring.column.origin"),
        track: "12.5rem",
        cell: ({ source, updatedAt }) => <Origin source={source} at={updatedAt} />,
      },
    ];
  }, [t, rows]);
}
