import type { TFunction } from "i18next";
import { Fragment } from "react";
import { Amount } from "../../features/amount/amount.tsx";
import { amountWidth } from "../../features/amount/amount-width.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { FieldValue } from "./field-value.tsx";
import { lineTotal } from "./line-totals.ts";
import {
  type AnsweredRow,
  FIELD_SHAPES,
  type FieldName,
  type FieldShape,
  PART_LAYOUT,
  type PartName,
  valueText,
} from "./part-fields.ts";

export interface PartLine {
  key: string;
  row: AnsweredRow;
}

/** The room of a figure or state in rem; it gives way before the name beside it does. */
const LEAST_END = 9;
/** A date and time below a state is shown whole. */
const TIME_END = 13;

/** Said by their own words or beside what they measure; every other field is named. */
const UNNAMED: ReadonlySet<FieldShape> = new Set(["store", "text", "quantity", "measureUnit", "time"]);

const decimalsOf = (rows: readonly AnsweredRow[], field: FieldName) =>
  rows.map((row) => valueText(row[field]));

/** The same room for all fractions of a column aligns the separators. */
const roomOf = (rows: readonly AnsweredRow[], field: FieldName): number =>
  decimalsOf(rows, field).reduce((room, text) => Math.max(room, text?.split(".")[1]?.length ?? 0), 3);

function endWidth(field: FieldName, under: readonly FieldName[], rows: readonly AnsweredRow[]): number {
  if (FIELD_SHAPES[field] !== "money") return under.includes("createdAt") ? TIME_END : LEAST_END;
  return amountWidth(decimalsOf(rows, field), {
    fraction: roomOf(rows, field),
    least: LEAST_END,
    currency: true,
  });
}

/** The second line of a cell: the fields that the row has a value for. */
function Second({ t, fields, row }: { t: TFunction; fields: readonly FieldName[]; row: AnsweredRow }) {
  const there = fields.filter((field) => valueText(row[field]) !== null);
  return (
    <span className="note cut block">
      {there.map((field, index) => (
        <Fragment key={field}>
          {index === 0 ? null : field === "measureUnitId" ? " " : " · "}
          {UNNAMED.has(FIELD_SHAPES[field]) ? null : `${t(`documents.field.${field}`)} `}
          <FieldValue field={field} row={row} inline />
        </Fragment>
      ))}
    </span>
  );
}

/** A part's columns: few enough for the room beside the list; the row's whole content stands below its table. */
export function partColumns(t: TFunction, part: PartName, rows: readonly AnsweredRow[]): Column<PartLine>[] {
  const { what, under, end, endUnder } = PART_LAYOUT[part];
  const width = endWidth(end, endUnder, rows);
  const room = FIELD_SHAPES[end] === "money" ? roomOf(rows, end) : 0;
  return [
    {
      id: "rowNo",
      header: t("documents.field.rowNo"),
      track: "3rem",
      cell: ({ row }) => <FieldValue field="rowNo" row={row} room={0} />,
    },
    {
      id: what,
      header: t(`documents.field.${what}`),
      track: "minmax(8rem, 1fr)",
      cell: ({ row }) => (
        <span className="tight block min-w-0">
          <FieldValue field={what} row={row} room={0} />
          <Second t={t} fields={under} row={row} />
        </span>
      ),
    },
    {
      id: end,
      header: t(`documents.field.${end}`),
      track: `minmax(0, ${width}rem)`,
      align: "end",
      cell: ({ row }) => (
        <span className="tight block min-w-0">
          <FieldValue field={end} row={row} room={room} />
          <Second t={t} fields={endUnder} row={row} />
        </span>
      ),
    },
    ...(part === "products" ? [totalColumn(t, rows)] : []),
  ];
}

/** What a line comes to. */
function totalColumn(t: TFunction, rows: readonly AnsweredRow[]): Column<PartLine> {
  const totals = rows.map(lineTotal);
  const fraction = totals.reduce((room, text) => Math.max(room, text?.split(".")[1]?.length ?? 0), 3);
  return {
    id: "total",
    header: t("documents.total.line"),
    track: `minmax(0, ${amountWidth(totals, { fraction, least: LEAST_END, currency: true })}rem)`,
    align: "end",
    cell: ({ row }) => (
      <Amount value={lineTotal(row)} currencyId={valueText(row.currencyId)} align={fraction} />
    ),
  };
}

/** A field that the interface doesn't name, exactly as it came. */
export function ExtraValue({ value }: { value: unknown }) {
  const text = valueText(value);
  if (text === null) return <span className="faint">—</span>;
  return (
    <bdi className="small mono" title={text}>
      {text}
    </bdi>
  );
}
