import { Button } from "@mantine/core";
import { IconFileTypeCsv, IconFileTypeXls } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { replyErrorOf } from "../../../client/api.ts";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { Clip } from "../../../ui/clip.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./draft.module.css";
import { DraftRows } from "./draft-rows.tsx";
import { DraftSource, sourceOfError, sourceOfPreview } from "./draft-source.tsx";
import { columnWords } from "./import-columns.ts";
import { type Draft, type Reading, tryDraft } from "./import-draft.ts";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf } from "./import-jobs.ts";
import { ImportProgress } from "./import-progress.tsx";
import { ImportResultView } from "./import-result.tsx";
import type { Preview } from "./mapping-choices.ts";
import { MappingTable } from "./mapping-table.tsx";
import { previewInput, readingOf } from "./preview-input.ts";

/** What an import would do: the same counts, and nothing was written. */
function DraftTrial({ draft, reading }: { draft: Draft; reading: Reading }) {
  const { t } = useTranslation();
  const { trial, kind, path } = draft;
  return (
    <div className={classes.trial} data-testid="import-trial" data-step={trial.step}>
      {trial.step === "none" ? null : <h4 className={classes.stepTitle}>{t("catalogue.draft.trial")}</h4>}
      <div role="status">
        {trial.step === "running" ? <ImportProgress turn={trial.turn} /> : null}
        {trial.step === "done" ? <p className={classes.quiet}>{t("catalogue.draft.trialText")}</p> : null}
      </div>
      {trial.step === "done" ? (
        <ImportResultView imported={{ kind, path, reading }} result={trial.result} />
      ) : null}
      {trial.step === "failed" ? <ImportFailure error={trial.error} /> : null}
    </div>
  );
}

interface DraftViewProps {
  draft: Draft;
  onImport: () => void;
  onLeave: () => void;
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const formats = useFormats();
  return (
    <section className={classes.step} aria-label={title}>
      <h4 className={classes.stepTitle}>
        <span className={classes.number}>{formats.count(number)}</span> {title}
      </h4>
      {children}
    </section>
  );
}

function Steps({ draft, preview }: { draft: Draft; preview: Preview }) {
  const { t } = useTranslation();
  return (
    <>
      <Step number={1} title={t("catalogue.draft.mapping")}>
        {preview.mappedBy === "remembered" ? (
          <p className={classes.quiet} data-testid="import-remembered">
            {t("catalogue.draft.remembered")}
          </p>
        ) : null}
        <MappingTable kind={draft.kind} preview={preview} />
      </Step>
      <Step number={2} title={t("catalogue.draft.rows")}>
        <DraftRows preview={preview} />
      </Step>
    </>
  );
}

/** A file before it is imported: what it holds, which column is which, its first rows, and a trial. */
export function DraftView({ draft, onImport, onLeave }: DraftViewProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: preview, error } = useChannel("referenceData.preview", previewInput(draft), {
    keepPrevious: true,
  });
  // A sheet that can't be read must not take the choice of another one away.
  const lastKnown = useRef<Preview | undefined>(undefined);
  if (preview !== undefined) lastKnown.current = preview;
  const known = preview ?? lastKnown.current;
  const source =
    known !== undefined ? sourceOfPreview(known) : error === null ? null : sourceOfError(replyErrorOf(error));
  useEffect(() => heading.current?.focus(), []);
  const Icon = preview?.fileType === "xlsx" ? IconFileTypeXls : IconFileTypeCsv;
  const attempt = () => {
    if (preview === undefined) return;
    if (preview.missing.length > 0)
      document.querySelector<HTMLElement>('[data-missing="true"] select')?.focus();
    else void tryDraft(readingOf(preview));
  };
  return (
    <section className={classes.draft} data-testid="import-draft" aria-label={t("catalogue.draft.title")}>
      <h3 ref={heading} tabIndex={-1} className={classes.file}>
        <Icon size="1.5rem" stroke={1.5} aria-hidden="true" />
        <Clip>{fileNameOf(draft.path)}</Clip>
        {preview === undefined ? null : <span className={classes.quiet}>{formats.bytes(preview.bytes)}</span>}
      </h3>
      {source === null ? null : <DraftSource source={source} reading={draft.reading} />}
      {error !== null ? (
        <ImportFailure error={replyErrorOf(error)} />
      ) : preview === undefined ? (
        <Loading />
      ) : (
        <Steps draft={draft} preview={preview} />
      )}
      {preview === undefined || error !== null ? null : (
        <DraftTrial draft={draft} reading={readingOf(preview)} />
      )}
      <div className={classes.actions}>
        {preview === undefined || error !== null ? null : (
          <>
            {preview.missing.length === 0 ? null : (
              <div className={classes.needed}>
                <Notice kind="warn">
                  {t("catalogue.draft.missing", {
                    columns: formats.list(
                      preview.missing.map((name) => `\u2068${columnWords(t, name)}\u2069`),
                    ),
                  })}
                </Notice>
              </div>
            )}
            <Button variant="default" data-testid="import-try" onClick={attempt}>
              {t("catalogue.draft.try")}
            </Button>
            <Button variant="light" data-testid="import-run" onClick={onImport}>
              {t("catalogue.draft.import")}
            </Button>
          </>
        )}
        <Button variant="subtle" data-testid="import-leave" onClick={onLeave}>
          {t("catalogue.draft.leave")}
        </Button>
      </div>
    </section>
  );
}
