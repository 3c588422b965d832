import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { IconFileImport, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { REFERENCE_KINDS, type ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { DraftView } from "./draft-view.tsx";
import { ExpectedColumns } from "./expected-columns.tsx";
import classes from "./import.module.css";
import type { Draft } from "./import-draft.ts";
import { ImportJobView } from "./import-job.tsx";
import { forgetFinished, useImports } from "./import-jobs.ts";

const isKind = (value: string): value is ReferenceKind => REFERENCE_KINDS.some((kind) => kind === value);

interface ImportPanelProps {
  kind: ReferenceKind;
  onKind: (kind: ReferenceKind) => void;
  onChoose: () => void;
  error: Error | null;
  onClose: () => void;
  field: RefObject<HTMLSelectElement | null>;
  draft: Draft | null;
  onImport: () => void;
  onLeave: () => void;
}

/** The imports of this run, and the way to take the finished ones off the list. */
function Jobs({ toStart }: { toStart: () => void }) {
  const { t } = useTranslation();
  const jobs = useImports((state) => state.jobs);
  if (jobs.length === 0) return null;
  return (
    <section aria-label={t("catalogue.job.title")}>
      <div className={classes.importHead}>
        <h3 className={classes.heading}>{t("catalogue.job.title")}</h3>
        {jobs.some(({ step }) => step !== "running") ? (
          <Button
            variant="subtle"
            onClick={() => {
              // The button goes with them: the focus goes where the next import begins.
              toStart();
              forgetFinished();
            }}
          >
            {t("catalogue.job.clear")}
          </Button>
        ) : null}
      </div>
      <ul className={classes.jobs} data-testid="import-jobs">
        {jobs.map((job) => (
          <ImportJobView key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

/** Brings files of reference data in: which kind, which file, how it is read, and what came of each. */
export function ImportPanel(props: ImportPanelProps) {
  const { kind, onKind, onChoose, error, onClose, field, draft, onImport, onLeave } = props;
  const { t } = useTranslation();
  const choose = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), [field]);
  return (
    <section
      className={classes.import}
      aria-label={t("catalogue.import.title")}
      data-testid="import-panel"
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
      <div className={classes.start}>
        <NativeSelect
          ref={field}
          label={t("catalogue.import.kind")}
          data-testid="import-kind"
          value={kind}
          onChange={(event) => isKind(event.currentTarget.value) && onKind(event.currentTarget.value)}
          data={REFERENCE_KINDS.map((each) => ({ value: each, label: t(`catalogue.tab.${each}`) }))}
        />
        <Button
          ref={choose}
          variant={draft === null ? "light" : "default"}
          data-testid="import-choose"
          leftSection={<IconFileImport size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={onChoose}
        >
          {t(draft === null ? "catalogue.import.choose" : "catalogue.import.chooseAnother")}
        </Button>
      </div>
      {error === null ? null : <ErrorPanel error={error} />}
      {draft === null ? null : (
        <DraftView key={draft.id} draft={draft} onImport={onImport} onLeave={onLeave} />
      )}
      <Jobs toStart={() => choose.current?.focus()} />
      {draft === null ? <ExpectedColumns kind={kind} /> : null}
    </section>
  );
}
