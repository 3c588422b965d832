import { useTranslation } from "react-i18next";
import classes from "./draft.module.css";
import type { Draft, Reading } from "./import-draft.ts";
import { ImportFailure } from "./import-failure.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportResultView } from "./import-result.tsx";

/** What an import would do: the same counts, and nothing was written. */
export function DraftTrial({ draft, reading }: { draft: Draft; reading: Reading }) {
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
