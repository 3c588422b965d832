import { VisuallyHidden } from "@mantine/core";
import type { TFunction } from "i18next";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel, usePages, useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Name } from "../../../ui/name.tsx";
import { Origin } from "../../../ui/origin.tsx";
import classes from "../catalogue.module.css";
import { canBeDeleted, deletedFilter, type SearchedKind, type Shown } from "../tabs.ts";
import { CatalogueTable } from "./catalogue-table.tsx";
import { codeWidth } from "./code-width.ts";
import { type CatalogueLine, fractionRoom, isOneImport, linesOf, type ProductUnit } from "./lines.ts";
import { NameCell, Unknown } from "./marks.tsx";

type LineColumn = Column<CatalogueLine>;

function commonColumns(t: TFunction, lines: readonly CatalogueLine[]) {
  const id: LineColumn = {
    id: "id",
    header: t("catalogue.column.id"),
    track: "5.5rem",
    cell: ({ row, repeats }) =>
      row.kind === "exchangeRate" || repeats ? null : <Code>{String(row.id)}</Code>,
  };
  const name: LineColumn = {
    id: "name",
    header: t("catalogue.column.name"),
    track: "minmax(13rem, 2fr)",
    cell: ({ row, repeats }) =>
      row.kind === "exchangeRate" ? null : repeats ? (
        // For screen readers in every row; the eye has it above.
        <VisuallyHidden>{row.name}</VisuallyHidden>
      ) : (
        <NameCell name={row.name} deleted={row.deleted} />
      ),
  };
  const origin: LineColumn = {
    id: "origin",
    header: t("catalogue.column.origin"),
    track: "11rem",
    cell: ({ row }) => <Origin source={row.source} at={row.updatedAt} />,
  };
  return { id, name, origin: isOneImport(lines) ? [] : [origin] };
}

/** A unit by its name, else by its id. */
function UnitName({ unit }: { unit: ProductUnit | null }) {
  if (unit?.measureUnitName != null) return <Name oneLine>{unit.measureUnitName}</Name>;
  if (unit?.measureUnitId != null) return <Code>{String(unit.measureUnitId)}</Code>;
  return <Unknown />;
}

/** A product and below it this line's unit and barcode; a further unit is indented beneath. */
function ProductCard({ row, unit, repeats }: CatalogueLine) {
  if (row.kind !== "product") return null;
  return (
    <span className={`${classes.card} tight grid`} data-repeats={repeats}>
      {repeats ? (
        <VisuallyHidden>{row.name}</VisuallyHidden>
      ) : (
        <NameCell name={row.name} deleted={row.deleted} oneLine />
      )}
      <span className={`${classes.cardUnder} note flex gap-12 min-w-0`}>
        <UnitName unit={unit} />
        {unit?.barcode == null ? null : <bdi className="mono cut">{unit.barcode}</bdi>}
      </span>
    </span>
  );
}

/** Beside a card there is room for so much of a price; the name comes first. */
const CARD_PRICE = "8rem";

function productColumns(
  t: TFunction,
  lines: readonly CatalogueLine[],
  { narrow, ...common }: ReturnType<typeof commonColumns> & { narrow: boolean },
): LineColumn[] {
  const price = (id: "price" | "cost", of: (line: CatalogueLine) => string | null): LineColumn => {
    const decimals = lines.map(of);
    const fraction = fractionRoom(decimals);
    const common = { id, header: t(`catalogue.column.${id}`), align: "end" } as const;
    // A price too long for it loses its end, visibly, as in every column.
    if (narrow)
      return { ...common, track: CARD_PRICE, cell: (line) => <Amount value={of(line)} align={0} /> };
    return {
      ...common,
      track: `${amountWidth(decimals, { fraction, least: 7, currency: false })}rem`,
      cell: (line) => <Amount value={of(line)} align={fraction} />,
    };
  };
  const cost = price("cost", ({ unit }) => unit?.costPrice ?? null);
  const sold = price("price", ({ unit }) => unit?.price ?? null);
  if (narrow) {
    const cell = (line: CatalogueLine) => <ProductCard {...line} />;
    return [{ ...common.name, track: "minmax(0, 1fr)", cell }, cost, sold];
  }
  return [
    common.name,
    common.id,
    {
      id: "unit",
      header: t("catalogue.column.unit"),
      track: "minmax(8rem, 1fr)",
      cell: ({ unit, repeats }) => (
        <span className={classes.unit} data-repeats={repeats}>
          <UnitName unit={unit} />
        </span>
      ),
    },
    {
      id: "barcode",
      header: t("catalogue.column.barcode"),
      track: `${codeWidth(
        lines.map(({ unit }) => unit?.barcode ?? null),
        9,
      )}rem`,
      cell: ({ unit }) => (unit?.barcode == null ? <Unknown /> : <Code>{unit.barcode}</Code>),
    },
    cost,
    sold,
    ...common.origin,
  ];
}

/** Products unfold their columns from here on: the table's own least width and the screen's margins. */
const PRODUCT_ROOM_REM = 56;

/** The columns of a kind's table. */
function useMirrorColumns(kind: SearchedKind, lines: readonly CatalogueLine[]): LineColumn[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const narrow = useNarrow(PRODUCT_ROOM_REM);
  return useMemo(() => {
    const common = commonColumns(t, lines);
    const { id, name, origin } = common;
    const decimal = (
      of: "factor" | "rate",
      decimalOf: (line: CatalogueLine) => string | null,
    ): LineColumn => {
      const decimals = lines.map(decimalOf);
      const fraction = fractionRoom(decimals);
      return {
        id: of,
        header: t(`catalogue.column.${of}`),
        track: `${amountWidth(decimals, { fraction, least: 9, currency: false })}rem`,
        align: "end",
        cell: (line) => <Amount value={decimalOf(line)} align={fraction} />,
      };
    };
    switch (kind) {
      case "product":
        return productColumns(t, lines, { ...common, narrow });
      case "measureUnit": {
        const base: LineColumn = {
          id: "base",
          header: t("catalogue.column.base"),
          track: "minmax(9rem, 1fr)",
          cell: ({ row }) =>
            row.kind === "measureUnit" && row.baseUnitId !== null ? (
              <RecordName kind="measureUnit" id={row.baseUnitId} />
            ) : (
              <Unknown />
            ),
        };
        return [
          ...[name, id],
          decimal("factor", ({ row }) => (row.kind === "measureUnit" ? row.factor : null)),
          ...[base, ...origin],
        ];
      }
      case "account":
        return [
          ...[name, id],
          {
            id: "type",
            header: t("catalogue.column.type"),
            track: "9rem",
            cell: ({ row }) => (row.kind === "account" ? t(`components.picker.type.${row.type}`) : null),
          },
          ...origin,
        ];
      case "currency":
        return [
          ...[name, id],
          {
            id: "digits",
            header: t("catalogue.column.digits"),
            track: "9rem",
            align: "end",
            cell: ({ row }) =>
              row.kind === "currency" && row.digits !== null ? formats.count(row.digits) : <Unknown />,
          },
          ...origin,
        ];
      case "exchangeRate": {
        const currency = (of: "from" | "to"): LineColumn => ({
          id: of,
          header: t(`catalogue.column.${of}`),
          track: "minmax(12rem, 1fr)",
          cell: ({ row }) =>
            row.kind !== "exchangeRate" ? null : of === "from" ? (
              <NameCell name={row.fromCurrencyId} deleted={row.deleted} />
            ) : (
              <bdi>{row.toCurrencyId}</bdi>
            ),
        });
        const rate = decimal("rate", ({ row }) => (row.kind === "exchangeRate" ? row.rate : null));
        return [currency("from"), currency("to"), rate, ...origin];
      }
      case "store":
      case "permission":
        return [name, id, ...origin];
    }
  }, [t, formats, kind, lines, narrow]);
}

/** As many as a screen shows: asked for at every key, and again whenever products change. */
const FIRST = 60;
/** What is asked for when the end of the list comes in sight. */
const PAGE = 500;
const MOST_HITS = 1_000;

interface Records {
  /** Undefined until the first answer. */
  rows: MirrorRow[] | undefined;
  error: Error | null;
  /** Only the best hits are shown; there are more. */
  cut: boolean;
  readMore: () => void;
  retry: () => Promise<unknown>;
}

type Filter = { deleted?: boolean };

function useAllProducts(enabled: boolean, filter: Filter): Records {
  const { pages, error, readMore, retry } = usePages(
    channelKey("mirror.browse", { kind: "product", ...filter }),
    {
      read: (cursor: string | null) =>
        invoke("mirror.browse", {
          kind: "product",
          ...filter,
          ...(cursor === null ? { limit: FIRST } : { limit: PAGE, cursor }),
        }),
      next: ({ cursor }) => cursor,
      enabled,
    },
  );
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { rows, error, cut: false, readMore, retry };
}

function useHits(enabled: boolean, kind: SearchedKind, text: string, filter: Filter): Records {
  const [limit, setLimit] = useState(FIRST);
  const options = { enabled, keepPrevious: true, typed: true };
  const search = useChannel("mirror.search", { kind, text, limit, ...filter }, options);
  const full = (search.data?.rows.length ?? 0) >= limit;
  const readMore = useCallback(() => {
    if (full) setLimit(MOST_HITS);
  }, [full]);
  return {
    rows: search.data?.rows,
    error: search.error,
    cut: full && limit === MOST_HITS,
    readMore,
    retry: () => search.refetch(),
  };
}

/** The records of one kind that hold the text; of products without a text all of them. */
function useRecords(kind: SearchedKind, text: string, filter: Filter): Records {
  const isBrowsed = kind === "product" && text === "";
  const all = useAllProducts(isBrowsed, filter);
  const hits = useHits(!isBrowsed, kind, text, filter);
  return isBrowsed ? all : hits;
}

/** The barcodes that were linked to a product on this computer, each with a way to remove it; nothing where none was. */
function LinkedBarcodes({ productId }: { productId: string }) {
  const { t } = useTranslation();
  const links = useChannel("linkedBarcodes.list", { productId }).data?.links ?? [];
  const remove = useSend("linkedBarcodes.remove");
  return links.map(({ barcode, measureUnitId, overruledBy }) => (
    <span key={barcode} className={`${classes.linked} inline gap-8`}>
      {t(overruledBy === null ? "catalogue.linked.here" : "catalogue.linked.overruled")}{" "}
      <Code>{barcode}</Code>
      {measureUnitId === null ? null : <RecordName kind="measureUnit" id={measureUnitId} />}
      <Button variant="subtle" onClick={() => remove.mutate({ barcode })}>
        {t("catalogue.linked.remove")}
      </Button>
    </span>
  ));
}

interface MirrorTableProps {
  kind: SearchedKind;
  text: string;
  shown: Shown;
  /** Enter on a product leads to its stock, on an account to its statement. */
  onStock: (productId: string) => void;
}

/** The records of one kind that hold the text. Where there are more than are shown, it says so. */
export function MirrorTable({ kind, text, shown, onStock }: MirrorTableProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const narrow = useNarrow(kind === "product" ? PRODUCT_ROOM_REM : 48);
  const filter = canBeDeleted(kind) ? deletedFilter(shown) : {};
  const { rows, error, cut, readMore, retry } = useRecords(kind, text, filter);
  const lines = useMemo(() => linesOf((rows ?? []).filter((row) => row.kind === kind)), [rows, kind]);
  const enters = { product: t("catalogue.enterForStock"), account: t("statement.enter") };
  const more = lines.length > 0 && (kind === "product" || kind === "account") ? enters[kind] : null;
  return (
    <CatalogueTable
      tab={kind}
      rows={rows === undefined ? undefined : lines}
      columns={useMirrorColumns(kind, lines)}
      keyOf={({ key }) => key}
      error={error}
      onRetry={retry}
      onOpen={({ row }) => {
        if (row.kind === "product") onStock(String(row.id));
        if (row.kind === "account") navigate(`/documents/statement/${row.id}`);
      }}
      onEnd={readMore}
      minInlineSize={narrow ? "0rem" : kind === "product" ? "52rem" : "45rem"}
      narrowed={text !== "" || filter.deleted !== undefined}
      below={(marked) => (
        <p className={`${classes.below} note`} aria-live="polite">
          {cut ? t("catalogue.firstOnly", { count: MOST_HITS }) : more}
          {marked?.row.kind === "product" ? <LinkedBarcodes productId={String(marked.row.id)} /> : null}
        </p>
      )}
    />
  );
}
