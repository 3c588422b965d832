/**
 * Brings a connection's file back: the good backup that came furthest, and whatever can still be read of the damaged file.
 *
 *   damaged ──copy, log written in──▶ .salvage ─┐
 *   furthest good backup ──copy, migrated──▶ .recovering ──merge, decide, check, flush──▶ .recovered
 *   damaged ──renamed──▶ .corrupt-<time>        .recovered ──renamed──▶ the file
 *
 * Until `.recovered` has its name nothing that was there has changed. A start that finds it finishes the renames.
 * An entry is sent by itself afterwards only where the damaged file itself tells that it was never sent.
 */
import { copyFileSync, existsSync } from "node:fs";
import { basename } from "node:path";
import type { RecoveryDetails } from "../../../../contract/channels/recovery.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { nameWholeAtOnce, removeWithLogs } from "../../../lib/whole-file.ts";
import { createAuditStore } from "../../core/audit.ts";
import { actorOf, type FileContext } from "../../core/context.ts";
import { type BackupFile, isForeign, readBackup } from "../backups/backup-files.ts";
import { dropCarried } from "../backups/carried-files.ts";
import { checkAtOnce, foreignParts } from "../check.ts";
import { asideName } from "../database/file-moves.ts";
import { createMetaStore } from "../database/meta.ts";
import {
  type Db,
  damageFound,
  type FileFault,
  isDamage,
  isOfSchema,
  openDatabase,
  openScratch,
  storageError,
} from "../database/open-database.ts";
import { FACTS_OF_ENTRIES } from "../schema/documents.ts";
import { migrate } from "../schema/migrations.ts";
import { furthest, noteTakesOver, readHighWaterMark, seenOf } from "./high-water-mark.ts";
import { type BringBackup, type FoundBackups, finished, replace, scratch, source } from "./recovery-files.ts";
import { createRecoveryStore } from "./recovery-report.ts";
import {
  type EntriesTaken,
  missingFrom,
  settleEntries,
  statesOf,
  takeAttempts,
  takeEntries,
} from "./salvage/entries.ts";
import { makeSource } from "./salvage/source-file.ts";
import {
  type RowApart,
  readWrong,
  type TableTaken,
  takeAudit,
  takeOrphansOut,
  takeTables,
} from "./salvage/tables.ts";

// What a recovery builds on: the good backup that came furthest, the file itself, or nothing.

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

/** A base to build on: the furthest backup that proves itself, or the file as it is where that is sound and newer. */
function openBase(
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

/** What a recovery may take, and how. */
interface Sources extends Pick<FoundBackups, "backups" | "bring" | "secondFolder"> {
  /** How what was recovered is checked; the real way where left out. */
  check?: typeof checkAtOnce;
  /** The file is a newer version's: nothing is taken of it, and these entries stay in it. */
  left?: { entries: RecoveryDetails["lost"]; isComplete: boolean };
}

const NOTHING_TAKEN: EntriesTaken = { vouched: new Set(), added: new Set(), lost: [], isEndKnown: false };

interface Taken {
  entries: EntriesTaken;
  tables: TableTaken[];
  audit: { appended: number; apart: unknown[]; allApart: number };
  apart: RowApart[];
  wrong: RowApart[];
}

/**
 * Everything that the damaged file still gives. Not in one transaction: after the first damaged page SQLite refuses
 * every further write of a transaction. Where it throws, the base is spoiled and must be made again.
 */
function takeFrom(db: Db, place: string, marked: number | null): Taken {
  db.prepare("ATTACH ? AS damaged").run(place);
  const entries = takeEntries(db, marked);
  takeAttempts(db);
  const tables = takeTables(db);
  const audit = takeAudit(db);
  const apart = takeOrphansOut(db);
  const wrong = readWrong(db);
  db.exec(FACTS_OF_ENTRIES);
  db.exec("DETACH damaged");
  return { entries, tables, audit, apart, wrong };
}

function build(
  file: FileContext,
  fault: FileFault,
  sources: Sources,
  now: number,
  aside: string | null,
  withFile: boolean,
): void {
  const { path, sqliteBinding, owner } = file;
  const seen = seenOf(file);
  const { db, base } = openBase(file, fault, sources);
  try {
    db.pragma("foreign_keys = OFF");
    const before = statesOf(db);
    const meta = createMetaStore(db);
    // The damaged file's own word, where it can be read, takes this one's place.
    meta.endConsents();
    const highWaterMark = furthest(readHighWaterMark(path), seen.reached);
    const hasSource =
      withFile &&
      makeSource(path, source(path), scratch(path), sqliteBinding) &&
      readBackup(source(path), sqliteBinding, (found) => isForeign(found, owner)) !== true;
    const taken = hasSource ? takeFrom(db, source(path), highWaterMark?.entry ?? null) : null;
    const entries = taken?.entries ?? {
      ...NOTHING_TAKEN,
      isEndKnown: sources.left?.isComplete ?? highWaterMark !== null,
      lost: sources.left?.entries ?? missingFrom(before, highWaterMark?.entry ?? 0),
    };
    const audit = createAuditStore(db);
    if (fault.isStale) meta.endConsents();
    noteTakesOver(db, seen);
    db.transaction(() => {
      const store = createRecoveryStore(db);
      const recoveryId = store.insert(now, fault.kind, fault.reason, {});
      const origin = base.kind === "file" ? "file" : "backup";
      const held = settleEntries(db, recoveryId, before, entries, { isStale: fault.isStale, origin, now });
      const rows = [
        ...(taken?.apart ?? []),
        ...(taken?.audit.apart ?? []).map((row) => ({ source: "audit", row })),
      ];
      const wrong = taken?.wrong ?? [];
      for (const { source: table, row } of [...rows, ...wrong]) store.keepRow(recoveryId, table, row);
      const all = db.prepare<[], number>("SELECT count(*) FROM entry").pluck().get() ?? 0;
      const details: RecoveryDetails = {
        aside: aside === null ? null : basename(aside),
        base: base.kind,
        backup:
          base.kind === "backup" ? { name: basename(base.path), at: new Date(base.at).toISOString() } : null,
        fileReadable: taken !== null,
        entries: {
          all,
          added: entries.added.size,
          confirmedByFile: entries.vouched.size - entries.added.size,
          held,
        },
        lost: entries.lost,
        mayLackMore: !entries.isEndKnown || fault.isMarkStale === true,
        audit: { added: taken?.audit.appended ?? 0, apart: taken?.audit.allApart ?? 0 },
        tables: taken?.tables ?? [],
        rowsApart: rows.length,
        wrongRows: wrong.length,
        ...(sources.secondFolder === undefined ? {} : { secondFolder: sources.secondFolder }),
      };
      store.describe(recoveryId, details);
      audit.append(actorOf(file), now, "storage.recovered", fault.kind, {
        recoveryId,
        reason: fault.reason,
        base: base.kind,
        backup: details.backup?.name ?? null,
        aside: details.aside,
        entries: all,
        added: entries.added.size,
        held,
        lost: entries.lost.length,
      });
    }).immediate();
    const found = (sources.check ?? checkAtOnce)(db);
    if ("wrong" in found) throw damageFound(path, `what was recovered is not whole: ${found.wrong}`);
  } finally {
    db.close();
  }
}

/**
 * Recovers the file at `path`; afterwards it is whole, and holds the record of what was done. Throws a storage code
 * (a full disk, …) and has then changed nothing.
 */
export function recoverFile(file: FileContext, fault: FileFault, sources: Sources): void {
  const { path, log } = file;
  const now = file.clock.now();
  const isForeignFile = fault.isForeign === true;
  const why = isForeignFile ? "foreign" : sources.left === undefined ? "corrupt" : "newer";
  const aside = existsSync(path) || existsSync(`${path}-wal`) ? asideName(path, now, why) : null;
  try {
    try {
      build(file, fault, sources, now, aside, sources.left === undefined && !isForeignFile);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // What the damaged file gave passed its rows' checks but not the whole: the backup alone is still good.
      log.warn("the damaged file gave rows that don't fit together; nothing is taken of it", {
        error,
      });
      build(file, fault, sources, now, aside, false);
    }
    nameWholeAtOnce(scratch(path), finished(path));
    replace(path, now, why);
  } catch (error) {
    throw storageError(error, path) ?? error;
  } finally {
    for (const rest of [scratch(path), source(path)]) removeWithLogs(rest);
  }
}
