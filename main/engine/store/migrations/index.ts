/** The schema's versions, numbered in tens. A version that has shipped is never edited: add the next ten. */
import type Database from "better-sqlite3";
import { CountersideError } from "../../../../contract/reply.ts";
import { foundation } from "./010-foundation.ts";
import { referenceData } from "./020-reference-data.ts";
import { auditAnchor } from "./030-audit-anchor.ts";
import { keptFiles } from "./040-kept-files.ts";
import { recovery } from "./050-recovery.ts";
import { productCount } from "./060-product-count.ts";
import { evidence } from "./070-evidence.ts";
import { consent } from "./080-consent.ts";
import { shallowTriggers } from "./090-shallow-triggers.ts";
import { postedDrafts } from "./100-posted-drafts.ts";
import { restoreConfirmations } from "./110-confirmed-restores.ts";
import { linkedBarcodes } from "./120-linked-barcodes.ts";
import { purchases } from "./130-purchases.ts";
import { documentAccount } from "./150-document-account.ts";
import { daySheets } from "./160-day-sheets.ts";
import { productBlocks } from "./170-product-blocks.ts";
import { documentTrigrams } from "./180-document-trigrams.ts";

export interface Migration {
  version: number;
  sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 10, sql: foundation },
  { version: 20, sql: referenceData },
  { version: 30, sql: auditAnchor },
  { version: 40, sql: keptFiles },
  { version: 50, sql: recovery },
  { version: 60, sql: productCount },
  { version: 70, sql: evidence },
  { version: 80, sql: consent },
  { version: 90, sql: shallowTriggers },
  { version: 100, sql: postedDrafts },
  { version: 110, sql: restoreConfirmations },
  { version: 120, sql: linkedBarcodes },
  { version: 130, sql: purchases },
  { version: 150, sql: documentAccount },
  { version: 160, sql: daySheets },
  { version: 170, sql: productBlocks },
  { version: 180, sql: documentTrigrams },
];

/** "CSDE": marks the file as ours. */
const APPLICATION_ID = 0x43534445;

/** Versions go up by tens: a number beyond this was written by no program, and is a damaged header. */
const LAST_BELIEVABLE = 1_000_000;

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
  const isNewer = found > newest && found <= LAST_BELIEVABLE;
  const isMade = isNewer || migrations.some(({ version }) => version === found);
  if (!isNew && !(applicationId === APPLICATION_ID && isMade))
    throw new CountersideError(
      "file_invalid",
      `The file is another program's; nothing was changed: ${db.name}`,
      { path: db.name },
    );
  if (isNewer)
    throw new CountersideError(
      "newer_database",
      `The data was written by a newer version of Counterside (schema ${found}, this one knows ${newest}). Install the newer version; nothing was changed.`,
      { found, known: newest, path: db.name },
    );
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
