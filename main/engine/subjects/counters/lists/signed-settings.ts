/** The owner's settings, as the administrator signs them for every counter: above what is chosen here. */
import { join } from "node:path";
import { z } from "zod";
import { ageRecipient, changeRules } from "../../../../../contract/channels/shop-folder.ts";
import { readKept, workFolder } from "../kept.ts";

export const MOST_SETTINGS_BYTES = 100_000;

export const signedSettings = z.object({
  rules: changeRules.exactOptional(),
  /** Of the backups. */
  recipient: ageRecipient.exactOptional(),
});
type Settings = z.infer<typeof signedSettings>;
export type SignedSettings = ReturnType<typeof openSignedSettings>;

/** Where they are kept, as they were proven. */
export const signedSettingsFile = (profile: string): string => join(workFolder(profile), "settings.json");

export function openSignedSettings(profile: string) {
  const read = (): Settings =>
    readKept(signedSettingsFile(profile), MOST_SETTINGS_BYTES, signedSettings) ?? {};
  let settings = read();
  return {
    now: (): Settings => settings,
    /** Reads them anew, after a look. */
    look(): void {
      settings = read();
    },
  };
}
