/**
 * Keeps backups without being asked: each hour in which something changed and at the end, a second copy on another
 * drive where one is named, and as many as `backup-keeping` says. It tells when the newest is too old.
 */
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { z } from "zod";
import type { BackupStatus } from "../../../contract/channels/recovery.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { Clock, Log } from "../ports.ts";
import { contentsOf } from "../store/backup.ts";
import { listBackups, removeBackup } from "../store/backup-files.ts";
import { createChangeReads } from "../store/change-reads.ts";
import type { Db } from "../store/open-database.ts";
import { type BackupService, backupFolder, writeWhole } from "./backup.ts";
import { BACKUP_EVERY_MS, expendable, isOld, nextToGiveUp } from "./backup-keeping.ts";
import { settleTarget } from "./backup-target.ts";
import type { Verify } from "./verify.ts";

/** After a start with something that stands in no backup: soon, but not while everything opens. */
const FIRST_AFTER_MS = 60_000;
const FULL_TRIES = 3;

const places = z.object({ secondFolder: z.string().nullable() });
type Problem = NonNullable<BackupStatus["problem"]>;

interface RotationParts {
  db: Db;
  clock: Clock;
  log: Log;
  profile: string;
  sqliteBinding: string | null;
  backup: BackupService;
  verify: Verify;
  /** False: nothing is made by itself, only told. */
  automatic: boolean;
  /** A copy did not pass its check. */
  copyCameOutDamaged: () => void;
  /** Called when the status became another. */
  changed: () => void;
}

const problemKind = (error: unknown): Problem["kind"] => {
  if (!(error instanceof CountersideError)) return "other";
  switch (error.code) {
    case "storage_full":
      return "full";
    case "storage_read_only":
      return "read_only";
    case "storage_damaged":
      return "damaged_copy";
    case "file_invalid":
      return "unreachable";
    default:
      return "other";
  }
};

/** The second place of this profile's backups; null where none is named. */
export function readSecondFolder(profile: string): string | null {
  try {
    const text = readFileSync(join(backupFolder(profile), "places.json"), "utf8");
    return places.parse(JSON.parse(text)).secondFolder;
  } catch {
    // None was chosen, or what was chosen can't be read: it is chosen again.
    return null;
  }
}

export function createBackupRotation(parts: RotationParts) {
  const { db, clock, log, profile, backup, automatic, changed } = parts;
  const folder = backupFolder(profile);
  const changes = createChangeReads(db);
  let cancel: () => void = () => undefined;
  let problem: Problem | null = null;
  let secondProblem: Problem | null = null;
  let isClosed = false;

  const newestAt = (): number | null => listBackups(folder, db.name)[0]?.at ?? null;
  /** As far as `total_changes` had come when the newest backup was begun. */
  let saved: number | null = null;
  let changedAt = changes.firstAfter(newestAt() ?? 0);
  if (changedAt === null) saved = changes.total();

  const look = (): void => {
    if (changedAt === null && changes.total() !== saved) changedAt = clock.now();
  };
  const problemOf = (error: unknown): Problem => ({
    kind: problemKind(error),
    message: error instanceof Error ? error.message : String(error),
    at: new Date(clock.now()).toISOString(),
  });

  const prune = (where: string): void => {
    for (const file of expendable(listBackups(where, db.name))) removeBackup(file);
  };
  /** Parts of copies that a killed program left. */
  const sweep = async (): Promise<void> => {
    const start = `.${basename(db.name, ".sqlite")}-`;
    for (const name of await readdir(folder))
      if (name.startsWith(start) && name.includes(".part")) await rm(join(folder, name), { force: true });
  };

  const makeRoomAndCreate = async (): Promise<string> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await backup.createByItself()).path;
      } catch (error) {
        const oldest = nextToGiveUp(listBackups(folder, db.name));
        if (problemKind(error) !== "full" || oldest === null || tries >= FULL_TRIES) throw error;
        log.warn("the disk is full; the oldest backup makes room", { backup: basename(oldest.path) });
        removeBackup(oldest);
      }
    }
  };

  const copyToSecond = async (path: string): Promise<void> => {
    const second = readSecondFolder(profile);
    if (second === null) return;
    try {
      const expected = contentsOf(db);
      const target = await settleTarget(join(second, basename(path)), basename(path), dirname(db.name));
      await writeWhole(target, async (unfinished) => {
        await copyFile(path, unfinished);
        // What was made since is not in this copy: its own file has been proven against it.
        await parts.verify({
          path: unfinished,
          sqliteBinding: parts.sqliteBinding,
          expected: { ...expected, entries: 0, audit: 0 },
        });
      });
      prune(second);
      secondProblem = null;
    } catch (error) {
      // A drive that is pulled out in the middle fails in any of the steps, each in its own words.
      secondProblem = { ...problemOf(error), ...(existsSync(second) ? {} : { kind: "unreachable" }) };
      log.warn("the second copy of a backup could not be made", { error: String(error) });
    }
  };

  const run = async (): Promise<void> => {
    look();
    if (changedAt === null) return;
    const begun = changes.total();
    try {
      const path = await makeRoomAndCreate();
      saved = begun;
      changedAt = null;
      problem = null;
      prune(folder);
      await copyToSecond(path);
    } catch (error) {
      problem = problemOf(error);
      log.warn("a backup could not be made", { error: String(error) });
      if (problem.kind === "damaged_copy") parts.copyCameOutDamaged();
    }
    changed();
  };

  const next = (afterMs: number): void => {
    if (!automatic || isClosed) return;
    cancel = clock.schedule(afterMs, turn);
  };
  let running: Promise<void> = Promise.resolve();
  const turn = (): void => {
    running = run().finally(() => next(BACKUP_EVERY_MS));
  };
  next(changedAt === null ? BACKUP_EVERY_MS : FIRST_AFTER_MS);
  if (automatic)
    sweep().catch(() => {
      // There is no folder of backups yet.
    });

  const status = async (): Promise<BackupStatus> => {
    look();
    const files = listBackups(folder, db.name);
    const second = readSecondFolder(profile);
    const inSecond = second === null ? [] : listBackups(second, db.name);
    const iso = (at: number | undefined): string | null =>
      at === undefined ? null : new Date(at).toISOString();
    return {
      lastAt: iso(files[0]?.at),
      isOld: isOld(changedAt, clock.now()),
      files: files.map(({ path, at, bytes, made }) => ({
        path,
        at: new Date(at).toISOString(),
        bytes,
        made,
      })),
      ...{ folder, problem },
      second:
        second === null
          ? null
          : { folder: second, lastAt: iso(inSecond[0]?.at), files: inSecond.length, problem: secondProblem },
    };
  };

  return {
    status,
    /** A backup made by hand in the usual place counts as one. */
    async byHand(path: string): Promise<void> {
      if (dirname(path) !== folder) return;
      saved = changes.total();
      changedAt = null;
      problem = null;
      await copyToSecond(path);
      changed();
    },
    async setSecondFolder(path: string | null): Promise<BackupStatus> {
      if (path !== null && !isAbsolute(path))
        throw new CountersideError("file_invalid", `The folder has no full path: ${path}`, {
          path,
          reason: "relative",
        });
      // Tries the place with the very check that each copy goes through.
      if (path !== null) await settleTarget(join(path, "check.sqlite"), "check.sqlite", dirname(db.name));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "places.json"), JSON.stringify({ secondFolder: path }));
      secondProblem = null;
      const newest = listBackups(folder, db.name)[0];
      if (newest !== undefined) await copyToSecond(newest.path);
      changed();
      return status();
    },
    /** What changed goes into a last backup, where the file is sound. */
    async close(isSound: boolean): Promise<void> {
      isClosed = true;
      cancel();
      await running;
      if (automatic && isSound) await run();
    },
  };
}
