/** The profile's own file: which connections there are. Held exclusively, it is also the lock of the profile. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { serviceUrl } from "../../../contract/channels/connection.ts";
import { CountersideError } from "../../../contract/error.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import { deviceId, tenantId, userId } from "../../../contract/values.ts";
import { messageOf } from "../../lib/error-code.ts";
import type { AuditLink } from "../core/audit.ts";
import type { ConnectionRow } from "../core/context.ts";
import { copiesIn } from "./backups/backup-files.ts";
import { asideName, keepAside } from "./database/file-moves.ts";
import {
  assertReadable,
  assertRuntimeFits,
  type Db,
  damageFound,
  folderError,
  holdPragma,
  isDamage,
  isOfSchema,
  openScratch,
  openToRead,
  storageError,
} from "./database/open-database.ts";

// How a connection is named: by its service and tenant, in a form that every file system takes.

export const connectionKey = (serviceUrl: string, tenantId: number | string): string =>
  createHash("sha256").update(tokenKey(serviceUrl, tenantId)).digest("hex").slice(0, 16);

// Finds the connections of a profile again by their files: each says whose it is.

/** "7001" was a number, and so were most ids; one beyond what a number holds stays its digits. */
const whole = (text: string | undefined): unknown => {
  const number = Number(text);
  return text !== undefined && text !== "" && Number.isSafeInteger(number) ? number : text;
};

function readOwner(
  path: string,
  sqliteBinding: string | null,
): Omit<ConnectionRow, "connection_key" | "file" | "current"> | null {
  try {
    const db = openToRead(path, sqliteBinding);
    try {
      const rows = db.prepare<[], { key: string; value: string }>("SELECT key, value FROM meta").all();
      const meta = new Map(rows.map(({ key, value }) => [key, value]));
      return {
        service_url: serviceUrl.parse(meta.get("serviceUrl")),
        tenant_id: tenantId.parse(whole(meta.get("tenantId"))),
        user_id: userId.parse(whole(meta.get("userId"))),
        device_id: deviceId.parse(meta.get("deviceId")),
        practice: meta.get("practice") === "1" ? 1 : 0,
      };
    } finally {
      db.close();
    }
  } catch {
    // Damaged or another program's: a backup of it may still say whose it is.
    return null;
  }
}

const changedAt = (path: string): number =>
  Math.max(...["", "-wal"].map((rest) => statSync(path + rest, { throwIfNoEntry: false })?.mtimeMs ?? 0));

/** The connections in the order they were last written; the last one is taken as the current one. */
function findConnections(profile: string, sqliteBinding: string | null): ConnectionRow[] {
  const folder = join(profile, "connections");
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}\.sqlite$/.test(name))
    .flatMap((file) => {
      const path = join(folder, file);
      const copies = copiesIn(join(profile, "backups"), path);
      const owner = [path, ...copies]
        .map((each) => readOwner(each, sqliteBinding))
        .find((each) => each !== null);
      return owner === undefined || owner === null
        ? []
        : [{ ...owner, connection_key: basename(file, ".sqlite"), file, current: 0, at: changedAt(path) }];
    })
    .sort((a, b) => a.at - b.at);
  return found.map(({ at: _, ...row }) => row);
}

// What the rows of the profile's own file may hold, and how it goes on without those that this program never wrote.

/** A file of a connection, and nothing outside of its folder. */
const file = z.string().regex(/^[0-9a-f]{16}\.sqlite$/);
const flag = z.literal([0, 1]);

const ROWS = {
  connection: z.object({
    connection_key: z.string().regex(/^[0-9a-f]{16}$/),
    service_url: z.url({ protocol: /^https?$/ }).max(4_000),
    tenant_id: tenantId,
    user_id: userId,
    device_id: deviceId,
    practice: flag,
    file,
    current: flag,
  }),
  audit_end: z.object({ file, sequence: z.number().int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  own_device: z.object({ device_id: deviceId }),
};

/** The rows that can't be, by their table. */
function wrongRows(db: Db): { table: string; rowid: number | bigint }[] {
  return Object.entries(ROWS).flatMap(([table, row]) =>
    db
      .prepare<[], { rowid_of_row: bigint }>(`SELECT CAST(rowid AS TEXT) AS rowid_of_row, * FROM ${table}`)
      .all()
      .filter((found) => !row.safeParse(found).success)
      .map((found) => ({ table, rowid: BigInt(found.rowid_of_row) })),
  );
}

/**
 * Takes out the rows that can't be, of which a copy is kept aside, and adds what the connections' files say of
 * themselves. Null where every row is as it may be.
 */
function setWrongRowsApart(
  db: Db,
  now: number,
  found: () => readonly ConnectionRow[],
): { reason: string; aside: string; connections: number } | null {
  const wrong = wrongRows(db);
  const [first] = wrong;
  if (first === undefined) return null;
  const aside = asideName(db.name, now, "corrupt");
  db.prepare("VACUUM INTO ?").run(aside);
  return db
    .transaction(() => {
      for (const { table, rowid } of wrong) db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(rowid);
      const add = db.prepare(
        `INSERT OR IGNORE INTO connection (connection_key, service_url, tenant_id, user_id, device_id, practice, file, current)
         VALUES (@connection_key, @service_url, @tenant_id, @user_id, @device_id, @practice, @file, 0)`,
      );
      for (const row of found()) add.run(row);
      db.exec(`UPDATE connection SET current = 1 WHERE rowid = (SELECT max(rowid) FROM connection)
          AND NOT EXISTS (SELECT 1 FROM connection WHERE current = 1);
        INSERT OR IGNORE INTO own_device SELECT connection_key, device_id FROM connection;`);
      const connections = db.prepare<[], number>("SELECT count(*) FROM connection").pluck().get() ?? 0;
      return { reason: `a row of ${first.table} can't be`, aside: basename(aside), connections };
    })
    .immediate();
}

/** How long a start waits for an engine that is just ending. */
const LOCK_WAIT_MS = 1_500;

export type ProfileStore = ReturnType<typeof createProfileStore>;

const busyMeansInUse = (error: unknown, folder: string, path: string): unknown => {
  const inWords = storageError(error, path);
  if (inWords?.code !== "storage_busy") return inWords ?? error;
  return new CountersideError("profile_in_use", { path: folder });
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
    throw new CountersideError("file_invalid", { reason: "another_program", path });
  if (version > VERSION)
    throw new CountersideError("newer_database", { found: version, known: VERSION, path });
}

/** Makes a folder and those above it. Node's own way never ends where the system says that a folder above isn't there. */
function makeFolders(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it meanwhile.
    if (!isThere()) throw error;
  }
}

function openLocked(folder: string, path: string, sqliteBinding: string | null): Db {
  try {
    makeFolders(folder);
  } catch (error) {
    throw folderError(error, folder);
  }
  const binding = sqliteBinding === null ? {} : { nativeBinding: sqliteBinding };
  if (existsSync(path)) {
    assertReadable(path);
    // On a separate connection: under the exclusive mode a mere read would keep its lock, and two that
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
    holdPragma(db, "journal_mode", "WAL", "wal");
    holdPragma(db, "synchronous", "FULL", 2);
    holdPragma(db, "foreign_keys", "ON", 1);
    const found: unknown = db.pragma("quick_check", { simple: true });
    if (found !== "ok") throw damageFound(path, String(found));
    db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS connection (
        connection_key TEXT PRIMARY KEY, service_url TEXT NOT NULL, tenant_id ANY NOT NULL, user_id ANY NOT NULL,
        device_id TEXT NOT NULL, practice INTEGER NOT NULL, file TEXT NOT NULL, current INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE TABLE IF NOT EXISTS audit_end (
        file TEXT PRIMARY KEY, sequence INTEGER NOT NULL, hash TEXT NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS own_device (
        connection_key TEXT NOT NULL, device_id TEXT NOT NULL, PRIMARY KEY (connection_key, device_id)
      ) STRICT;
      INSERT OR IGNORE INTO own_device SELECT connection_key, device_id FROM connection;
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
 * The current connection by a copy of the profile's file; null where there is none yet. Throws a storage code,
 * `file_invalid` or `newer_database`.
 */
export function currentConnectionIn(copy: string, sqliteBinding: string | null): ConnectionRow | null {
  const db = openScratch(copy, sqliteBinding);
  try {
    assertOurs(db);
    const row = db.prepare<[], ConnectionRow>("SELECT * FROM connection WHERE current = 1").get();
    if (row === undefined) return null;
    if (!ROWS.connection.safeParse(row).success) throw damageFound(copy, "a row of a connection can't be");
    return row;
  } finally {
    db.close();
  }
}

export interface OpenedProfile {
  store: ProfileStore;
  /** What was wrong with the profile's file, where it had to be made anew from the connections' own files. */
  rebuilt: { reason: string; aside: string | null; connections: number } | null;
}

/** The profile's file is made anew: the connections are found again by their files. */
function rebuild(
  folder: string,
  path: string,
  sqliteBinding: string | null,
  now: number,
  reason: string,
): OpenedProfile {
  const rows = findConnections(folder, sqliteBinding);
  const kept = keepAside(path, now);
  const store = createProfileStore(openLocked(folder, path, sqliteBinding));
  for (const row of rows) store.saveCurrent(row);
  const aside = kept === null ? null : basename(kept);
  return { store, rebuilt: { reason, aside, connections: rows.length } };
}

/**
 * Opens the profile folder; a damaged or missing profile file is made anew, the damaged one kept aside. Throws `profile_in_use` where another engine holds it, `file_invalid` or
 * `newer_database` for a file that isn't ours to open, a storage code where the folder can't be written.
 */
export function openProfile(folder: string, sqliteBinding: string | null, now: number): OpenedProfile {
  assertRuntimeFits(sqliteBinding, process.versions.napi);
  const path = join(folder, "profile.sqlite");
  try {
    const isGone = !existsSync(path) || statSync(path).size === 0;
    if (isGone && findConnections(folder, sqliteBinding).length > 0)
      return rebuild(folder, path, sqliteBinding, now, "the file is not there or empty");
    const db = openLocked(folder, path, sqliteBinding);
    try {
      const rebuilt = setWrongRowsApart(db, now, () => findConnections(folder, sqliteBinding));
      return { store: createProfileStore(db), rebuilt };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (!isDamage(error) && !isOfSchema(error)) throw busyMeansInUse(error, folder, path);
    return rebuild(folder, path, sqliteBinding, now, messageOf(error));
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
  const putDevice = db.prepare("INSERT OR IGNORE INTO own_device (connection_key, device_id) VALUES (?, ?)");
  const devices = db
    .prepare<[string], string>(
      "SELECT device_id FROM own_device WHERE connection_key = ? ORDER BY rowid DESC",
    )
    .pluck();
  const clear = db.prepare("UPDATE connection SET current = 0 WHERE current = 1");
  const dropEnd = db.prepare("DELETE FROM audit_end WHERE file = ?");
  const auditEnd = db.prepare<[string], AuditLink>("SELECT sequence, hash FROM audit_end WHERE file = ?");
  const putEnd = db.prepare(
    `INSERT INTO audit_end (file, sequence, hash) VALUES (@file, @sequence, @hash)
     ON CONFLICT (file) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`,
  );
  return {
    current: (): ConnectionRow | undefined => current.get(),
    all: (): ConnectionRow[] => all.all(),
    /** Saves the connection and makes it the current one. */
    saveCurrent: db.transaction((row: Omit<ConnectionRow, "current">): void => {
      clear.run();
      put.run(row);
      putDevice.run(row.connection_key, row.device_id);
    }).immediate,
    /** Written before a file says it: a file that names a device which this connection never had is another's. */
    rememberDevice: ({ connection_key, device_id }: ConnectionRow): void =>
      void putDevice.run(connection_key, device_id),
    /** Every device id that this connection ever had here. */
    devices: (connectionKey: string): string[] => devices.all(connectionKey),
    /** What this profile remembers of the end of a connection file's audit. */
    auditEnd: (file: string): AuditLink | null => auditEnd.get(file) ?? null,
    /** The file was recovered: what it had come to before counts no more. */
    forgetAuditEnd: (file: string): void => void dropEnd.run(file),
    setAuditEnd: (file: string, link: AuditLink): void => void putEnd.run({ file, ...link }),
    sqliteVersion: (): string => db.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "unknown",
    close: (): void => void db.close(),
  };
}
