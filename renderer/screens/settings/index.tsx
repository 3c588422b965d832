import { useTranslation } from "react-i18next";
import { useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import { Page } from "../../ui/page.tsx";
import { AboutPanel } from "./about-panel.tsx";
import { BackupPanel } from "./backups/backup-panel.tsx";
import { DrillPanel } from "./backups/drill-panel.tsx";
import { CodesPanel } from "./codes-panel.tsx";
import { CrashPanel } from "./crash-panel.tsx";
import { LookPanel } from "./look-panel.tsx";
import { OwnerPolicyPanel } from "./owner-policy-panel.tsx";
import { PinPanel } from "./pin-panel.tsx";
import { PolicyPanel } from "./policy-panel.tsx";
import { PrinterPanel } from "./printer-panel.tsx";
import classes from "./settings.module.css";
import { SupportPanel } from "./support-panel.tsx";
import { UpdatesPanel } from "./updates/updates-panel.tsx";

/** What a person may set. Every change holds at once; there is nothing to save. */
export default function SettingsScreen() {
  const { t } = useTranslation();
  const settings = useSettings();
  const set = useSend("settings.set");
  return (
    <Page title={t("settings.title")} description={t("settings.description")}>
      {set.error === null ? null : <ErrorPanel error={set.error} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <OwnerPolicyPanel />
          <LookPanel settings={settings} onChange={set.mutate} />
          <PrinterPanel settings={settings} onChange={set.mutate} />
          <PolicyPanel />
          <PinPanel />
          <BackupPanel />
          <LoadBackup />
          <DrillPanel />
        </div>
        <div className={classes.column}>
          <CodesPanel
            title={t("settings.codes.statusTitle")}
            explain={t("settings.codes.statusText")}
            meanings={settings.statusMeanings}
            onChange={(statusMeanings, taken) => set.mutate({ statusMeanings }, { onSuccess: taken })}
          />
          <CodesPanel
            title={t("settings.codes.typeTitle")}
            explain={t("settings.codes.typeText")}
            meanings={settings.referenceTypeMeanings}
            onChange={(referenceTypeMeanings, taken) =>
              set.mutate({ referenceTypeMeanings }, { onSuccess: taken })
            }
          />
          <UpdatesPanel />
          <SupportPanel />
          <CrashPanel />
          <AboutPanel />
        </div>
      </div>
    </Page>
  );
}
