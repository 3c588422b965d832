/** The owner's settings, as the administrator signs them for every counter: above what is chosen here. */
import { join } from "node:path";
import { type SignedSettings, signedSettings } from "../../../../../contract/channels/shop-folder.ts";
import { removeAtOnce } from "../../../../lib/whole-file.ts";
import { readKept, workFolder } from "../kept.ts";

export const MOST_SETTINGS_BYTES = 100_000;

export type SettingsInForce = ReturnType<typeof openSignedSettings>;

/** Where they are kept, as they were proven. */
export const signedSettingsFile = (profile: string): string => join(workFolder(profile), "settings.json");

export function openSignedSettings(profile: string) {
  const read = (): SignedSettings =>
    readKept(signedSettingsFile(profile), MOST_SETTINGS_BYTES, signedSettings) ?? {};
  let settings = read();
  return {
    now: (): SignedSettings => settings,
    /** Reads them anew, after a look. */
    look(): void {
      settings = read();
    },
    /** Where no place is named, there is no administrator. */
    forget(): void {
      removeAtOnce(signedSettingsFile(profile));
      settings = {};
    },
  };
}
