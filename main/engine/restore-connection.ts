/** Makes a connection of this profile out of another counter's backup. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { CountersideError } from "../../contract/reply.ts";
import { connectionKey } from "./connection-key.ts";
import type { Clock, Randomness } from "./ports.ts";
import { openRestored, putInPlace, type Restored, settleRestored } from "./services/backup-restore.ts";
import { createDocumentStore } from "./store/documents.ts";
import { realFile } from "./store/file-claim.ts";
import { keepAside, removeWithLogs } from "./store/file-moves.ts";
import { countEntries, type Db, openToRead } from "./store/open-database.ts";
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

/** A backup that was copied and checked, and may still be given up. */
interface PreparedRestore {
  row: ConnectionRow;
  /**
   * Puts the file in place, whose connection must not be open. Throws `wrong_state` (this profile has entries of that
   * service and tenant) or a storage code.
   */
  finish: () => Restored;
  /** Removes what is left of the preparation; afterwards it is used no more. */
  drop: () => void;
}

/**
 * Half-typed work of the connection that makes room. A draft that the backup has under the same number is another's.
 */
function takeDrafts(db: Db, from: string, { sqliteBinding, randomness }: RestoreParts): void {
  const old = openToRead(from, sqliteBinding);
  try {
    const mine = createDocumentStore(db);
    const known = new Map(mine.drafts().map((draft) => [draft.draft_id, draft.content]));
    for (const draft of createDocumentStore(old).drafts()) {
      if (known.get(draft.draft_id) === draft.content) continue;
      mine.putDraft(known.has(draft.draft_id) ? { ...draft, draft_id: randomness.uuid() } : draft);
    }
  } finally {
    old.close();
  }
}

/** Copies and checks the backup. Throws `file_unreadable`, `file_invalid`, `newer_database` or a storage code. */
export function prepareRestore(parts: RestoreParts): PreparedRestore {
  const { path, folder, profile, sqliteBinding, clock, randomness } = parts;
  const place = join(folder, "connections", `.${randomness.uuid()}.restoring`);
  mkdirSync(dirname(place), { recursive: true });
  const { db, owner } = openRestored(path, place, sqliteBinding);
  const key = connectionKey(owner.serviceUrl, owner.tenantId);
  // A counter keeps one uuid, but never the old counter's: the service tells the two apart by it.
  const own = profile.all().find((row) => row.device_id !== owner.deviceId)?.device_id;
  const deviceId = own ?? randomness.uuid();
  return {
    row: {
      connection_key: key,
      service_url: owner.serviceUrl,
      tenant_id: owner.tenantId,
      user_id: owner.userId,
      device_id: deviceId,
      practice: owner.practice ? 1 : 0,
      file: `${key}.sqlite`,
      current: 1,
    },
    finish() {
      const target = realFile(join(folder, "connections", `${key}.sqlite`));
      const isThere = existsSync(target);
      if (isThere && countEntries(target, sqliteBinding) !== 0)
        throw new CountersideError(
          "wrong_state",
          `This profile already has entries for tenant ${owner.tenantId} at ${owner.serviceUrl}; a backup can't be mixed with them. Restore it into a new profile.`,
          { serviceUrl: owner.serviceUrl, tenantId: owner.tenantId },
        );
      if (isThere) takeDrafts(db, target, parts);
      const restored = settleRestored(db, path, { owner, deviceId, now: clock.now() });
      db.close();
      if (isThere) keepAside(target, clock.now());
      dropWitness(target);
      putInPlace(place, target);
      return restored;
    },
    drop() {
      db.close();
      removeWithLogs(place);
    },
  };
}
