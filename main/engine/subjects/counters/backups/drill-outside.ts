/** `--verify --shop-key-file`: fetches the newest backup of this counter out of the shop folder and reads every page. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FixedCounters } from "../../../../../contract/channels/policy.ts";
import { CountersideError, replyOf } from "../../../../../contract/error.ts";
import { removeFolderAtOnce } from "../../../../lib/whole-file.ts";
import { systemRandomness } from "../../../ports.ts";
import { asDecided, readConfig } from "../config.ts";
import { openPlace } from "../place/named-place.ts";
import type { ShopPlace } from "../place/shop-place.ts";
import { backupJobs } from "./backup-jobs.ts";
import { readKey } from "./key.ts";

/** What is checked from outside of a profile. */
interface OfProfile {
  profile: string;
  sqliteBinding: string | null;
  now: number;
}

/** Of a place that needs no key. Says what is wrong, and throws nothing; null where no folder is named. */
export const drillFromOutside =
  (keyFile: string, fixed: FixedCounters) =>
  async ({ profile, sqliteBinding, now }: OfProfile, deviceId: string) => {
    const { place, region } = asDecided(readConfig(profile), fixed);
    if (place === null || deviceId === "") return null;
    const folder = mkdtempSync(join(tmpdir(), "counterside-drill-"));
    let opened: ShopPlace | null = null;
    try {
      opened = await openPlace({ place, region, key: null, secret: null }, null);
      const world = {
        place: opened,
        profile: folder,
        now: () => now,
        uuid: systemRandomness.uuid,
      };
      const key = await readKey(readFileSync(keyFile, "utf8"));
      const wish = {
        deviceId,
        connection: null,
        stem: null,
        key,
        folder: join(folder, "drill"),
        sqliteBinding,
      };
      const { madeAt, bytes, entries, files, missingFiles } = await backupJobs["backups.fetch"](world, wish);
      return { ok: missingFiles === 0, madeAt, bytes, entries, files, missingFiles };
    } catch (error) {
      if (!(error instanceof CountersideError) && !(error instanceof Error)) throw error;
      return {
        ok: false,
        error: error instanceof CountersideError ? replyOf(error) : { message: error.message },
      };
    } finally {
      opened?.close();
      removeFolderAtOnce(folder);
    }
  };
