import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/use-formats.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { amountWidth } from "../../../features/amount/amount-width.ts";
import { RecordName } from "../../../features/record-picker/record-name.tsx";
import { Code } from "../../../ui/code.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { Name } from "../../../ui/name.tsx";
import type { SearchedKind } from "../tabs.ts";
import { codeWidth } from "./code-width.ts";
import { type CatalogueLine, fractionRoom } from "./lines.ts";
import { NameCell, Origin, Unknown } from "./marks.tsx";

type LineColumn = Column<CatalogueLine>;

function commonColumns(t: TFunction) {
  const id: LineColumn = {
    id: "id",
    header: t("catalogue.column.id"),
    track: "5.5rem",
    cell: ({ row }) => (row.kind === "exchangeRate" ? null : <Code>{String(row.id)}</Code>),
  };
  const name: LineColumn = {
    id: "name",
    header: t("catalogue.column.name"),
    track: "minmax(13rem, 2fr)",
    cell: ({ row, repeats }) =>
      row.kind === "exchangeRate" ? null : (
        <NameCell name={row.name} deleted={row.deleted} repeats={repeats} />
      ),
  };
  const origin: LineColumn = {
    id: "origin",
    header: t("catalogue.column.origin"),
    track: "11rem",
    cell: ({ row }) => <Origin source={row.source} at={row.updatedAt} />,
  };
  return { id, name, origin };
}

function productColumns(t: TFunction, lines: readonly CatalogueLine[]): LineColumn[] {
  const price = (id: "price" | "cost", of: (line: CatalogueLine) => string | null): LineColumn => {
    const decimals = lines.map(of);
    const fraction = fractionRoom(decimals);
    return {
      id,
      header: t(`catalogue.column.${id}`),
      track: `${amountWidth(decimals, { fraction, least: 7, currency: false })}rem`,
      align: "end",
      cell: (line) => <Amount value={of(line)} align={fraction} />,
    };
  };
  return [
    {
      id: "unit",
      header: t("catalogue.column.unit"),
      track: "minmax(8rem, 1fr)",
      cell: ({ unit }) =>
        unit?.measureUnitName != null ? (
          <Name>{unit.measureUnitName}</Name>
        ) : unit?.measureUnitId != null ? (
          <Code>{String(unit.measureUnitId)}</Code>
        ) : (
          <Unknown />
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
    price("cost", ({ unit }) => unit?.costPrice ?? null),
    price("price", ({ unit }) => unit?.price ?? null),
  ];
}

/** The columns of a kind's table. */
export function useMirrorColumns(kind: SearchedKind, lines: readonly CatalogueLine[]): LineColumn[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const { id, name, origin } = commonColumns(t);
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
        return [name, id, ...productColumns(t, lines), origin];
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
          ...[base, origin],
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
          origin,
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
          origin,
        ];
      case "exchangeRate": {
        const currency = (of: "from" | "to"): LineColumn => ({
          id: of,
          header: t(`catalogue.column.${of}`),
          track: "minmax(12rem, 1fr)",
          cell: ({ row }) =>
            row.kind !== "exchangeRate" ? null : of === "from" ? (
              <NameCell name={row.fromCurrencyId} deleted={row.deleted} repeats={false} />
            ) : (
              <bdi>{row.toCurrencyId}</bdi>
            ),
        });
        const rate = decimal("rate", ({ row }) => (row.kind === "exchangeRate" ? row.rate : null));
        return [currency("from"), currency("to"), rate, origin];
      }
      case "store":
      case "permission":
        return [name, id, origin];
    }
  }, [t, formats, kind, lines]);
}
