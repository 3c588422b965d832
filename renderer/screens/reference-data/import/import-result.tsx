import { Button, Loader } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconFileDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { MOST_EXAMPLES } from "../../../../contract/channels/file-reading.ts";
import { mayBeEmpty } from "../../../../contract/lists.ts";
import { invoke, replyErrorOf } from "../../../client/api.ts";
import { useFormats } from "../../../client/settings.ts";
import { columnWords, useReasonWords } from "../../../features/files/names.ts";
import { listOfColumn } from "../../../features/files/word-choices.ts";
import { FoundWords } from "../../../features/files/words.tsx";
import { searchKind } from "../../../features/record-picker/records.tsx";
import { isolated } from "../../../i18n/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Scrolled } from "../../../ui/page.tsx";
import classes from "./import.module.css";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf, type ImportedFile, rejectedNameOf } from "./import-jobs.ts";
import { type ImportResult, runImport } from "./import-turns.ts";

/** Asks where the rows go and writes them: the file is read again as it was, and nothing of it is taken in. */
async function saveRejected({ kind, path, reading }: ImportedFile): Promise<string | null> {
  const chosen = await invoke("file.choose", {
    purpose: "saveRejected",
    suggestedName: rejectedNameOf(path),
  });
  if (chosen.path === null) return null;
  const order = { kind, path, ...reading, dryRun: true, rejectedPath: chosen.path };
  const written = await runImport(order).result;
  return written.rejectedPath ?? "";
}

/** Saves the rejected rows as a file: to be corrected and imported again. */
function SaveRejected({ imported }: { imported: ImportedFile }) {
  const { t } = useTranslation();
  const saving = useMutation({ mutationFn: () => saveRejected(imported) });
  const begin = () => {
    if (!saving.isPending) saving.mutate();
  };
  return (
    <div className="grid from-start gap-8 pad-above-8">
      {/* Never disabled: the focus would be lost with it. */}
      <Button
        variant="light"
        data-testid="import-save-rejected"
        aria-busy={saving.isPending}
        leftSection={
          saving.isPending ? (
            <Loader size="1.125rem" aria-hidden="true" />
          ) : (
            <IconFileDownload size="1.125rem" stroke={1.7} aria-hidden="true" />
          )
        }
        onClick={begin}
      >
        {t("referenceData.saveRejected.button")}
      </Button>
      <div aria-live="polite" data-testid="import-saved">
        {saving.error === null ? null : (
          <ImportFailure
            error={replyErrorOf(saving.error)}
            aftermath="referenceData.saveRejected.nothingWritten"
          />
        )}
        {saving.data == null ? null : saving.data === "" ? (
          <Notice kind="info">{t("referenceData.saveRejected.noneLeft")}</Notice>
        ) : (
          <Notice
            kind="good"
            title={t("referenceData.saveRejected.done", { file: `\u2068${fileNameOf(saving.data)}\u2069` })}
          >
            {t("referenceData.saveRejected.todo")}
          </Notice>
        )}
      </div>
    </div>
  );
}

interface ImportFindingsProps {
  imported: ImportedFile;
  findings: NonNullable<ImportResult["findings"]>;
}

/** How the cells of the whole file were read: what a person should know before it is imported. */
function ImportFindings({ imported, findings }: ImportFindingsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { words, unknownRecords, apostrophes, shortBarcodes } = findings;
  const said = [
    apostrophes === 0 ? [] : t("referenceData.findings.apostrophes", { count: apostrophes }),
    shortBarcodes.map(({ digits, rows }) =>
      t("referenceData.findings.shortBarcodes", { count: rows, digits: isolated(formats.count(digits)) }),
    ),
  ].flat();
  return (
    <div className="if-any stack gap-8" data-testid="import-findings">
      <UnknownRecords unknown={unknownRecords} countedRows={null} />
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FoundWords
        words={words}
        answers={imported.reading.words ?? {}}
        mayBeEmpty={(column) => mayBeEmpty(imported.kind, column)}
      />
    </div>
  );
}

const COUNTS = ["added", "updated", "unchanged"] as const;

interface ImportResultProps {
  imported: ImportedFile;
  result: ImportResult;
}

function RejectedLines({ imported, result }: ImportResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const wordsOf = useReasonWords();
  const clipboard = useClipboard({ timeout: 1500 });
  const { rejected, rejectedCount } = result;
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const asText = () =>
    rejected.map(({ line, problems }) => `${line}\t${wordsOf.ofRow(problems).join(" ")}`).join("\n");
  return (
    <section className="min-w-0" aria-label={t("referenceData.result.rejectedLines")}>
      <div className="line between">
        <h4 className="text strong">{t("referenceData.result.rejectedLines")}</h4>
        <Button
          variant="subtle"
          leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => clipboard.copy(asText())}
        >
          {clipboard.copied ? t("referenceData.result.copied") : t("referenceData.result.copy")}
        </Button>
      </div>
      <Scrolled tag="div" className={`${classes.rejectedList} scroll`} data-testid="import-rejected">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("field.row")}</th>
              <th scope="col">{t("referenceData.result.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ line, problems }) => (
              <tr key={line}>
                <th scope="row">{formats.count(line)}</th>
                <td>
                  {wordsOf.ofRow(problems).map((words) => (
                    <p key={words}>{words}</p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {rejectedCount > rejected.length ? (
        <p className="note">{t("referenceData.result.more", { count: rejectedCount - rejected.length })}</p>
      ) : null}
      <SaveRejected imported={imported} />
    </section>
  );
}

/** What came of an import, or would come of one: how many rows, what was ignored, and every refused line with its reason. */
export function ImportResultView({ imported, result }: ImportResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { rejectedCount, ignoredColumns, findings } = result;
  return (
    <div className="stack gap-8" data-testid="import-result">
      <dl className={`${classes.counts} grid gap-8`}>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`referenceData.result.${name}`)}</dt>
            <dd data-testid={`import-${name}`}>{formats.count(result[name])}</dd>
          </div>
        ))}
        <div data-bad={rejectedCount > 0}>
          <dt>{t("referenceData.result.rejected")}</dt>
          <dd data-testid="import-rejected-count">{formats.count(rejectedCount)}</dd>
        </div>
      </dl>
      {ignoredColumns.length === 0 ? null : (
        <p className="note" data-testid="import-ignored">
          {t("referenceData.result.ignored", {
            columns: formats.list(ignoredColumns.map((name) => `\u2068${name}\u2069`)),
          })}
        </p>
      )}
      {findings === undefined ? null : <ImportFindings imported={imported} findings={findings} />}
      {rejectedCount > 0 ? <RejectedLines imported={imported} result={result} /> : null}
    </div>
  );
}

interface UnknownRecordsProps {
  unknown: NonNullable<ImportResult["findings"]>["unknownRecords"];
  /** In how many rows they were counted, where the file has more. */
  countedRows: number | null;
}

/** Says which ids of a file no record of this computer has, and what follows. */
export function UnknownRecords({ unknown, countedRows }: UnknownRecordsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const named = unknown.flatMap(({ column, rows, examples }) => {
    const list = listOfColumn(column);
    return list === null ? [] : [{ column, rows, examples, list: t(`list.${searchKind(list)}`) }];
  });
  if (named.length === 0) return null;
  const lists = formats.list([...new Set(named.map(({ list }) => isolated(list)))]);
  return (
    <div data-testid="import-unknown">
      <Notice kind="warn" title={t("referenceData.unknown.title")}>
        <ul className="indent">
          {named.map(({ column, rows, examples, list }) => {
            const ids = examples.map(isolated).join(" · ");
            return (
              <li key={column}>
                {t("referenceData.unknown.rows", {
                  count: rows,
                  column: isolated(columnWords(t, column)),
                  list: isolated(list),
                  ids: examples.length < MOST_EXAMPLES ? ids : `${ids} …`,
                })}
              </li>
            );
          })}
        </ul>
        {t("referenceData.unknown.means", { lists })}
        {countedRows === null ? null : ` ${t("referenceData.unknown.counted", { count: countedRows })}`}
      </Notice>
    </div>
  );
}
