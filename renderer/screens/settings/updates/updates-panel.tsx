import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { ErrorPanel } from "../../../features/help/error-panel.tsx";
import { leftToRight } from "../../../i18n/format.ts";
import { Panel } from "../../../ui/panel.tsx";
import classes from "../settings.module.css";
import { UpdatesSource } from "./updates-source.tsx";
import { UpdatesState } from "./updates-state.tsx";

/** Which version runs, whether there is a newer one, and when it takes this one's place: the person's choice. */
export function UpdatesPanel() {
  const { t } = useTranslation();
  const { data, error } = useChannel("updates.status", {});
  if (data === undefined)
    return (
      <Panel title={t("newVersion.title")}>{error === null ? null : <ErrorPanel error={error} />}</Panel>
    );
  return (
    <Panel title={t("newVersion.title")}>
      <div className={classes.stack} data-testid="updates">
        <p>{t("newVersion.running", { version: leftToRight(data.version) })}</p>
        <div aria-live="polite" className={classes.stack}>
          <UpdatesState status={data} />
        </div>
        <UpdatesSource status={data} />
      </div>
    </Panel>
  );
}
