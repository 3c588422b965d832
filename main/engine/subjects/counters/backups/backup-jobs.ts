/** Puts backups into the shop folder, thins them, and fetches them again; on the thread of the shop folder. */

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { CountersideError } from "../../../../../contract/error.ts";
import { fileHash } from "../../../../../contract/kept-file.ts";
import { breathe } from "../../../../lib/breathe.ts";
import { messageOf } from "../../../../lib/error-code.ts";
import {
  makeFolderAtOnce,
  nameWholeAtOnce,
  removeAtOnce,
  removeWithLogs,
} from "../../../../lib/whole-file.ts";
import type { FileOwner } from "../../../core/context.ts";
import {
  type BackupFile,
  type BackupReach,
  byReach,
  expendable,
  ownBackups,
  ownerIn,
  reachIn,
} from "../../../file/backups/backup-files.ts";
import { namedFiles } from "../../../file/backups/carried-files.ts";
import { checkContents, strangePart } from "../../../file/check.ts";
import { openScratch, openToRead } from "../../../file/database/open-database.ts";
import { connectionKey } from "../../../file/profile.ts";
import type { JobWorld } from "../job-world.ts";
import { workFolder } from "../kept.ts";
import { jsonContent, type Listed, placeFailed } from "../place/shop-place.ts";
import { contentOfFile, decryptFile, encryptFile, writePieces } from "./age-files.ts";
import {
  attachedName,
  backupsOf,
  indexesIn,
  type NamedBackup,
  readIndex,
  readIndexes,
  type ShopBackup,
  stemOf,
} from "./shop-backups.ts";

/** What was put there is read again up to this size; of a larger one its size is looked at. */
const READ_BACK_BYTES = 64_000_000;
/** An encrypted file without an index is left of an upload that was cut off. */
const LEFT_AFTER_MS = 86_400_000;
/** Newer ones first; one that doesn't pass is passed over. */
const MOST_TRIED = 5;
/** Beyond the index's own word on the encrypted file nothing is fetched. */
const MOST_FILE_BYTES = 60_000_000;

/** Encrypts a file of the own disk and puts it there. */
async function putEncrypted(
  { place, profile, uuid }: JobWorld,
  from: string,
  name: string,
  recipient: string,
): Promise<{ bytes: number; sha256: string }> {
  const unfinished = join(workFolder(profile), `.${uuid()}.age`);
  try {
    const written = await encryptFile(from, unfinished, recipient);
    await place.put(name, contentOfFile(unfinished, written.bytes));
    const [there] = await place.list(name);
    if (there?.bytes !== written.bytes) throw placeFailed("broken", `${name} is not as it was put there`);
    if (written.bytes <= READ_BACK_BYTES) {
      const hash = createHash("sha256");
      for await (const piece of (await place.get(name)) ?? []) hash.update(piece);
      if (hash.digest("hex") !== written.sha256)
        throw placeFailed("broken", `${name} is not what was put there`);
    }
    return written;
  } finally {
    removeAtOnce(unfinished);
  }
}

/** By the rule of the counter's own backups; of another connection or counter nothing. */
async function thin(world: JobWorld, deviceId: string, connection: string): Promise<void> {
  const { place, now } = world;
  const listed = await place.list(`${backupsOf(deviceId)}/`);
  const all = await readIndexes(place, listed);
  const named = indexesIn(listed);
  const files = all
    .filter((each) => each.connection === connection)
    .map(
      ({ stem, madeAt, bytes, reach }): BackupFile => ({
        path: stem,
        at: Date.parse(madeAt),
        made: "by_itself",
        bytes,
        reach,
      }),
    );
  const gone = new Set(expendable(byReach(files)).map(({ path }) => path));
  for (const stem of gone) {
    await place.remove(`${backupsOf(deviceId)}/${stem}.json`);
    await place.remove(`${backupsOf(deviceId)}/${stem}.age`);
  }
  const isLeft = ({ at }: Listed): boolean => at < now() - LEFT_AFTER_MS;
  const stems = new Set(named.map(({ stem }) => stem));
  // One that can't be read may name any of the files.
  const isEveryKnown = all.length === named.length;
  const kept = new Set(all.filter(({ stem }) => !gone.has(stem)).flatMap((each) => each.files));
  for (const each of listed) {
    const rest = each.name.slice(backupsOf(deviceId).length + 1);
    const hash = /^files\/([0-9a-f]{64})\.age$/.exec(rest)?.[1];
    const stem = /^([^/]+)\.age$/.exec(rest)?.[1];
    const isOrphan =
      hash !== undefined
        ? isEveryKnown && !kept.has(hash)
        : stem !== undefined && !stems.has(stem) && isLeft(each);
    if (isOrphan) await place.remove(each.name);
  }
}

interface Put {
  /** Of this counter's own folder of backups. */
  path: string;
  madeAt: string;
  filesFrom: string;
  deviceId: string;
  connection: string;
  name: string;
  recipient: string;
  sqliteBinding: string | null;
}

interface OwnNewest {
  folder: string;
  databasePath: string;
  owner: FileOwner;
  sqliteBinding: string | null;
}

/** What a backup holds that was fetched, and where. */
export interface Fetched {
  /** The decrypted file; its attached files lie in `files` beside it. */
  path: string;
  stem: string;
  madeAt: string;
  name: string;
  bytes: number;
  entries: number;
  upTo: number;
  /** Of its entries those that are not settled: first and last of each run. */
  undecided: [number, number][];
  connection: string;
  files: number;
  missingFiles: number;
}

/** Runs of consecutive numbers; one run for all where there are more than `most`. */
export function runsOf(numbers: readonly number[], most: number): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const [first, last] = [runs[0], runs.at(-1)];
  return runs.length <= most || first === undefined || last === undefined ? runs : [[first[0], last[1]]];
}

/** Every page is read. Throws `place_failed` (`broken`) where it is not this counter's whole file. */
async function lookThrough(
  path: string,
  index: NamedBackup,
  sqliteBinding: string | null,
): Promise<Pick<Fetched, "entries" | "upTo" | "undecided"> & { hashes: string[] }> {
  const db = openScratch(path, sqliteBinding);
  try {
    // What was put there by anybody may hold what computes without end.
    const strange = strangePart(db, sqliteBinding);
    if (strange !== null) throw placeFailed("broken", strange);
    const check = checkContents(db);
    for (;;) {
      const step = check.next();
      if (step.done !== true) {
        await breathe();
        continue;
      }
      if ("wrong" in step.value) throw placeFailed("broken", step.value.wrong);
      break;
    }
    const owner = ownerIn(db);
    if (owner?.deviceId.toLowerCase() !== index.deviceId.toLowerCase())
      throw placeFailed("broken", "it is another counter's backup");
    if (connectionKey(owner.serviceUrl, owner.tenantId) !== index.connection)
      throw placeFailed("broken", "it is another connection's backup");
    const open = db
      .prepare<[], number>(
        `SELECT sequence FROM entry WHERE state NOT IN ('confirmed','discarded') ORDER BY sequence`,
      )
      .pluck()
      .all();
    return {
      entries: db.prepare<[], number>("SELECT count(*) FROM entry").pluck().get() ?? 0,
      upTo: reachIn(db).entry,
      undecided: runsOf(open, 2_000),
      hashes: [...new Set(namedFiles(db).map(({ sha256 }) => sha256))],
    };
  } finally {
    db.close();
  }
}

/** Brings the attached files that a backup names; returns how many could not be had. */
async function fetchFiles(
  world: JobWorld,
  deviceId: string,
  hashes: readonly string[],
  folder: string,
  key: string,
): Promise<number> {
  let missing = 0;
  if (hashes.length > 0) makeFolderAtOnce(folder);
  for (const sha256 of hashes) {
    const target = join(folder, sha256);
    const encrypted = `${target}.age`;
    try {
      const parts = await world.place.get(attachedName(deviceId, sha256));
      if (parts === null) {
        missing += 1;
        continue;
      }
      await writePieces(parts, encrypted, MOST_FILE_BYTES);
      const written = await decryptFile(encrypted, `${target}.part`, key);
      if (written.sha256 === sha256) nameWholeAtOnce(`${target}.part`, target);
      else missing += 1;
    } catch (error) {
      // One file that is broken keeps no backup from being used; a place that fails does.
      const isBroken =
        error instanceof CountersideError &&
        (error.code === "invalid_input" || error.details.reason === "broken");
      if (!isBroken) throw error;
      missing += 1;
    } finally {
      removeAtOnce(encrypted);
      removeAtOnce(`${target}.part`);
    }
  }
  return missing;
}

async function fetchOne(
  world: JobWorld,
  index: NamedBackup,
  { folder, key, sqliteBinding }: { folder: string; key: string; sqliteBinding: string | null },
): Promise<Fetched> {
  const deviceId = index.deviceId.toLowerCase();
  const encrypted = join(folder, "shop.age");
  const path = join(folder, "shop.sqlite");
  removeWithLogs(path);
  removeAtOnce(encrypted);
  const parts = await world.place.get(`${backupsOf(deviceId)}/${index.stem}.age`);
  if (parts === null) throw placeFailed("broken", "the backup itself is not there");
  const found = await writePieces(parts, encrypted, index.bytes);
  if (found.sha256 !== index.sha256) throw placeFailed("broken", "the backup is not the one its index names");
  const { bytes } = await decryptFile(encrypted, path, key);
  removeAtOnce(encrypted);
  let looked: Awaited<ReturnType<typeof lookThrough>>;
  try {
    looked = await lookThrough(path, index, sqliteBinding);
  } catch (error) {
    throw error instanceof CountersideError ? error : placeFailed("broken", messageOf(error));
  }
  const { hashes, ...contents } = looked;
  const missingFiles = await fetchFiles(world, deviceId, hashes, join(folder, "files"), key);
  return {
    path,
    stem: index.stem,
    madeAt: index.madeAt,
    name: index.name,
    bytes,
    ...contents,
    connection: index.connection,
    files: hashes.length - missingFiles,
    missingFiles,
  };
}

export const backupJobs = {
  /** The newest backup that this counter made by itself or by hand in its own folder. */
  "backups.newest": async (
    _: JobWorld,
    { folder, databasePath, owner, sqliteBinding }: OwnNewest,
  ): Promise<{ path: string; madeAt: string } | null> => {
    const newest = ownBackups(folder, databasePath, owner, sqliteBinding)[0];
    return newest === undefined ? null : { path: newest.path, madeAt: new Date(newest.at).toISOString() };
  },
  /** How far a backup of the own disk had come; null where it is not this counter's. */
  "backups.read": async (
    _: JobWorld,
    { path, deviceId, sqliteBinding }: Pick<Put, "path" | "deviceId" | "sqliteBinding">,
  ): Promise<BackupReach | null> => {
    const db = openToRead(path, sqliteBinding);
    try {
      return ownerIn(db)?.deviceId.toLowerCase() === deviceId.toLowerCase() ? reachIn(db) : null;
    } finally {
      db.close();
    }
  },
  /** Encrypts it and puts it there, its attached files first and its index last. False: it was there. */
  "backups.put": async (world: JobWorld, wish: Put): Promise<boolean> => {
    const { place, profile } = world;
    const { path, madeAt, recipient, connection, name } = wish;
    const deviceId = wish.deviceId.toLowerCase();
    makeFolderAtOnce(workFolder(profile));
    const db = openToRead(path, wish.sqliteBinding);
    let reach: BackupReach;
    let hashes: string[];
    try {
      reach = reachIn(db);
      hashes = [...new Set(namedFiles(db).map(({ sha256 }) => sha256))].filter(
        (hash) => fileHash.safeParse(hash).success,
      );
    } finally {
      db.close();
    }
    const stem = stemOf({ madeAt, reach, connection });
    const listed = new Set((await place.list(`${backupsOf(deviceId)}/`)).map((each) => each.name));
    if (listed.has(`${backupsOf(deviceId)}/${stem}.json`)) return false;
    const files: string[] = [];
    for (const sha256 of hashes) {
      const from = join(wish.filesFrom, sha256);
      const isThere = listed.has(attachedName(deviceId, sha256));
      if (!isThere && statSync(from, { throwIfNoEntry: false })?.isFile() !== true) continue;
      if (!isThere) await putEncrypted(world, from, attachedName(deviceId, sha256), recipient);
      files.push(sha256);
    }
    const written = await putEncrypted(world, path, `${backupsOf(deviceId)}/${stem}.age`, recipient);
    const index: ShopBackup = {
      version: 1,
      deviceId,
      connection,
      name: name.slice(0, 200),
      madeAt,
      ...written,
      reach,
      files,
    };
    const indexName = `${backupsOf(deviceId)}/${stem}.json`;
    await place.put(indexName, jsonContent(index));
    if ((await readIndex(place, deviceId, stem)) === null)
      throw placeFailed("broken", `${indexName} is not what was put there`);
    await thin(world, deviceId, connection);
    return true;
  },
  /** The newest backup of a counter that can be decrypted and is whole, into `folder`. */
  "backups.fetch": async (
    world: JobWorld,
    wish: {
      deviceId: string;
      /** Null: whichever is the newest. */
      connection: string | null;
      /** This one first. */
      stem: string | null;
      key: string;
      folder: string;
      sqliteBinding: string | null;
    },
  ): Promise<Fetched> => {
    const deviceId = wish.deviceId.toLowerCase();
    const listed = await world.place.list(`${backupsOf(deviceId)}/`);
    makeFolderAtOnce(wish.folder);
    let failed: unknown = null;
    let tried = 0;
    const isFirst = ({ stem }: { stem: string }): number => (stem === wish.stem ? 0 : 1);
    for (const { stem } of indexesIn(listed).sort((a, b) => isFirst(a) - isFirst(b))) {
      const index = await readIndex(world.place, deviceId, stem);
      if (index === null || (wish.connection !== null && index.connection !== wish.connection)) continue;
      if (tried === MOST_TRIED) break;
      tried += 1;
      try {
        return await fetchOne(world, index, wish);
      } catch (error) {
        const isOfBackup =
          error instanceof CountersideError &&
          (error.code === "invalid_input" || error.details.reason === "broken");
        if (!isOfBackup) throw error;
        failed ??= error;
      }
    }
    throw (
      failed ??
      new CountersideError("not_found", { reason: "shop_backup", field: "deviceId", deviceId: wish.deviceId })
    );
  },
};
