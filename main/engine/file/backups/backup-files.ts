/**
 * The backups of one connection's file. They lie under the counter's own name, so that several counters may share a
 * folder. A name proves nothing: a backup counts as this
 * counter's only where the record inside it says so.
 */
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { tokenKey } from "../../../../contract/process-messages.ts";
import type { FileOwner } from "../../core/context.ts";
import { type Db, openToRead } from "../database/open-database.ts";

export type BackupMade = "by_hand" | "by_itself" | "before_migration";

/** How far the data in a backup had come. None of it depends on a clock. */
export interface BackupReach {
  /** Recoveries so far: what was made after one never goes back behind it. */
  recoveries: number;
  entry: number;
  attempt: number;
  audit: number;
}

/** What was read of backups, so that each is opened once; null for one that is not this counter's. */
export type BackupMemory = Map<string, BackupReach | null>;

interface NamedBackup {
  path: string;
  /** By the clock of the computer that made it. */
  at: number;
  made: BackupMade;
  bytes: number;
  changedAt: number;
}

export interface BackupFile extends Omit<NamedBackup, "changedAt"> {
  reach: BackupReach;
}

const MARK: Record<BackupMade, string> = { by_hand: "", by_itself: ".auto", before_migration: ".before" };
const TIME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2}\.\d{3}Z)(\.auto|\.before)?\.sqlite$/;
const COUNTER = "counter-";

/** The folder of one counter's backups, in the profile's own folder and in a second one alike. */
export const counterFolder = (root: string, deviceId: string): string =>
  join(root, `${COUNTER}${deviceId.toLowerCase()}`);

/** Where the files behind references lie, each once under its SHA-256, for all backups of the folder. */
export const filesFolder = (counter: string): string => join(counter, "files");

/** "shop-20260131T093000.000Z.auto.sqlite": sorts by time, and every system takes it as a name. */
export function backupName(databasePath: string, at: number, made: BackupMade = "by_hand"): string {
  const time = new Date(at).toISOString().replace(/[-:]/g, "");
  return `${basename(databasePath, ".sqlite")}-${time}${MARK[made]}.sqlite`;
}

/** Names in a folder; none where it can't be read, such as on a drive that was pulled out. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No backup can be had from there now; a backup that is written there reports why it fails.
    return [];
  }
}

/** By their names, newest first; neither opened nor believed. */
function namedIn(folder: string, databasePath: string): NamedBackup[] {
  const start = `${basename(databasePath, ".sqlite")}-`;
  const found: NamedBackup[] = [];
  for (const name of namesIn(folder)) {
    const parts = name.startsWith(start) ? TIME.exec(name.slice(start.length)) : null;
    if (parts === null) continue;
    const [, year, month, day, hour, minute, rest, mark] = parts;
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${rest}`);
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    if (Number.isNaN(at) || info === undefined || !info.isFile()) continue;
    const made = mark === ".auto" ? "by_itself" : mark === ".before" ? "before_migration" : "by_hand";
    found.push({ path: join(folder, name), at, made, bytes: info.size, changedAt: info.mtimeMs });
  }
  return found.sort((a, b) => b.at - a.at);
}

/** Every copy of this file in the profile's own folder, whichever device id it had; newest first by name. */
export const copiesIn = (root: string, databasePath: string): string[] =>
  namesIn(root)
    .flatMap((name) => (name.startsWith(COUNTER) ? namedIn(join(root, name), databasePath) : []))
    .sort((a, b) => b.at - a.at)
    .map(({ path }) => path);

/** Whose file it is; null where it doesn't say. */
export function ownerIn(db: Db): FileOwner | null {
  const isTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get();
  // Another's file may have made it a view that computes without end.
  if (isTable === undefined) return null;
  const get = db.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck();
  const [url, tenantId, deviceId] = ["serviceUrl", "tenantId", "deviceId"].map((key) => get.get(key));
  return url === undefined || tenantId === undefined || deviceId === undefined
    ? null
    : { serviceUrl: url, tenantId, deviceId };
}

const devicesOf = ({ deviceId, earlier }: FileOwner): string[] => [
  ...new Set([deviceId, ...(earlier ?? [])].map((id) => id.toLowerCase())),
];

export const isSameOwner = (a: FileOwner | null, b: FileOwner): boolean =>
  a !== null &&
  tokenKey(a.serviceUrl, a.tenantId) === tokenKey(b.serviceUrl, b.tenantId) &&
  devicesOf(b).includes(a.deviceId.toLowerCase());

/** True where the file names another owner; one whose session never began names none. */
export function isForeign(db: Db, owner: FileOwner): boolean {
  const found = ownerIn(db);
  return found !== null && !isSameOwner(found, owner);
}

export function reachIn(db: Db): BackupReach {
  const one = (sql: string): number => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  const hasRecoveries =
    one("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'recovery'") > 0;
  return {
    recoveries: hasRecoveries ? one("SELECT max(recovery_id) FROM recovery") : 0,
    entry: one("SELECT max(sequence) FROM entry"),
    attempt: one("SELECT max(attempt_id) FROM attempt"),
    audit: one("SELECT max(sequence) FROM audit"),
  };
}

/** Opens a backup to read it; null where that fails: it is damaged, or no database. */
export function readBackup<T>(path: string, sqliteBinding: string | null, read: (db: Db) => T): T | null {
  let db: Db | null = null;
  try {
    db = openToRead(path, sqliteBinding);
    return read(db);
  } catch {
    // What can't be read proves nothing: it is neither used nor removed.
    return null;
  } finally {
    db?.close();
  }
}

/** What came further is first; of two that came equally far the one with the later time. */
const furthestFirst = (a: BackupFile, b: BackupFile): number =>
  b.reach.recoveries - a.reach.recoveries ||
  b.reach.entry - a.reach.entry ||
  b.reach.attempt - a.reach.attempt ||
  b.reach.audit - a.reach.audit ||
  b.at - a.at;

export const byReach = (files: readonly BackupFile[]): BackupFile[] => [...files].sort(furthestFirst);

/**
 * The backups below `root` whose own record names this connection and device, the one that came furthest first.
 */
export function ownBackups(
  root: string,
  databasePath: string,
  owner: FileOwner,
  sqliteBinding: string | null,
  memory: BackupMemory = new Map(),
): BackupFile[] {
  const reachOf = (file: NamedBackup): BackupReach | null => {
    const key = `${file.path} ${file.bytes} ${file.changedAt}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const reach = readBackup(file.path, sqliteBinding, (db) =>
      isSameOwner(ownerIn(db), owner) ? reachIn(db) : null,
    );
    memory.set(key, reach);
    return reach;
  };
  const named = devicesOf(owner).flatMap((device) => namedIn(counterFolder(root, device), databasePath));
  const own = named.flatMap((file) => {
    const reach = reachOf(file);
    const { path, at, made, bytes } = file;
    return reach === null ? [] : [{ path, at, made, bytes, reach }];
  });
  return byReach(own);
}

// Which backups are kept, and when the newest is too old. Pure.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** How often one is made while something changes. */
export const BACKUP_EVERY_MS = HOUR_MS;
/** "Backup old" is reported when something is in no backup for this long. */
export const OLD_AFTER_MS = 3 * HOUR_MS;

const KEPT = { hours: 24, days: 7, weeks: 4, beforeMigration: 3 } as const;

/** The newest of each of the `most` newest spans of time. */
function newestOfEach(files: readonly BackupFile[], spanMs: number, most: number): BackupFile[] {
  const spans = new Map<number, BackupFile>();
  for (const file of files) {
    const span = Math.floor(file.at / spanMs);
    if (!spans.has(span)) spans.set(span, file);
  }
  return [...spans.values()].slice(0, most);
}

/**
 * The backups that may go, given all of them, newest first. What a person made is never among them, nor the newest
 * two of all: the newest has just been proven, and the one before replaces it if it is lost.
 */
export function expendable(files: readonly BackupFile[]): BackupFile[] {
  const byItself = files.filter(({ made }) => made === "by_itself");
  const keep = new Set<BackupFile>([
    ...files.slice(0, 2),
    ...newestOfEach(byItself, HOUR_MS, KEPT.hours),
    ...newestOfEach(byItself, DAY_MS, KEPT.days),
    ...newestOfEach(byItself, WEEK_MS, KEPT.weeks),
    ...files.filter(({ made }) => made === "before_migration").slice(0, KEPT.beforeMigration),
  ]);
  return files.filter((file) => file.made !== "by_hand" && !keep.has(file));
}

/** `changedAt`: since when something is in no backup; null where everything does. */
export const isOld = (changedAt: number | null, now: number): boolean =>
  changedAt !== null && now - changedAt >= OLD_AFTER_MS;
