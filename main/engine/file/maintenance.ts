/** What keeps one open connection's file safe while it is used: backups, the high-water mark, a look at the whole of a large file. */
import { statSync } from "node:fs";
import type { BackupStatus } from "../../../contract/channels/recovery.ts";
import type { KeptFile } from "../../../contract/kept-file.ts";
import type { Handlers, OpenFile } from "../core/context.ts";
import { bringFilesBack, missingOf } from "./backups/attached-files.ts";
import { createBackupService } from "./backups/backup.ts";
import { contentsOf } from "./backups/backup-copy.ts";
import { ownerIn } from "./backups/backup-files.ts";
import { createBackupRotation, type RotationStatus } from "./backups/backup-rotation.ts";
import { createVerify } from "./backups/verify.ts";
import { damagedBy, isDamage } from "./database/open-database.ts";
import { CHECKED_AT_START_BYTES } from "./open-file.ts";
import { createPlace } from "./place/place.ts";
import { openHighWaterMark } from "./recovery/high-water-mark.ts";
import { MOVED, watchPlace } from "./recovery/put-back.ts";
import { createRecoveryReportService, createRecoveryStore } from "./recovery/recovery-report.ts";

/** A large file is looked through soon after it is opened, but not while everything else opens. */
const LOOK_AFTER_MS = 5_000;

/** Marks how far the file has come, and sees whether its name still leads to it. */
export function watchFile({ db, profile, storageFailed, damaged }: OpenFile) {
  const isInPlace = watchPlace(db.name);
  const highWaterMark = openHighWaterMark(db, profile, storageFailed);
  let isMoveReported = false;
  /** What is written into a file without a name is gone when the program ends. */
  const look = (): void => {
    if (isMoveReported || isInPlace()) return;
    isMoveReported = true;
    damaged(MOVED);
  };
  return {
    isInPlace,
    look,
    note(): void {
      highWaterMark.note();
      look();
    },
    noteEntry(sequence: number): void {
      highWaterMark.noteEntry(sequence);
      look();
    },
    close: highWaterMark.close,
  };
}

type Watch = ReturnType<typeof watchFile>;
type MaintenanceChannel = "backup.create" | "backup.status" | "backup.setSecondFolder" | ReportChannel;
type ReportChannel = "recovery.report" | "recovery.seen" | "recovery.decide";

/**
 * `hold`: whether sending is held until a person decides about a loaded backup. `isRecovered`: the file was recovered at
 * this start, and attached files may be missing too.
 */
export function openMaintenance(
  open: OpenFile,
  watch: Watch,
  hold: (held: boolean) => void,
  isRecovered: boolean,
) {
  const { db, sqliteBinding, clock, log, emit, damaged, storageFailed } = open;
  const owner = ownerIn(db);
  if (owner === null) throw new Error("the file doesn't say whose it is");
  // Of what it was called before nothing is kept or pruned.
  const file = { ...open, owner };
  const store = createRecoveryStore(db);
  const verify = createVerify(file);
  /** Ends backups, and what is asked of their folders: the engine ends. */
  const giveUp = new AbortController();
  const places = {
    own: createPlace(file, true, giveUp.signal),
    outside: createPlace(file, false, giveUp.signal),
  };
  const backup = createBackupService(file, places, verify, giveUp.signal);
  let looking: Promise<void> | null = null;
  const stop = new AbortController();

  /** Reads the whole file on another connection, while this one goes on. Never throws, whatever the file does. */
  const lookThrough = (): void => {
    try {
      looking ??= verify(
        { path: db.name, sqliteBinding, expected: contentsOf(db), isInUse: true },
        stop.signal,
      )
        .catch((error: unknown) => {
          if (stop.signal.aborted) return;
          if (isDamage(error)) damaged(damagedBy(error));
          else log.warn("the file could not be looked through", { error });
        })
        .finally(() => {
          looking = null;
        });
    } catch (error) {
      storageFailed(error);
    }
  };
  let isSuspect = false;
  /** Something failed as nobody expected: the file is looked through, once for as long as it is open. */
  const suspect = (): void => {
    if (isSuspect) return;
    isSuspect = true;
    lookThrough();
  };
  const isLarge = statSync(db.name).size > CHECKED_AT_START_BYTES;
  const cancelLook = isLarge ? clock.schedule(LOOK_AFTER_MS, lookThrough) : () => undefined;

  const rotation = createBackupRotation(file, places, backup, giveUp.signal, {
    changed: () => {
      watch.look();
      emit({ event: "backup.changed", payload: {} });
    },
    // Either the copy's disk is bad, or the file itself: the file is looked at.
    copyCameOutDamaged: lookThrough,
  });
  const isUndecided = (): boolean => store.undecided() !== undefined;
  const reports = createRecoveryReportService(file, store, () => {
    hold(isUndecided());
    emit({ event: "recovery.changed", payload: { kind: "restored", recovered: false } });
  });

  let missing: KeptFile[] = [];
  const withMissing = (status: RotationStatus): BackupStatus => ({
    ...status,
    missingFiles: missingOf(missing),
  });
  const lookForFiles = async (): Promise<void> => {
    missing = await bringFilesBack(file, places);
    if (missing.length === 0) return;
    log.warn("attached files are missing", { count: missing.length });
    emit({ event: "backup.changed", payload: {} });
  };
  let bringing: Promise<void> = Promise.resolve();
  const cancelFiles = clock.schedule(isRecovered ? 0 : LOOK_AFTER_MS, () => {
    bringing = lookForFiles().catch((error: unknown) =>
      log.warn("attached files could not be looked for", { error }),
    );
  });

  let isHurried = false;
  let isClosing = false;
  let inTime: () => void = () => undefined;
  const limit = (): void => {
    inTime();
    if (isHurried && isClosing) inTime = clock.schedule(file.lastBackupWithinMs, () => giveUp.abort());
  };

  const status = (): BackupStatus => withMissing(rotation.status());
  const handlers: Handlers<MaintenanceChannel> = {
    "backup.status": status,
    "backup.setSecondFolder": async (_, { path }) =>
      withMissing(await rotation.setSecondFolder(path ?? null)),
    "backup.create": async (call, input) => {
      const made = await backup.create(call, input);
      await rotation.byHand(made.path);
      return { path: made.path, bytes: made.bytes, verified: true, missingFiles: missingOf(made.missing) };
    },
    "recovery.report": (_, input) => reports.report(input),
    "recovery.seen": (_, input) => reports.seen(input),
    "recovery.decide": reports.decide,
  };
  return {
    handlers,
    suspect,
    status,
    backUp: rotation.backUp,
    reports,
    isUndecided,
    /** The engine ends: from when the file begins to close nobody waits for long. */
    hurry(): void {
      isHurried = true;
      limit();
    },
    /** A last backup of what changed; afterwards the file may be closed. `isSound` false: nothing more is asked of it. */
    async close(isSound: boolean): Promise<void> {
      cancelLook();
      cancelFiles();
      stop.abort();
      isClosing = true;
      limit();
      await rotation.close(isSound);
      await backup.close();
      await Promise.all([looking, bringing]);
      inTime();
      watch.close();
    },
  };
}
