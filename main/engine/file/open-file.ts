/**
 * Opens a connection's file, whatever happened to it: looks before SQLite does, backs it up before a migration, and
 * recovers it where it is damaged, missing or older than it has been.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { CountersideError } from "../../../contract/error.ts";
import { messageOf } from "../../lib/error-code.ts";
import { makeFolderAtOnce, writeWholeAtOnce } from "../../lib/whole-file.ts";
import type { FileContext, FileOwner } from "../core/context.ts";
import { backupFolder } from "./backups/backup.ts";
import { contentsOf, copyAtOnce, verifyCopy } from "./backups/backup-copy.ts";
import {
  backupName,
  counterFolder,
  isForeign,
  isSameOwner,
  ownerIn,
  readBackup,
} from "./backups/backup-files.ts";
import { checkAtOnce, strangePart } from "./check.ts";
import {
  type Db,
  damageFound,
  type FileFault,
  isDamage,
  openToRead,
  storageError,
  withStorageWords,
} from "./database/open-database.ts";
import { wrongNumber } from "./database/row-rules.ts";
import { downgradeOffer, planDowngrade } from "./recovery/downgrade.ts";
import {
  isBehind,
  isBehindSeen,
  reachedBy,
  readHighWaterMark,
  type Seen,
  seenOf,
} from "./recovery/high-water-mark.ts";
import { recoverFile } from "./recovery/recovery.ts";
import { findBackups, finishInterrupted } from "./recovery/recovery-files.ts";
import { lookAt } from "./recovery/salvage/source-file.ts";
import { migrate, needsMigration } from "./schema/migrations.ts";

export interface OpenedFile {
  db: Db;
  /** What was wrong, where it had to be recovered. */
  recovered: FileFault | null;
}

/** A file up to this size is checked whole before it is used; a larger one while it is in use. */
export const CHECKED_AT_START_BYTES = 4 * 1024 * 1024;

const damaged = (reason: string, isStale = false): FileFault => ({ kind: "damaged", reason, isStale });

/** Its own report says what it was about. */
const CUT_OFF = damaged("a recovery that was cut off was finished", true);

/** What can be seen without opening the file as a database; null where nothing is wrong. */
export function faultBefore(path: string, isExpected: boolean): FileFault | null {
  const { exists, bytes, isHeaderSound, wal } = withStorageWords(path, () => lookAt(path));
  const hasLog = wal.frames.length > 0;
  if (!exists)
    return isExpected || hasLog ? { kind: "missing", reason: "the file is not there", isStale: true } : null;
  if (bytes === 0) return isExpected || hasLog ? damaged("the file is empty", true) : null;
  if (!isHeaderSound) return damaged("the file doesn't begin as a database");
  if (wal.verdict === "damaged") return damaged("the write-ahead log is damaged in its middle", true);
  return null;
}

/** Only reads: another counter's file in the place of this one's is not changed, and nothing of it is taken. */
function foreignFault({ path, owner, sqliteBinding }: FileContext): FileFault | null {
  if (!existsSync(path)) return null;
  const found = readBackup(path, sqliteBinding, (db) => isForeign(db, owner));
  if (found !== true) return null;
  return {
    kind: "missing",
    reason: "another counter's file was in its place",
    isStale: true,
    isForeign: true,
  };
}

/**
 * How many entries are in each state in a file that isn't open; null where that can't be read, or would be of another
 * counter's file or an older copy in its place. That is reported when the connection is opened.
 */
export const countsOf = (path: string, owner: FileOwner, seen: Seen, sqliteBinding: string | null) =>
  readBackup(path, sqliteBinding, (db) => {
    if (isForeign(db, owner) || isBehind(reachedBy(db), readHighWaterMark(path)) || isBehindSeen(db, seen))
      return null;
    const rows = db.prepare<[], { state: string; n: number }>("SELECT state, n FROM entry_count").all();
    return new Map(rows.map(({ state, n }) => [state, n]));
  });

class FaultFound extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

function assertSound(db: Db, file: FileContext): void {
  const { path } = file;
  if (statSync(path).size <= CHECKED_AT_START_BYTES) {
    const found = checkAtOnce(db);
    if ("wrong" in found) throw damageFound(path, found.wrong);
  }
  const wrong = wrongNumber(db);
  if (wrong !== null) throw damageFound(path, wrong);
  // The high-water mark is as old as the file where a whole folder was put back.
  const isBehindMark = isBehind(reachedBy(db), readHighWaterMark(path));
  if (isBehindMark || isBehindSeen(db, seenOf(file)))
    throw new FaultFound({
      kind: "rolled_back",
      reason:
        "the file has come less far than it had: its end is gone, or an older copy was put in its place",
      isStale: true,
      isMarkStale: !isBehindMark,
    });
}

/** A proven copy of the file as the older program left it. Throws a storage code; then nothing is migrated. */
function backUpBeforeMigration(db: Db, file: FileContext): string {
  const folder = counterFolder(backupFolder(file.profile), file.owner.deviceId);
  const target = join(folder, backupName(file.path, file.clock.now(), "before_migration"));
  try {
    makeFolderAtOnce(folder);
    writeWholeAtOnce(target, (unfinished) => {
      const expected = contentsOf(db);
      copyAtOnce(db, unfinished);
      for (const _ of verifyCopy(unfinished, file.sqliteBinding, expected));
    });
    return target;
  } catch (error) {
    throw storageError(error, target) ?? error;
  }
}

function bringUpToDate(db: Db, file: FileContext): void {
  const backup = needsMigration(db, file.migrations) ? backUpBeforeMigration(db, file) : null;
  try {
    migrate(db, file.migrations);
  } catch (error) {
    if (backup === null || isDamage(error) || error instanceof CountersideError) throw error;
    throw new CountersideError("migration_failed", { path: file.path, backup, said: messageOf(error) });
  }
}

function openWhole(file: FileContext): Db {
  const db = file.openDatabase(file.path, file.sqliteBinding, file.migrations);
  try {
    bringUpToDate(db, file);
    assertSound(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Brings the file back; afterwards `openFile` opens it. Throws a storage code and has then changed nothing. */
export function recover(file: FileContext, fault: FileFault): void {
  file.log.error("a connection's file is recovered", { kind: fault.kind, reason: fault.reason });
  recoverFile(file, fault, findBackups(file));
}

/**
 * Puts the newest backup that this version knows in the place of a newer version's file, which is kept aside. Throws
 * `not_found` or a storage code, and has then changed nothing.
 */
export function downgrade(file: FileContext): void {
  const found = findBackups(file);
  const { backup, left } = planDowngrade(file, found);
  const reason = "the file was written by a newer version; the backup from before it was put in its place";
  const fault: FileFault = { kind: "rolled_back", reason, isStale: true };
  file.log.warn("stepping back to a backup", { backup: backup.path });
  recoverFile(file, fault, { backups: [backup], bring: found.bring, left });
}

/** What `downgrade` would do. */
export function offerDowngrade(file: FileContext) {
  return downgradeOffer(file, findBackups(file));
}

const faultOf = (error: unknown): FileFault | null => {
  if (error instanceof FaultFound) return error.fault;
  if (!isDamage(error)) return null;
  const said = error instanceof CountersideError ? error.details.said : null;
  return damaged(typeof said === "string" ? said : messageOf(error));
};

/**
 * What is wrong with a file that could not be opened, or on which a session could not start: its damage, or a row or a part of its schema that the
 * program never wrote, over which anything may fail. Null where the file is sound.
 */
export function faultBehind(error: unknown, { path, sqliteBinding }: FileContext): FileFault | null {
  const met = faultOf(error);
  if (met !== null || error instanceof CountersideError || storageError(error, path) !== null) return met;
  const db = openToRead(path, sqliteBinding);
  try {
    const strange = strangePart(db, sqliteBinding);
    if (strange !== null) return damaged(strange);
    const found = checkAtOnce(db);
    return "wrong" in found ? damaged(found.wrong) : null;
  } catch (found) {
    return faultOf(found);
  } finally {
    db.close();
  }
}

/**
 * A file that is another program's by the numbers in its header. Where it says otherwise of itself, or can't be read at
 * all, the header is damaged; null for a sound file of another program, which stays as it is.
 */
function headerFault(error: unknown, file: FileContext): FileFault | null {
  if (!(error instanceof CountersideError) || error.code !== "file_invalid") return null;
  const { path, sqliteBinding, owner } = file;
  const isAnothers = readBackup(path, sqliteBinding, (db) => !isSameOwner(ownerIn(db), owner));
  return isAnothers === true ? null : damaged("the numbers in its header are not this program's");
}

/** Recovers the file, which must not be open, and opens it. Throws as `recover` and `openFile` do. */
export function openRecovered(file: FileContext, fault: FileFault): OpenedFile {
  recover(file, fault);
  return { db: openWhole(file), recovered: fault };
}

/** Opens the file, recovered where that is needed. Throws a storage code, `file_invalid` or `newer_database`. */
export function openFile(file: FileContext): OpenedFile {
  const isFinished = finishInterrupted(file.path, file.clock.now());
  const before = faultBefore(file.path, file.isExpected) ?? foreignFault(file);
  if (before !== null) return openRecovered(file, before);
  try {
    return { db: openWhole(file), recovered: isFinished ? CUT_OFF : null };
  } catch (error) {
    const fault = faultBehind(error, file) ?? headerFault(error, file);
    if (fault === null) throw error;
    return openRecovered(file, fault);
  }
}
