import { useTranslation } from "react-i18next";
import type { ChainProblem } from "../../../contract/channels/audit.ts";
import { Notice } from "../../ui/notice.tsx";
import classes from "./activity.module.css";

/** Whether the record is whole; where it isn't, what is wrong and what to do. */
export function ChainState({ problem, empty }: { problem: ChainProblem | null; empty: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {problem === null ? (
        !empty && <Notice kind="good">{t("activity.intact")}</Notice>
      ) : (
        <div role="alert" data-testid="chain-broken">
          <Notice kind="bad" title={t(`activity.broken.${problem}`)}>
            {t("activity.broken.todo")}
          </Notice>
        </div>
      )}
      <details className={classes.help}>
        <summary>{t("activity.help.title")}</summary>
        <p>{t("activity.help.how")}</p>
        <p>{t("activity.help.end")}</p>
        <p>{t("activity.help.limits")}</p>
      </details>
    </>
  );
}
