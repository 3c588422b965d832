import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { IconFileImport, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { REFERENCE_KINDS, type ReferenceKind } from "../../../contract/channels/mirror.ts";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { ExpectedColumns } from "./expected-columns.tsx";
import classes from "./import.module.css";
import { ImportJobView } from "./import-job.tsx";
import { currentJob, forgetFinished, useImports } from "./import-jobs.ts";

const isKind = (value: string): value is ReferenceKind => REFERENCE_KINDS.some((kind) => kind === value);

interface ImportPanelProps {
  kind: ReferenceKind;
  onKind: (kind: ReferenceKind) => void;
  onChoose: () => void;
  choosing: boolean;
  error: Error | null;
  onClose: () => void;
  field: RefObject<HTMLSelectElement | null>;
}

/** Brings files of reference data in: which kind, what it must hold, which file, and what came of each. */
export function ImportPanel(props: ImportPanelProps) {
  const { kind, onKind, onChoose, choosing, error, onClose, field } = props;
  const { t } = useTranslation();
  const jobs = useImports((state) => state.jobs);
  const current = currentJob(jobs);
  useEffect(() => field.current?.focus(), [field]);
  return (
    <section
      className={classes.import}
      aria-label={t("catalogue.import.title")}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes.importHead}>
        <h2 className={classes.title}>{t("catalogue.import.title")}</h2>
        <ActionIcon aria-label={t("common.close")} data-testid="import-close" onClick={onClose}>
          <IconX size="1.25rem" stroke={1.7} />
        </ActionIcon>
      </div>
      <NativeSelect
        ref={field}
        label={t("catalogue.import.kind")}
        data-testid="import-kind"
        value={kind}
        onChange={(event) => isKind(event.currentTarget.value) && onKind(event.currentTarget.value)}
        data={REFERENCE_KINDS.map((each) => ({ value: each, label: t(`catalogue.tab.${each}`) }))}
      />
      <Button
        variant="light"
        data-testid="import-choose"
        loading={choosing}
        leftSection={<IconFileImport size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={onChoose}
      >
        {t("catalogue.import.choose")}
      </Button>
      {error === null ? null : <ErrorPanel error={error} />}
      {jobs.length === 0 ? null : (
        <section aria-label={t("catalogue.job.title")}>
          <div className={classes.importHead}>
            <h3 className={classes.heading}>{t("catalogue.job.title")}</h3>
            {jobs.some(({ step }) => step !== "running") ? (
              <Button variant="subtle" onClick={forgetFinished}>
                {t("catalogue.job.clear")}
              </Button>
            ) : null}
          </div>
          <ul className={classes.jobs}>
            {jobs.map((job) => (
              <ImportJobView key={job.id} job={job} current={job.id === current?.id} />
            ))}
          </ul>
        </section>
      )}
      <ExpectedColumns kind={kind} />
    </section>
  );
}
