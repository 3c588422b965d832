/** A report on paper: each of its parts as pieces that a page can be cut between. */
import type { TFunction } from "i18next";
import { Fragment, type ReactNode } from "react";
import type { PrintContent } from "../../contract/channels/printing.ts";
import type { Paper } from "../../contract/channels/shell.ts";
import { writtenDigits } from "../i18n/currency-digits.ts";
import { type Formats, formatsOf, isolated } from "../i18n/format.ts";
import type {
  Fact,
  Part,
  Phrase,
  Report,
  ReportCell,
  ReportColumn,
  ReportLine,
  TableRow,
} from "../reports/report.ts";
import { columnTracks } from "./paginate.ts";
import classes from "./print.module.css";
import { Barcode, QrCode } from "./symbols.tsx";

/** What cells are written with. */
export interface Tools {
  t: TFunction;
  formats: Formats;
  paper: Paper;
  /** Fraction digits by currency, where they are known. */
  currencyDigits: Readonly<Record<string, number>>;
}

export const toolsOf = (t: TFunction, content: PrintContent): Tools => ({
  t,
  formats: formatsOf(content.settings.language, content.settings.digits),
  paper: content.kind === "checklist" ? "a4" : content.paper,
  currencyDigits: content.names.currencyDigits,
});

export interface Piece {
  key: string;
  node: ReactNode;
  /** A row of the table, whose head is repeated on every page that begins with one. */
  row?: boolean;
  withNext?: boolean;
}

/** A report before it is cut into pages. */
export interface PaperReport {
  /** Small at the head of every page but the first. */
  running: ReactNode;
  tableHead: ReactNode;
  pieces: Piece[];
}

const digitsOf = ({ currencyDigits }: Tools, currencyId: string): number =>
  writtenDigits(currencyId, currencyDigits[currencyId] ?? null);

/** A cell as plain text. */
export function paperText(tools: Tools, cell: ReportCell): string {
  if (typeof cell === "string") return cell;
  const { t, formats } = tools;
  switch (cell.as) {
    case "text":
    case "strong":
    case "code":
      return cell.text;
    case "amount":
      return formats.decimal(cell.value, digitsOf(tools, cell.currencyId));
    case "quantity":
      return formats.decimal(cell.value);
    case "count":
      return formats.count(cell.value);
    case "date":
    case "time":
    case "dateTime":
      return formats[cell.as](cell.at);
    case "record":
      return cell.name ?? t("print.unnamed", { id: isolated(cell.id) });
    case "document":
      return cell.words;
  }
}

const Code = ({ children }: { children: string }) => (
  <bdi dir="ltr" className={classes.code}>
    {children}
  </bdi>
);

function CellNode({ tools, cell }: { tools: Tools; cell: ReportCell }): ReactNode {
  const text = paperText(tools, cell);
  if (typeof cell === "string") return text;
  switch (cell.as) {
    case "document":
      return text;
    case "strong":
      return <strong>{text}</strong>;
    case "code":
      return <Code>{text}</Code>;
    case "record":
      if (cell.name === null) return text;
      return (
        <>
          <bdi>{text}</bdi> <Code>{`(${cell.id})`}</Code>
        </>
      );
    case "amount": {
      if (cell.bare) return <bdi dir="ltr">{text}</bdi>;
      const Box = cell.strong ? "strong" : "span";
      return (
        <Box>
          <bdi dir="ltr">{text}</bdi> <bdi dir="ltr">{cell.currencyId}</bdi>
        </Box>
      );
    }
    case "quantity":
      return <bdi dir="ltr">{text}</bdi>;
    case "text":
    case "count":
    case "date":
    case "time":
    case "dateTime":
      return <bdi>{text}</bdi>;
  }
}

/** The places of cells in a phrase never change. */
const Cells = ({ tools, of }: { tools: Tools; of: Phrase }) =>
  of.map((cell, index) => <CellNode key={String(index)} tools={tools} cell={cell} />);

const Under = ({ tools, of = [] }: { tools: Tools; of: readonly Phrase[] | undefined }) =>
  of.map((phrase, index) => (
    <div key={String(index)} className={classes.small}>
      <Cells tools={tools} of={phrase} />
    </div>
  ));

/** A label, a figure at the end of its line, and what is small below. */
function LineNode({ tools, line, className = classes.sum }: LineProps) {
  const { label, value, strong, loud, under } = line;
  const Value = strong ? "strong" : "span";
  return (
    <>
      {label === undefined || value === null ? null : value === undefined ? (
        <div>
          <Cells tools={tools} of={label} />
        </div>
      ) : (
        <div className={className} data-loud={loud}>
          <span>
            <Cells tools={tools} of={label} />
          </span>
          <Value className={classes.atEnd}>
            <Cells tools={tools} of={value} />
          </Value>
        </div>
      )}
      <Under tools={tools} of={under} />
    </>
  );
}

interface LineProps {
  tools: Tools;
  line: ReportLine;
  className?: string | undefined;
}

const Lines = ({ lines, ...props }: Omit<LineProps, "line"> & { lines: readonly ReportLine[] }) =>
  lines.map((line, index) => <LineNode key={String(index)} line={line} {...props} />);

const Facts = ({ tools, facts, single }: { tools: Tools; facts: readonly Fact[]; single: boolean }) => (
  <dl className={classes.facts} data-single={single}>
    {facts.map(({ label, value, wide = false }) => (
      <div key={label} className={classes.fact} data-wide={wide}>
        <dt>{label}</dt>
        <dd>
          {value.map((phrase, index) => (
            <div key={String(index)}>
              <Cells tools={tools} of={phrase} />
            </div>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

const Blank = ({ label }: { label: string }) => (
  <div className={classes.blank}>
    <span>{label}</span>
    <span className={classes.rule} />
  </div>
);

/** Fraction digits of a column whose numbers are aligned by their separators, and the length of its longest text. */
interface ColumnShape {
  room: number;
  longest: number;
}

/** The only number of a cell. */
const numberIn = ([cell, ...more]: Phrase) =>
  more.length === 0 &&
  typeof cell === "object" &&
  (cell.as === "quantity" || (cell.as === "amount" && cell.bare))
    ? cell
    : null;

function shapeOf(tools: Tools, rows: readonly TableRow[], at: number): ColumnShape {
  const shape = { room: 0, longest: 0 };
  for (const { cells } of rows) {
    const phrase = cells[at]?.cell ?? [];
    const number = numberIn(phrase);
    const [only] = phrase;
    if (number !== null) {
      const least = number.as === "amount" ? digitsOf(tools, number.currencyId) : 0;
      shape.room = Math.max(shape.room, least, number.value.split(".")[1]?.length ?? 0);
      shape.longest = Math.max(shape.longest, tools.formats.decimalParts(number.value).integer.length);
    } else if (only !== undefined) shape.longest = Math.max(shape.longest, paperText(tools, only).length);
  }
  return { ...shape, longest: shape.longest + (shape.room === 0 ? 0 : shape.room + 1) };
}

/** An exact decimal: never rounded, its separator under those above it. */
function Exact({ tools, phrase, room }: { tools: Tools; phrase: Phrase; room: number }) {
  const number = numberIn(phrase);
  if (number === null) return <Cells tools={tools} of={phrase} />;
  const { sign, integer, separator, fraction } = tools.formats.decimalParts(
    number.value,
    number.as === "amount" ? digitsOf(tools, number.currencyId) : 0,
  );
  return (
    <bdi dir="ltr" className={classes.exact}>
      {sign}
      {integer}
      <span
        className={room === 0 ? undefined : classes.fraction}
        style={room === 0 ? undefined : { minInlineSize: `calc(${room}ch + 0.35em)` }}
      >
        {separator}
        {fraction}
      </span>
    </bdi>
  );
}

interface Table {
  head: ReactNode;
  pieces: Piece[];
}

/** In columns where the paper is wide enough, stacked where it isn't. */
function tableOf(tools: Tools, columns: readonly ReportColumn[], rows: readonly TableRow[]): Table {
  const shapes = columns.map((_, at) => shapeOf(tools, rows, at));
  const tracks =
    tools.paper === "a4"
      ? columnTracks(columns.map((column, at) => ({ ...column, longest: shapes[at]?.longest ?? 0 })))
      : null;
  const inColumns = (cells: readonly ReactNode[], isHead: boolean) => (
    <div className={classes.columns} data-head={isHead} style={{ gridTemplateColumns: tracks ?? "" }}>
      {columns.map(({ label, end = false }, at) => (
        <span key={label} data-end={end}>
          {cells[at]}
        </span>
      ))}
    </div>
  );
  const node = (row: TableRow): ReactNode =>
    tracks === null ? (
      <div className={classes.stacked}>
        <Lines tools={tools} lines={row.stacked} />
      </div>
    ) : (
      inColumns(
        row.cells.map(({ cell, under }, at) => (
          <Fragment key={String(at)}>
            <Exact tools={tools} phrase={cell} room={shapes[at]?.room ?? 0} />
            <Under tools={tools} of={under} />
          </Fragment>
        )),
        false,
      )
    );
  return {
    head:
      tracks === null ? (
        <div className={classes.stackHead} />
      ) : (
        inColumns(
          columns.map(({ label }) => label),
          true,
        )
      ),
    pieces: rows.flatMap((row) => [
      { key: `row-${row.key}`, row: true, node: node(row) },
      ...prosePieces(tools, `row-${row.key}`, row.more ?? []).map((piece) => ({ ...piece, row: true })),
    ]),
  };
}

const prosePieces = (tools: Tools, key: string, paragraphs: readonly Phrase[]): Piece[] =>
  paragraphs.map((paragraph, index) => ({
    key: `${key}-${index}`,
    node: (
      <p className={classes.text}>
        <Cells tools={tools} of={paragraph} />
      </p>
    ),
  }));

/** A heading, what it is about, and the words where there is nothing. */
const titled = (key: string, title: string, pieces: Piece[], none: string): Piece[] => [
  { key, node: <h2>{title}</h2>, withNext: true },
  ...(pieces.length > 0 ? pieces : [{ key: `${key}-none`, node: <p>{none}</p> }]),
];

function linesPieces(tools: Tools, part: Extract<Part, { is: "lines" }>): Piece[] {
  const { key, title, note, groups, none, after = null, look } = part;
  const pieces = groups.map((lines, index) => ({
    key: `${key}-${index}`,
    node: (
      <div className={look === "plain" ? undefined : classes.stacked}>
        <Lines tools={tools} lines={lines} />
      </div>
    ),
  }));
  const small = after?.cut ? classes.small : undefined;
  return [
    ...titled(key, note === undefined ? title : `${title} (${note})`, pieces, none),
    ...(after === null ? [] : [{ key: `${key}-after`, node: <p className={small}>{after.text}</p> }]),
  ];
}

function EntryBlock({ tools, part }: { tools: Tools; part: Extract<Part, { is: "entry" }> }) {
  return (
    <section className={classes.entry}>
      <h2>
        <Cells tools={tools} of={part.title} />
      </h2>
      <Facts tools={tools} facts={part.facts} single />
      <div className={classes.ticks}>
        {part.ticks.map(({ box, label, blank }) =>
          box ? (
            <div key={label} className={classes.tick}>
              <span className={classes.box} />
              {blank ? <Blank label={label} /> : label}
            </div>
          ) : (
            <Blank key={label} label={label} />
          ),
        )}
      </div>
    </section>
  );
}

/** A part that is never cut. */
function WholePart({ tools, part }: { tools: Tools; part: Part }): ReactNode {
  switch (part.is) {
    case "text": {
      const cells = <Cells tools={tools} of={part.text} />;
      if (part.look === "strong")
        return (
          <p>
            <strong>{cells}</strong>
          </p>
        );
      return <p className={part.look === "small" ? classes.small : undefined}>{cells}</p>;
    }
    case "number":
      return (
        <div className={classes.number}>
          <div>
            <p className={classes.small}>{part.label}</p>
            <p className={classes.short}>
              <Code>{part.code}</Code>
            </p>
          </div>
          <Barcode text={part.code} />
        </div>
      );
    case "status":
      return (
        <div className={classes.entryStatus} data-loud={part.loud}>
          <p className={classes.big}>{part.big}</p>
          <p>{part.text}</p>
        </div>
      );
    case "secret":
      return (
        <div className={classes.entryStatus} data-loud="true">
          <p className={classes.secret}>
            <Code>{part.code}</Code>
          </p>
        </div>
      );
    case "facts":
      return <Facts tools={tools} facts={part.facts} single={false} />;
    case "totals":
      return (
        <div className={classes.totals}>
          <Lines tools={tools} lines={part.lines} className={classes.total} />
        </div>
      );
    case "entry":
      return <EntryBlock tools={tools} part={part} />;
    case "qr":
      return (
        <div className={classes.check}>
          <QrCode text={part.code} label={part.label} />
          <div>
            {part.beside.map(({ text, look }, index) => (
              <p
                key={String(index)}
                className={look === "small" ? classes.small : look === "large" ? classes.short : undefined}
              >
                <Cells tools={tools} of={text} />
              </p>
            ))}
          </div>
        </div>
      );
    case "blanks":
      return (
        <div className={classes.blanks}>
          {part.labels.map((label) => (
            <Blank key={label} label={label} />
          ))}
        </div>
      );
    case "ids":
      return (
        <p className={classes.ids}>
          {part.ids.map(([label, id]) => (
            <span key={label}>
              {label} <Code>{id}</Code>
            </span>
          ))}
        </p>
      );
    case "prose":
    case "lines":
    case "table":
      throw new TypeError(`a part that pages cut: ${part.is}`);
  }
}

const Whole = ({ tools, parts }: { tools: Tools; parts: readonly Part[] }) =>
  parts.map((part, index) => <WholePart key={String(index)} tools={tools} part={part} />);

function piecesOf(tools: Tools, part: Part, index: number): Piece[] {
  switch (part.is) {
    case "prose":
      return part.paragraphs.length === 0
        ? []
        : titled(part.key, part.title, prosePieces(tools, part.key, part.paragraphs), "");
    case "lines":
      return linesPieces(tools, part);
    case "table": {
      const { head, pieces } = tableOf(tools, part.columns, part.rows);
      const rows = pieces.length === 0 ? [] : [{ key: "table-head", node: head, withNext: true }, ...pieces];
      return [
        ...(part.title === null ? rows : titled("table", part.title, rows, part.none)),
        ...(part.after === null
          ? []
          : [{ key: "table-after", node: <p className={classes.small}>{part.after}</p> }]),
      ];
    }
    default:
      return [
        {
          key: part.is === "entry" ? part.key : `part-${index}`,
          node: <WholePart tools={tools} part={part} />,
        },
      ];
  }
}

/** The report, piece by piece. */
export function paperReport(tools: Tools, report: Report): PaperReport {
  const { t } = tools;
  const { title, shopName, practice, running, head, parts, foot } = report;
  const table = parts.find((part) => part.is === "table");
  return {
    tableHead: table === undefined ? null : tableOf(tools, table.columns, table.rows).head,
    running: running.map((phrase, index) => (
      <span key={String(index)}>
        <Cells tools={tools} of={phrase} />
      </span>
    )),
    pieces: [
      {
        key: "head",
        node: (
          <header>
            {practice ? (
              <p className={classes.practice}>
                <strong className={classes.practiceWord}>{t("status.practice.badge")}</strong>{" "}
                <span>{t("print.practiceText")}</span>
              </p>
            ) : null}
            {shopName === "" ? null : (
              <p className={classes.shop}>
                <bdi>{shopName}</bdi>
              </p>
            )}
            <h1>{title}</h1>
            <Whole tools={tools} parts={head} />
          </header>
        ),
      },
      ...parts.flatMap((part, index) => piecesOf(tools, part, index)),
      ...(foot.length === 0 ? [] : [{ key: "foot", node: <Whole tools={tools} parts={foot} /> }]),
    ],
  };
}
