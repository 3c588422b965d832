/** The person's settings: read field by field, so that one wrong field costs only itself. */

import { type Settings, settings as settingsSchema } from "../../contract/channels/shell.ts";
import { DEFAULT_SETTINGS } from "../../contract/default-settings.ts";
import type { Log } from "../lib/log.ts";
import type { StoreFile } from "./files/store-file.ts";

const ARABIC = /^ar(?:[-_]|$)/i;

/** What holds until the person chooses otherwise, in the system's language where the program has it. */
export const defaultSettings = (locale: string): Settings => ({
  ...DEFAULT_SETTINGS,
  language: ARABIC.test(locale) ? "ar" : "en",
});

/** Takes each valid field of what was stored and the default for every other; names the fields it refused. */
export function readSettings(
  stored: Record<string, unknown>,
  defaults: Settings,
): { settings: Settings; refused: string[] } {
  const refused: string[] = [];
  const usable = Object.entries(stored).filter(([key, value]) => {
    const field = Object.entries(settingsSchema.shape).find(([name]) => name === key)?.[1];
    if (field?.safeParse(value).success) return true;
    if (key !== "__internal__") refused.push(key);
    return false;
  });
  return { settings: settingsSchema.parse({ ...defaults, ...Object.fromEntries(usable) }), refused };
}

/** As they are in the file now; `fixed` ones hold whatever it says. */
export const settingsIn = (file: StoreFile, fixed: Partial<Settings>, locale: string): Settings => ({
  ...readSettings(file.readAll(), defaultSettings(locale)).settings,
  ...fixed,
});

/** The fields to change; an undefined one stays as it is. */
type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

export interface SettingsKeeper {
  get(): Settings;
  /** Writes the changed fields; the new whole is answered and given to `changed`. */
  set(change: SettingsChange): Settings;
}

/** Reads the settings once and keeps them in step with their file; `fixed` ones hold whatever the file says. */
export function keepSettings(
  file: StoreFile,
  fixed: Partial<Settings>,
  locale: string,
  changed: (settings: Settings) => void,
  log: Log,
): SettingsKeeper {
  const { settings, refused } = readSettings(file.readAll(), defaultSettings(locale));
  if (refused.length > 0) log.warn("Settings that can't be used were left out", { fields: refused });
  let current = settings;
  const held = (): Settings => ({ ...current, ...fixed });
  return {
    get: held,
    set: (change) => {
      const changes = Object.entries(change).filter(([, value]) => value !== undefined);
      const next = settingsSchema.parse({ ...current, ...Object.fromEntries(changes) });
      for (const [key, value] of changes) file.write(key, value);
      current = next;
      changed(held());
      return held();
    },
  };
}
