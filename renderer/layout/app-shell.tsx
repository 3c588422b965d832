import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RecoveryNotice } from "../recovery/recovery-notice.tsx";
import { useSettings } from "../settings.ts";
import { AppHeader } from "./app-header.tsx";
import classes from "./app-shell.module.css";
import { CommandPalette, openPalette } from "./command-palette.tsx";
import { EarlyNoticeBar } from "./early-notice-bar.tsx";
import { EngineNotice } from "./engine-notice.tsx";
import { ScreenOutlet } from "./screen-outlet.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";
import { SideNavigation } from "./side-navigation.tsx";

/** The frame around every screen: navigation, the header that tells the truth, and the screen. */
export function AppShell() {
  const { t } = useTranslation();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { menu } = useSettings();
  return (
    <div className={classes.app}>
      <button type="button" className={classes.skip} onClick={skipToScreen}>
        {t("nav.skip")}
      </button>
      <div className={classes.grid} data-menu={menu}>
        <SideNavigation onPalette={openPalette} onSheet={() => setSheetOpen(true)} />
        <div className={classes.column}>
          <AppHeader />
          <EngineNotice />
          <RecoveryNotice />
          <EarlyNoticeBar />
          <ScreenOutlet />
        </div>
      </div>
      <CommandPalette />
      <ShortcutSheet open={sheetOpen} onOpen={() => setSheetOpen(true)} onClose={() => setSheetOpen(false)} />
    </div>
  );
}

/** A link's fragment would be the router's, so the jump is made by hand. */
function skipToScreen(): void {
  document.querySelector<HTMLElement>("main h1, main")?.focus();
}
