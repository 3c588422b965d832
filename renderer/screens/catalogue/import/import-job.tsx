import { IconAlertTriangle, IconCircleCheck, IconPlayerStop, IconXboxX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Clip } from "../../../ui/clip.tsx";
import classes from "./import.module.css";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf, type ImportJob, isStopped } from "./import-jobs.ts";
import { ImportProgress } from "./import-progress.tsx";
import { ImportResultView } from "./import-result.tsx";
import type { ImportResult } from "./import-turns.ts";

function StepIcon({ job }: { job: ImportJob }) {
  const props = { size: "1.25rem", stroke: 1.7, "aria-hidden": true, className: classes.stepIcon ?? "" };
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
export function ImportJobView({ job }: { job: ImportJob }) {
  const { t } = useTranslation();
  const file = `\u2068${fileNameOf(job.path)}\u2069`;
  const doneWords = ({ rejectedCount: count }: ImportResult): string =>
    count > 0 ? t("catalogue.job.doneWithRejected", { file, count }) : t("catalogue.job.done", { file });
  return (
    <li className={classes.job} tabIndex={-1}>
      <div className={classes.jobHead}>
        <StepIcon job={job} />
        <div className={classes.jobName}>
          <Clip>{fileNameOf(job.path)}</Clip>
          <span className={classes.quiet}>{t(`catalogue.tab.${job.kind}`)}</span>
        </div>
      </div>
      <div role="status">
        {job.step === "running" ? <ImportProgress turn={job.turn} /> : null}
        {job.step === "done" ? <p className={classes.quiet}>{doneWords(job.result)}</p> : null}
      </div>
      {job.step === "done" ? <ImportResultView imported={job} result={job.result} /> : null}
      {job.step === "failed" ? <ImportFailure error={job.error} /> : null}
    </li>
  );
}
