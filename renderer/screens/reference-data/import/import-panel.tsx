import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileImport,
  IconPlayerStop,
  IconX,
  IconXboxX,
} from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { columnsOf, type List, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { useMay } from "../../../client/may.ts";
import { columnWords } from "../../../features/files/names.ts";
import { ErrorPanel } from "../../../features/help.tsx";
import { AllowanceNote } from "../../../features/people/allowance-note.tsx";
import { Code } from "../../../ui/code.tsx";
import { Name } from "../../../ui/name.tsx";
import { headerOf } from "./file-kinds.ts";
import classes from "./import.module.css";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf, forgetFinished, type ImportJob, isStopped, useImports } from "./import-jobs.ts";
import { ImportProgress } from "./import-progress.tsx";
import { ImportResultView } from "./import-result.tsx";
import { type ImportStep, ImportSteps } from "./import-steps.tsx";
import type { ImportResult } from "./import-turns.ts";
import { PreviewView } from "./preview/preview-view.tsx";
import type { PreviewedFile } from "./preview/previewed-file.ts";
import { SaveSample } from "./save-sample.tsx";

/** What a file of that kind holds, column by column, and a header row to copy. */
function ExpectedColumns({ kind }: { kind: List }) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.expected} stack gap-8`}>
      {/* Before the table: what is saved is said in sight of the button. */}
      <SaveSample key={kind} kind={kind} />
      <table>
        <caption>{t("referenceData.import.columns")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("referenceData.import.column")}</th>
            <th scope="col">{t("referenceData.import.holds")}</th>
            <th scope="col">{t("referenceData.import.need")}</th>
          </tr>
        </thead>
        <tbody>
          {columnsOf(kind).map(({ name, holds, need }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{columnWords(t, name)}</bdi>
              </th>
              <td>{t(`referenceData.holds.${holds}`)}</td>
              <td data-need={need}>{t(`referenceData.need.${need}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">{t("referenceData.import.format")}</p>
      <p className="note">{t("referenceData.import.header")}</p>
      <Code>{headerOf(t, kind).join(",")}</Code>
    </div>
  );
}

function StepIcon({ job }: { job: ImportJob }) {
  const props = { size: "1.25rem", stroke: 1.7, "aria-hidden": true, className: `${classes.stepIcon} fixed` };
  if (isStopped(job)) return <IconPlayerStop {...props} data-kind="warn" />;
  if (job.step === "failed") return <IconXboxX {...props} data-kind="bad" />;
  if (job.step === "running") return null;
  return job.result.rejectedCount > 0 ? (
    <IconAlertTriangle {...props} data-kind="warn" />
  ) : (
    <IconCircleCheck {...props} data-kind="good" />
  );
}

/** One import: its file, how far it is, and what came of it. */
function ImportJobView({ job }: { job: ImportJob }) {
  const { t } = useTranslation();
  const file = `\u2068${fileNameOf(job.path)}\u2069`;
  const doneWords = ({ rejectedCount: count }: ImportResult): string =>
    count > 0
      ? t("referenceData.job.doneWithRejected", { file, count })
      : t("referenceData.job.done", { file });
  return (
    <li className="ringless stack gap-8 pad-12 edged rounded" tabIndex={-1}>
      <div className="line gap-8">
        <StepIcon job={job} />
        <div className={`${classes.jobName} semi min-w-0`}>
          <Name oneLine>{fileNameOf(job.path)}</Name>
          <span className="note flush">{t(`list.${job.kind}`)}</span>
        </div>
      </div>
      <div role="status">
        {job.step === "running" ? <ImportProgress turn={job.turn} /> : null}
        {job.step === "done" ? <p className="note">{doneWords(job.result)}</p> : null}
      </div>
      {job.step === "done" ? <ImportResultView imported={job} result={job.result} /> : null}
      {job.step === "failed" ? <ImportFailure error={job.error} /> : null}
    </li>
  );
}

const isKind = (value: string): value is List => REFERENCE_KINDS.some((kind) => kind === value);

interface ImportPanelProps {
  kind: List;
  onKind: (kind: List) => void;
  onChoose: () => void;
  error: Error | null;
  onClose: () => void;
  field: RefObject<HTMLSelectElement | null>;
  file: PreviewedFile | null;
  /** How far the import in hand is. */
  step: ImportStep;
  onLeave: () => void;
}

/** The imports of this run, and the way to take the finished ones off the list. */
function Jobs({ toStart }: { toStart: () => void }) {
  const { t } = useTranslation();
  const jobs = useImports((state) => state.jobs);
  if (jobs.length === 0) return null;
  return (
    <section aria-label={t("referenceData.job.title")}>
      <div className="line between gap-8">
        <h3 className="text strong">{t("referenceData.job.title")}</h3>
        {jobs.some(({ step }) => step !== "running") ? (
          <Button
            variant="subtle"
            onClick={() => {
              // The button goes with them: the focus goes where the next import begins.
              toStart();
              forgetFinished();
            }}
          >
            {t("referenceData.job.clear")}
          </Button>
        ) : null}
      </div>
      <ul className="grid gap-12 list" data-testid="import-jobs">
        {jobs.map((job) => (
          <ImportJobView key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

/** Brings files of reference data in: which kind, which file, how it is read, and what came of each. */
export function ImportPanel(props: ImportPanelProps) {
  const { kind, onKind, onChoose, error, onClose, field, file, step, onLeave } = props;
  const { t } = useTranslation();
  const choose = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), [field]);
  return (
    <section
      className={classes.import}
      aria-label={t("referenceData.import.title")}
      data-testid="import-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div className={`${classes.panelHead} row sticky line-below surface`}>
        <h2 className="large strong">{t("referenceData.import.title")}</h2>
        <ImportSteps now={step} />
        <ActionIcon aria-label={t("action.close")} data-testid="import-close" onClick={onClose}>
          <IconX size="1.25rem" stroke={1.7} />
        </ActionIcon>
      </div>
      <div className={`${classes.start} wrap bottom gap-12`}>
        <NativeSelect
          ref={field}
          label={t("referenceData.import.kind")}
          data-testid="import-kind"
          value={kind}
          onChange={(event) => isKind(event.currentTarget.value) && onKind(event.currentTarget.value)}
          data={REFERENCE_KINDS.map((each) => ({ value: each, label: t(`list.${each}`) }))}
        />
        <Button
          ref={choose}
          variant={file === null ? "light" : "default"}
          data-testid="import-choose"
          leftSection={<IconFileImport size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={onChoose}
        >
          {t(file === null ? "referenceData.import.choose" : "referenceData.import.chooseAnother")}
        </Button>
      </div>
      <AllowanceNote of={useMay("import")} />
      <ErrorPanel error={error} />
      {file === null ? null : <PreviewView key={file.id} file={file} onLeave={onLeave} />}
      <Jobs toStart={() => choose.current?.focus()} />
      {file === null ? <ExpectedColumns kind={kind} /> : null}
    </section>
  );
}
