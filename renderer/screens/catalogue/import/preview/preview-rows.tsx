import { IconAlertTriangle } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../../client/use-formats.ts";
import { columnWords } from "../../../../features/files/column-words.ts";
import { useReasonWords } from "../../../../features/files/use-reason-words.ts";
import { Notice } from "../../../../ui/notice.tsx";
import { Scrolled } from "../../../../ui/scrolled.tsx";
import {
  cellsOf,
  type Preview,
  type PreviewRow,
  type ReadCell,
  refusedOf,
  rowProblem,
} from "./mapping-choices.ts";
import classes from "./preview.module.css";

function Cell({ cell }: { cell: ReadCell }) {
  const words = useReasonWords();
  const text = cell.text === null ? <span className="faint">—</span> : <bdi>{cell.text}</bdi>;
  if (cell.problem === null) return <td title={cell.text ?? undefined}>{text}</td>;
  return (
    <td data-bad="true">
      {text}
      <span className={classes.problem}>
        <IconAlertTriangle size="0.875rem" stroke={1.9} aria-hidden="true" />
        {words.ofCell(cell.problem)}
      </span>
    </td>
  );
}

function Row({ preview, row }: { preview: Preview; row: PreviewRow }) {
  const formats = useFormats();
  const words = useReasonWords();
  const whole = rowProblem(row);
  return (
    <Fragment>
      <tr data-refused={row.problem !== null}>
        <th scope="row">{formats.count(row.line)}</th>
        {cellsOf(preview, row).map((cell) => (
          <Cell key={cell.column} cell={cell} />
        ))}
      </tr>
      {whole === null ? null : (
        <tr data-refused="true">
          <td />
          <td colSpan={row.values.length} data-bad="true">
            <span className={classes.problem}>
              <IconAlertTriangle size="0.875rem" stroke={1.9} aria-hidden="true" />
              {words.ofRow(whole).join(" ")}
            </span>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** The first rows as they would be taken in; what can't be taken says why, in its own cell. */
export function PreviewRows({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const words = useReasonWords();
  const { rows, broken } = preview;
  const columns = preview.columns.filter(({ name }) => Object.values(preview.mapping).includes(name));
  const refused = refusedOf(rows);
  return (
    <>
      {rows.length === 0 ? (
        <Notice kind="info">{t("catalogue.preview.noRows")}</Notice>
      ) : columns.length === 0 ? (
        <p className="note regular">{t("catalogue.preview.nothingMapped")}</p>
      ) : (
        <>
          <p className="note regular" aria-live="polite">
            {t("catalogue.preview.shownRows", { count: rows.length })}{" "}
            {refused === 0
              ? t("catalogue.preview.noneRefused")
              : t("catalogue.preview.refused", { count: refused })}
          </p>
          <Scrolled tag="div" className={`${classes.rows} scroll edged rounded`} data-testid="import-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("catalogue.result.line")}</th>
                  {columns.map(({ name }) => (
                    <th key={name} scope="col">
                      <bdi>{columnWords(t, name)}</bdi>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.line} preview={preview} row={row} />
                ))}
              </tbody>
            </table>
          </Scrolled>
        </>
      )}
      {broken === null ? null : <Notice kind="warn">{words.ofRow(broken).join(" ")}</Notice>}
    </>
  );
}
