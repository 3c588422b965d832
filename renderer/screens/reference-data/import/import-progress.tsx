import { Button, Loader } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../features/help.tsx";
import classes from "./import.module.css";
import { stopImport, useTurns } from "./import-turns.ts";

/** How far an import or a trial is, or that it waits for the ones before it; and the way to stop it. */
export function ImportProgress({ turn }: { turn: number }) {
  const { t } = useTranslation();
  const isCurrent = useTurns(({ turns }) => turns[0] === turn);
  const rows = useTurns((state) => state.rows);
  const stopping = useMutation({ mutationFn: () => stopImport(turn) });
  const isStopping = stopping.isPending || stopping.isSuccess;
  const words = isStopping
    ? t("referenceData.job.stopping")
    : isCurrent
      ? t("referenceData.job.reading", { count: rows })
      : t("referenceData.job.waiting");
  return (
    <>
      <div className={`${classes.running} row between gap-8`}>
        {/* The count moves ten times a second: it is there to be read, not to be read out. */}
        <p data-testid="import-progress" aria-live={isCurrent && !isStopping ? "off" : undefined}>
          <Loader size="1.125rem" aria-hidden="true" />
          {words}
        </p>
        {/* Never disabled: the focus would be lost with it. */}
        <Button
          variant="default"
          data-testid="import-cancel"
          aria-disabled={isStopping}
          leftSection={<IconPlayerStop size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => {
            if (!isStopping) stopping.mutate();
          }}
        >
          {t("referenceData.job.stop")}
        </Button>
      </div>
      <ErrorPanel error={stopping.error} />
    </>
  );
}
