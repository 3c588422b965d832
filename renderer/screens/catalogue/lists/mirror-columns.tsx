import { VisuallyHidden } from "@mantine/core";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { useNarrow } from "../../../client/use-narrow.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Name } from "../../../ui/name.tsx";
import { Origin } from "../../../ui/origin.tsx";
import classes from "../catalogue.module.css";
import type { SearchedKind } from "../tabs.ts";
import { codeWidth } from "./code-width.ts";
import { type CatalogueLine, fractionRoom, isOneImport, type ProductUnit } from "./lines.ts";
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
        // Told to screen readers in every row; the eye has it above.
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

/** A product and below it this line's unit and barcode; a further unit stands indented beneath. */
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
export const PRODUCT_ROOM_REM = 56;

/** The columns of a kind's table. */
export function useMirrorColumns(kind: SearchedKind, lines: readonly CatalogueLine[]): LineColumn[] {
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
