import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { StockRow } from "../../../../contract/channels/mirror.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel, usePages } from "../../../client/queries.ts";
import { useFormats } from "../../../client/settings.ts";
import { RecordName } from "../../../features/record-picker/records.tsx";
import { dayOf, useNow } from "../../../lib/time.ts";
import { Code } from "../../../ui/code.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { Origin } from "../../../ui/time-ago.tsx";
import classes from "../reference-data.module.css";
import { isExpired } from "./matching.ts";
import { amountColumn, codeWidth, ReferenceDataTable, Unknown } from "./reference-data-table.tsx";

const PAGE = 500;
/** Products that a text may mean. */
const MOST_PRODUCTS = 200;

/** Undefined until the first answer. */
interface StockRows {
  rows: StockRow[] | undefined;
  error: Error | null;
  readMore: () => void;
  retry: () => Promise<unknown>;
}

function useAllStock(enabled: boolean): StockRows {
  const { pages, error, readMore, retry } = usePages(channelKey("mirror.stock", {}), {
    read: (cursor: string | null) =>
      invoke("mirror.stock", cursor === null ? { limit: PAGE } : { limit: PAGE, cursor }),
    next: ({ cursor }) => cursor,
    enabled,
  });
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { rows, error, readMore, retry };
}

function useFoundStock(text: string): StockRows {
  const enabled = text !== "";
  const asked = { enabled, keepPrevious: true, typed: true };
  const products = useChannel("mirror.search", { kind: "product", text, limit: MOST_PRODUCTS }, asked);
  const stores = useChannel("mirror.search", { kind: "store", text, limit: 1 }, asked).data?.rows;
  const productIds = useMemo(
    () => products.data?.rows.flatMap((row) => (row.kind === "product" ? [row.id] : [])) ?? [],
    [products.data],
  );
  const [store] = stores ?? [];
  const storeId = store?.kind === "store" ? store.id : null;
  const known = { enabled: enabled && products.data !== undefined, keepPrevious: true };
  const ofProducts = useChannel("mirror.stock", { productIds }, known);
  const ofStore = useChannel("mirror.stock", storeId === null ? {} : { storeId, limit: PAGE }, {
    enabled: storeId !== null,
    keepPrevious: true,
  }).data?.rows;
  const found = ofProducts.data?.rows;
  const rows = useMemo(() => {
    if (found === undefined) return undefined;
    const ids = new Set(productIds.map(String));
    const others = storeId === null ? [] : (ofStore ?? []).filter((row) => !ids.has(String(row.productId)));
    return [...found, ...others];
  }, [found, ofStore, productIds, storeId]);
  return {
    rows,
    error: products.error ?? ofProducts.error,
    readMore: () => undefined,
    retry: () => (products.error === null ? ofProducts.refetch() : products.refetch()),
  };
}

/** Those that the text finds; without one all of them. */
function useStockRows(text: string): StockRows {
  const all = useAllStock(text === "");
  const found = useFoundStock(text);
  return text === "" ? all : found;
}

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
        <span className={`${classes.expired} warn small semi`}>{t("referenceData.expired")}</span>
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
      {t(`referenceData.source.${other.source}`)} ·{" "}
      <bdi>
        {other.quantity === null ? t("referenceData.other.unknown") : formats.decimal(other.quantity)}
      </bdi>
    </span>
  );
}

function useColumns(rows: readonly StockRow[]): Column<StockRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const record = (
      id: "productId" | "storeId" | "measureUnitId",
      kind: "product" | "store" | "measureUnit",
      track: string,
      idOf: (row: StockRow) => StockRow["storeId"],
    ): Column<StockRow> => ({
      id,
      track,
      header: t(`field.${id}`),
      cell: (row) => <RecordName kind={kind} id={idOf(row)} withId={id === "productId"} />,
    });
    return tableColumns(t, [
      record("productId", "product", "minmax(14rem, 2fr)", ({ productId }) => productId),
      amountColumn(t, "quantity", rows, ({ quantity }) => quantity, { least: 6 }),
      ...(rows.some(({ other }) => other !== null)
        ? [
            {
              id: "other",
              header: t("referenceData.column.other"),
              track: "minmax(9rem, 1fr)",
              cell: ({ other }: StockRow) => <OtherFact other={other} />,
            },
          ]
        : []),
      record("measureUnitId", "measureUnit", "minmax(8rem, 1fr)", ({ measureUnitId }) => measureUnitId),
      record("storeId", "store", "minmax(8rem, 1fr)", ({ storeId }) => storeId),
      amountColumn(t, "costPrice", rows, ({ costPrice }) => costPrice, {
        least: 9,
        currencyOf: ({ currencyId }) => currencyId,
      }),
      ["expiryAt", "10rem", ({ expiryAt }) => <Expiry expiryAt={expiryAt} />],
      [
        "productionAt",
        "8.5rem",
        ({ productionAt }) => (productionAt === null ? <Unknown /> : <bdi>{formats.date(productionAt)}</bdi>),
      ],
      [
        "barcode",
        `${codeWidth(
          rows.map(({ barcode }) => barcode),
          9,
        )}rem`,
        ({ barcode }) => (barcode === null ? <Unknown /> : <Code>{barcode}</Code>),
      ],
      ["source", "12.5rem", ({ source, updatedAt }) => <Origin source={source} at={updatedAt} />],
    ]);
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
  quantity,
}: StockRow) =>
  [productId, measureUnitId, storeId, productionAt, expiryAt, currencyId, costPrice ?? quantity].join(" ");

/** Stock by files and answers, the newer of both: one row for each product, store, unit, batch and cost. */
export function StockTable({ text }: { text: string }) {
  const { rows, error, readMore, retry } = useStockRows(text);
  const shown = useMemo(() => rows ?? [], [rows]);
  return (
    <ReferenceDataTable
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
