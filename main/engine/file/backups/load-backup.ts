/** Makes a connection of this profile out of another counter's backup. */

import { chmodSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { NOBODY } from "../../../../contract/call.ts";
import { serviceUrl } from "../../../../contract/channels/connection.ts";
import type { RecoveryDetails } from "../../../../contract/channels/recovery.ts";
import { CountersideError, receivedError } from "../../../../contract/error.ts";
import { type KeptFile, storedName } from "../../../../contract/kept-file.ts";
import { type ExactInteger, tenantId, userId } from "../../../../contract/values.ts";
import { breathe } from "../../../lib/breathe.ts";
import { messageOf } from "../../../lib/error-code.ts";
import type { Log } from "../../../lib/log.ts";
import { makeFolderAtOnce, nameWholeAtOnce, removeAtOnce, removeWithLogs } from "../../../lib/whole-file.ts";
import { createAuditStore } from "../../core/audit.ts";
import type { ConnectionRow, EngineContext } from "../../core/context.ts";
import { createDocumentStore } from "../../core/outbox/documents.ts";
import { forgetFence, noteTakeover } from "../../core/outbox/fence.ts";
import { checkAtOnce, foreignParts, missingParts } from "../check.ts";
import { realFile } from "../database/file-claim.ts";
import { keepAside } from "../database/file-moves.ts";
import { createMetaStore } from "../database/meta.ts";
import {
  countEntries,
  type Db,
  isDamage,
  isOfSchema,
  openScratch,
  openToRead,
  storageError,
} from "../database/open-database.ts";
import type { Place } from "../place/place.ts";
import { connectionKey, type ProfileStore } from "../profile.ts";
import { dropHighWaterMark, noteTakesOver, readSeen, type Seen } from "../recovery/high-water-mark.ts";
import { createRecoveryStore, NOTHING_SALVAGED } from "../recovery/recovery-report.ts";
import { holdReason, statesOf } from "../recovery/salvage/entries.ts";
import { migrate } from "../schema/migrations.ts";
import { missingOf } from "./attached-files.ts";
import { attachmentsFolder } from "./backup.ts";
import { namesIn } from "./backup-files.ts";
import { carriesFiles, dropCarried, namedFiles, takeCarried } from "./carried-files.ts";

// Brings a backup of another counter into this profile. The old counter may still be alive: until a person says what
// became of it nothing is sent, and what was under way when the backup was made stays a person's decision.

/** Whose books a backup holds. */
interface BackupOwner {
  serviceUrl: string;
  tenantId: ExactInteger;
  userId: ExactInteger;
  /** The old counter's. */
  deviceId: string;
  practice: boolean;
}

type LoadedFiles = NonNullable<RecoveryDetails["files"]>;

interface LoadedBackup {
  recoveryId: number;
  entries: number;
  /** They wait for the decision about the old counter. */
  waiting: number;
  /** They are decisions already. */
  held: number;
}

function ownerOf(db: Db, path: string): BackupOwner {
  const meta = createMetaStore(db);
  const url = serviceUrl.safeParse(meta.get("serviceUrl") ?? "");
  const whole = (text: string | null): unknown => {
    const number = Number(text ?? "");
    return Number.isSafeInteger(number) && text !== null && text !== "" ? number : text;
  };
  const tenant = tenantId.safeParse(whole(meta.get("tenantId")));
  const user = userId.safeParse(whole(meta.get("userId")));
  if (!url.success || !tenant.success || !user.success)
    throw new CountersideError("file_invalid", { reason: "no_owner", path });
  const tenants = db.prepare<[], unknown>("SELECT DISTINCT tenant_id FROM entry").pluck().all();
  if (tenants.some((id) => String(id) !== String(tenant.data)))
    throw new CountersideError("file_invalid", { reason: "other_tenant", path });
  return {
    serviceUrl: url.data,
    tenantId: tenant.data,
    userId: user.data,
    deviceId: meta.get("deviceId") ?? "",
    practice: meta.get("practice") === "1",
  };
}

/** The refusal of the copy at `place`, about the backup that the person named: the copy is gone by then. */
const named = (error: unknown, place: string, path: string): unknown =>
  error instanceof CountersideError && error.details.path === place
    ? receivedError({
        code: error.code,
        message: error.message.replaceAll(place, path),
        details: { ...error.details, path },
      })
    : error;

/**
 * Opens the copy at `place` of what another counter wrote, checked and up to date. Throws `file_invalid` where it is not
 * whole. `path`: as the person named it. `look`: what else must hold.
 */
export function openChecked<T>(
  path: string,
  place: string,
  sqliteBinding: string | null,
  look: (db: Db) => T,
): { db: Db; looked: T } {
  let db: Db | null = null;
  try {
    db = openScratch(place, sqliteBinding);
    const foreign = foreignParts(db, sqliteBinding).slice(0, 3);
    if (foreign.length > 0)
      throw new CountersideError("file_invalid", { reason: "foreign_parts", path, parts: foreign });
    const found = checkAtOnce(db);
    if ("wrong" in found)
      throw new CountersideError("file_invalid", { reason: "damaged", path, said: found.wrong });
    migrate(db);
    const missing = missingParts(db, sqliteBinding).slice(0, 3);
    if (missing.length > 0)
      throw new CountersideError("file_invalid", { reason: "missing_parts", path, parts: missing });
    return { db, looked: look(db) };
  } catch (error) {
    db?.close();
    removeAtOnce(place);
    const found = error instanceof CountersideError ? error.details.said : null;
    const said = (typeof found === "string" ? found : messageOf(error)).replaceAll(place, path);
    if (isDamage(error) || isOfSchema(error))
      throw new CountersideError("file_invalid", { reason: "damaged", path, said });
    throw storageError(error, path) ?? named(error, place, path);
  }
}

/** Writes the new counter and everything that waits into the copy. */
export function settleLoaded(
  db: Db,
  path: string,
  {
    owner,
    deviceId,
    now,
    files,
    seen,
    epoch = null,
  }: {
    owner: BackupOwner;
    deviceId: string;
    now: number;
    files: LoadedFiles;
    seen: Seen;
    /** Of the fence behind which its counter was taken over: then it is known that the old one may have sent. */
    epoch?: number | null;
  },
): LoadedBackup {
  return db
    .transaction((): LoadedBackup => {
      const store = createRecoveryStore(db);
      const meta = createMetaStore(db);
      const at = db.prepare<[], number | null>("SELECT max(at) FROM audit").pluck().get() ?? now;
      const isTaken = epoch !== null;
      const reason = isTaken ? "a counter was taken over" : "a backup was restored";
      const recoveryId = store.insert(now, "restored", reason, {});
      let waiting = 0;
      let held = 0;
      const states = statesOf(db);
      for (const [sequence, state] of states) {
        const reason = holdReason(state, !isTaken);
        const waits = state === "pending" || state === "retry_wait" || state === "dead_letter";
        if (reason === null && !waits) continue;
        if (waits) waiting += 1;
        if (reason !== null) {
          held += 1;
          store.makeUnknown(sequence, reason, now);
        }
        store.put(recoveryId, sequence, {
          origin: "backup",
          state_before: state,
          state_after: reason === null ? state : "outcome_unknown",
          reason,
          held: true,
        });
      }
      const details: RecoveryDetails = {
        ...NOTHING_SALVAGED,
        base: "backup",
        backup: { name: basename(path), at: new Date(at).toISOString() },
        entries: { ...NOTHING_SALVAGED.entries, all: states.size, held },
        mayLackMore: true,
        files,
      };
      store.describe(recoveryId, details);
      // Spelled as the profile spells it: whose it is is compared letter by letter.
      meta.hold({ serviceUrl: owner.serviceUrl, tenantId: String(owner.tenantId), deviceId });
      if (isTaken) store.decide(recoveryId, "may_have_sent", now);
      // A pause was for the old counter; here the decision itself holds everything back.
      meta.setFlag("paused", false);
      meta.endConsents();
      noteTakesOver(db, seen);
      forgetFence(meta);
      if (isTaken) noteTakeover(meta, { recoveryId, deviceId: owner.deviceId, epoch });
      createAuditStore(db).append(
        { userId: owner.userId, deviceId, ...NOBODY },
        now,
        isTaken ? "takeover.claimed" : "backup.restored",
        basename(path),
        {
          from: owner.deviceId,
          entries: states.size,
          waiting,
          held,
          ...(isTaken ? { epoch } : {}),
        },
      );
      return { recoveryId, entries: states.size, waiting, held };
    })
    .immediate();
}

/** Gives the finished copy its name. */
function putInPlace(place: string, target: string): void {
  if (existsSync(target)) throw new CountersideError("wrong_state", { reason: "file_there", path: target });
  nameWholeAtOnce(place, target);
}

/** A backup that was copied here and checked, with the files behind its references. Not yet anything's books. */
interface FetchedBackup {
  /** As the person named it. */
  path: string;
  place: string;
  db: Db;
  owner: BackupOwner;
  files: LoadedFiles;
}

/** Takes the files out of a backup that carries them. Returns those that it doesn't carry whole. */
export async function takeAllCarried(
  db: Db,
  files: readonly KeptFile[],
  folder: string,
): Promise<KeptFile[]> {
  if (!carriesFiles(db)) return [...files];
  makeFolderAtOnce(folder);
  const missing: KeptFile[] = [];
  for (const file of files) {
    const target = join(folder, storedName(file));
    const unfinished = join(folder, `.part-${storedName(file)}`);
    removeAtOnce(unfinished);
    if (takeCarried(db, file, unfinished)) {
      nameWholeAtOnce(unfinished, target);
      chmodSync(target, 0o400);
    } else {
      removeAtOnce(unfinished);
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
  const { db, looked: owner } = openChecked(path, place, sqliteBinding, (opened) => ownerOf(opened, path));
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
      removeAtOnce(join(connections, name));
    } catch (error) {
      // Another program may hold it. It takes room, and keeps nothing from opening.
      log.warn("what a restore left could not be removed", { error });
    }
  }
}

/** A backup that was copied and checked, and may still be given up. */
interface PreparedLoad {
  row: ConnectionRow;
  /** Throws `wrong_state` as `finish` would; while the connection is not open. */
  assertRoom: () => void;
  /**
   * Puts the file in place, whose connection must not be open. Throws `wrong_state` (this profile has entries of that
   * service and tenant) or a storage code.
   */
  finish: (epoch?: number) => LoadedBackup;
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

/** How a counter is taken over. */
export interface Taking {
  /** The uuid that this computer gets if it has none. */
  deviceId: string;
  /** Once nothing else keeps the backup from being loaded; `deviceId`: this computer's. Returns the fence's epoch. */
  putFence(deviceId: string): Promise<number>;
}
/** Loads the backup of a counter as this computer's own, behind a fence. */
export type TakeOver = (
  path: string,
  taking: Taking,
) => Promise<
  LoadedBackup &
    Record<"serviceUrl" | "deviceId", string> &
    Pick<BackupOwner, "tenantId" | "userId"> & { files: number; missingFiles: LoadedFiles["missing"] }
>;

/** Makes the fetched backup ready to become a connection of this profile. `wanted`: the uuid of a profile that has none. */
export function prepareLoad(
  { path, place, db, owner, files }: FetchedBackup,
  engine: EngineContext,
  profile: ProfileStore,
  wanted: string | null = null,
): PreparedLoad {
  const { profile: folder, sqliteBinding, clock, randomness } = engine;
  const key = connectionKey(owner.serviceUrl, owner.tenantId);
  // A counter keeps one uuid, but never the old counter's: the service tells the two apart by it.
  const own = profile.all().find((row) => row.device_id !== owner.deviceId)?.device_id;
  const deviceId = own ?? wanted ?? randomness.uuid();
  const target = realFile(join(folder, "connections", `${key}.sqlite`));
  const find = () => {
    // A log without its file would be applied to what is put there.
    const isThere = existsSync(target) || existsSync(`${target}-wal`);
    // One that the profile doesn't name is left of a load that was cut off: it is kept aside.
    const present = profile.all().find((row) => row.connection_key === key);
    const isNamed = present !== undefined;
    // In practice, where moving is rehearsed on one computer, the backup takes the place of what was practised since.
    const isPractised = owner.practice && present?.practice === 1;
    if (isThere && isNamed && !isPractised && countEntries(target, sqliteBinding) !== 0)
      throw new CountersideError("wrong_state", {
        reason: "books_here",
        serviceUrl: owner.serviceUrl,
        tenantId: owner.tenantId,
      });
    return { isThere, isNamed, isPractised };
  };
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
    assertRoom: () => void find(),
    finish(epoch) {
      const { isThere, isNamed, isPractised } = find();
      if (isThere && isNamed) takeDrafts(db, target, engine);
      const seen = { reached: readSeen(folder, target), audit: profile.auditEnd(basename(target)) };
      const now = clock.now();
      const loaded = settleLoaded(db, path, { owner, deviceId, now, files, seen, epoch: epoch ?? null });
      db.close();
      if (isThere) keepAside(target, clock.now(), isNamed && !isPractised ? "corrupt" : "replaced");
      dropHighWaterMark(target);
      putInPlace(place, target);
      return loaded;
    },
  };
}
