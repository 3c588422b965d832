import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel, useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import {
  findSections,
  SettingName,
  type SettingsSection,
  settingsPath,
  settingsSections,
} from "../../features/settings-sections.tsx";
import { Page } from "../../ui/page.tsx";
import { Parts, useOpenedPart } from "../../ui/parts.tsx";
import { AboutPanel } from "./about-panel.tsx";
import { BackupPanel } from "./backups/backup-panel.tsx";
import { DrillPanel } from "./backups/drill-panel.tsx";
import { CodesPanel } from "./codes-panel.tsx";
import { LookPanel } from "./look-panel.tsx";
import { OwnerPolicyPanel } from "./owner-policy-panel.tsx";
import { PinPanel } from "./pin-panel.tsx";
import { PolicyPanel } from "./policy-panel.tsx";
import { PrinterPanel } from "./printer-panel.tsx";
import { PurchaseReferencePanel } from "./purchase-reference-panel.tsx";
import { ReturnWindowsPanel } from "./return-windows-panel.tsx";
import { ScanPanel } from "./scan-panel.tsx";
import classes from "./settings.module.css";
import { SlipKeyPanel } from "./slip-key-panel.tsx";
import { SupportPanel } from "./support-panel.tsx";
import { UpdatesPanel } from "./updates/updates-panel.tsx";
import { useAskedSetting } from "./use-asked-setting.ts";

function Panels({ section }: { section: SettingsSection }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const set = useSend("settings.set");
  const panels = () => {
    switch (section) {
      case "appearance":
        return <LookPanel settings={settings} onChange={set.mutate} />;
      case "scanning":
        return <ScanPanel settings={settings} onChange={set.mutate} />;
      case "expiring":
        return <ReturnWindowsPanel />;
      case "printer":
        return <PrinterPanel settings={settings} onChange={set.mutate} />;
      case "slipKey":
        return <SlipKeyPanel />;
      case "codes":
        return (
          <>
            <CodesPanel
              title={<SettingName of="settings.codes.statusTitle" />}
              explain={t("settings.codes.statusText")}
              meanings={settings.statusMeanings}
              onChange={(statusMeanings, taken) => set.mutate({ statusMeanings }, { onSuccess: taken })}
            />
            <CodesPanel
              title={<SettingName of="settings.codes.typeTitle" />}
              explain={t("settings.codes.typeText")}
              meanings={settings.referenceTypeMeanings}
              onChange={(referenceTypeMeanings, taken) =>
                set.mutate({ referenceTypeMeanings }, { onSuccess: taken })
              }
            />
            <PurchaseReferencePanel
              type={settings.purchaseReferenceType}
              onChange={(purchaseReferenceType) => set.mutate({ purchaseReferenceType })}
            />
          </>
        );
      case "unknown":
        return <PolicyPanel />;
      case "pin":
        return <PinPanel />;
      case "backups":
        return (
          <>
            <BackupPanel />
            <LoadBackup />
            <DrillPanel />
          </>
        );
      case "updates":
        return <UpdatesPanel />;
      case "policy":
        return <OwnerPolicyPanel />;
      case "support":
        return <SupportPanel />;
      case "about":
        return <AboutPanel />;
    }
  };
  return (
    <>
      {set.error === null ? null : <ErrorPanel error={set.error} />}
      {panels()}
    </>
  );
}

/** The section that the address names, and which of its settings is asked for. */
const askedIn = (location: string) => {
  const [, , section = "", setting = ""] = location.split(/[/?]/);
  return { section, setting };
};

/** What a person may set: one section at a time. Every change holds at once; there is nothing to save. */
export default function SettingsScreen() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const column = useRef<HTMLDivElement>(null);
  const hasPolicy = (useChannel("ownerPolicy.get", {}).data?.state ?? "none") !== "none";
  const sections = settingsSections(t).filter(({ name }) => name !== "policy" || hasPolicy);
  const asked = askedIn(location);
  const open = sections.find(({ name }) => name === asked.section) ?? sections[0];
  useOpenedPart(column, asked.section);
  // Asked for once: the same setting may be asked for again.
  useAskedSetting(column, asked.setting, () =>
    navigate(settingsPath(open?.name ?? "appearance"), { replace: true }),
  );
  if (open === undefined) return null;
  return (
    <Page title={t("settings.title")} description={t("settings.description")}>
      <Parts
        label={t("settings.section.label")}
        search={t("settings.section.search")}
        testId="settings-search"
        text={typed}
        onText={setTyped}
        parts={findSections(sections, typed)}
        open={open.name}
        onFirst={(name) => {
          const first = sections.find((each) => each.name === name);
          if (first !== undefined) navigate(settingsPath(first.name), { replace: true });
        }}
        nothing={t("settings.section.nothing")}
      >
        <div ref={column} tabIndex={-1} className={`${classes.column} ringless stack gap-16`}>
          <Panels key={open.name} section={open.name} />
        </div>
      </Parts>
    </Page>
  );
}
