import { Button, NativeSelect } from "@mantine/core";
import { IconAlertTriangle, IconFileTypeCsv, IconFileTypeXls } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DELIMITERS, TEXT_ENCODINGS } from "../../../../../contract/channels/file-reading.ts";
import type { PreviewRow } from "../../../../../contract/channels/reference-data.ts";
import type { ReplyError } from "../../../../../contract/reply.ts";
import { replyErrorOf } from "../../../../client/api.ts";
import { useChannel } from "../../../../client/queries.ts";
import { useFormats } from "../../../../client/settings.ts";
import { columnWords, useReasonWords } from "../../../../features/files/names.ts";
import { Loading } from "../../../../ui/empty-state.tsx";
import { Name } from "../../../../ui/name.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Scrolled } from "../../../../ui/page.tsx";
import { ImportFailure } from "../import-failure.tsx";
import { fileNameOf } from "../import-jobs.ts";
import { ImportProgress } from "../import-progress.tsx";
import { ImportResultView } from "../import-result.tsx";
import { cellsOf, type Preview, type PreviewCell, refusedOf, rowProblems } from "./mapping-choices.ts";
import { MappingTable } from "./mapping-table.tsx";
import classes from "./preview.module.css";
import { isReady, lookInto, previewInput, readingOf } from "./preview-input.ts";
import { focusFirstQuestion, PreviewQuestions } from "./preview-questions.tsx";
import { type PreviewedFile, type Reading, reread, tryImport } from "./previewed-file.ts";

function Cell({ cell }: { cell: PreviewCell }) {
  const words = useReasonWords();
  const text = cell.text === null ? <span className="faint">—</span> : <bdi>{cell.text}</bdi>;
  if (cell.problem === null) return <td title={cell.text ?? undefined}>{text}</td>;
  return (
    <td data-bad="true">
      {text}
      <span className={classes.problem}>
        <IconAlertTriangle size="0.875rem" stroke={1.9} aria-hidden="true" />
        {words.ofCell(cell.column, cell.problem)}
      </span>
    </td>
  );
}

function Row({ preview, row }: { preview: Preview; row: PreviewRow }) {
  const formats = useFormats();
  const words = useReasonWords();
  const whole = rowProblems(row);
  return (
    <Fragment>
      <tr data-refused={row.problems.length > 0}>
        <th scope="row">{formats.count(row.line)}</th>
        {cellsOf(preview, row).map((cell) => (
          <Cell key={cell.column} cell={cell} />
        ))}
      </tr>
      {whole.length === 0 ? null : (
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
function PreviewRows({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const words = useReasonWords();
  const { rows, broken } = preview;
  const columns = preview.columns.filter(({ name }) => Object.values(preview.mapping).includes(name));
  const refused = refusedOf(rows);
  return (
    <>
      {rows.length === 0 ? (
        <Notice kind="info">{t("referenceData.preview.noRows")}</Notice>
      ) : columns.length === 0 ? (
        <p className="note regular">{t("referenceData.preview.nothingMapped")}</p>
      ) : (
        <>
          <p className="note regular" aria-live="polite">
            {t("referenceData.preview.shownRows", { count: rows.length })}{" "}
            {refused === 0
              ? t("referenceData.preview.noneRefused")
              : t("referenceData.preview.refused", { count: refused })}
          </p>
          <Scrolled tag="div" className={`${classes.rows} scroll edged rounded`} data-testid="import-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("field.row")}</th>
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
      {broken === null ? null : <Notice kind="warn">{words.ofFile(broken)}</Notice>}
    </>
  );
}

/** What an import would do: the same counts, and nothing was written. */
function TrialView({ file, reading }: { file: PreviewedFile; reading: Reading }) {
  const { t } = useTranslation();
  const { trial, kind, path } = file;
  const box = useRef<HTMLDivElement>(null);
  // It is below the rows, and so below the fold: what was asked for is brought into view.
  useEffect(() => {
    if (trial.step === "done" || trial.step === "failed") box.current?.scrollIntoView({ block: "start" });
  }, [trial.step]);
  return (
    <div
      className={`${classes.trial} stack gap-8`}
      data-testid="import-trial"
      data-step={trial.step}
      ref={box}
    >
      {trial.step === "none" ? null : (
        <h4 className="text strong line gap-8">{t("referenceData.preview.trial")}</h4>
      )}
      <div role="status">
        {trial.step === "running" ? <ImportProgress turn={trial.turn} /> : null}
        {trial.step === "done" ? (
          <p className="note regular">{t("referenceData.preview.trialText")}</p>
        ) : null}
      </div>
      {trial.step === "done" ? (
        <ImportResultView imported={{ kind, path, reading }} result={trial.result} />
      ) : null}
      {trial.step === "failed" ? <ImportFailure error={trial.error} /> : null}
    </div>
  );
}

interface PreviewViewProps {
  file: PreviewedFile;
  onLeave: () => void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-8" aria-label={title}>
      <h4 className="text strong line gap-8">{title}</h4>
      {children}
    </section>
  );
}

function Parts({ file, preview }: { file: PreviewedFile; preview: Preview }) {
  const { t } = useTranslation();
  return (
    <>
      <Part title={t("referenceData.preview.mapping")}>
        {preview.mappedBy === "remembered" ? (
          <p className="note regular" data-testid="import-remembered">
            {t("referenceData.preview.remembered")}
          </p>
        ) : null}
        <MappingTable kind={file.kind} preview={preview} />
      </Part>
      <Part title={t("referenceData.preview.rows")}>
        <PreviewRows preview={preview} />
      </Part>
    </>
  );
}

/** A file before it is imported: what it holds, which column is which, its first rows, and a trial. */
export function PreviewView({ file, onLeave }: PreviewViewProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: preview, error } = useChannel("referenceData.preview", previewInput(file), {
    keepPrevious: true,
  });
  // A sheet that can't be read must not take the choice of another one away.
  const lastKnown = useRef<Preview | undefined>(undefined);
  if (preview !== undefined) lastKnown.current = preview;
  const known = preview ?? lastKnown.current;
  const source =
    known !== undefined ? sourceOfPreview(known) : error === null ? null : sourceOfError(replyErrorOf(error));
  useEffect(() => heading.current?.focus(), []);
  const Icon = (preview?.fileType ?? "csv") === "csv" ? IconFileTypeCsv : IconFileTypeXls;
  const client = useQueryClient();
  const attempt = async (): Promise<void> => {
    const looked = await lookInto(client, file);
    if (looked === null) return;
    if (isReady(looked, file)) await tryImport(readingOf(looked, file.reading));
    else focusFirstQuestion();
  };
  return (
    <section
      className={`${classes.preview} stack`}
      data-testid="import-preview"
      aria-label={t("referenceData.preview.title")}
    >
      <h3 ref={heading} tabIndex={-1} className={`${classes.file} ringless`}>
        <Icon size="1.5rem" stroke={1.5} aria-hidden="true" />
        <Name oneLine>{fileNameOf(file.path)}</Name>
        {preview === undefined ? null : (
          <span className="note regular flush">{formats.bytes(preview.bytes)}</span>
        )}
      </h3>
      {source === null ? null : <PreviewSource source={source} reading={file.reading} />}
      {known === undefined ? null : (
        <PreviewQuestions kind={file.kind} preview={known} reading={file.reading} />
      )}
      {error !== null ? (
        <ImportFailure error={replyErrorOf(error)} />
      ) : preview === undefined ? (
        <Loading />
      ) : (
        <Parts file={file} preview={preview} />
      )}
      {preview === undefined || error !== null ? null : (
        <TrialView file={file} reading={readingOf(preview, file.reading)} />
      )}
      <div className={classes.actions}>
        {preview === undefined || error !== null ? null : (
          <>
            {preview.missing.length === 0 ? null : (
              <div className="full-row">
                <Notice kind="warn">
                  {t("referenceData.preview.missing", {
                    columns: formats.list(
                      preview.missing.map((name) => `\u2068${columnWords(t, name)}\u2069`),
                    ),
                  })}
                </Notice>
              </div>
            )}
            <Button variant="default" data-testid="import-try" onClick={() => void attempt()}>
              {t("referenceData.preview.try")}
            </Button>
          </>
        )}
        <Button variant="subtle" data-testid="import-leave" onClick={onLeave}>
          {t("referenceData.preview.leave")}
        </Button>
      </div>
    </section>
  );
}

/** What is known of how a file is read. */
type Source = Pick<Preview, "sheets" | "sheet" | "delimiter" | "encoding"> & {
  columns: { all: number; shown: number } | null;
  head: Pick<Preview, "headerRow" | "headRows"> | null;
  /** A person has yet to choose the encoding. */
  isAsked: boolean;
};

const sourceOfPreview = ({
  sheets,
  sheet,
  delimiter,
  encoding,
  columnCount,
  header,
  headerRow,
  headRows,
  undecided,
}: Preview): Source => ({
  sheets,
  sheet,
  delimiter,
  encoding,
  columns: { all: columnCount, shown: header.length },
  head: { headerRow, headRows },
  isAsked: undecided.includes("encoding"),
});

const sheetsInError = z.object({
  sheet: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
});

/** What a refusal says of a workbook's sheets; null where it says nothing of them. */
function sourceOfError({ details }: ReplyError): Source | null {
  const read = sheetsInError.safeParse(details);
  return read.success
    ? { ...read.data, delimiter: null, encoding: null, columns: null, head: null, isAsked: false }
    : null;
}

/** Which row has the columns' names; what is above it is not imported. */
function HeaderRow({ head, reading }: { head: NonNullable<Source["head"]>; reading: Reading }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { headerRow, headRows } = head;
  const above = headRows.filter(({ line }) => line < headerRow).length;
  return (
    <>
      <NativeSelect
        className={`${classes.headerRow} min-w-0`}
        label={t("referenceData.preview.headerRow")}
        data-testid="import-header-row"
        value={reading.headerRow ?? headerRow}
        onChange={(event) => reread({ headerRow: Number(event.currentTarget.value) })}
        data={headRows.map(({ line, cells }) => ({
          value: String(line),
          label: t("referenceData.preview.headerRowAt", {
            row: formats.count(line),
            cells: cells
              .filter((cell) => cell.trim() !== "")
              .map((cell) => `\u2068${cell.trim()}\u2069`)
              .join(" · "),
          }),
        }))}
      />
      {above === 0 ? null : (
        <p className="note regular" data-testid="import-above">
          {t("referenceData.preview.above", { count: above })}
        </p>
      )}
    </>
  );
}

/** Where in the file the rows stand: a spreadsheet's sheet, or what separates a CSV file's columns. */
function PreviewSource({ source, reading }: { source: Source; reading: Reading }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { sheets, sheet, delimiter, encoding, columns, head, isAsked } = source;
  return (
    <div className={`${classes.source} wrap bottom`}>
      {sheet === null ? null : (
        <NativeSelect
          label={t("referenceData.preview.sheet")}
          data-testid="import-sheet"
          value={reading.sheet ?? sheet}
          onChange={(event) => reread({ sheet: event.currentTarget.value })}
          data={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? t("referenceData.preview.hiddenSheet", { name: `\u2068${name}\u2069` }) : name,
          }))}
        />
      )}
      {delimiter === null ? null : (
        <NativeSelect
          label={t("referenceData.preview.delimiter")}
          data-testid="import-delimiter"
          value={reading.delimiter ?? delimiter}
          onChange={(event) => {
            const chosen = DELIMITERS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) reread({ delimiter: chosen });
          }}
          data={DELIMITERS.map((each) => ({ value: each, label: t(`referenceData.delimiter.${each}`) }))}
        />
      )}
      {encoding === null ? null : (
        <NativeSelect
          label={t("referenceData.preview.encoding")}
          data-testid="import-encoding"
          value={reading.encoding ?? (isAsked ? "" : encoding)}
          onChange={(event) => {
            const chosen = TEXT_ENCODINGS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) reread({ encoding: chosen });
          }}
          data={[
            ...(isAsked ? [{ value: "", label: t("referenceData.preview.noSource") }] : []),
            ...TEXT_ENCODINGS.map((each) => ({ value: each, label: t(`referenceData.encoding.${each}`) })),
          ]}
        />
      )}
      {head === null ? null : <HeaderRow head={head} reading={reading} />}
      {columns === null ? null : (
        <p className="note regular">
          {t("referenceData.preview.columnCount", { count: columns.all })}
          {columns.all > columns.shown
            ? ` ${t("referenceData.preview.firstColumns", { number: formats.count(columns.shown) })}`
            : null}
        </p>
      )}
    </div>
  );
}
