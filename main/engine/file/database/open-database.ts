/** Opens one SQLite file with the guarantees that every promise of the outbox rests on. */
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CountersideError } from "../../../../contract/error.ts";
import { messageOf, saidBy } from "../../../lib/error-code.ts";
import { makeFolderAtOnce } from "../../../lib/whole-file.ts";
import { assertOurs, type Migration } from "../schema/migrations.ts";

/** What is wrong with a connection's file, as noticed before or while it was open. */
export interface FileFault {
  kind: "damaged" | "missing" | "rolled_back";
  /** In a few words, for support. */
  reason: string;
  /** The file's newest state is gone though what is left of it is sound: nothing in it proves what was not sent. */
  isStale: boolean;
  /** The high-water mark is of an older file: neither says how far it had come. */
  isMarkStale?: boolean;
  /** Another counter's file is in its place: nothing is taken of that. */
  isForeign?: boolean;
}

/** What a reader of the file met, where that is damage. */
export const damagedBy = (error: unknown): FileFault => ({
  kind: "damaged",
  reason: String(error),
  isStale: false,
});

export type Db = Database.Database;

/** better-sqlite3 is built on Node-API 10; on an older one opening a database ends the process without a word. */
const NEEDED_NODE_API = 10;

/** Throws `runtime_unfit` where this runtime would crash in the packaged binding. */
export function assertRuntimeFits(sqliteBinding: string | null, nodeApi: string | undefined): void {
  if (sqliteBinding !== null || Number(nodeApi ?? 0) >= NEEDED_NODE_API) return;
  throw new CountersideError("runtime_unfit", { needed: NEEDED_NODE_API, found: nodeApi ?? null });
}

/** How a binding other than the packaged one is handed to better-sqlite3. */
export const bindingOption = (sqliteBinding: string | null): { nativeBinding?: string } =>
  sqliteBinding === null ? {} : { nativeBinding: sqliteBinding };

/** What SQLite says, under the code of an error in the statement, of a first page that it can't read the schema by. */
const BROKEN_HEADER =
  /^(unsupported file format|attached databases must use the same text encoding as main database)$/;

const sqliteCode = (error: unknown): string | null => {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return null;
  return error.code === "SQLITE_ERROR" && BROKEN_HEADER.test(error.message) ? "SQLITE_CORRUPT" : error.code;
};

const NO_ROOM_BYTES = 64 * 1024;

/** SQLite calls it an I/O error where the index of its log finds no room. */
function isFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < NO_ROOM_BYTES;
  } catch {
    // A folder that can't be asked is no full disk.
    return false;
  }
}

/** Says by its code what the disk or the file did; null where the error is not about storage. */
export function storageError(error: unknown, path: string): CountersideError | null {
  const code = sqliteCode(error);
  if (code === null) return null;
  const details = { path, os: code, said: messageOf(error) };
  if (
    code.startsWith("SQLITE_FULL") ||
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    (code.startsWith("SQLITE_IOERR") && isFull(path))
  )
    return new CountersideError("storage_full", { reason: "disk", ...details });
  if (code.startsWith("SQLITE_READONLY") || ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code))
    return new CountersideError("storage_read_only", { reason: "folder", ...details });
  if (code.startsWith("SQLITE_CANTOPEN"))
    return new CountersideError("storage_read_only", { reason: "file", ...details });
  if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB"))
    return new CountersideError("storage_damaged", { reason: "file", ...details });
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED") || code === "EBUSY")
    return new CountersideError("storage_busy", { reason: "other_program", ...details });
  if (code.startsWith("SQLITE_IOERR"))
    return new CountersideError("storage_damaged", { reason: "disk", ...details });
  return null;
}

/** What is thrown where a folder can't be made. A link to nowhere in its place, or to itself, is no fault of the disk. */
export const folderError = (error: unknown, folder: string): CountersideError =>
  storageError(error, folder) ??
  new CountersideError("storage_read_only", { reason: "folder", path: folder, ...saidBy(error) });

/** Runs `task`; a storage failure leaves as a CountersideError, anything else as it is. */
export function withStorageWords<T>(path: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw storageError(error, path) ?? error;
  }
}

/** Sets a pragma and reads it back: a promise that silently doesn't hold is worse than an error. */
export function holdPragma(db: Db, name: string, value: string | number, expected: string | number): void {
  db.pragma(`${name} = ${value}`);
  const held: unknown = db.pragma(name, { simple: true });
  if (held !== expected)
    throw new CountersideError("storage_damaged", {
      reason: "pragma",
      path: db.name,
      pragma: name,
      held: String(held),
      expected: String(expected),
    });
}

/**
 * What a question about two thousand rows in stock reads of a million: with the usual 16 MB each such question reads it
 * from the file again. Given back when nothing is done (`idle.ts`).
 */
const CACHE_KB = 32_000;

export type OpenDatabase = (
  path: string,
  sqliteBinding: string | null,
  migrations?: readonly Migration[],
) => Db;

/**
 * Opens (or makes) the file: WAL, `synchronous=FULL`, foreign keys on, each read back.
 * Throws CountersideError of a storage code, `file_invalid` or `newer_database`.
 */
export function openDatabase(
  path: string,
  sqliteBinding: string | null,
  migrations?: readonly Migration[],
): Db {
  assertRuntimeFits(sqliteBinding, process.versions.napi);
  return withStorageWords(path, () => {
    makeFolderAtOnce(dirname(path));
    const db = new Database(path, bindingOption(sqliteBinding));
    try {
      db.pragma("busy_timeout = 5000");
      // Before the first pragma that writes: a file that isn't ours stays as it is.
      assertOurs(db, migrations);
      holdPragma(db, "journal_mode", "WAL", "wal");
      holdPragma(db, "synchronous", "FULL", 2);
      holdPragma(db, "foreign_keys", "ON", 1);
      db.pragma(`cache_size = -${CACHE_KB}`);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * Opens a file on which nothing rests yet: a copy that is being made or looked at. It has no log beside it, and is
 * forced to the disk by the code that made it, at the end.
 */
export function openScratch(path: string, sqliteBinding: string | null): Db {
  assertRuntimeFits(sqliteBinding, process.versions.napi);
  return withStorageWords(path, () => {
    const db = new Database(path, { fileMustExist: true, ...bindingOption(sqliteBinding) });
    try {
      db.pragma("synchronous = OFF");
      db.pragma("journal_mode = MEMORY");
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Throws where the file, or the journal that SQLite would read before it, is no plain file: a pipe is waited for without end. */
export function assertReadable(path: string): void {
  for (const each of [path, `${path}-journal`])
    if (statSync(each, { throwIfNoEntry: false })?.isFile() === false)
      throw new CountersideError("file_invalid", { reason: "not_plain", path: each });
}

/** Opens a file that may be somebody else's at the moment; nothing of it is changed. */
export function openToRead(path: string, sqliteBinding: string | null): Db {
  assertRuntimeFits(sqliteBinding, process.versions.napi);
  return withStorageWords(path, () => {
    assertReadable(path);
    return new Database(path, { readonly: true, fileMustExist: true, ...bindingOption(sqliteBinding) });
  });
}

/** How many entries a connection's file holds that isn't open; null where that can't be read. */
export function countEntries(path: string, sqliteBinding: string | null): number | null {
  try {
    const db = openToRead(path, sqliteBinding);
    try {
      return db.prepare<[], number>("SELECT count(*) FROM entry").pluck().get() ?? null;
    } finally {
      db.close();
    }
  } catch {
    // What can't be read may hold anything: the caller takes it as not empty.
    return null;
  }
}

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/;

/** True where the file's content is broken, and not the disk, the folder or the program. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof CountersideError)) return DAMAGE.test(sqliteCode(error) ?? "");
  const { os } = error.details;
  return error.code === "storage_damaged" && typeof os === "string" && DAMAGE.test(os);
}

/** Where every statement is one that was asked before: what SQLite calls wrong in it is wrong in the file's schema. */
export const isOfSchema = (error: unknown): boolean => sqliteCode(error) === "SQLITE_ERROR";

/** What a check of the program's own found: damage, though SQLite reads on over it. */
export const damageFound = (path: string, said: string): CountersideError =>
  new CountersideError("storage_damaged", { reason: "file", path, said, os: "SQLITE_CORRUPT" });
