import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { dayOf } from "../../../lib/today.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Origin } from "../../../ui/origin.tsx";
import classes from "../catalogue.module.css";
import { amountColumn, CatalogueTable } from "./catalogue-table.tsx";
import { codeWidth } from "./code-width.ts";
import { Unknown } from "./marks.tsx";
import { isExpired, type StockRow } from "./matching.ts";
import { useStockRows } from "./use-stock.ts";

function Expiry({ expiryAt }: { expiryAt: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const today = dayOf(useNow());
  if (expiryAt === null) return <Unknown />;
  const expired = isExpired(expiryAt, today);
  return (
    <>
      <bdi>{formats.date(expiryAt)}</bdi>
      {expired ? (
        <span className={`${classes.expired} warn small semi`}>{t("catalogue.expired")}</span>
      ) : null}
    </>
  );
}

/** What the older source says of the same batch. */
function OtherFact({ other }: Pick<StockRow, "other">) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (other === null) return null;
  return (
    <span className="note inline gap-4 on-middle">
      {t(`catalogue.source.${other.source}`)} ·{" "}
      <bdi>{other.quantity === null ? t("catalogue.other.unknown") : formats.decimal(other.quantity)}</bdi>
    </span>
  );
}

function useColumns(rows: readonly StockRow[]): Column<StockRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const record = (
      id: "product" | "store" | "unit",
      kind: "product" | "store" | "measureUnit",
      track: string,
      idOf: (row: StockRow) => StockRow["storeId"],
    ): Column<StockRow> => ({
      id,
      track,
      header: t(`catalogue.column.${id}`),
      cell: (row) => <RecordName kind={kind} id={idOf(row)} withId={id === "product"} />,
    });
    return [
      record("product", "product", "minmax(14rem, 2fr)", ({ productId }) => productId),
      amountColumn(t, "quantity", rows, ({ quantity }) => quantity, { least: 6 }),
      ...(rows.some(({ other }) => other !== null)
        ? [
            {
              id: "other",
              header: t("catalogue.column.other"),
              track: "minmax(9rem, 1fr)",
              cell: ({ other }: StockRow) => <OtherFact other={other} />,
            },
          ]
        : []),
      record("unit", "measureUnit", "minmax(8rem, 1fr)", ({ measureUnitId }) => measureUnitId),
      record("store", "store", "minmax(8rem, 1fr)", ({ storeId }) => storeId),
      amountColumn(t, "cost", rows, ({ costPrice }) => costPrice, {
        least: 9,
        currencyOf: ({ currencyId }) => currencyId,
      }),
      {
        id: "expiry",
        header: t("catalogue.column.expiry"),
        track: "10rem",
        cell: ({ expiryAt }) => <Expiry expiryAt={expiryAt} />,
      },
      {
        id: "production",
        header: t("catalogue.column.production"),
        track: "7.5rem",
        cell: ({ productionAt }) =>
          productionAt === null ? <Unknown /> : <bdi>{formats.date(productionAt)}</bdi>,
      },
      {
        id: "barcode",
        header: t("catalogue.column.barcode"),
        track: `${codeWidth(
          rows.map(({ barcode }) => barcode),
          9,
        )}rem`,
        cell: ({ barcode }) => (barcode === null ? <Unknown /> : <Code>{barcode}</Code>),
      },
      {
        id: "origin",
        header: t("catalogue.column.origin"),
        track: "12.5rem",
        cell: ({ source, updatedAt }) => <Origin source={source} at={updatedAt} />,
      },
    ];
  }, [t, formats, rows]);
}

const keyOf = ({
  productId,
  measureUnitId,
  storeId,
  productionAt,
  expiryAt,
  currencyId,
  costPrice,
}: StockRow) => [productId, measureUnitId, storeId, productionAt, expiryAt, currencyId, costPrice].join(" ");

/** Stock by files and answers, the newer of both: one row for each product, store, unit, batch and cost. */
export function StockTable({ text }: { text: string }) {
  const { rows, error, readMore, retry } = useStockRows(text);
  const shown = useMemo(() => rows ?? [], [rows]);
  return (
    <CatalogueTable
      tab="stock"
      rows={rows}
      columns={useColumns(shown)}
      keyOf={keyOf}
      error={error}
      onRetry={retry}
      onEnd={readMore}
      minInlineSize="84rem"
      narrowed={text !== ""}
    />
  );
}
