import { Button, CloseButton, NativeSelect } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { REFERENCE_KINDS, type ReferenceKind } from "../../../contract/channels/mirror.ts";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Panel } from "../../components/panel.tsx";
import { useEngine } from "../../engine-state.ts";
import { useSend } from "../../queries.ts";
import classes from "./catalogue.module.css";
import { ImportResult } from "./import-result.tsx";
import { FILE_COLUMNS } from "./kinds.ts";

const isKind = (value: string): value is ReferenceKind => REFERENCE_KINDS.some((kind) => kind === value);

interface ImportPanelProps {
  kind: ReferenceKind;
  onKind: (kind: ReferenceKind) => void;
  onClose: () => void;
}

function ExpectedColumns({ kind }: { kind: ReferenceKind }) {
  const { t } = useTranslation();
  const { needed, optional } = FILE_COLUMNS[kind];
  return (
    <div className={classes.expected}>
      <p>{t("catalogue.import.needed")}</p>
      <p className={classes.names} dir="ltr">
        {needed.map((name) => (
          <code key={name}>{name}</code>
        ))}
      </p>
      {optional.length === 0 ? null : (
        <>
          <p>{t("catalogue.import.optional")}</p>
          <p className={classes.names} dir="ltr">
            {optional.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </p>
        </>
      )}
      <p className={classes.dim}>{t("catalogue.import.format")}</p>
    </div>
  );
}

/** Brings a file of reference data in: which kind, which file, how far it is, what came of it. */
export function ImportPanel({ kind, onKind, onClose }: ImportPanelProps) {
  const { t } = useTranslation();
  const moved = useEngine((state) => state.importing);
  const choose = useSend("file.choose");
  const [done, setDone] = useState<{ kind: ReferenceKind; path: string } | null>(null);
  const run = useSend("referenceData.import");
  const start = () =>
    choose.mutate(
      { purpose: "referenceData" },
      {
        onSuccess: ({ path }) => {
          if (path === null) return;
          setDone({ kind, path });
          run.mutate({ kind, path });
        },
      },
    );
  const busy = choose.isPending || run.isPending;
  return (
    <Panel
      title={t("catalogue.import.title")}
      aside={<CloseButton aria-label={t("common.close")} onClick={onClose} />}
    >
      <div className={classes.import}>
        <NativeSelect
          label={t("catalogue.import.kind")}
          data-testid="import-kind"
          value={kind}
          disabled={busy}
          onChange={(event) => isKind(event.currentTarget.value) && onKind(event.currentTarget.value)}
          data={REFERENCE_KINDS.map((each) => ({ value: each, label: t(`catalogue.tab.${each}`) }))}
        />
        <ExpectedColumns kind={kind} />
        <Button
          variant="default"
          data-testid="import-choose"
          loading={busy}
          leftSection={<IconFileImport size="1.125rem" stroke={1.7} />}
          onClick={start}
        >
          {t("catalogue.import.choose")}
        </Button>
        {choose.error === null ? null : <ErrorPanel error={choose.error} />}
        <output className={classes.progress} data-testid="import-progress">
          {run.isPending
            ? t("catalogue.import.reading", { count: moved?.kind === done?.kind ? (moved?.rows ?? 0) : 0 })
            : null}
        </output>
        {run.error === null ? null : <ErrorPanel error={run.error} />}
        {run.data === undefined || done === null ? null : (
          <ImportResult result={run.data} kind={done.kind} path={done.path} />
        )}
      </div>
    </Panel>
  );
}
