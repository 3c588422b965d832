import { VisuallyHidden } from "@mantine/core";
import type { TFunction } from "i18next";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import {
  ACCOUNT_TYPES,
  type ColumnName,
  type PlainList,
  type SearchedList,
  shownColumns,
} from "../../../../contract/lists.ts";
import { invoke } from "../../../client/api.ts";
import { useMay } from "../../../client/may.ts";
import { channelKey, useChannel, usePages, useSend } from "../../../client/queries.ts";
import { useFormats } from "../../../client/settings.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { Amount, amountWidth, longestFraction } from "../../../features/amount.tsx";
import { columnWords } from "../../../features/files/names.ts";
import { cellOf, idsOfRow, RecordName } from "../../../features/record-picker/records.tsx";
import type { Formats } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { Name } from "../../../ui/name.tsx";
import { Origin } from "../../../ui/time-ago.tsx";
import classes from "../reference-data.module.css";
import { canBeDeleted, deletedFilter, type Shown } from "../reference-data-state.ts";
import { codeWidth, NameCell, ReferenceDataTable, Unknown } from "./reference-data-table.tsx";

type LineColumn = Column<MirrorLine>;

function originColumn(t: TFunction, lines: readonly MirrorLine[]): LineColumn[] {
  if (isOneImport(lines)) return [];
  return [
    {
      id: "origin",
      header: t("field.source"),
      track: "11rem",
      cell: ({ row }) => <Origin source={row.source} at={row.updatedAt} />,
    },
  ];
}

function decimalColumn(
  id: ColumnName,
  header: string,
  lines: readonly MirrorLine[],
  of: (line: MirrorLine) => string | null,
  least: number,
): LineColumn {
  const decimals = lines.map(of);
  const fraction = longestFraction(decimals);
  return {
    id,
    header,
    track: `${amountWidth(decimals, { fraction, least, currency: false })}rem`,
    align: "end",
    cell: (line) => <Amount value={of(line)} align={fraction} />,
  };
}

/** The columns of a plain list, the one that names a record first. */
function plainColumns(
  t: TFunction,
  formats: Formats,
  list: PlainList,
  lines: readonly MirrorLine[],
): LineColumn[] {
  const columns = shownColumns(list).map(({ name, holds, list: named }, at): LineColumn => {
    const of = ({ row }: MirrorLine) => cellOf(row, name);
    const head = { id: name, header: columnWords(t, name) };
    const shown = (track: string, cell: (value: string) => ReactNode): LineColumn => ({
      ...head,
      track,
      cell: (line) => {
        const value = of(line);
        return value === null ? <Unknown /> : cell(value);
      },
    });
    if (at === 0)
      return {
        ...head,
        track: name === "name" ? "minmax(13rem, 2fr)" : "minmax(12rem, 1fr)",
        cell: (line) => <NameCell name={of(line) ?? ""} deleted={line.row.deleted} />,
      };
    if (name === "id") return shown("5.5rem", (id) => <Code>{id}</Code>);
    if (named !== null && holds !== "currency")
      return shown("minmax(9rem, 1fr)", (id) => <RecordName kind={named} id={id} />);
    switch (holds) {
      case "factor":
      case "rate":
      case "decimal":
      case "notNegative":
        return decimalColumn(name, head.header, lines, of, 9);
      case "accountType":
        return shown("9rem", (type) => {
          const known = ACCOUNT_TYPES.find((one) => one === type);
          return known === undefined ? type : t(`components.picker.type.${known}`);
        });
      case "digits":
        return { ...shown("9rem", (digits) => formats.count(Number(digits))), align: "end" };
      default:
        return shown("minmax(12rem, 1fr)", (text) => <bdi>{text}</bdi>);
    }
  });
  return [...columns, ...originColumn(t, lines)];
}

/** A unit by its name, else by its id. */
function UnitName({ unit }: { unit: ProductUnit | null }) {
  if (unit?.measureUnitName != null) return <Name oneLine>{unit.measureUnitName}</Name>;
  if (unit?.measureUnitId != null) return <Code>{String(unit.measureUnitId)}</Code>;
  return <Unknown />;
}

/** A product's name in its first line; in the others for screen readers: the eye has it above. */
function ProductName({
  row,
  repeats,
  oneLine = false,
}: Pick<MirrorLine, "row" | "repeats"> & { oneLine?: boolean }) {
  const name = cellOf(row, "name") ?? "";
  if (repeats) return <VisuallyHidden>{name}</VisuallyHidden>;
  return <NameCell name={name} deleted={row.deleted} oneLine={oneLine} />;
}

/** A product and below it this line's unit and barcode; a further unit is indented beneath. */
function ProductCard({ row, unit, repeats }: MirrorLine) {
  return (
    <span className={`${classes.card} tight grid`} data-repeats={repeats}>
      <ProductName row={row} repeats={repeats} oneLine />
      <span className={`${classes.cardUnder} note flex gap-12 min-w-0`}>
        <UnitName unit={unit} />
        {unit?.barcode == null ? null : <bdi className="mono cut">{unit.barcode}</bdi>}
      </span>
    </span>
  );
}

/** Beside a card there is room for so much of a price; the name comes first. */
const CARD_PRICE = "8rem";

function productColumns(t: TFunction, lines: readonly MirrorLine[], narrow: boolean): LineColumn[] {
  const price = (id: "price" | "costPrice"): LineColumn => {
    const of = ({ unit }: MirrorLine) => unit?.[id] ?? null;
    const column = decimalColumn(id, columnWords(t, id), lines, of, 7);
    // A price too long for it loses its end, visibly, as in every column.
    return narrow
      ? { ...column, track: CARD_PRICE, cell: (line) => <Amount value={of(line)} align={0} /> }
      : column;
  };
  const prices = [price("costPrice"), price("price")];
  const name = { id: "name", header: t("field.name") };
  if (narrow)
    return [{ ...name, track: "minmax(0, 1fr)", cell: (line) => <ProductCard {...line} /> }, ...prices];
  return tableColumns(t, [
    {
      ...name,
      track: "minmax(13rem, 2fr)",
      cell: (line) => <ProductName {...line} />,
    },
    ["id", "5.5rem", ({ row, repeats }) => (repeats ? null : <Code>{cellOf(row, "id") ?? ""}</Code>)],
    [
      "measureUnitId",
      "minmax(8rem, 1fr)",
      ({ unit, repeats }) => (
        <span className={classes.unit} data-repeats={repeats}>
          <UnitName unit={unit} />
        </span>
      ),
    ],
    [
      "barcode",
      `${codeWidth(
        lines.map(({ unit }) => unit?.barcode ?? null),
        9,
      )}rem`,
      ({ unit }) => (unit?.barcode == null ? <Unknown /> : <Code>{unit.barcode}</Code>),
    ],
    ...prices,
    ...originColumn(t, lines),
  ]);
}

/** Products unfold their columns from here on: the table's own least width and the screen's margins. */
const PRODUCT_ROOM_REM = 56;

/** The columns of a list's table. */
function useMirrorColumns(list: SearchedList, lines: readonly MirrorLine[]): LineColumn[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const narrow = useNarrow(PRODUCT_ROOM_REM);
  return useMemo(
    () => (list === "product" ? productColumns(t, lines, narrow) : plainColumns(t, formats, list, lines)),
    [t, formats, list, lines, narrow],
  );
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

function useHits(enabled: boolean, kind: SearchedList, text: string, filter: Filter): Records {
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
function useRecords(kind: SearchedList, text: string, filter: Filter): Records {
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
      {t(overruledBy === null ? "referenceData.linked.here" : "referenceData.linked.overruled")}{" "}
      <Code>{barcode}</Code>
      {measureUnitId === null ? null : <RecordName kind="measureUnit" id={measureUnitId} />}
      <Button variant="subtle" onClick={() => remove.mutate({ barcode })}>
        {t("referenceData.linked.remove")}
      </Button>
    </span>
  ));
}

interface MirrorTableProps {
  kind: SearchedList;
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
  const lines = useMemo(() => mirrorLines((rows ?? []).filter((row) => row.kind === kind)), [rows, kind]);
  const enters = { product: t("referenceData.enterForStock"), account: t("statement.enter") };
  const more = lines.length > 0 && (kind === "product" || kind === "account") ? enters[kind] : null;
  const isShown = useMay("costs") === "allowed";
  return (
    <ReferenceDataTable
      tab={kind}
      rows={rows === undefined ? undefined : lines}
      columns={useMirrorColumns(kind, lines)}
      keyOf={({ key }) => key}
      error={error}
      onRetry={retry}
      onOpen={({ row }) => {
        if (row.kind === "product") onStock(String(row.id));
        if (row.kind === "account" && isShown) navigate(`/documents/statement/${row.id}`);
      }}
      onEnd={readMore}
      minInlineSize={narrow ? "0rem" : kind === "product" ? "52rem" : "45rem"}
      narrowed={text !== "" || filter.deleted !== undefined}
      below={(marked) => (
        <p className={`${classes.below} note`} aria-live="polite">
          {cut ? t("referenceData.firstOnly", { count: MOST_HITS }) : more}
          {marked?.row.kind === "product" ? <LinkedBarcodes productId={String(marked.row.id)} /> : null}
        </p>
      )}
    />
  );
}

// The lines of the mirror's lists: a product has one for each unit and barcode it is sold in.

type ProductUnit = ProductRow["units"][number];

interface MirrorLine {
  key: string;
  row: MirrorRow;
  /** The unit of this line; null where the product has none, and for every other kind. */
  unit: ProductUnit | null;
  /** The line before is about the same product. */
  repeats: boolean;
}

/** The lines of the rows, in their order. */
export function mirrorLines(rows: readonly MirrorRow[]): MirrorLine[] {
  return rows.flatMap((row): MirrorLine[] => {
    const key = idsOfRow(row).join("-");
    if (row.kind !== "product" || row.units.length === 0) return [{ key, row, unit: null, repeats: false }];
    return row.units.map((unit, at) => ({ key: `${key}/${at}`, row, unit, repeats: at > 0 }));
  });
}

/** All of one import, whose time is above the table, to the minute. */
export function isOneImport(lines: readonly MirrorLine[]): boolean {
  const origins = new Set(lines.map(({ row }) => `${row.source} ${row.updatedAt.slice(0, 16)}`));
  return origins.size <= 1 && lines.every(({ row }) => row.source === "file");
}
