import { Loader } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconXboxX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Clip } from "../../components/clip.tsx";
import { useEngine } from "../../engine-state.ts";
import classes from "./import.module.css";
import { ImportFailure } from "./import-failure.tsx";
import { fileNameOf, type ImportJob } from "./import-jobs.ts";
import { ImportResultView } from "./import-result.tsx";

function Running({ current }: { current: boolean }) {
  const { t } = useTranslation();
  const moved = useEngine((state) => state.importing);
  const rows = !current || moved === null || moved.done ? 0 : moved.rows;
  return (
    <p className={classes.running} data-testid="import-progress">
      <Loader size="1.125rem" aria-hidden="true" />
      {current ? t("catalogue.job.reading", { count: rows }) : t("catalogue.job.waiting")}
    </p>
  );
}

function StepIcon({ job }: { job: ImportJob }) {
  const props = { size: "1.25rem", stroke: 1.7, "aria-hidden": true, className: classes.stepIcon ?? "" };
  if (job.step === "failed") return <IconXboxX {...props} data-kind="bad" />;
  if (job.step === "running") return null;
  return job.result.rejectedCount > 0 ? (
    <IconAlertTriangle {...props} data-kind="warn" />
  ) : (
    <IconCircleCheck {...props} data-kind="good" />
  );
}

/** One import: its file, how far it is, and what came of it. */
export function ImportJobView({ job, current }: { job: ImportJob; current: boolean }) {
  const { t } = useTranslation();
  return (
    <li className={classes.job}>
      <div className={classes.jobHead}>
        <StepIcon job={job} />
        <div className={classes.jobName}>
          <Clip>{fileNameOf(job.path)}</Clip>
          <span className={classes.quiet}>{t(`catalogue.tab.${job.kind}`)}</span>
        </div>
      </div>
      {job.step === "running" ? <Running current={current} /> : null}
      {job.step === "done" ? <ImportResultView result={job.result} /> : null}
      {job.step === "failed" ? <ImportFailure error={job.error} /> : null}
    </li>
  );
}
