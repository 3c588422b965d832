import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../client/settings.ts";
import { RecoveryNotice } from "../../features/recovery/recovery-notice.tsx";
import { holdTyping } from "../../features/scanning/held-typing.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { AppHeader } from "./app-header.tsx";
import classes from "./app-shell.module.css";
import { EarlyNoticeBar, EngineNotice } from "./early-notice-bar.tsx";
import { firstScreen, ScreenOutlet } from "./screen-outlet.tsx";
import { SHEET_COMBO, SideNavigation } from "./side-navigation.tsx";

const Deferred = lazy(() => firstScreen.then(() => import("./deferred.tsx")));

const CrashNotice = lazy(() => firstScreen.then(() => import("../../features/crashes/crash-notice.tsx")));

async function openPalette(): Promise<void> {
  const isWanted = holdTyping("everything");
  const palette = await import("./command-palette.tsx");
  if (isWanted()) palette.openPalette();
}

/** The frame around every screen: navigation, the header that tells the truth, and the screen. */
export function AppShell() {
  const { t } = useTranslation();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { menu } = useSettings();
  // Heard from the first moment on; what they open may still be on its way.
  const openSheet = () => setSheetOpen(true);
  useShortcut({
    combo: SHEET_COMBO,
    words: t("components.sheet.sheet"),
    scope: "everywhere",
    run: openSheet,
  });
  useShortcut({
    combo: "Mod+K",
    words: t("nav.search"),
    scope: "everywhere",
    run: () => void openPalette(),
  });
  return (
    <div className={`${classes.app} h-full`}>
      <button
        type="button"
        className={`${classes.skip} ink absolute pad-12-16 surface`}
        onClick={skipToScreen}
      >
        {t("nav.skip")}
      </button>
      <div className={`${classes.grid} grid h-full`} data-menu={menu}>
        <SideNavigation onPalette={openPalette} onSheet={openSheet} />
        <div className={`${classes.column} grid min-w-0 min-h-0`}>
          <AppHeader />
          <EngineNotice />
          <RecoveryNotice />
          <div>
            <Suspense fallback={null}>
              <CrashNotice />
            </Suspense>
          </div>
          <EarlyNoticeBar />
          <ScreenOutlet />
          <div className={`${classes.toasts} clip relative`}>
            <Suspense fallback={null}>
              <Deferred sheetOpen={sheetOpen} onSheet={setSheetOpen} />
            </Suspense>
          </div>
        </div>
      </div>
    </div>
  );
}

/** A link's fragment would be the router's, so the jump is made by hand. */
function skipToScreen(): void {
  document.querySelector<HTMLElement>("main h1, main")?.focus();
}
