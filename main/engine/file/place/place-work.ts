/**
 * What is done with whole files and folders that may be slow or never answer: another drive, a network folder, many
 * attached files. Each is a generator that yields after every piece: a sign of life. On a thread it is run to its end
 * (`place-thread.ts`); without one it is run here.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { CountersideError } from "../../../../contract/error.ts";
import { type KeptFile, keptFile } from "../../../../contract/kept-file.ts";
import { errorCode, saidBy } from "../../../lib/error-code.ts";
import { realPathAtOnce } from "../../../lib/real-path.ts";
import { flushFolderAtOnce, isHeld, makeFolderAtOnce, PART, removeAtOnce } from "../../../lib/whole-file.ts";
import {
  type BackupFile,
  counterFolder,
  expendable,
  filesFolder,
  namesIn,
  ownBackups,
  readBackup,
} from "../backups/backup-files.ts";
import { namedFiles } from "../backups/carried-files.ts";
import { assertFileName, isWithin, unwritable } from "../database/export-target.ts";
import { openToRead, storageError } from "../database/open-database.ts";
import { closeFolder } from "../database/own-modes.ts";
import { copyFiles, copyWhole } from "./whole-copies.ts";

// Decides where a backup may be written: never over anything that could be a live file or another program's.

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** Offsets in a SQLite file's header: the write version (2: WAL) and the application id. */
const WRITE_VERSION_AT = 18;
const APPLICATION_ID_AT = 68;
const APPLICATION_ID = 0x43534445;

/**
 * True for a backup of this program: its files carry an application id, and only a live one is in WAL mode.
 */
function isBackupHeader(header: Buffer): boolean {
  return (
    header.length === HEADER_BYTES &&
    header.toString("latin1", 0, MAGIC.length) === MAGIC &&
    header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID &&
    header[WRITE_VERSION_AT] === 1
  );
}

/** Not blocking: a pipe without a writer would otherwise be waited for for ever. */
const openToLook = (path: string): number => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));

function headerOf(handle: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  return header.subarray(0, readSync(handle, header, 0, HEADER_BYTES, 0));
}

/** Whether a backup of this program lies there, or something else that it wrote as one. */
export function isBackup(path: string): boolean {
  try {
    const handle = openToLook(path);
    try {
      return isBackupHeader(headerOf(handle));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    // What can't be looked into is somebody else's, such as a file that the system only pretends to have.
    throw unwritable(path, error, "backup");
  }
}

function realFolder(path: string): string {
  try {
    const folder = realPathAtOnce(path);
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    throw unwritable(path, error, "backup");
  }
  const os = "ENOTDIR";
  throw new CountersideError("file_invalid", {
    reason: "not_writable",
    writes: "backup",
    path,
    os,
    said: os,
  });
}

function existing(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    throw unwritable(path, error, "backup");
  }
}

/**
 * Settles the path of a backup; a folder gets `fileName` in it. Throws `file_invalid` where there is no
 * such folder, where live files are kept, or where there is something that is not a backup of this program.
 */
function settleTarget(path: string, fileName: string, liveFolder: string): string {
  assertFileName(path, "backup");
  const wanted = resolve(path);
  const there = existing(wanted);
  const named = there?.isDirectory() ? join(wanted, fileName) : wanted;
  const folder = realFolder(dirname(named));
  if (isWithin(folder, realFolder(liveFolder)))
    throw new CountersideError("file_invalid", { reason: "live_folder", writes: "backup", path: named });
  const target = join(folder, basename(named));
  const occupant = there?.isDirectory() ? existing(target) : there;
  if (occupant !== null && !(occupant.isFile() && isBackup(target)))
    throw new CountersideError("file_invalid", { reason: "occupied", path: target });
  return target;
}

/** Throws `file_unreadable`, or `file_invalid` where it is no backup of this program. */
function assertBackup(path: string): void {
  const unreadable = (error: unknown) =>
    new CountersideError("file_unreadable", { reason: "system", path, ...saidBy(error) });
  let handle: number;
  try {
    handle = openToLook(path);
  } catch (error) {
    throw unreadable(error);
  }
  try {
    const stat = fstatSync(handle);
    const reason = stat.isDirectory() ? "folder" : "not_a_file";
    if (!stat.isFile()) throw new CountersideError("file_unreadable", { reason, path });
    if (!isBackupHeader(headerOf(handle)))
      throw new CountersideError("file_invalid", { reason: "not_a_backup", path });
  } catch (error) {
    // What can't be read is no backup, such as a file that the system only pretends to have.
    throw error instanceof CountersideError ? error : unreadable(error);
  } finally {
    closeSync(handle);
  }
}

const owner = z.object({
  serviceUrl: z.string(),
  tenantId: z.string(),
  deviceId: z.string(),
  earlier: z.array(z.string()).optional(),
});
/** One folder of backups, as one counter and connection sees it. */
const place = z.object({
  root: z.string(),
  databasePath: z.string(),
  owner,
  sqliteBinding: z.string().nullable(),
});
type BackupPlace = z.infer<typeof place>;

export const placeWish = z.discriminatedUnion("do", [
  /** Which backups of this counter lie there. */
  z.object({ do: z.literal("look"), place }),
  /** Removes what need not be kept, then the attached files that no kept backup names. */
  z.object({ do: z.literal("prune"), place }),
  /** Copies a proven backup there, its attached files first, and prunes. */
  z.object({ do: z.literal("add"), place, path: z.string(), filesFrom: z.string() }),
  /** Settles where a backup may be written, and tries the folder. */
  z.object({ do: z.literal("settle"), path: z.string(), fileName: z.string(), liveFolder: z.string() }),
  /** Copies a proven backup to where a person chose. */
  z.object({
    do: z.literal("export"),
    from: z.string(),
    path: z.string(),
    fileName: z.string(),
    liveFolder: z.string(),
  }),
  /** Brings a backup here. */
  z.object({ do: z.literal("take"), from: z.string(), to: z.string() }),
  /** Copies the attached files that a database names and `to` lacks out of the first of `from` that has them whole. */
  z.object({
    do: z.literal("files"),
    namedBy: z.string(),
    sqliteBinding: z.string().nullable(),
    from: z.array(z.string()),
    to: z.string(),
    /** How they are named in `to`: as the counter's own, or by their hash alone as beside backups. */
    named: z.enum(["stored", "hash"]),
  }),
]);
export type PlaceWish = z.infer<typeof placeWish>;

/** What was found or done there. */
export const placeFound = z.object({
  backups: z.array(
    z.object({
      path: z.string(),
      at: z.number(),
      bytes: z.number(),
      made: z.enum(["by_hand", "by_itself", "before_migration"]),
      reach: z.object({ recoveries: z.number(), entry: z.number(), attempt: z.number(), audit: z.number() }),
    }),
  ),
  /** The disk that the place lies on, as the system numbers it; null where it was not asked for. */
  disk: z.string().nullable(),
  /** Where it was written; null where nothing was. */
  path: z.string().nullable(),
  /** Attached files that could not be had. */
  missing: z.array(keptFile),
});
export type PlaceFound = z.infer<typeof placeFound>;

const found = (fields: Partial<PlaceFound>): PlaceFound => ({
  backups: [],
  disk: null,
  path: null,
  missing: [],
  ...fields,
});

/** Which disk this lies on. Throws where nothing is there. */
export const diskOf = (path: string): string => String(statSync(path, { bigint: true }).dev);

/** The attached files that backups in this folder name, of every connection; null where one can't be read. */
function* filesNamedIn(counter: string, sqliteBinding: string | null): Generator<void, Set<string> | null> {
  const named = new Set<string>();
  for (const name of namesIn(counter).filter((each) => each.endsWith(".sqlite"))) {
    yield;
    const inOne = readBackup(join(counter, name), sqliteBinding, namedFiles);
    if (inOne === null) return null;
    for (const { sha256 } of inOne) named.add(sha256);
  }
  return named;
}

/** What another program holds goes the next time. */
function isRemoved(path: string): boolean {
  try {
    removeAtOnce(path);
    return true;
  } catch (error) {
    if (!isHeld(error)) throw error;
    return false;
  }
}

/**
 * Backups first, then the files that none of those that stay names: a crash in between leaves a file too many, never
 * one too few. Nothing goes while one backup can't be read, for it may name any of them.
 */
function* prune({
  root,
  databasePath,
  owner: whose,
  sqliteBinding,
}: BackupPlace): Generator<void, BackupFile[]> {
  const counter = counterFolder(root, whose.deviceId);
  const backups = ownBackups(root, databasePath, whose, sqliteBinding);
  const gone = new Set(expendable(backups));
  for (const file of gone) {
    if (!isRemoved(file.path)) gone.delete(file);
    yield;
  }
  for (const name of namesIn(counter))
    if (name.startsWith(".") && name.includes(PART)) isRemoved(join(counter, name));
  const kept = filesFolder(counter);
  const there = namesIn(kept);
  const named = there.length === 0 ? null : yield* filesNamedIn(counter, sqliteBinding);
  for (const name of named === null ? [] : there) {
    const isOurs = /^[0-9a-f]{64}$/.test(name) || (name.startsWith(".") && name.endsWith(PART));
    if (isOurs && named?.has(name) === false) isRemoved(join(kept, name));
  }
  return backups.filter((file) => !gone.has(file));
}

function filesNamedBy(path: string, sqliteBinding: string | null): KeptFile[] {
  const db = openToRead(path, sqliteBinding);
  try {
    return namedFiles(db);
  } finally {
    db.close();
  }
}

function* add(wish: Extract<PlaceWish, { do: "add" }>): Generator<void, PlaceFound> {
  const { path, place: where, filesFrom } = wish;
  const counter = counterFolder(where.root, where.owner.deviceId);
  // Not the folder above it: where a drive was pulled out, its place must not be made.
  settleTarget(where.root, "check.sqlite", dirname(where.databasePath));
  if (!existsSync(counter)) {
    mkdirSync(counter, { mode: 0o700 });
    flushFolderAtOnce(dirname(counter));
  }
  closeFolder(counter);
  const missing = yield* copyFiles({
    files: filesNamedBy(path, where.sqliteBinding),
    from: [filesFrom],
    to: filesFolder(counter),
    named: "hash",
  });
  const target = join(counter, basename(path));
  yield* copyWhole(path, target, () => true);
  return found({ path: target, missing, disk: diskOf(where.root), backups: yield* prune(where) });
}

function* exportBackup(wish: Extract<PlaceWish, { do: "export" }>): Generator<void, PlaceFound> {
  const target = settleTarget(wish.path, wish.fileName, wish.liveFolder);
  yield* copyWhole(wish.from, target, () => true);
  return found({ path: target });
}

function* take({ from, to }: Extract<PlaceWish, { do: "take" }>): Generator<void, PlaceFound> {
  assertBackup(from);
  makeFolderAtOnce(dirname(to));
  yield* copyWhole(from, to, () => true);
  return found({ path: to });
}

/** Runs it in pieces. Throws CountersideError: a storage code, `file_invalid` or `file_unreadable`. */
export function* doPlaceWork(wish: PlaceWish): Generator<void, PlaceFound> {
  try {
    switch (wish.do) {
      case "look": {
        const { root, databasePath, owner: whose, sqliteBinding } = wish.place;
        return found({ disk: diskOf(root), backups: ownBackups(root, databasePath, whose, sqliteBinding) });
      }
      case "prune":
        return found({ backups: yield* prune(wish.place) });
      case "add":
        return yield* add(wish);
      case "settle":
        return found({ path: settleTarget(wish.path, wish.fileName, wish.liveFolder) });
      case "export":
        return yield* exportBackup(wish);
      case "take":
        return yield* take(wish);
      case "files":
        return found({
          missing: yield* copyFiles({ ...wish, files: filesNamedBy(wish.namedBy, wish.sqliteBinding) }),
        });
    }
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    const path = placeOf(wish);
    throw storageError(error, path) ?? outOfReach(error, path) ?? error;
  }
}

const GONE = ["ENOENT", "EIO", "ENODEV", "ENXIO", "ESTALE", "ENOTCONN", "EHOSTDOWN", "ETIMEDOUT"];

/** A drive that is pulled out fails in any of the steps, each with its own code. */
function outOfReach(error: unknown, path: string): CountersideError | null {
  const os = errorCode(error);
  return GONE.includes(os)
    ? new CountersideError("file_invalid", { reason: "out_of_reach", path, os })
    : null;
}

function placeOf(wish: PlaceWish): string {
  switch (wish.do) {
    case "look":
    case "prune":
    case "add":
      return wish.place.root;
    case "settle":
    case "export":
      return wish.path;
    case "take":
      return wish.from;
    case "files":
      return wish.to;
  }
}
