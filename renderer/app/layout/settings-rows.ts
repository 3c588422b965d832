/** The sections of Settings as rows of the palette. */
import type { TFunction } from "i18next";

/** Each with its title in the language in use; its name is the last part of its address. */
export const settingsRows = (t: TFunction) => [
  { name: "appearance", title: t("settings.look.title") },
  { name: "printer", title: t("print.settings.title") },
  { name: "unknown", title: t("settings.policy.title") },
  { name: "pin", title: t("pin.panel.title") },
  { name: "backups", title: t("settings.backup.title") },
  { name: "updates", title: t("newVersion.title") },
  { name: "support", title: t("settings.support.title") },
  { name: "about", title: t("settings.about.title") },
];
