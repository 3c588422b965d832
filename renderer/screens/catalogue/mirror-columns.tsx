import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import { Code } from "../../components/code.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { RecordName } from "../../components/record-name.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import type { Formats } from "../../i18n/format.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import classes from "./catalogue.module.css";
import type { PlainKind } from "./kinds.ts";
import { ProductUnits } from "./product-units.tsx";

type Columns = Column<MirrorRow>[];

const number = (formats: Formats, value: string | null) => (value === null ? "—" : formats.decimal(value));

function common(t: TFunction): Record<"id" | "name" | "mark" | "from", Column<MirrorRow>> {
  return {
    id: {
      id: "id",
      header: t("catalogue.column.id"),
      track: "minmax(6rem, 0.6fr)",
      cell: (row) => (row.kind === "exchangeRate" ? null : <Code>{String(row.id)}</Code>),
    },
    name: {
      id: "name",
      header: t("catalogue.column.name"),
      track: "minmax(12rem, 2fr)",
      cell: (row) => (row.kind === "exchangeRate" ? null : <bdi>{row.name}</bdi>),
    },
    mark: {
      id: "mark",
      header: t("catalogue.column.mark"),
      track: "6rem",
      cell: (row) =>
        row.deleted ? <span className={classes.deleted}>{t("components.picker.deleted")}</span> : null,
    },
    from: {
      id: "from",
      header: t("catalogue.column.from"),
      track: "minmax(12rem, 1fr)",
      cell: (row) => (
        <span className={classes.dim}>
          {t(`catalogue.source.${row.source}`)} <TimeAgo at={row.updatedAt} />
        </span>
      ),
    },
  };
}

function ownColumns(kind: PlainKind, t: TFunction, formats: Formats): Columns {
  const column = (id: "base" | "type" | "digits", cell: Columns[number]["cell"]): Columns[number] => ({
    id,
    header: t(`catalogue.column.${id}`),
    track: "minmax(7rem, 1fr)",
    cell,
  });
  const decimal = (id: "factor" | "rate", cell: Columns[number]["cell"]): Columns[number] => ({
    id,
    header: t(`catalogue.column.${id}`),
    track: "minmax(6rem, 0.8fr)",
    align: "end",
    cell,
  });
  switch (kind) {
    case "product":
      return [
        {
          id: "units",
          header: t("catalogue.column.units"),
          track: "minmax(20rem, 3fr)",
          cell: (row) => (row.kind === "product" ? <ProductUnits units={row.units} /> : null),
        },
      ];
    case "measureUnit":
      return [
        decimal("factor", (row) => (row.kind === "measureUnit" ? number(formats, row.factor) : null)),
        column("base", (row) =>
          row.kind === "measureUnit" && row.baseUnitId !== null ? (
            <RecordName kind="measureUnit" id={row.baseUnitId} />
          ) : (
            "—"
          ),
        ),
      ];
    case "account":
      return [
        column("type", (row) => (row.kind === "account" ? t(`components.picker.type.${row.type}`) : null)),
      ];
    case "currency":
      return [
        column("digits", (row) =>
          row.kind === "currency" && row.digits !== null ? formats.count(row.digits) : "—",
        ),
      ];
    case "exchangeRate":
      return [
        {
          id: "pair",
          header: t("catalogue.column.pair"),
          track: "minmax(8rem, 1fr)",
          cell: (row) =>
            row.kind === "exchangeRate" ? <Code>{`${row.fromCurrencyId} → ${row.toCurrencyId}`}</Code> : null,
        },
        decimal("rate", (row) => (row.kind === "exchangeRate" ? number(formats, row.rate) : null)),
      ];
    case "store":
    case "permission":
      return [];
  }
}

/** The columns of a kind's list. */
export function useMirrorColumns(kind: PlainKind): Columns {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, name, mark, from } = common(t);
  const own = ownColumns(kind, t, formats);
  return kind === "exchangeRate" ? [...own, mark, from] : [id, name, ...own, mark, from];
}
