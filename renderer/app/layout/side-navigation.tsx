import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  IconCommand,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from "@tabler/icons-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { NEWEST } from "../../../contract/first-questions.ts";
import { useStanding } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats, useSettings } from "../../client/settings.ts";
import { fittingPage, helpPath } from "../../features/help-topics.ts";
import { focusStart } from "../../lib/focus.ts";
import { ariaCombo, Keys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { GROUPS, helpPageOf, isOffered, SCREENS, type ScreenName, screenOf } from "./screens.ts";
import classes from "./side-navigation.module.css";

interface ScreenLinkProps {
  name: ScreenName;
  /** The screen that is open; null for none. */
  shown: ScreenName | null;
  decisions: number;
  isFirstDay: boolean;
}

function ScreenLink({ name, shown, decisions, isFirstDay }: ScreenLinkProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { icon: Icon, combo } = SCREENS[name];
  const words = t(`nav.screen.${name}`);
  // Help opens at the page that fits what is on the screen at that moment.
  const go = () => {
    navigate(name === "help" ? helpPath(fittingPage(helpPageOf(shown ?? "home", isFirstDay))) : `/${name}`);
    if (name === shown) focusStart();
  };
  useShortcut({
    combo,
    words: t("components.sheet.goTo", { screen: words }),
    scope: "everywhere",
    run: go,
  });
  const decide = decisions > 0 ? t("nav.outboxDecisions", { count: decisions }) : null;
  return (
    <li>
      <Link
        href={`/${name}`}
        className={classes.link}
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          go();
        }}
        aria-current={name === shown ? "page" : undefined}
        title={words}
        aria-keyshortcuts={ariaCombo(combo)}
      >
        <Icon size="1.25rem" stroke={1.6} aria-hidden="true" />
        <span className={classes.words}>{words}</span>
        <span className={classes.short} aria-hidden="true">
          {t(`nav.short.${name}`)}
        </span>
        {decide === null ? null : (
          <span className={`${classes.count} warn small strong text-center`} title={decide}>
            <span aria-hidden="true">{formats.count(decisions)}</span>
            <VisuallyHidden>{decide}</VisuallyHidden>
          </span>
        )}
        <span className={classes.keys}>
          <Keys combo={combo} />
        </span>
      </Link>
    </li>
  );
}

/** Makes the menu narrow and wide again; in a narrow window it is narrow anyhow. */
function MenuWidth() {
  const { t } = useTranslation();
  const { menu } = useSettings();
  const { mutate } = useSend("settings.set");
  const other = menu === "wide" ? "narrow" : "wide";
  const words = t(`nav.${other}`);
  const run = () => mutate({ menu: other });
  useShortcut({ combo: "Mod+B", words, scope: "everywhere", run });
  const Icon = menu === "wide" ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <UnstyledButton
      className={`${classes.link ?? ""} ${classes.width ?? ""}`}
      onClick={run}
      title={words}
      aria-keyshortcuts={ariaCombo("Mod+B")}
    >
      <Icon size="1.25rem" stroke={1.6} aria-hidden="true" className="mirrored" />
      <span className={classes.words}>{words}</span>
      <span className={classes.keys}>
        <Keys combo="Mod+B" />
      </span>
    </UnstyledButton>
  );
}

/** Whether Alt is held: then every key that leads somewhere is shown. */
function useAltHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const listen = ({ key, type }: KeyboardEvent) => {
      if (key === "Alt") setHeld(type === "keydown");
    };
    // Alt+Tab leaves the window with the key held.
    const leave = () => setHeld(false);
    window.addEventListener("keydown", listen);
    window.addEventListener("keyup", listen);
    window.addEventListener("blur", leave);
    return () => {
      window.removeEventListener("keydown", listen);
      window.removeEventListener("keyup", listen);
      window.removeEventListener("blur", leave);
    };
  }, []);
  return held;
}

/** Whether nothing was ever entered here. Asked where it matters: on Home, which asks the same. */
function useFirstDay(isHome: boolean): boolean {
  const connection = useChannel("connection.get", {}).data;
  const asked = { enabled: isHome && connection != null };
  const entered = useChannel("outbox.list", NEWEST, asked).data?.entries;
  return connection === null || entered?.length === 0;
}

interface SideNavigationProps {
  onPalette: () => void;
  onSheet: () => void;
}

/** Where one can go: icons with words, and the keys that lead there. */
export function SideNavigation({ onPalette, onSheet }: SideNavigationProps) {
  const { t } = useTranslation();
  const [location] = useLocation();
  const current = screenOf(location);
  const who = useStanding();
  const counts = useChannel("sync.status", {}).data?.counts;
  const decisions = counts === undefined ? 0 : counts.outcome_unknown + counts.dead_letter;
  const isFirstDay = useFirstDay(current === "home");
  const nav = useRef<HTMLElement>(null);
  // With large text the menu scrolls, and a key may lead to what is out of sight.
  useEffect(() => {
    if (current !== null)
      nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav
      ref={nav}
      className={`${classes.nav} column min-h-0 sunken`}
      aria-label={t("nav.label")}
      data-keys={useAltHeld()}
    >
      <p className={`${classes.brand} text line fixed pad-x-12`}>{t("common.appName")}</p>
      <div className={`${classes.groups} scroll-y grow min-h-0`}>
        {(["work", "followUp", "shop", "system"] as const).map((group) => (
          <section key={group} aria-labelledby={`nav-${group}`}>
            <h2 id={`nav-${group}`} className={`${classes.group} faint small medium after-8 pad-x-12`}>
              {t(`nav.group.${group}`)}
            </h2>
            <ul className="list">
              {GROUPS[group]
                .filter((name) => isOffered(who, name))
                .map((name) => (
                  <ScreenLink
                    key={name}
                    name={name}
                    shown={current}
                    decisions={name === "outbox" ? decisions : 0}
                    isFirstDay={isFirstDay}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={`${classes.foot} fixed pad-above-8 line-above`}>
        <UnstyledButton
          className={classes.link}
          onClick={onPalette}
          title={t("nav.search")}
          aria-keyshortcuts={ariaCombo("Mod+K")}
        >
          <IconCommand size="1.25rem" stroke={1.6} aria-hidden="true" />
          <span className={classes.words}>{t("nav.search")}</span>
          <span className={classes.keys}>
            <Keys combo="Mod+K" />
          </span>
        </UnstyledButton>
        <MenuWidth />
        <UnstyledButton
          className={classes.link}
          onClick={onSheet}
          title={t("nav.shortcuts")}
          aria-keyshortcuts={ariaCombo(SHEET_COMBO)}
        >
          <IconKeyboard size="1.25rem" stroke={1.6} aria-hidden="true" />
          <span className={classes.words}>{t("nav.shortcuts")}</span>
          <span className={classes.keys}>
            <Keys combo={SHEET_COMBO} />
          </span>
        </UnstyledButton>
      </div>
    </nav>
  );
}

/** Opens the sheet of shortcuts from anywhere; outside a field "?" does so too. */
export const SHEET_COMBO = "Mod+Slash";
