import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import classes from "../catalogue.module.css";
import { amountColumn, CatalogueTable } from "./catalogue-table.tsx";
import { codeWidth } from "./code-width.ts";
import { Origin, Unknown } from "./marks.tsx";
import { isExpired, matchingStock, type StockRow } from "./matching.ts";

const MOST = 1_000;

/** The ids of products and stores that the catalogue finds for the text. */
function useFoundIds(text: string) {
  const enabled = text !== "";
  const options = { enabled, keepPrevious: true };
  const products = useChannel("mirror.search", { kind: "product", text, limit: MOST }, options).data;
  const stores = useChannel("mirror.search", { kind: "store", text, limit: MOST }, options).data;
  return useMemo(() => {
    const ids = (rows: NonNullable<typeof products>["rows"] | undefined) =>
      new Set((rows ?? []).flatMap((row) => (row.kind === "exchangeRate" ? [] : [String(row.id)])));
    return { products: ids(products?.rows), stores: ids(stores?.rows) };
  }, [products, stores]);
}

function Expiry({ expiryAt }: { expiryAt: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (expiryAt === null) return <Unknown />;
  const expired = isExpired(expiryAt, new Date().toISOString().slice(0, 10));
  return (
    <>
      <bdi>{formats.date(expiryAt)}</bdi>
      {expired ? <span className={classes.expired}>{t("catalogue.expired")}</span> : null}
    </>
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
        cell: ({ updatedAt }) => <Origin source="service" at={updatedAt} />,
      },
    ];
  }, [t, formats, rows]);
}

const keyOf = ({ productId, measureUnitId, storeId, productionAt, expiryAt }: StockRow): string =>
  [productId, measureUnitId, storeId, productionAt, expiryAt].join(" ");

/** Stock as the service last answered it: one row for each product, store, unit and batch. */
export function StockTable({ text }: { text: string }) {
  const stock = useChannel("mirror.stock", {});
  const found = useFoundIds(text);
  const all = stock.data?.rows;
  const rows = useMemo(() => matchingStock(all ?? [], text, found), [all, text, found]);
  return (
    <CatalogueTable
      tab="stock"
      rows={all === undefined ? undefined : rows}
      columns={useColumns(rows)}
      keyOf={keyOf}
      error={stock.error}
      onRetry={() => void stock.refetch()}
      minInlineSize="84rem"
      narrowed={all !== undefined && all.length > 0}
    />
  );
}
