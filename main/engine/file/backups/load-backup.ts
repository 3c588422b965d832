/** Makes a connection of this profile out of another counter's backup. */
import { chmodSync, existsSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { KeptFile } from "../../../../contract/kept-file.ts";
import { storedName } from "../../../../contract/kept-file.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import { makeFolderAtOnce, nameWholeAtOnce, removeWithLogs } from "../../../lib/whole-file.ts";
import type { ConnectionRow, EngineContext } from "../../core/context.ts";
import { createDocumentStore } from "../../core/outbox/documents.ts";
import type { Log } from "../../ports.ts";
import { realFile } from "../database/file-claim.ts";
import { keepAside } from "../database/file-moves.ts";
import { countEntries, type Db, openToRead } from "../database/open-database.ts";
import type { Place } from "../place/place.ts";
import { connectionKey } from "../profile/connection-key.ts";
import type { ProfileStore } from "../profile/profile.ts";
import { dropHighWaterMark, readSeen } from "../recovery/high-water-mark.ts";
import { missingOf } from "./attached-files.ts";
import { attachmentsFolder } from "./backup.ts";
import { namesIn } from "./backup-files.ts";
import {
  type BackupOwner,
  type LoadedBackup,
  type LoadedFiles,
  openLoaded,
  putInPlace,
  settleLoaded,
} from "./backup-load.ts";
import { carriesFiles, dropCarried, namedFiles, takeCarried } from "./carried-files.ts";

/** A backup that was copied here and checked, with the files behind its references. Not yet anything's books. */
export interface FetchedBackup {
  /** As the person named it. */
  path: string;
  place: string;
  db: Db;
  owner: BackupOwner;
  files: LoadedFiles;
}

const breathe = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Takes the files out of a backup that carries them. Returns those that it doesn't carry whole. */
async function takeAllCarried(db: Db, files: readonly KeptFile[], folder: string): Promise<KeptFile[]> {
  if (!carriesFiles(db)) return [...files];
  makeFolderAtOnce(folder);
  const missing: KeptFile[] = [];
  for (const file of files) {
    const target = join(folder, storedName(file));
    const unfinished = join(folder, `.part-${storedName(file)}`);
    rmSync(unfinished, { force: true });
    if (takeCarried(db, file, unfinished)) {
      nameWholeAtOnce(unfinished, target);
      chmodSync(target, 0o400);
    } else {
      rmSync(unfinished, { force: true });
      missing.push(file);
    }
    await breathe();
  }
  return missing;
}

/**
 * Copies the backup here, its files into the profile's attachments. Throws `file_unreadable`, `file_invalid`,
 * `newer_database`, `storage_busy` where its folder gives no answer, or another storage code. `outside`: the way to where
 * the backup is, which may be slow or never answer.
 */
export async function fetchBackup(
  { profile: folder, sqliteBinding, randomness }: EngineContext,
  path: string,
  outside: Place,
): Promise<FetchedBackup> {
  const place = join(folder, "connections", `.${randomness.uuid()}.restoring`);
  makeFolderAtOnce(dirname(place));
  await outside.ask({ do: "take", from: path, to: place });
  const { db, owner } = openLoaded(path, place, sqliteBinding);
  try {
    const all = namedFiles(db);
    const to = attachmentsFolder(folder);
    const notCarried = await takeAllCarried(db, all, to);
    dropCarried(db);
    // A backup of a counter's own folder has its files beside it.
    const from = [join(dirname(path), "files")];
    const missing =
      notCarried.length === 0
        ? []
        : (await outside.ask({ do: "files", namedBy: place, sqliteBinding, from, to, named: "stored" }))
            .missing;
    const files = { brought: all.length - missing.length, missing: missingOf(missing) };
    return { path, place, db, owner, files };
  } catch (error) {
    db.close();
    removeWithLogs(place);
    throw error;
  }
}

/** Removes what is left of a fetched backup; afterwards it is used no more. */
export function dropFetched({ db, place }: FetchedBackup): void {
  db.close();
  removeWithLogs(place);
}

/** Copies that a program left which ended while it loaded a backup. Call it before anything is loaded. */
export function dropLeftLoads(folder: string, log: Log): void {
  const connections = join(folder, "connections");
  for (const name of namesIn(connections).filter((each) => /^\.[0-9a-f-]{36}\.restoring/.test(each))) {
    try {
      rmSync(join(connections, name), { force: true });
    } catch (error) {
      // Another program may hold it. It takes room, and keeps nothing from opening.
      log.warn("what a restore left could not be removed", { error });
    }
  }
}

/** A backup that was copied and checked, and may still be given up. */
interface PreparedLoad {
  row: ConnectionRow;
  /**
   * Puts the file in place, whose connection must not be open. Throws `wrong_state` (this profile has entries of that
   * service and tenant) or a storage code.
   */
  finish: () => LoadedBackup;
}

/**
 * Half-typed work of the connection that makes room. A draft that the backup has under the same number is another's.
 */
function takeDrafts(db: Db, from: string, { sqliteBinding, randomness }: EngineContext): void {
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

/** Makes the fetched backup ready to become a connection of this profile. */
export function prepareLoad(
  { path, place, db, owner, files }: FetchedBackup,
  engine: EngineContext,
  profile: ProfileStore,
): PreparedLoad {
  const { profile: folder, sqliteBinding, clock, randomness } = engine;
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
      // A log without its file would be applied to what is put there.
      const isThere = existsSync(target) || existsSync(`${target}-wal`);
      // One that the profile doesn't name is left of a load that was cut off: it is kept aside.
      const present = profile.all().find((row) => row.connection_key === key);
      const isNamed = present !== undefined;
      // In practice, where moving is rehearsed on one computer, the backup takes the place of what was practised since.
      const isPractised = owner.practice && present?.practice === 1;
      if (isThere && isNamed && !isPractised && countEntries(target, sqliteBinding) !== 0)
        throw new CountersideError(
          "wrong_state",
          `This profile already has entries for tenant ${owner.tenantId} at ${owner.serviceUrl}; a backup can't be mixed with them. Restore it into a new profile.`,
          { serviceUrl: owner.serviceUrl, tenantId: owner.tenantId },
        );
      if (isThere && isNamed) takeDrafts(db, target, engine);
      const seen = { reached: readSeen(folder, target), audit: profile.auditEnd(basename(target)) };
      const loaded = settleLoaded(db, path, { owner, deviceId, now: clock.now(), files, seen });
      db.close();
      if (isThere) keepAside(target, clock.now(), isNamed && !isPractised ? "corrupt" : "replaced");
      dropHighWaterMark(target);
      putInPlace(place, target);
      return loaded;
    },
  };
}
