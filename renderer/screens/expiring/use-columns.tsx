import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../client/may.ts";
import { useFormats } from "../../client/settings.ts";
import { useNarrow } from "../../client/use-narrow.ts";
import { Amount, amountWidth, fractionRoom } from "../../features/amount.tsx";
import { RecordName } from "../../features/record-picker/records.tsx";
import { type Column, screenRemFor, tableColumns } from "../../ui/data-table.tsx";
import { Name } from "../../ui/name.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./expiring.module.css";
import type { ExpiringRow } from "./expiring-rows.ts";

const SOON = 7;

/** How long until it expires, or since when it has. */
function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation();
  const words =
    days < 0
      ? t("expiring.expiredAgo", { count: -days })
      : days === 0
        ? t("expiring.today")
        : t("expiring.left", { count: days });
  const Icon = days < 0 ? IconAlertTriangle : days <= SOON ? IconClock : null;
  return (
    <span
      className={`${classes.days} inline gap-4`}
      data-how={days < 0 ? "expired" : days <= SOON ? "soon" : "later"}
    >
      {Icon === null ? null : <Icon size="1rem" stroke={1.8} aria-hidden="true" />}
      {words}
    </span>
  );
}

function Dates({ row }: { row: ExpiringRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <span className="two-lines">
      <DaysLeft days={row.daysLeft} />
      <span className="note cut">
        <bdi>{formats.date(row.expiryAt)}</bdi>
        {row.productionAt === null
          ? null
          : ` · ${t("print.line.produced", { date: formats.date(row.productionAt) })}`}
      </span>
    </span>
  );
}

function Origin({ row: { source, updatedAt } }: { row: ExpiringRow }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`referenceData.source.${source}`)} · <TimeAgo at={updatedAt} />
    </>
  );
}

const productAndOrigin = (row: ExpiringRow) => (
  <span className="two-lines">
    <RecordName kind="product" id={row.productId} oneLine />
    <span className="note cut">
      <Origin row={row} />
    </span>
  </span>
);

/** The column of the check boxes. */
const CHECKS_REM = 2.75;

/** The columns of what expires, as wide as these rows need. Where they have no room, the source is below the product. */
export function useColumns(rows: readonly ExpiringRow[]): Column<ExpiringRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const isCostShown = useMay("costs") === "allowed";
  const columns = useMemo(() => {
    const values = rows.map(({ value }) => value);
    const fraction = fractionRoom(values);
    const value: Column<ExpiringRow> = {
      id: "value",
      header: t("expiring.column.value"),
      align: "end",
      track: `${amountWidth(values, { fraction, least: 9, currency: true })}rem`,
      cell: ({ value, costPrice, currencyId }) => (
        <span className="two-lines" data-amount="true">
          <Amount value={value} currencyId={currencyId} align={fraction} />
          <span className="note cut">
            {costPrice === null
              ? t("expiring.noCost")
              : t("expiring.cost", { cost: formats.decimal(costPrice) })}
          </span>
        </span>
      ),
    };
    const all: Column<ExpiringRow>[] = tableColumns(t, [
      ["productId", "minmax(10rem, 2fr)", ({ productId }) => <RecordName kind="product" id={productId} />],
      ["expiryAt", "16rem", (row) => <Dates row={row} />],
      [
        "left",
        "minmax(6rem, 1fr)",
        ({ quantity, measureUnitId }) => (
          <span className="two-lines">
            <Amount value={quantity} />
            <span className="note cut">
              <RecordName kind="measureUnit" id={measureUnitId} />
            </span>
          </span>
        ),
      ],
      ...(isCostShown ? [value] : []),
      {
        id: "supplier",
        header: t("expiring.column.supplierStore"),
        track: "minmax(9rem, 1.5fr)",
        cell: ({ supplierAccountId, supplierName, storeId, storeName }) => (
          <span className="two-lines">
            {supplierAccountId === null ? (
              <span className="note">{t("expiring.noSupplier")}</span>
            ) : (
              <Name oneLine>{supplierName ?? supplierAccountId}</Name>
            )}
            <span className="note cut">
              <Name oneLine>{storeName ?? storeId}</Name>
            </span>
          </span>
        ),
      },
      [
        "source",
        "minmax(8.5rem, 1fr)",
        ({ source, updatedAt }) => (
          <span className="two-lines">
            {t(`referenceData.source.${source}`)}
            <span className="note cut">
              <TimeAgo at={updatedAt} />
            </span>
          </span>
        ),
      ],
    ]);
    return all;
  }, [t, formats, rows, isCostShown]);
  const isNarrow = useNarrow(screenRemFor(columns, CHECKS_REM));
  return useMemo(
    () =>
      isNarrow
        ? columns
            .filter(({ id }) => id !== "source")
            .map((column) => (column.id === "productId" ? { ...column, cell: productAndOrigin } : column))
        : columns,
    [columns, isNarrow],
  );
}
