import { useTranslation } from "react-i18next";
import { useFormats } from "../../../client/settings.ts";
import classes from "./import.module.css";
import type { PreviewedFile } from "./preview/previewed-file.ts";

const IMPORT_STEPS = ["file", "columns", "trial", "import"] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

/** How far an import is: without a file, with columns to match, tried out. Pure. */
export function stepOf(file: PreviewedFile | null, ready: boolean): ImportStep {
  if (file === null) return "file";
  if (!ready) return "columns";
  switch (file.trial.step) {
    case "none":
      return "columns";
    case "running":
    case "failed":
      return "trial";
    case "done":
      return "import";
  }
}

/** The steps of an import, and which one is next. */
export function ImportSteps({ now }: { now: ImportStep }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const at = IMPORT_STEPS.indexOf(now);
  return (
    <ol className={`${classes.steps} note row gap-4-16 list`} aria-label={t("referenceData.steps.label")}>
      {IMPORT_STEPS.map((step, index) => (
        <li key={step} aria-current={step === now ? "step" : undefined} data-past={index < at}>
          <span className={`${classes.stepNumber} centred edged`} aria-hidden="true">
            {formats.count(index + 1)}
          </span>
          {t(`referenceData.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
