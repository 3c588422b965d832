/** The profile's own file: which connections there are. Held exclusively, it is also the lock of the profile. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { CountersideError } from "../../../contract/reply.ts";
import type { ExactInteger } from "../../../contract/values.ts";
import { assertRuntimeFits, type Db, storageError } from "./open-database.ts";

export interface ConnectionRow {
  connection_key: string;
  service_url: string;
  tenant_id: ExactInteger;
  user_id: ExactInteger;
  device_id: string;
  practice: number;
  /** File name below `connections/`. */
  file: string;
  current: number;
}

/** How long a start waits for an engine that is just ending. */
const LOCK_WAIT_MS = 1_500;

export type ProfileStore = ReturnType<typeof createProfileStore>;

const busyMeansInUse = (error: unknown, folder: string, path: string): unknown => {
  const inWords = storageError(error, path);
  if (inWords?.code !== "storage_busy") return inWords ?? error;
  return new CountersideError(
    "profile_in_use",
    `Another Counterside is already running on this profile: ${folder}. Close it first, or start with another --profile.`,
    { path: folder },
  );
};

/** "CSDP": marks the file as a profile of ours. */
const APPLICATION_ID = 0x43534450;
const VERSION = 1;

/** Only reads: refuses another program's file, and one of a newer program. */
function assertOurs(db: Db): void {
  const read = (pragma: string): number => Number(db.pragma(pragma, { simple: true }));
  const version = read("user_version");
  const applicationId = read("application_id");
  const isNew = version === 0 && applicationId === 0 && read("schema_version") === 0;
  const path = db.name;
  if (!isNew && applicationId !== APPLICATION_ID)
    throw new CountersideError(
      "file_invalid",
      `The file is another program's; nothing was changed: ${path}`,
      { path },
    );
  if (version > VERSION)
    throw new CountersideError(
      "newer_database",
      `The profile was written by a newer version of Counterside. Install the newer version; nothing was changed: ${path}`,
      { found: version, known: VERSION, path },
    );
}

function openLocked(folder: string, path: string, sqliteBinding: string | null): Db {
  mkdirSync(folder, { recursive: true });
  const binding = sqliteBinding === null ? {} : { nativeBinding: sqliteBinding };
  if (existsSync(path)) {
    // On a connection of its own: under the exclusive mode a mere read would keep its lock, and two that
    // start together would shut each other out.
    const found = new Database(path, { timeout: LOCK_WAIT_MS, ...binding });
    try {
      assertOurs(found);
    } finally {
      found.close();
    }
  }
  const db = new Database(path, { timeout: LOCK_WAIT_MS, ...binding });
  try {
    // The lock is the operating system's: it ends with the process, however that ends.
    db.pragma("locking_mode = EXCLUSIVE");
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS connection (
        connection_key TEXT PRIMARY KEY, service_url TEXT NOT NULL, tenant_id ANY NOT NULL, user_id ANY NOT NULL,
        device_id TEXT NOT NULL, practice INTEGER NOT NULL, file TEXT NOT NULL, current INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${VERSION};
      COMMIT;`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the profile folder. Throws `profile_in_use` where another engine holds it, `file_invalid` or
 * `newer_database` for a file that isn't ours to open, a storage code where the folder can't be written.
 */
export function openProfile(folder: string, sqliteBinding: string | null): ProfileStore {
  assertRuntimeFits(sqliteBinding, process.versions.napi);
  const path = join(folder, "profile.sqlite");
  try {
    return createProfileStore(openLocked(folder, path, sqliteBinding));
  } catch (error) {
    throw busyMeansInUse(error, folder, path);
  }
}

function createProfileStore(db: Db) {
  const all = db.prepare<[], ConnectionRow>("SELECT * FROM connection ORDER BY rowid");
  const current = db.prepare<[], ConnectionRow>("SELECT * FROM connection WHERE current = 1");
  const put = db.prepare<[Omit<ConnectionRow, "current">]>(
    `INSERT INTO connection (connection_key, service_url, tenant_id, user_id, device_id, practice, file, current)
     VALUES (@connection_key, @service_url, @tenant_id, @user_id, @device_id, @practice, @file, 1)
     ON CONFLICT (connection_key) DO UPDATE SET user_id = excluded.user_id, device_id = excluded.device_id,
       practice = excluded.practice, current = 1`,
  );
  const clear = db.prepare("UPDATE connection SET current = 0 WHERE current = 1");
  return {
    current: (): ConnectionRow | undefined => current.get(),
    all: (): ConnectionRow[] => all.all(),
    /** Saves the connection and makes it the current one. */
    saveCurrent: db.transaction((row: Omit<ConnectionRow, "current">): void => {
      clear.run();
      put.run(row);
    }).immediate,
    sqliteVersion: (): string => db.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "unknown",
    close: (): void => void db.close(),
  };
}
