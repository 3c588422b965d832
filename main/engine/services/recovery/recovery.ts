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
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { EntryState } from "../../../../contract/channels/common.ts";
import type { RecoveryDetails } from "../../../../contract/channels/recovery.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Log } from "../../ports.ts";
import { dropCarried } from "../../store/attached/carried-files.ts";
import { createAuditStore } from "../../store/audit/audit.ts";
import { type BackupFile, type FileOwner, isForeign, readBackup } from "../../store/backup/backup-files.ts";
import { checkAtOnce } from "../../store/checks/check.ts";
import { foreignParts } from "../../store/checks/own-schema.ts";
import {
  type AsideReason,
  asideName,
  flushAtOnce,
  flushFolderAtOnce,
  keepAside,
  removeWithLogs,
} from "../../store/file/file-moves.ts";
import { createMetaStore } from "../../store/file/meta.ts";
import {
  type Db,
  damageFound,
  isDamage,
  isOfSchema,
  openDatabase,
  openScratch,
  storageError,
} from "../../store/file/open-database.ts";
import { confirmedRestores } from "../../store/migrations/110-confirmed-restores.ts";
import { migrate } from "../../store/migrations/index.ts";
import {
  dropHighWaterMark,
  furthest,
  noteTakesOver,
  readHighWaterMark,
  type Seen,
} from "../../store/recovery/high-water-mark.ts";
import { createRecoveryStore, type HeldReason, type RecoveryKind } from "../../store/recovery/recovery.ts";
import { countProducts } from "../../store/reference-data/product-count.ts";
import { type EntriesTaken, MOST_LOST, takeAttempts, takeEntries } from "../../store/salvage/entries.ts";
import { makeSource } from "../../store/salvage/source-file.ts";
import {
  type RowApart,
  readWrong,
  type TableTaken,
  takeAudit,
  takeOrphansOut,
  takeTables,
} from "../../store/salvage/tables.ts";
import type { BringBackup } from "./recovery-backups.ts";

/** What is wrong with a file, as noticed before or while it was open. */
export interface FileFault {
  kind: Extract<RecoveryKind, "damaged" | "missing" | "rolled_back">;
  /** In a few words, for support. */
  reason: string;
  /** The file's newest state is gone though what is left of it is sound: nothing in it proves what was not sent. */
  isStale: boolean;
  /** The high-water mark came back with an older file: neither says how far it had come. */
  isMarkStale?: boolean;
  /** Another counter's file lies in its place: nothing is taken of that. */
  isForeign?: boolean;
}

/** What a reader of the file met, where that is damage. */
export const damagedBy = (error: unknown): FileFault => ({
  kind: "damaged",
  reason: String(error),
  isStale: false,
});

interface RecoveryDeps {
  path: string;
  fault: FileFault;
  /** Whose the file must be. */
  owner: FileOwner;
  /** What the profile has seen of the file. */
  seen: Seen;
  /** This counter's own, the one that came furthest first. */
  backups: readonly BackupFile[];
  /** Where a backup can be read on this disk; throws where it can't be had. */
  bring: BringBackup;
  /** Whether the second folder could be looked into; left out where there is none, or it isn't asked. */
  secondFolder?: RecoveryDetails["secondFolder"];
  /** Whose acts follow in the record. */
  actor: { userId: ExactInteger; deviceId: string };
  sqliteBinding: string | null;
  now: number;
  log: Log;
  /** How what was brought back is checked; the real way where left out. */
  check?: typeof checkAtOnce;
  /** The file is a newer version's: nothing is taken of it, and these entries stay in it. */
  left?: { entries: RecoveryDetails["lost"]; isComplete: boolean };
}

export const scratch = (path: string): string => `${path}.recovering`;
const source = (path: string): string => `${path}.salvage`;
export const finished = (path: string): string => `${path}.recovered`;

/** Puts what was brought back, and is whole and on the disk, in the place of whatever lies there, which is kept aside. */
function replace(path: string, now: number, why?: AsideReason): void {
  // Its name comes before any other is changed, also over a loss of power.
  flushFolderAtOnce(dirname(path));
  keepAside(path, now, why);
  // It speaks of the file that is aside now.
  dropHighWaterMark(path);
  renameSync(finished(path), path);
  flushFolderAtOnce(dirname(path));
}

/**
 * An earlier recovery that was cut off: finished where only renames were missing (true), else forgotten. What lies under
 * the file's name may lack its log, which is aside already.
 */
export function finishInterrupted(path: string, now: number): boolean {
  const isFinished = existsSync(finished(path));
  if (isFinished) replace(path, now);
  for (const rest of [scratch(path), source(path)]) removeWithLogs(rest);
  return isFinished;
}

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
function bringOrPass({ bring, log }: RecoveryDeps, backup: BackupFile): string | null {
  try {
    return bring(backup);
  } catch (error) {
    log.warn("a backup can't be had and is passed over", { error });
    return null;
  }
}

/** A base to build on: the furthest backup that proves itself, or the file as it stands where that is sound and newer. */
function openBase(deps: RecoveryDeps): { db: Db; base: Base } {
  const { path, backups, sqliteBinding } = deps;
  const place = scratch(path);
  for (const backup of backups) {
    removeWithLogs(place);
    const there = bringOrPass(deps, backup);
    if (there === null) continue;
    copyFileSync(there, place);
    const db = openSound(place, sqliteBinding, true);
    if (db !== null) return { db, base: { kind: "backup", path: backup.path, at: backup.at } };
    deps.log.warn("a backup does not pass its check and is passed over", { backup: basename(backup.path) });
  }
  removeWithLogs(place);
  if (deps.fault.isStale && deps.fault.isForeign !== true && existsSync(path)) {
    copyFileSync(path, place);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${place}-wal`);
    const db = openSound(place, sqliteBinding, false);
    if (db !== null && !isForeign(db, deps.owner)) return { db, base: { kind: "file" } };
    db?.close();
    removeWithLogs(place);
  }
  const fresh = openDatabase(place, sqliteBinding);
  migrate(fresh);
  fresh.close();
  return { db: openScratch(place, sqliteBinding), base: { kind: "none" } };
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
  countProducts(db);
  db.exec(confirmedRestores);
  db.exec("DETACH damaged");
  return { entries, tables, audit, apart, wrong };
}

const OPEN: readonly EntryState[] = ["pending", "retry_wait", "in_flight", "outcome_unknown", "dead_letter"];

/** Why an unsettled entry becomes a person's decision; null where it goes on as it was. */
export function holdReason(state: EntryState, isVouched: boolean): HeldReason | null {
  switch (state) {
    case "in_flight":
      return "was_in_flight";
    case "outcome_unknown":
      return "was_unknown";
    case "pending":
    case "retry_wait":
    case "dead_letter":
      return isVouched ? null : "may_have_been_sent";
    case "confirmed":
    case "discarded":
      return null;
  }
}

interface StateRow {
  sequence: number;
  state: EntryState;
}

/** Decides what becomes of each entry and writes it down. Returns how many became a person's decision. */
export function settleEntries(
  db: Db,
  recoveryId: number,
  before: ReadonlyMap<number, EntryState>,
  taken: Pick<EntriesTaken, "vouched" | "added">,
  { isStale, origin, now }: { isStale: boolean; origin: "backup" | "file"; now: number },
): number {
  const store = createRecoveryStore(db);
  let held = 0;
  for (const { sequence, state } of db.prepare<[], StateRow>("SELECT sequence, state FROM entry").all()) {
    const was = before.get(sequence) ?? null;
    const reason = holdReason(state, taken.vouched.has(sequence) && !isStale);
    const isAdded = taken.added.has(sequence);
    if (reason !== null) {
      held += 1;
      store.makeUnknown(sequence, reason, now);
    } else if (!isAdded && was === state && !OPEN.includes(state)) continue;
    store.put(recoveryId, sequence, {
      origin: isAdded ? "file" : taken.vouched.has(sequence) ? "both" : origin,
      state_before: was ?? (isAdded ? state : null),
      state_after: reason === null ? state : "outcome_unknown",
      reason,
      held: reason !== null,
    });
  }
  return held;
}

export const statesOf = (db: Db): Map<number, EntryState> =>
  new Map(
    db
      .prepare<[], StateRow>("SELECT sequence, state FROM entry")
      .all()
      .map(({ sequence, state }) => [sequence, state]),
  );

function build(deps: RecoveryDeps, aside: string | null, withFile: boolean): void {
  const { path, fault, sqliteBinding, now } = deps;
  const { db, base } = openBase(deps);
  try {
    db.pragma("foreign_keys = OFF");
    const before = statesOf(db);
    const meta = createMetaStore(db);
    // The damaged file's own word, where it can be read, takes this one's place.
    meta.endConsents();
    const highWaterMark = furthest(readHighWaterMark(path), deps.seen.reached);
    const hasSource =
      withFile &&
      makeSource(path, source(path), scratch(path), sqliteBinding) &&
      readBackup(source(path), sqliteBinding, (found) => isForeign(found, deps.owner)) !== true;
    const taken = hasSource ? takeFrom(db, source(path), highWaterMark?.entry ?? null) : null;
    const entries = taken?.entries ?? {
      ...NOTHING_TAKEN,
      isEndKnown: deps.left?.isComplete ?? highWaterMark !== null,
      lost: deps.left?.entries ?? missingFrom(before, highWaterMark?.entry ?? 0),
    };
    const audit = createAuditStore(db);
    if (fault.isStale) meta.endConsents();
    noteTakesOver(db, deps.seen);
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
        ...(deps.secondFolder === undefined ? {} : { secondFolder: deps.secondFolder }),
      };
      store.describe(recoveryId, details);
      audit.append(deps.actor, now, "storage.recovered", fault.kind, {
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
    const found = (deps.check ?? checkAtOnce)(db);
    if ("wrong" in found) throw damageFound(path, `what was brought back is not whole: ${found.wrong}`);
  } finally {
    db.close();
  }
}

/** Numbers are given one after the other: one that is missing was an entry. */
function missingFrom(known: ReadonlyMap<number, unknown>, last: number): EntriesTaken["lost"] {
  const lost: EntriesTaken["lost"] = [];
  for (let sequence = 1; sequence <= last && lost.length < MOST_LOST; sequence += 1)
    if (!known.has(sequence)) lost.push({ sequence, entryId: null, serialNo: null });
  return lost;
}

/**
 * Recovers the file at `path`; afterwards it is whole, and holds the record of what was done. Throws a storage code
 * (a full disk, …) and has then changed nothing.
 */
export function recoverFile(deps: RecoveryDeps): void {
  const { path, log, now } = deps;
  const isForeignFile = deps.fault.isForeign === true;
  const why = isForeignFile ? "foreign" : deps.left === undefined ? "corrupt" : "newer";
  const aside = existsSync(path) || existsSync(`${path}-wal`) ? asideName(path, now, why) : null;
  try {
    try {
      build(deps, aside, deps.left === undefined && !isForeignFile);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // What the damaged file gave passed its rows' checks but not the whole: the backup alone is still good.
      log.warn("the damaged file gave rows that don't fit together; nothing is taken of it", {
        error,
      });
      build(deps, aside, false);
    }
    flushAtOnce(scratch(path));
    renameSync(scratch(path), finished(path));
    replace(path, now, why);
  } catch (error) {
    throw storageError(error, path) ?? error;
  } finally {
    for (const rest of [scratch(path), source(path)]) removeWithLogs(rest);
  }
}
