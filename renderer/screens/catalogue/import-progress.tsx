import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEngine } from "../../engine-state.ts";
import classes from "./import.module.css";
import { useTurns } from "./import-turns.ts";

/** How far an import or a trial is, or that it waits for the ones before it. */
export function ImportProgress({ turn }: { turn: number }) {
  const { t } = useTranslation();
  const isCurrent = useTurns(({ turns }) => turns[0] === turn);
  const moved = useEngine((state) => state.importing);
  const rows = !isCurrent || moved === null || moved.done ? 0 : moved.rows;
  return (
    <p className={classes.running} data-testid="import-progress">
      <Loader size="1.125rem" aria-hidden="true" />
      {isCurrent ? t("catalogue.job.reading", { count: rows }) : t("catalogue.job.waiting")}
    </p>
  );
}
