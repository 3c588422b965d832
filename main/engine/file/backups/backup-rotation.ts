/**
 * Keeps backups without being asked: each hour in which something changed and at the end, a second copy on another
 * drive where one is named, and as many as `backup-keeping` says. It tells when the newest is too old.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { z } from "zod";
import type { BackupStatus } from "../../../../contract/channels/recovery.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { messageOf } from "../../../lib/error-code.ts";
import { whileHeldAtOnce, writeWhole } from "../../../lib/whole-file.ts";
import type { OpenFile } from "../../core/context.ts";
import type { Db } from "../database/open-database.ts";
import { isSilence, type Places } from "../place/place.ts";
import { diskOf, type PlaceWish } from "../place/place-work.ts";
import { type BackupService, backupFolder } from "./backup.ts";
import {
  BACKUP_EVERY_MS,
  type BackupFile,
  type BackupMemory,
  filesFolder,
  isOld,
  ownBackups,
} from "./backup-files.ts";

// When something was last written, as far as it says so itself.

/** Acts looked back over for the first one that is in no backup. */
const LOOK_BACK = 5_000;

export function createChangeReads(db: Db) {
  const total = db.prepare<[], number>("SELECT total_changes()").pluck();
  const firstAct = db
    .prepare<[number], number | null>(
      `SELECT min(at) FROM (SELECT at FROM audit ORDER BY sequence DESC LIMIT ${LOOK_BACK}) WHERE at > ?`,
    )
    .pluck();
  const lastAttempt = db
    .prepare<[number], number | null>(
      "SELECT started_at FROM attempt WHERE started_at > ? ORDER BY attempt_id DESC LIMIT 1",
    )
    .pluck();
  const lastDraft = db
    .prepare<[number], number | null>("SELECT max(updated_at) FROM draft WHERE updated_at > ?")
    .pluck();
  return {
    /** Rows written over this connection since it was opened. */
    total: (): number => total.get() ?? 0,
    /** The first act, else an attempt or a draft, after `at`; null where there is none. */
    firstAfter: (at: number): number | null =>
      firstAct.get(at) ?? lastAttempt.get(at) ?? lastDraft.get(at) ?? null,
  };
}

/** After a start with something that is in no backup: soon, but not while everything opens. */
const FIRST_AFTER_MS = 60_000;

/** A path and a few letters around it; what is larger was not written by this program. */
const MOST_BYTES_OF_PLACES = 100_000;

const places = z.object({ secondFolder: z.string().refine(isAbsolute).nullable() });
export type RotationStatus = Omit<BackupStatus, "missingFiles">;
type Problem = NonNullable<BackupStatus["problem"]>;

/** What follows from what became of backups. */
interface Followed {
  /** A copy did not pass its check. */
  copyCameOutDamaged: () => void;
  /** Called when the status became another. */
  changed: () => void;
}

const problemKind = (error: unknown): Problem["kind"] => {
  if (!(error instanceof CountersideError)) return "other";
  if (isSilence(error)) return "no_answer";
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

/** Not among the backups: a person who lost those needs the second folder most. */
const placesFile = (profile: string): string => join(profile, "places.json");

/** The second place of this profile's backups; null where none is named. */
export function readSecondFolder(profile: string): string | null {
  const path = placesFile(profile);
  if (!existsSync(path)) return null;
  try {
    const there = statSync(path);
    // A pipe or a device of that name would be read without end, and it is read again at each look.
    if (!there.isFile() || there.size > MOST_BYTES_OF_PLACES) return null;
    return places.parse(JSON.parse(whileHeldAtOnce(() => readFileSync(path, "utf8")))).secondFolder;
  } catch {
    // What was chosen can't be read: it is chosen again.
    return null;
  }
}

/** A shop that was closed for longer is warned at the start as well. */
const LONGEST_BETWEEN_RUNS_MS = 7 * 86_400_000;

interface Second {
  folder: string;
  backups: readonly BackupFile[];
  isSameDisk: boolean;
}

/** Without `automaticBackups` nothing is made automatically, only reported. */
export function createBackupRotation(
  file: Pick<
    OpenFile,
    "db" | "owner" | "clock" | "log" | "profile" | "sqliteBinding" | "automaticBackups" | "shopFolder"
  >,
  { own, outside }: Places,
  backup: BackupService,
  giveUp: AbortSignal,
  { copyCameOutDamaged, changed }: Followed,
) {
  const { db, owner, clock, log, profile, sqliteBinding, automaticBackups: automatic, shopFolder } = file;
  const folder = backupFolder(profile);
  const placeOf = (root: string) => ({ root, databasePath: db.name, owner, sqliteBinding });
  const memory: BackupMemory = new Map();
  const ownFiles = () => ownBackups(folder, db.name, owner, sqliteBinding, memory);
  const changes = createChangeReads(db);
  let cancel: () => void = () => undefined;
  let problem: Problem | null = null;
  let secondProblem: Problem | null = null;
  /** As the second folder was when it last answered; it is not waited for to tell of it. */
  let second: Second | null = null;
  let isClosed = false;
  const openedAt = clock.now();
  let isTried = !automatic;
  /** Of the backup made last in this run, wherever it was put: the clock may have been set back since. */
  let lastMadeAt: number | null = null;

  /** As far as `total_changes` had come when the newest backup was begun. */
  let saved: number | null = null;
  let changedAt = changes.firstAfter(ownFiles()[0]?.at ?? 0);
  if (changedAt === null) saved = changes.total();

  const look = (): void => {
    if (changedAt === null && changes.total() !== saved) changedAt = clock.now();
  };
  const problemOf = (error: unknown): Problem => ({
    kind: problemKind(error),
    message: messageOf(error),
    at: new Date(clock.now()).toISOString(),
  });

  /** Never throws: what goes wrong there is reported, and the own backups go on. */
  const inSecond = async (root: string, wish: PlaceWish): Promise<void> => {
    try {
      const { backups, disk } = await outside.ask(wish);
      second = { folder: root, backups, isSameDisk: disk === diskOf(profile) };
      secondProblem = null;
    } catch (error) {
      if (error === giveUp.reason)
        return log.warn("the second folder's copy took too long at the end and was given up");
      secondProblem = problemOf(error);
      if (secondProblem.kind === "unreachable") second = null;
      log.warn("the second backup folder could not be used", { error });
    }
  };
  const copyToSecond = async (path: string): Promise<void> => {
    const root = readSecondFolder(profile);
    if (root === null) return;
    const filesFrom = filesFolder(backup.folder);
    await inSecond(root, { do: "add", place: placeOf(root), path, filesFrom });
  };
  const lookAtSecond = async (): Promise<void> => {
    const root = readSecondFolder(profile);
    if (root !== null) await inSecond(root, { do: "look", place: placeOf(root) });
  };

  /** The second folder was out of reach when the newest was made, or too slow at the end. */
  const catchUp = async (): Promise<void> => {
    const newest = ownFiles()[0];
    const isThere = second?.backups.some(({ path }) => basename(path) === basename(newest?.path ?? ""));
    if (newest !== undefined && isThere !== true && !isClosed) await copyToSecond(newest.path);
  };
  const run = async (): Promise<void> => {
    look();
    const begun = changes.total();
    try {
      if (changedAt === null) return await catchUp();
      // On a full disk it fails, and is reported: no good backup goes for one that may not come to be.
      const { path } = await backup.createByItself();
      saved = begun;
      changedAt = null;
      problem = null;
      lastMadeAt = clock.now();
      shopFolder.backedUp();
      await backup.runExclusive(() => own.ask({ do: "prune", place: placeOf(folder) }));
      await copyToSecond(path);
    } catch (error) {
      // The next run makes it first.
      if (error === giveUp.reason) return log.warn("a backup took too long at the end and was given up");
      problem = problemOf(error);
      log.warn("a backup could not be made", { error });
      if (problem.kind === "damaged_copy") copyCameOutDamaged();
    }
    isTried = true;
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
  const hasSecond = readSecondFolder(profile) !== null;
  next(changedAt === null && !hasSecond ? BACKUP_EVERY_MS : FIRST_AFTER_MS);
  if (hasSecond) void lookAtSecond().then(changed);

  /** What the last run left is made in the first minute: nobody is warned of it each morning. */
  const isAboutToBeMade = (): boolean =>
    !isTried &&
    changedAt !== null &&
    changedAt < openedAt &&
    clock.now() - changedAt < LONGEST_BETWEEN_RUNS_MS;

  const status = (): RotationStatus => {
    look();
    const files = ownFiles();
    const root = readSecondFolder(profile);
    const inRoot = second?.folder === root ? second : null;
    const iso = (at: number | null | undefined): string | null =>
      at === null || at === undefined ? null : new Date(at).toISOString();
    return {
      lastAt: iso(lastMadeAt ?? files[0]?.at),
      isOld: isOld(changedAt, clock.now()) && !isAboutToBeMade(),
      files: files.map(({ path, at, bytes, made }) => ({
        path,
        at: new Date(at).toISOString(),
        bytes,
        made,
      })),
      folder: backup.folder,
      problem,
      second:
        root === null
          ? null
          : {
              folder: root,
              lastAt: iso(inRoot?.backups[0]?.at),
              files: inRoot?.backups.length ?? 0,
              problem: secondProblem,
              isSameDisk: inRoot?.isSameDisk ?? false,
            },
    };
  };

  return {
    status,
    /** What is in no backup yet gets into one, after what is under way; what goes wrong is in the status. */
    backUp(): void {
      if (!isClosed) running = running.then(run);
    },
    /** One made by hand is the newest good one wherever it lies; only in the usual place it replaces the hourly one. */
    async byHand(path: string): Promise<void> {
      lastMadeAt = clock.now();
      if (dirname(path) === backup.folder) {
        saved = changes.total();
        changedAt = null;
        problem = null;
        shopFolder.backedUp();
        await copyToSecond(path);
      }
      changed();
    },
    async setSecondFolder(path: string | null): Promise<RotationStatus> {
      if (path !== null && !isAbsolute(path))
        throw new CountersideError("file_invalid", { reason: "relative", path });
      // Tries the place with the very check that each copy goes through. In the profile it would be no second place.
      if (path !== null)
        for (const liveFolder of [dirname(db.name), profile])
          await outside.ask({
            do: "settle",
            path: join(path, "check.sqlite"),
            fileName: "check.sqlite",
            liveFolder,
          });
      const text = JSON.stringify({ secondFolder: path });
      await writeWhole(placesFile(profile), (unfinished) => writeFile(unfinished, text));
      secondProblem = null;
      const newest = ownFiles()[0];
      if (newest === undefined) await lookAtSecond();
      else await copyToSecond(newest.path);
      changed();
      return status();
    },
    /** What changed goes into a last backup, where the file is sound. */
    async close(isSound: boolean): Promise<void> {
      isClosed = true;
      cancel();
      await running;
      if (automatic && isSound && !giveUp.aborted) await run();
    },
  };
}
