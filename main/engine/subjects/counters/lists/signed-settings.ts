/** The owner's settings, as the administrator signs them for every counter: above what is chosen here. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ageRecipient, changeRules } from "../../../../../contract/channels/shop-folder.ts";
import type { Log } from "../../../../lib/log.ts";

export const signedSettings = z.object({
  rules: changeRules.exactOptional(),
  /** Of the backups. */
  recipient: ageRecipient.exactOptional(),
});
type Settings = z.infer<typeof signedSettings>;
export type SignedSettings = ReturnType<typeof openSignedSettings>;

/** Where they are kept, as they were proven. */
export const signedSettingsFile = (profile: string): string => join(profile, "shop-folder", "settings.json");

export function openSignedSettings(profile: string, log: Pick<Log, "warn">) {
  const read = (): Settings => {
    const path = signedSettingsFile(profile);
    try {
      return existsSync(path) ? signedSettings.parse(JSON.parse(readFileSync(path, "utf8"))) : {};
    } catch (error) {
      log.warn("the signed settings can't be read", { error });
      return {};
    }
  };
  let settings = read();
  return {
    now: (): Settings => settings,
    /** Reads them anew, after a look. */
    look(): void {
      settings = read();
    },
  };
}
