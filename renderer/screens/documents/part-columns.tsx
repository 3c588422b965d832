import type { TFunction } from "i18next";
import { amountWidth } from "../../components/amount/amount-width.ts";
import type { Column } from "../../components/data-table/columns.ts";
import classes from "./document-detail.module.css";
import { FieldValue } from "./field-value.tsx";
import {
  type AnsweredRow,
  extraFields,
  FIELD_SHAPES,
  type FieldName,
  type FieldShape,
  PART_FIELDS,
  type PartName,
  valueText,
} from "./part-fields.ts";

export interface PartLine {
  key: string;
  row: AnsweredRow;
}

/** The room of a column in rem. */
const WIDTHS: Record<FieldShape, number> = {
  money: 9,
  quantity: 5,
  date: 7.5,
  time: 13.5,
  status: 6,
  flag: 5,
  text: 12,
  code: 10,
  number: 6,
  product: 16,
  account: 16,
  store: 12,
  measureUnit: 9,
};
const EXTRA_WIDTH = 12;

const decimalsOf = (rows: readonly AnsweredRow[], field: FieldName) =>
  rows.map((row) => valueText(row[field]));

/** The same room for all fractions of a column aligns the separators. */
const roomOf = (rows: readonly AnsweredRow[], field: FieldName): number =>
  decimalsOf(rows, field).reduce((room, text) => Math.max(room, text?.split(".")[1]?.length ?? 0), 3);

function widthOf(field: FieldName, rows: readonly AnsweredRow[]): number {
  if (field === "rowNo") return 2.75;
  const shape = FIELD_SHAPES[field];
  if (shape !== "money" && shape !== "quantity") return WIDTHS[shape];
  const fraction = shape === "money" ? roomOf(rows, field) : 0;
  return amountWidth(decimalsOf(rows, field), {
    ...{ fraction, least: WIDTHS[shape], currency: shape === "money" },
  });
}

/** A part's columns: those of the interface, then every field that it doesn't name. */
export function partColumns(
  t: TFunction,
  part: PartName,
  rows: readonly AnsweredRow[],
): { columns: Column<PartLine>[]; minInlineSize: string } {
  const known = PART_FIELDS[part];
  const extra = extraFields(rows, known);
  const columns: Column<PartLine>[] = known.map((field) => {
    const room = FIELD_SHAPES[field] === "money" ? roomOf(rows, field) : 0;
    const width = widthOf(field, rows);
    return {
      id: field,
      header: t(`documents.field.${field}`),
      track: `minmax(${width}rem, ${width}fr)`,
      ...(["money", "quantity"].includes(FIELD_SHAPES[field]) ? { align: "end" } : {}),
      cell: ({ row }) => <FieldValue field={field} row={row} room={room} />,
    };
  });
  const extras: Column<PartLine>[] = extra.map((name) => ({
    id: `extra ${name}`,
    header: t("documents.extraField", { name: `\u2068${name}\u2069` }),
    track: `minmax(${EXTRA_WIDTH}rem, ${EXTRA_WIDTH}fr)`,
    cell: ({ row }) => <ExtraValue value={row[name]} />,
  }));
  const width = known.reduce((sum, field) => sum + widthOf(field, rows), extra.length * EXTRA_WIDTH);
  return { columns: [...columns, ...extras], minInlineSize: `${width}rem` };
}

/** A field that the interface doesn't name, exactly as it came. */
export function ExtraValue({ value }: { value: unknown }) {
  const text = valueText(value);
  if (text === null) return <span className={classes.none}>—</span>;
  return (
    <bdi className={classes.raw} title={text}>
      {text}
    </bdi>
  );
}
