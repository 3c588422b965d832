/** The lines of a report's part on the screen. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useFormats } from "../client/settings.ts";
import { isolated } from "../i18n/format.ts";
import type { Part, Phrase, ReportCell, ReportLine } from "../reports/report.ts";
import { Code } from "../ui/code.tsx";
import { Notice } from "../ui/notice.tsx";
import { Amount } from "./amount.tsx";
import classes from "./report-lines.module.css";

function CellView({ cell }: { cell: ReportCell }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (typeof cell === "string") return cell;
  switch (cell.as) {
    case "text":
      return <bdi>{cell.text}</bdi>;
    case "strong":
      return <strong>{cell.text}</strong>;
    case "code":
      return <Code>{cell.text}</Code>;
    case "amount":
      return <Amount value={cell.value} currencyId={cell.bare ? null : cell.currencyId} />;
    case "quantity":
      return <Amount value={cell.value} />;
    case "count":
      return formats.count(cell.value);
    case "date":
    case "time":
    case "dateTime":
      return <bdi>{formats[cell.as](cell.at)}</bdi>;
    case "record":
      return <bdi>{cell.name ?? t("print.unnamed", { id: isolated(cell.id) })}</bdi>;
    case "document":
      return <Link href={`/documents/${cell.serialNo}`}>{cell.words}</Link>;
  }
}

/** The places of cells in a phrase never change. */
const Cells = ({ of }: { of: Phrase }) =>
  of.map((cell, index) => <CellView key={String(index)} cell={cell} />);

function LineView({ line: { label = [], value, strong, under = [], fold } }: { line: ReportLine }) {
  return (
    <div className={`${classes.line} wrap between baseline gap-0-16`}>
      {label.length === 0 ? null : (
        <dt>
          <Cells of={label} />
        </dt>
      )}
      {value === undefined ? null : (
        <dd data-strong={strong}>
          {value === null ? <span className="faint">—</span> : <Cells of={value} />}
        </dd>
      )}
      {under.map((phrase, index) => (
        <dd key={String(index)} className={classes.under}>
          <Cells of={phrase} />
        </dd>
      ))}
      {fold === undefined ? null : (
        <dd className={classes.fold}>
          <details>
            <summary>{fold.title}</summary>
            <dl className="grid gap-8 flush after-8">
              <LineViews lines={fold.lines} />
            </dl>
            {fold.more === null ? null : <p className={classes.under}>{fold.more}</p>}
          </details>
        </dd>
      )}
    </div>
  );
}

const LineViews = ({ lines }: { lines: readonly ReportLine[] }) =>
  lines.map((line, index) => <LineView key={String(index)} line={line} />);

/** All groups of a part below their title; words where there are none, and where something is left out. */
export function ReportLines({ part }: { part: Extract<Part, { is: "lines" }> }) {
  const { note, none, after = null } = part;
  const isFlat = part.groups.every((lines) => lines.length === 1);
  const groups = isFlat && part.groups.length > 0 ? [part.groups.flat()] : part.groups;
  return (
    <>
      {groups.length === 0 ? <p className={classes.under}>{none}</p> : null}
      {groups.length > 0 && note !== undefined ? <p className={classes.under}>{note}</p> : null}
      {groups.map((lines, index) => (
        <dl key={String(index)} className={`${classes.group} grid gap-8 flush`}>
          <LineViews lines={lines} />
        </dl>
      ))}
      {after === null ? null : after.cut ? <Notice kind="warn">{after.text}</Notice> : <p>{after.text}</p>}
    </>
  );
}
