/** What a recovery builds on: the good backup that came furthest, the file itself, or nothing. */
import { copyFileSync, existsSync } from "node:fs";
import { basename } from "node:path";
import { CountersideError } from "../../../../contract/reply.ts";
import { removeWithLogs } from "../../../lib/whole-file.ts";
import type { FileContext } from "../../core/context.ts";
import { type BackupFile, isForeign } from "../backups/backup-files.ts";
import { dropCarried } from "../backups/carried-files.ts";
import { checkAtOnce } from "../checks/check.ts";
import { foreignParts } from "../checks/own-schema.ts";
import type { FileFault } from "../database/file-fault.ts";
import { type Db, isDamage, isOfSchema, openDatabase, openScratch } from "../database/open-database.ts";
import { migrate } from "../schema/migrations.ts";
import type { BringBackup, FoundBackups } from "./recovery-backups.ts";
import { scratch } from "./recovery-files.ts";

type Base = { kind: "backup"; path: string; at: number } | { kind: "file" } | { kind: "none" };

/**
 * Opens `path` as a base: whole, of this program, up to date. Null where it is not whole. A backup may come from a
 * folder that others write to: one with parts that this program never made is passed over too.
 */
function openSound(path: string, sqliteBinding: string | null, isBackup: boolean): Db | null {
  let db: Db | null = null;
  try {
    db = openScratch(path, sqliteBinding);
    const [foreign] = isBackup ? foreignParts(db, sqliteBinding) : [];
    const found = foreign === undefined ? checkAtOnce(db) : { wrong: `it holds ${foreign}` };
    if (!("wrong" in found)) {
      dropCarried(db);
      migrate(db);
      return db;
    }
  } catch (error) {
    const isUnfit =
      error instanceof CountersideError && ["newer_database", "file_invalid"].includes(error.code);
    if (!isDamage(error) && !isOfSchema(error) && !isUnfit) {
      db?.close();
      throw error;
    }
  }
  db?.close();
  return null;
}

/** Null where the backup can't be had: it lies in a folder that doesn't answer, or there is no room for it. */
function bringOrPass({ log }: FileContext, bring: BringBackup, backup: BackupFile): string | null {
  try {
    return bring(backup);
  } catch (error) {
    log.warn("a backup can't be had and is passed over", { error });
    return null;
  }
}

/** A base to build on: the furthest backup that proves itself, or the file as it stands where that is sound and newer. */
export function openBase(
  file: FileContext,
  fault: FileFault,
  { backups, bring }: Pick<FoundBackups, "backups" | "bring">,
): { db: Db; base: Base } {
  const { path, sqliteBinding, log, owner } = file;
  const place = scratch(path);
  for (const backup of backups) {
    removeWithLogs(place);
    const there = bringOrPass(file, bring, backup);
    if (there === null) continue;
    copyFileSync(there, place);
    const db = openSound(place, sqliteBinding, true);
    if (db !== null) return { db, base: { kind: "backup", path: backup.path, at: backup.at } };
    log.warn("a backup does not pass its check and is passed over", { backup: basename(backup.path) });
  }
  removeWithLogs(place);
  if (fault.isStale && fault.isForeign !== true && existsSync(path)) {
    copyFileSync(path, place);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${place}-wal`);
    const db = openSound(place, sqliteBinding, false);
    if (db !== null && !isForeign(db, owner)) return { db, base: { kind: "file" } };
    db?.close();
    removeWithLogs(place);
  }
  const fresh = openDatabase(place, sqliteBinding);
  migrate(fresh);
  fresh.close();
  return { db: openScratch(place, sqliteBinding), base: { kind: "none" } };
}
