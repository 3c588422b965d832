import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { CrashActions } from "../../features/crashes/crash-actions.tsx";
import { CrashReportView } from "../../features/crashes/crash-report.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

/** Every report that is kept, whole, and what may be done with them. */
export function CrashPanel() {
  const { t } = useTranslation();
  const { data, error } = useChannel("crashes.list", {}, { eachTime: true });
  return (
    <Panel title={<SettingName of="fault.panel" />}>
      <div className={classes.stack} data-testid="crash-panel">
        {error === null ? null : <ErrorPanel error={error} />}
        <p className={classes.hint}>{t("fault.panelText", { days: 30, most: 20 })}</p>
        {data === undefined ? null : data.reports.length === 0 ? (
          <p>{t("fault.none")}</p>
        ) : (
          <>
            <ul className={`${classes.codes} bare`}>
              {data.reports.map(({ report }) => (
                <CrashReportView key={report.id} report={report} />
              ))}
            </ul>
            <CrashActions />
          </>
        )}
        {data?.dumps.possible === false ? <p className={classes.hint}>{t("fault.noDumps")}</p> : null}
      </div>
    </Panel>
  );
}
