import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { useFormats } from "../../../client/use-formats.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { leftToRight } from "../../../i18n/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import classes from "../settings.module.css";
import { UpdatesSource } from "./updates-source.tsx";
import { UpdatesState } from "./updates-state.tsx";

/** Which version runs, whether there is a newer one, and when it takes this one's place: the person's choice. */
export function UpdatesPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error } = useChannel("updates.status", {});
  if (data === undefined)
    return (
      <Panel title={t("newVersion.title")}>{error === null ? null : <ErrorPanel error={error} />}</Panel>
    );
  const { version, last } = data;
  const lastWords = last && { version: leftToRight(last.version), when: formats.dateTime(last.at) };
  return (
    <Panel title={t("newVersion.title")}>
      <div className={classes.stack} data-testid="updates">
        <p>{t("newVersion.running", { version: leftToRight(version) })}</p>
        {last === null || last.problem !== null ? null : (
          <p className={classes.hint}>{t("newVersion.lastGood", lastWords ?? {})}</p>
        )}
        {last === null || last.problem === null ? null : (
          <Notice kind="warn" title={t("newVersion.lastBad", lastWords ?? {})}>
            {t(`newVersion.problem.${last.problem}.what`)} {t(`newVersion.problem.${last.problem}.todo`)}
          </Notice>
        )}
        <div aria-live="polite" className={classes.stack}>
          <UpdatesState status={data} />
        </div>
        <UpdatesSource status={data} />
      </div>
    </Panel>
  );
}
