import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useStanding } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { WhereMaySet } from "../../features/people/allowance-note.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import {
  COUNTERS_PATH,
  findSections,
  isOfTheShop,
  SettingName,
  type SettingsSection,
  sectionFor,
  settingsPath,
  settingsSections,
} from "../../features/settings-sections.tsx";
import { MOTION_MS } from "../../theme/theme.ts";
import { Loading } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Parts, useOpenedPart } from "../../ui/parts.tsx";
import { AboutPanel, SupportPanel } from "./about-panel.tsx";
import { BackupPanel, DrillPanel } from "./backup-panel.tsx";
import { CodesPanel } from "./codes-panel.tsx";
import { LookPanel } from "./look-panel.tsx";
import { PeoplePanels, SeveralPeople } from "./people-panel.tsx";
import { PinPanel } from "./pin-panel.tsx";
import { OwnerPolicyPanel, PolicyPanel } from "./policy-panel.tsx";

import { PrinterPanel, SlipKeyPanel } from "./printer-panel.tsx";
import { PurchaseReferencePanel, ReturnWindowsPanel } from "./returns-panels.tsx";

import { ScanPanel } from "./scan-panel.tsx";
import classes from "./settings.module.css";

import { UpdatesPanel } from "./updates-panel.tsx";

/** Fetched when it is asked for: most shops have no shop folder. */
const ShopFolderPanels = lazy(() => import("./shop-folder-panel.tsx"));
const CountersPage = lazy(() => import("./counters-page.tsx"));

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
        return (
          <>
            <PinPanel />
            <SeveralPeople />
          </>
        );
      case "people":
        return <PeoplePanels />;
      case "backups":
        return (
          <>
            <BackupPanel />
            <LoadBackup />
            <DrillPanel />
          </>
        );
      case "shopFolder":
        return (
          <Suspense fallback={<Loading />}>
            <ShopFolderPanels />
          </Suspense>
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
      <ErrorPanel error={set.error} />
      {isOfTheShop(section) ? <WhereMaySet>{panels()}</WhereMaySet> : panels()}
    </>
  );
}

/** The section that the address names, and which of its settings is asked for. */
const askedIn = (location: string) => {
  const [, , section = "", setting = ""] = location.split(/[/?]/);
  return { section, setting };
};

/** What a person may set, and beneath it the page of all counters. */
export default function SettingsScreen() {
  const [location] = useLocation();
  return location === COUNTERS_PATH ? (
    <Suspense fallback={<Loading />}>
      <CountersPage />
    </Suspense>
  ) : (
    <Sections />
  );
}

/** One section at a time. Every change holds at once; there is nothing to save. */
function Sections() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const column = useRef<HTMLDivElement>(null);
  const who = useStanding();
  const hasPolicy = (useChannel("ownerPolicy.get", {}).data?.state ?? "none") !== "none";
  const sections = settingsSections(t, who).filter(({ name }) => name !== "policy" || hasPolicy);
  const asked = askedIn(location);
  const open = sections.find(({ name }) => name === sectionFor(who, asked.section)) ?? sections[0];
  useOpenedPart(column, asked.section);
  // Asked for once: the same setting may be asked for again.
  useAskedSetting(column, asked.setting, () =>
    navigate(settingsPath(open?.name ?? "appearance"), { replace: true }),
  );
  if (open === undefined) return null;
  return (
    <Page title={t("nav.screen.settings")} description={t("settings.description")}>
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

const CONTROL =
  "input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex='0']";

/** The first control in it; of a choice among several the one that is chosen. */
function controlIn(part: Element): HTMLElement | null {
  const first = part.querySelector<HTMLElement>(CONTROL);
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return part.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first;
}

/** The setting's name on the page, and the control that it names: itself, its label's, or the nearest around it. */
function namedBy(within: HTMLElement, id: string) {
  const name = within.querySelector(`[data-setting="${CSS.escape(id)}"]`);
  if (name === null) return null;
  const own = name.closest<HTMLElement>("button") ?? name.closest("label")?.control ?? null;
  // Of a list of facts each is alone.
  const value = name.closest("dt")?.nextElementSibling;
  if (value != null) return { name, control: controlIn(value) };
  let around: Element | null = name;
  let control = own;
  while (control === null && around !== null && around !== within) {
    control = controlIn(around);
    around = around.parentElement;
  }
  return { name, control };
}

/**
 * Brings the setting of that id (none: "") into view and puts the focus into its control, as soon as it is
 * drawn; `done` is called then. A key or a click means that the person is elsewhere already, and is `done` too.
 */
function useAskedSetting(column: RefObject<HTMLElement | null>, id: string, done: () => void): void {
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    const within = column.current;
    if (within === null || id === "") return;
    const observer = new MutationObserver(look);
    const listening = new AbortController();
    let again: number | undefined;
    const stop = () => {
      observer.disconnect();
      window.clearTimeout(again);
      listening.abort();
    };
    function look() {
      const found = within === null ? null : namedBy(within, id);
      if (found === null) return;
      observer.disconnect();
      const show = () => {
        found.name.scrollIntoView({ block: "center" });
        found.control?.focus({ preventScroll: true });
      };
      show();
      // The palette that led here scrolls the page back while it closes.
      again = window.setTimeout(() => {
        show();
        stop();
      }, 3 * MOTION_MS);
      latest.current();
    }
    observer.observe(within, { childList: true, subtree: true });
    const callOff = () => {
      stop();
      latest.current();
    };
    for (const type of ["keydown", "pointerdown", "wheel"])
      window.addEventListener(type, callOff, { capture: true, signal: listening.signal });
    look();
    // Once it was found nothing is asked for any longer, but it is still to be shown again.
    return () => {
      if (again === undefined) stop();
    };
  }, [column, id]);
}
