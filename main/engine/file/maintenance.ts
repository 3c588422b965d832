/** What keeps one open connection's file safe while it is used: backups, the high-water mark, a look at the whole of a large file. */
import { statSync } from "node:fs";
import type { BackupStatus } from "../../../contract/channels/recovery.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import type { KeptFile } from "../../../contract/kept-file.ts";
import type { RecordAct } from "../core/activity/audit.ts";
import type { Clock, Emit, Log } from "../ports.ts";
import { bringFilesBack, missingOf } from "./backups/attached-files.ts";
import { createBackupService } from "./backups/backup.ts";
import { contentsOf } from "./backups/backup-copy.ts";
import { ownerIn } from "./backups/backup-files.ts";
import { createBackupRotation, type RotationStatus } from "./backups/backup-rotation.ts";
import { createVerify } from "./backups/verify.ts";
import { type Db, isDamage } from "./database/open-database.ts";
import { CHECKED_AT_START_BYTES } from "./open-file.ts";
import { createPlace, placeThreadBeside } from "./place/place.ts";
import { damagedBy, type FileFault } from "./recovery/file-fault.ts";
import { openHighWaterMark } from "./recovery/high-water-mark.ts";
import { MOVED, watchPlace } from "./recovery/put-back.ts";
import { createRecoveryReportService } from "./recovery/recovery-report.ts";
import { createRecoveryStore } from "./recovery/recovery-rows.ts";

/** A large file is looked through soon after it is opened, but not while everything else opens. */
const LOOK_AFTER_MS = 5_000;

export interface MaintenanceDeps {
  db: Db;
  profile: string;
  sqliteBinding: string | null;
  clock: Clock;
  log: Log;
  emit: Emit;
  record: RecordAct;
  /** Makes backups without being asked. */
  automatic: boolean;
  /** The thread that checks files, or null for none. */
  verifyThread: URL | null;
  /** It was brought back at this start: attached files may be missing too. */
  isBroughtBack: boolean;
  /** The file turned out to be damaged while it was in use. */
  damaged: (fault: FileFault) => void;
  /** What storage threw where nobody asked. */
  storageFailed: (error: unknown) => void;
  /** Whether sending is held until a person decides about a loaded backup. */
  hold: (held: boolean) => void;
}

export function openMaintenance(deps: MaintenanceDeps) {
  const { db, profile, sqliteBinding, clock, log, emit, record, damaged } = deps;
  const store = createRecoveryStore(db);
  const verify = createVerify(deps.verifyThread, log);
  const thread = deps.verifyThread === null ? null : placeThreadBeside(deps.verifyThread);
  const own = createPlace({ thread, clock, log }, true);
  const outside = createPlace({ thread, clock, log }, false);
  const owner = ownerIn(db);
  if (owner === null) throw new Error("the file doesn't say whose it is");
  const places = { db, owner, profile, own, outside };
  const backup = createBackupService({ ...places, clock, sqliteBinding, verify, record });
  const isInPlace = watchPlace(db.name);
  let isMovedTold = false;
  /** What is written into a file without a name is gone when the program ends. */
  const lookAtPlace = (): void => {
    if (isMovedTold || isInPlace()) return;
    isMovedTold = true;
    damaged(MOVED);
  };
  const highWaterMark = openHighWaterMark(db, profile, deps.storageFailed);
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
      deps.storageFailed(error);
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

  const rotation = createBackupRotation({
    ...places,
    clock,
    log,
    sqliteBinding,
    backup,
    automatic: deps.automatic,
    changed: () => {
      lookAtPlace();
      emit({ event: "backup.changed", payload: {} });
    },
    // Either the copy's disk is bad, or the file itself: the file is looked at.
    copyCameOutDamaged: lookThrough,
  });
  const isUndecided = (): boolean => store.undecided() !== undefined;
  const reports = createRecoveryReportService({
    db,
    store,
    clock,
    record,
    decided: () => {
      deps.hold(isUndecided());
      emit({ event: "recovery.changed", payload: { kind: "restored", recovered: false } });
    },
  });

  let missing: KeptFile[] = [];
  const told = (status: RotationStatus): BackupStatus => ({ ...status, missingFiles: missingOf(missing) });
  const lookForFiles = async (): Promise<void> => {
    missing = await bringFilesBack({ ...places, sqliteBinding, log });
    if (missing.length === 0) return;
    log.warn("attached files are missing", { count: missing.length });
    emit({ event: "backup.changed", payload: {} });
  };
  let bringing: Promise<void> = Promise.resolve();
  const cancelFiles = clock.schedule(deps.isBroughtBack ? 0 : LOOK_AFTER_MS, () => {
    bringing = lookForFiles().catch((error: unknown) =>
      log.warn("attached files could not be looked for", { error }),
    );
  });

  return {
    highWaterMark: {
      note(): void {
        highWaterMark.note();
        lookAtPlace();
      },
      noteEntry(sequence: number): void {
        highWaterMark.noteEntry(sequence);
        lookAtPlace();
      },
    },
    isInPlace,
    lookAtPlace,
    suspect,
    reports,
    isUndecided,
    backup: {
      status: () => told(rotation.status()),
      setSecondFolder: async (path: string | null) => told(await rotation.setSecondFolder(path)),
      async create(input: ParsedInput<"backup.create">): Promise<ChannelOutput<"backup.create">> {
        const made = await backup.create(input);
        await rotation.byHand(made.path);
        return { path: made.path, bytes: made.bytes, verified: true, missingFiles: missingOf(made.missing) };
      },
    },
    /** A last backup of what changed; afterwards the file may be closed. `isSound` false: nothing more is asked of it. */
    async close(isSound: boolean): Promise<void> {
      cancelLook();
      cancelFiles();
      stop.abort();
      await rotation.close(isSound);
      await backup.close();
      await Promise.all([looking, bringing]);
      highWaterMark.close();
    },
  };
}
