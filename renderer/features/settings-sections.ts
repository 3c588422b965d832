/** The sections of Settings: for the screen's own list, and for whatever else leads to one of them. */
import type { TFunction } from "i18next";
import { folded } from "../lib/folded.ts";

/** In the order of the list. */
export const SETTINGS_SECTIONS = [
  "appearance",
  "scanning",
  "expiring",
  "printer",
  "slipKey",
  "codes",
  "unknown",
  "pin",
  "backups",
  "updates",
  "policy",
  "support",
  "about",
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export const settingsPath = (section: SettingsSection): string => `/settings/${section}`;

export interface SectionWords {
  name: SettingsSection;
  path: string;
  title: string;
  /** What can be set or done there, to be found by. */
  parts: string[];
}

/** Every section in the words of the language in use; "policy" holds something only where there is a policy file. */
export function settingsSections(t: TFunction): SectionWords[] {
  const words: Record<SettingsSection, [title: string, ...parts: string[]]> = {
    appearance: [
      t("settings.look.title"),
      t("settings.look.language"),
      t("settings.look.digits"),
      t("settings.look.theme"),
      t("settings.look.themeLight"),
      t("settings.look.themeDark"),
      t("settings.look.textScale"),
    ],
    scanning: [
      t("settings.scan.title"),
      t("settings.scan.sound"),
      t("settings.scan.batch"),
      t("settings.scan.inStore"),
      t("settings.scan.try.label"),
    ],
    expiring: [t("settings.expiring.title"), t("settings.expiring.everyone"), t("settings.expiring.own")],
    printer: [
      t("print.settings.title"),
      t("print.settings.shopName"),
      t("print.settings.paper"),
      t("print.settings.roll80"),
      t("print.settings.copies"),
    ],
    slipKey: [t("slipCodes.title"), t("slipCodes.copy"), t("slipCodes.savePage")],
    codes: [
      t("settings.section.codes"),
      t("settings.codes.statusTitle"),
      t("settings.codes.typeTitle"),
      t("settings.codes.code"),
      t("settings.codes.purchaseTitle"),
    ],
    unknown: [t("settings.policy.title"), t("settings.policy.label"), t("settings.anySuccess.label")],
    pin: [t("pin.panel.title"), t("pin.asks.label"), t("pin.panel.newCode"), t("pin.ask.forgotten")],
    backups: [
      t("settings.backup.title"),
      t("settings.backup.now"),
      t("files.backup.choose"),
      t("files.backup.restoreTitle"),
      t("files.drill.title"),
    ],
    updates: [t("newVersion.title"), t("newVersion.source.label"), t("newVersion.source.channel")],
    policy: [t("byPolicy.title")],
    support: [t("settings.support.title"), t("settings.support.save")],
    about: [
      t("settings.about.title"),
      t("settings.about.version"),
      t("settings.about.profile"),
      t("settings.about.logs"),
      t("settings.about.clock"),
    ],
  };
  return SETTINGS_SECTIONS.map((name) => {
    const [title, ...parts] = words[name];
    return { name, path: settingsPath(name), title, parts };
  });
}

interface Found extends SectionWords {
  /** The setting that was found, where the section's name doesn't hold the words; the path leads to it. */
  found?: string;
}

/** The sections whose name, or the name of a setting in them, holds every word; all of them for no word. */
export function findSections(sections: readonly SectionWords[], typed: string): Found[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => folded(text).includes(word));
  return sections.flatMap((section) => {
    if (holds(section.title)) return [section];
    const at = section.parts.findIndex(holds);
    const found = section.parts[at];
    return found === undefined ? [] : [{ ...section, found, path: `${section.path}/${at + 1}` }];
  });
}
