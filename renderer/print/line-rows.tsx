/** The lines of a return: in columns where the paper is wide enough, stacked where it isn't. */
import { writtenDigits } from "../i18n/currency-digits.ts";
import { AMOUNTS, type AmountColumn, type LongestTexts } from "./line-columns.ts";
import classes from "./print.module.css";
import type { SlipLine, SlipModel } from "./slip-model.ts";
import { Code, Exact, isolated, money, Record, type Tools } from "./tools.tsx";

type Return = Extract<SlipModel, { kind: "purchaseReturn" }>;

const COLUMNS = ["number", "product", "unit", ...AMOUNTS.map(({ column }) => column)] as const;

export interface LinesShape {
  longest: LongestTexts;
  /** The longest fraction of each aligned column. */
  room: Record<AmountColumn, number>;
  minFraction: number;
}

const NONE: Record<AmountColumn, number> = { quantity: 0, free: 0, received: 0, price: 0, total: 0 };

const fraction = (text: string): number => text.split(".")[1]?.length ?? 0;

/** How long the texts of all lines are; a fraction's room is the same down a column. */
export function linesShape({ formats, content }: Tools, model: Return): LinesShape {
  const known = content.names.currencyDigits[model.currencyId] ?? null;
  const minFraction = writtenDigits(model.currencyId, known);
  const shape: LinesShape = {
    minFraction,
    longest: {
      number: formats.count(model.lines.length).length,
      unit: Math.max(...model.lines.map(({ unit }) => (unit.name ?? unit.id).length)),
      ...NONE,
    },
    room: { ...NONE },
  };
  for (const { column, field, isMoney } of AMOUNTS) {
    const texts = model.lines.map((line) => line[field]);
    const room = Math.max(isMoney ? minFraction : 0, ...texts.map(fraction));
    const whole = Math.max(...texts.map((text) => formats.decimalParts(text).integer.length));
    shape.room[column] = room;
    shape.longest[column] = whole + (room === 0 ? 0 : room + 1);
  }
  return shape;
}

/** The heads of the columns; nothing where lines are stacked. */
export function LineHead({ tools: { t }, tracks }: { tools: Tools; tracks: string | null }) {
  if (tracks === null) return <div className={classes.stackHead} />;
  return (
    <div className={classes.columns} data-head="true" style={{ gridTemplateColumns: tracks }}>
      {COLUMNS.map((column) => (
        <span key={column} data-column={column}>
          {t(`print.column.${column}`)}
        </span>
      ))}
    </div>
  );
}

const datesOf = ({ t, formats }: Tools, line: SlipLine): string[] => [
  ...(line.productionAt === null
    ? []
    : [t("print.line.produced", { date: isolated(formats.date(line.productionAt)) })]),
  ...(line.expiryAt === null
    ? []
    : [t("print.line.expires", { date: isolated(formats.date(line.expiryAt)) })]),
];

interface LineRowProps {
  tools: Tools;
  model: Return;
  line: SlipLine;
  shape: LinesShape;
  tracks: string | null;
  /** Its beginning, where it is long. */
  description: string;
}

function ColumnsRow({ tools, line, shape, tracks, description }: LineRowProps) {
  const { room, minFraction } = shape;
  const dates = datesOf(tools, line);
  return (
    <div className={classes.columns} style={{ gridTemplateColumns: tracks ?? "" }}>
      <span data-column="number">
        <bdi>{tools.formats.count(line.number)}</bdi>
      </span>
      <span data-column="product">
        <Record tools={tools} of={line.product} />
        {dates.length === 0 ? null : <span className={classes.aside}>{dates.join(" · ")}</span>}
        {description === "" ? null : (
          <span className={classes.aside}>
            <bdi>{description}</bdi>
          </span>
        )}
      </span>
      <span data-column="unit">
        {line.unit.name === null ? <Code>{line.unit.id}</Code> : <bdi>{line.unit.name}</bdi>}
      </span>
      {AMOUNTS.map(({ column, field, isMoney }) => (
        <span key={column} data-column={column}>
          <Exact
            tools={tools}
            value={line[field]}
            room={room[column]}
            {...(isMoney ? { minFraction } : {})}
          />
        </span>
      ))}
    </div>
  );
}

function StackedRow({ tools, model, line, description }: LineRowProps) {
  const { t, formats } = tools;
  const count = (value: string) => isolated(formats.decimal(value));
  const asides = [
    ...(line.freeQuantity === "0" ? [] : [t("print.line.free", { count: count(line.freeQuantity) })]),
    ...(line.receivedQuantity === "0"
      ? []
      : [t("print.line.received", { count: count(line.receivedQuantity) })]),
    ...datesOf(tools, line),
  ];
  return (
    <div className={classes.stacked}>
      <div>
        <bdi>{formats.count(line.number)}</bdi>. <Record tools={tools} of={line.product} />
      </div>
      <div className={classes.sum}>
        <span>
          {/* The price of one unit: "2 Box of 12 × …" could be read as 2 or as 24. */}
          <bdi dir="ltr">{formats.decimal(line.quantity)}</bdi> ×{" "}
          <bdi dir="ltr">{money(tools, line.price, model.currencyId)}</bdi> /{" "}
          <bdi>{line.unit.name ?? line.unit.id}</bdi>
        </span>
        <strong className={classes.atEnd}>
          <bdi dir="ltr">{money(tools, line.total, model.currencyId)}</bdi>
        </strong>
      </div>
      {asides.length === 0 ? null : <div className={classes.aside}>{asides.join(" · ")}</div>}
      {description === "" ? null : (
        <div className={classes.aside}>
          <bdi>{description}</bdi>
        </div>
      )}
    </div>
  );
}

/** One line. */
export function LineRow(props: LineRowProps) {
  return props.tracks === null ? <StackedRow {...props} /> : <ColumnsRow {...props} />;
}
