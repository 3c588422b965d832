import type { TFunction } from "i18next";
import { Fragment, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../client/settings.ts";
import { Amount, amountWidth, longestFraction } from "../../features/amount.tsx";
import { RecordName, useRecordName } from "../../features/record-picker/records.tsx";
import { ownNameFirst } from "../../lib/text.ts";
import { Code, StatusCode } from "../../ui/code.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Name } from "../../ui/name.tsx";
import classes from "./document-detail.module.css";
import {
  type AnsweredRow,
  answeredTotal,
  answeredTotals,
  currencyOf,
  extraFields,
  FIELD_SHAPES,
  type FieldName,
  type FieldShape,
  fieldKey,
  PART_FIELDS,
  PART_LAYOUT,
  type PartName,
  TRANSACTION_FIELDS,
  valueText,
} from "./part-fields.ts";

interface PartLine {
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
  longestFraction(decimalsOf(rows, field), 3);

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
          {UNNAMED.has(FIELD_SHAPES[field]) ? null : `${t(fieldKey(field))} `}
          <FieldValue field={field} row={row} inline />
        </Fragment>
      ))}
    </span>
  );
}

/** A part's columns: few enough for the room beside the list; the row's whole content is below its table. */
function partColumns(t: TFunction, part: PartName, rows: readonly AnsweredRow[]): Column<PartLine>[] {
  const { what, under, end, endUnder } = PART_LAYOUT[part];
  const width = endWidth(end, endUnder, rows);
  const room = FIELD_SHAPES[end] === "money" ? roomOf(rows, end) : 0;
  return [
    {
      id: "rowNo",
      header: t("field.rowNo"),
      track: "3rem",
      cell: ({ row }) => <FieldValue field="rowNo" row={row} room={0} />,
    },
    {
      id: what,
      header: t(fieldKey(what)),
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
      header: t(fieldKey(end)),
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
  const totals = rows.map(answeredTotal);
  const fraction = longestFraction(totals, 3);
  return {
    id: "total",
    header: t("documents.total.line"),
    track: `minmax(0, ${amountWidth(totals, { fraction, least: LEAST_END, currency: true })}rem)`,
    align: "end",
    cell: ({ row }) => (
      <Amount value={answeredTotal(row)} currencyId={valueText(row.currencyId)} align={fraction} />
    ),
  };
}

/** A field that the interface doesn't name, exactly as it came. */
function ExtraValue({ value }: { value: unknown }) {
  const text = valueText(value);
  if (text === null) return <span className="faint">—</span>;
  return (
    <bdi className="small mono" title={text}>
      {text}
    </bdi>
  );
}

/** The named fields of a row and, after them, those that the interface doesn't name. */
function Facts({ fields, row }: { fields: readonly FieldName[]; row: AnsweredRow }) {
  const { t } = useTranslation();
  return (
    <dl className={`${classes.facts} grid gap-8-16`}>
      {fields.map((field) => (
        <div key={field} className={`${classes.fact} min-w-0`}>
          <dt>{t(fieldKey(field))}</dt>
          <dd>
            <FieldValue field={field} row={row} />
          </dd>
        </div>
      ))}
      {extraFields([row], fields).map((name) => (
        <div key={name} className={`${classes.fact} min-w-0`}>
          <dt>{t("documents.extraField", { name: `\u2068${name}\u2069` })}</dt>
          <dd>
            <ExtraValue value={row[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The transaction's own fields as the service last answered them, unknown ones included. */
export function HeaderFacts({ header, answeredAt }: { header: AnsweredRow; answeredAt: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <section data-testid="document-header">
      <h3 className={`${classes.heading} ringless`} tabIndex={-1}>
        {t("field.transactionId")}
      </h3>
      {answeredAt === null ? null : (
        <p className="before-6 note">{t("documents.answeredAt", { at: formats.dateTime(answeredAt) })}</p>
      )}
      <Facts fields={TRANSACTION_FIELDS} row={header} />
    </section>
  );
}

interface WholeRowProps {
  part: PartName;
  row: AnsweredRow;
  /** Its place in the part, from 1. */
  number: number;
}

/** Every field of one row, those included that the interface doesn't name. */
function WholeRow({ part, row, number }: WholeRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="above-8 pad-12-16 rounded sunken" data-testid={`whole-${part}`}>
      <h4 className="small strong before-8">{t("documents.wholeRow", { number: formats.count(number) })}</h4>
      <Facts fields={PART_FIELDS[part]} row={row} />
    </div>
  );
}

const MOST_ROWS = 8;
const ROW_REM = 2.75;
/** The heading's row; its line and the border are added in pixels, or a part of a next row would be seen. */
const HEAD_REM = 2.5;

/** What all lines come to, said to be this computer's arithmetic. */
function LinesTotal({ rows }: { rows: readonly AnsweredRow[] }) {
  const { t } = useTranslation();
  const totals = answeredTotals(rows);
  if (totals === null) return null;
  return (
    <p className={`${classes.total} wrap at-end baseline gap-4-16 pad-x-12`} data-testid="lines-total">
      <span className="before-6 note">{t("documents.total.all")}</span>
      {totals.map(({ currencyId, amount }) => (
        <strong key={currencyId}>
          <Amount value={amount} currencyId={currencyId} />
        </strong>
      ))}
    </p>
  );
}

/** One of the six parts of an answer, as a table; it takes the room of its rows, up to a point. */
export function PartTable({ part, rows }: { part: PartName; rows: readonly AnsweredRow[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [active, setActive] = useState<string | null>(null);
  const columns = useMemo(() => partColumns(t, part, rows), [t, part, rows]);
  const lines = useMemo(() => rows.map((row, at) => ({ key: String(at), row })), [rows]);
  const chosen = active === null ? undefined : rows[Number(active)];
  const blockSize = `calc(${Math.min(rows.length, MOST_ROWS) * ROW_REM + HEAD_REM}rem + 3px)`;
  return (
    <section className="min-w-0" data-testid={`part-${part}`} id={`part-${part}`}>
      <h3 className={`${classes.heading} ringless`} tabIndex={-1}>
        {t(`documents.part.${part}`)} <span className="dim regular">{formats.count(rows.length)}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="before-6 note">{t("documents.partEmpty")}</p>
      ) : (
        <div className={classes.table} style={{ blockSize }}>
          <DataTable
            label={t(`documents.part.${part}`)}
            columns={columns}
            rows={lines}
            keyOf={({ key }) => key}
            activeKey={active}
            onActive={setActive}
          />
        </div>
      )}
      {part === "products" && rows.length > 0 ? <LinesTotal rows={rows} /> : null}
      {chosen === undefined ? (
        rows.length === 0 ? null : (
          <p className="note after-4">{t("documents.chooseRow")}</p>
        )
      ) : (
        <WholeRow part={part} row={chosen} number={Number(active) + 1} />
      )}
    </section>
  );
}

const FULL_UUID = 36;

interface FieldValueProps {
  field: FieldName;
  row: AnsweredRow;
  /** Room for fractions, in a column of amounts. */
  room?: number;
  /** In a line with other fields: names without ids, codes short. */
  inline?: boolean;
}

/** A record's name in running words, else its id. */
function InlineName({ kind, id }: { kind: "product" | "account" | "store" | "measureUnit"; id: string }) {
  const { i18n } = useTranslation();
  return <bdi>{ownNameFirst(useRecordName(kind, id) ?? id, i18n.language)}</bdi>;
}

/** A field that the interface names, written as what it is. */
function FieldValue({ field, row, room, inline = false }: FieldValueProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = valueText(row[field]);
  if (text === null) return <span className="faint">—</span>;
  const shape = FIELD_SHAPES[field];
  switch (shape) {
    case "money":
      return (
        <Amount
          value={text}
          currencyId={currencyOf(field, row)}
          {...(room === undefined ? {} : { align: room })}
        />
      );
    case "quantity":
      return <bdi>{formats.decimal(text)}</bdi>;
    case "date":
      return <bdi>{formats.date(text)}</bdi>;
    case "time":
      return <bdi>{formats.dateTime(text)}</bdi>;
    case "status":
      return <StatusCode status={text} short={inline || room !== undefined} />;
    case "flag":
      return <>{text === "true" ? t("documents.yes") : t("documents.no")}</>;
    case "text":
      // A name has a line to itself: among other fields it would be cut below the row.
      return room === undefined ? <bdi>{text}</bdi> : <Name oneLine>{text}</Name>;
    case "code":
      // The button that copies is taller than a second line.
      if (inline) return <bdi className="small mono">{text}</bdi>;
      return <Code short={room !== undefined && text.length === FULL_UUID}>{text}</Code>;
    case "number":
      return <bdi className="small mono">{text}</bdi>;
    case "product":
    case "account":
    case "store":
    case "measureUnit":
      if (inline) return <InlineName kind={shape} id={text} />;
      return <RecordName kind={shape} id={text} withId={room === undefined} />;
  }
}
