/** The schema's versions, numbered in tens. A version that has shipped is never edited: add the next ten. */
import { CountersideError } from "../../../../contract/reply.ts";
import type { Db } from "../open-database.ts";
import { foundation } from "./010-foundation.ts";
import { referenceData } from "./020-reference-data.ts";

export interface Migration {
  version: number;
  sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 10, sql: foundation },
  { version: 20, sql: referenceData },
];

/** "CSDE": marks the file as ours. */
const APPLICATION_ID = 0x43534445;

const versionOf = (db: Db): number => Number(db.pragma("user_version", { simple: true }));

/** True where `migrate` would change a file that already holds data. */
export function needsMigration(db: Db, migrations: readonly Migration[] = MIGRATIONS): boolean {
  const version = versionOf(db);
  return version > 0 && version < (migrations.at(-1)?.version ?? 0);
}

/**
 * Brings the schema up to date, each version in a transaction of its own.
 * Throws `newer_database` for a file of a newer program and `file_invalid` for another program's file.
 */
export function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = versionOf(db);
  const applicationId = Number(db.pragma("application_id", { simple: true }));
  if (found > newest)
    throw new CountersideError(
      "newer_database",
      `The data was written by a newer version of Counterside (schema ${found}, this one knows ${newest}). Install the newer version; nothing was changed.`,
      { found, known: newest, path: db.name },
    );
  if (found > 0 && applicationId !== APPLICATION_ID)
    throw new CountersideError("file_invalid", `The file is another program's: ${db.name}`, {
      path: db.name,
    });
  for (const migration of migrations) {
    if (migration.version <= found) continue;
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
}
