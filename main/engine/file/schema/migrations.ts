/** The schema's versions, numbered in tens. A version that was released is never edited: add the next ten. */
import type Database from "better-sqlite3";
import { CountersideError } from "../../../../contract/error.ts";
import { SCHEMA } from "./index.ts";

export interface Migration {
  version: number;
  sql: string;
}

export const MIGRATIONS: readonly Migration[] = [{ version: 10, sql: SCHEMA }];

/** "CSDE": marks the file as ours. */
const APPLICATION_ID = 0x43534445;

/** Versions go up by tens: a number beyond this was written by no program, and is a damaged header. */
const LAST_BELIEVABLE = 1_000_000;
const STEP = 10;

const versionOf = (db: Database.Database): number => Number(db.pragma("user_version", { simple: true }));

const hasTables = (db: Database.Database): boolean =>
  db.prepare<[], number>("SELECT EXISTS (SELECT 1 FROM sqlite_schema)").pluck().get() === 1;

/**
 * Only reads: `file_invalid` for another program's file (most of them leave both numbers in the header at 0) and for a
 * version that no migration makes, `newer_database` for a file of a newer program.
 */
export function assertOurs(db: Database.Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = versionOf(db);
  const applicationId = Number(db.pragma("application_id", { simple: true }));
  const isNew = found === 0 && applicationId === 0 && !hasTables(db);
  const isNewer = found > newest && found <= LAST_BELIEVABLE && found % STEP === 0;
  const isMade = isNewer || migrations.some(({ version }) => version === found);
  if (!isNew && !(applicationId === APPLICATION_ID && isMade))
    throw new CountersideError("file_invalid", { reason: "another_program", path: db.name });
  if (isNewer) throw new CountersideError("newer_database", { found, known: newest, path: db.name });
}

/** Whether `migrate` would change the file, and it holds something that could be lost by it. */
export function needsMigration(
  db: Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
): boolean {
  const found = versionOf(db);
  return found > 0 && found < (migrations.at(-1)?.version ?? 0);
}

/**
 * Brings the schema up to date in one transaction: a version that fails leaves the file as it was. Throws what
 * `assertOurs` throws.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[] = MIGRATIONS): void {
  assertOurs(db, migrations);
  const found = versionOf(db);
  const missing = migrations.filter(({ version }) => version > found);
  const newest = missing.at(-1);
  if (newest === undefined) return;
  db.transaction(() => {
    for (const { sql } of missing) db.exec(sql);
    // Once for all of them: each makes SQLite read the whole schema again.
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${newest.version}`);
  }).immediate();
}
