/** Makes a connection of this profile out of another counter's backup. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { CountersideError } from "../../contract/reply.ts";
import { connectionKey } from "./connection-key.ts";
import type { Clock, Randomness } from "./ports.ts";
import { openRestored, putInPlace, type Restored, settleRestored } from "./services/backup-restore.ts";
import { keepAside, removeWithLogs } from "./store/file-moves.ts";
import { countEntries } from "./store/open-database.ts";
import type { ConnectionRow, ProfileStore } from "./store/profile.ts";
import { dropWitness } from "./store/witness.ts";

interface RestoreParts {
  path: string;
  folder: string;
  profile: ProfileStore;
  sqliteBinding: string | null;
  clock: Clock;
  randomness: Randomness;
}

/**
 * Puts the restored file in place and returns its row, not yet saved. Throws `file_unreadable`, `file_invalid`,
 * `newer_database`, `wrong_state` (this profile has entries of that service and tenant) or a storage code.
 */
export function restoreConnection(parts: RestoreParts): { row: ConnectionRow; restored: Restored } {
  const { path, folder, profile, sqliteBinding, clock, randomness } = parts;
  const place = join(folder, "connections", `.${randomness.uuid()}.restoring`);
  mkdirSync(dirname(place), { recursive: true });
  const { db, owner } = openRestored(path, place, sqliteBinding);
  try {
    const key = connectionKey(owner.serviceUrl, owner.tenantId);
    const target = join(folder, "connections", `${key}.sqlite`);
    if (existsSync(target) && countEntries(target, sqliteBinding) !== 0)
      throw new CountersideError(
        "wrong_state",
        `This profile already has entries for tenant ${owner.tenantId} at ${owner.serviceUrl}; a backup can't be mixed with them. Restore it into a new profile.`,
        { serviceUrl: owner.serviceUrl, tenantId: owner.tenantId },
      );
    // A counter keeps one uuid, but never the old counter's: the service tells the two apart by it.
    const own = profile.all().find((row) => row.device_id !== owner.deviceId)?.device_id;
    const deviceId = own ?? randomness.uuid();
    const restored = settleRestored(db, path, { owner, deviceId, now: clock.now() });
    db.close();
    if (existsSync(target)) keepAside(target, clock.now());
    dropWitness(target);
    putInPlace(place, target);
    return {
      restored,
      row: {
        ...{
          connection_key: key,
          service_url: owner.serviceUrl,
          tenant_id: owner.tenantId,
          user_id: owner.userId,
        },
        ...{ device_id: deviceId, practice: owner.practice ? 1 : 0, file: `${key}.sqlite`, current: 1 },
      },
    };
  } finally {
    db.close();
    removeWithLogs(place);
  }
}
