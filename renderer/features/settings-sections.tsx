/** The sections of Settings: for the screen's own list, and for whatever else leads to one of them. */

import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Standing } from "../../contract/rights.ts";
import { allowanceIn } from "../client/may.ts";
import { folded } from "../lib/text.ts";

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
  "people",
  "backups",
  "shopFolder",
  "updates",
  "policy",
  "support",
  "about",
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export const settingsPath = (section: SettingsSection): string => `/settings/${section}`;

/** The state of every counter, for the owner; where there is a shop folder. */
export const COUNTERS_PATH = `${settingsPath("shopFolder")}/counters`;

/** Each section's settings. The key of a setting's name is its id: the address has it, and the page marks the name with it. */
const SETTINGS = {
  appearance: ["field.language", "settings.look.digits", "field.theme", "settings.look.textScale"],
  scanning: [
    "settings.scan.sound",
    "settings.scan.batch",
    "settings.scan.inStore",
    "settings.scan.try.label",
  ],
  expiring: ["settings.expiring.everyone", "settings.expiring.own"],
  printer: ["print.settings.shopName", "print.settings.paper", "print.settings.copies"],
  slipKey: ["slipCodes.copy", "slipCodes.savePage"],
  codes: [
    "settings.codes.statusTitle",
    "settings.codes.typeTitle",
    "settings.codes.code",
    "settings.codes.purchaseTitle",
  ],
  unknown: ["settings.policy.label", "settings.anySuccess.label"],
  pin: ["pin.asks.label", "pin.panel.newCode", "pin.ask.forgotten"],
  people: [
    "people.panel.add",
    "people.panel.lockAfter",
    "people.panel.rolesTitle",
    "people.panel.upTo",
    "pin.panel.newCode",
    "people.panel.ownPin",
  ],
  backups: ["settings.backup.now", "files.backup.choose", "files.backup.restoreTitle", "files.drill.title"],
  shopFolder: [
    "shopFolder.setUp",
    "shopFolder.name",
    "shopFolder.rules.rows",
    "shopFolder.rules.prices",
    "shopFolder.drill.run",
  ],
  updates: ["newVersion.source.label", "newVersion.source.channel"],
  policy: [],
  support: ["settings.support.save"],
  about: ["settings.about.version", "settings.about.profile", "settings.about.logs", "settings.about.clock"],
} as const satisfies Record<SettingsSection, readonly string[]>;
type SettingId = (typeof SETTINGS)[SettingsSection][number];

/** Choices that their setting is found by, too. */
const CHOICES = {
  "field.theme": ["settings.look.themeLight", "settings.look.themeDark"],
  "print.settings.paper": ["print.settings.roll80"],
} as const satisfies Partial<Record<SettingId, readonly string[]>>;

const TITLES = {
  appearance: "settings.look.title",
  scanning: "settings.scan.title",
  expiring: "nav.screen.expiring",
  printer: "print.settings.printer",
  slipKey: "slipCodes.title",
  codes: "settings.section.codes",
  unknown: "settings.policy.title",
  pin: "pin.panel.title",
  people: "people.panel.title",
  backups: "settings.backup.title",
  shopFolder: "field.shopFolder",
  updates: "newVersion.title",
  policy: "byPolicy.title",
  support: "field.support",
  about: "settings.about.title",
} as const satisfies Record<SettingsSection, string>;

/** A setting's name on the page, where what leads to the setting finds it. */
export function SettingName({ of }: { of: SettingId }) {
  const { t } = useTranslation();
  return <span data-setting={of}>{t(of)}</span>;
}

interface SectionWords {
  name: SettingsSection;
  path: string;
  title: string;
  /** What can be set or done there, to be found by. */
  parts: { setting: SettingId; words: string }[];
}

/** What is set there is set for everybody, and needs the right. */
const OF_THE_SHOP: readonly SettingsSection[] = ["expiring", "codes", "unknown"];
export const isOfTheShop = (section: SettingsSection): boolean => OF_THE_SHOP.includes(section);

/** A PIN alone, or people who each have their own: one section is in the other's place. */
export const sectionFor = (who: Standing, name: string): string =>
  name === "pin" || name === "people" ? (who.state === "working" ? "people" : "pin") : name;

/** The sections that the person is offered, in the words of the language in use; "policy" holds something only where there is a policy file. */
export const settingsSections = (t: TFunction, who: Standing): SectionWords[] =>
  SETTINGS_SECTIONS.filter(
    (name) =>
      name === sectionFor(who, name) && (allowanceIn(who, "settings") !== "never" || !isOfTheShop(name)),
  ).map((name) => ({
    name,
    path: settingsPath(name),
    title: t(TITLES[name]),
    parts: SETTINGS[name].flatMap((setting) => [
      { setting, words: t(setting) },
      ...(setting === "field.theme" || setting === "print.settings.paper" ? CHOICES[setting] : []).map(
        (choice) => ({ setting, words: t(choice) }),
      ),
    ]),
  }));

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
    const found = section.parts.find((part) => holds(part.words));
    return found === undefined
      ? []
      : [{ ...section, found: found.words, path: `${section.path}/${found.setting}` }];
  });
}
