/** What keeps one open connection's file safe while it is used: backups, the witness, a look at the whole of a large file. */
import { statSync } from "node:fs";
import { CHECKED_AT_START_BYTES } from "./open-file.ts";
import type { Clock, Emit, Log } from "./ports.ts";
import { createBackupService } from "./services/backup.ts";
import { createBackupRotation } from "./services/backup-rotation.ts";
import type { FileTrouble } from "./services/recovery.ts";
import { createRecoveryReportService } from "./services/recovery-report.ts";
import type { RecordAct } from "./services/reference-data.ts";
import { createVerify } from "./services/verify.ts";
import { contentsOf } from "./store/backup.ts";
import { type Db, isDamage } from "./store/open-database.ts";
import { createRecoveryStore } from "./store/recovery.ts";
import { openWitness } from "./store/witness.ts";

/** A large file is looked through soon after it is opened, but not while everything else opens. */
const LOOK_AFTER_MS = 5_000;

export interface UpkeepParts {
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
  /** The file turned out to be damaged while it was in use. */
  damaged: (trouble: FileTrouble) => void;
  /** What storage threw where nobody asked. */
  trouble: (error: unknown) => void;
  /** Whether sending is held until a person decides about a restored backup. */
  hold: (held: boolean) => void;
}

export function openUpkeep(parts: UpkeepParts) {
  const { db, profile, sqliteBinding, clock, log, emit, record, damaged } = parts;
  const store = createRecoveryStore(db);
  const verify = createVerify(parts.verifyThread, log);
  const backup = createBackupService({ db, clock, profile, sqliteBinding, verify, record });
  const witness = openWitness(db, parts.trouble);
  let looking: Promise<void> | null = null;
  const stop = new AbortController();

  /** Reads the whole file on another connection, while this one goes on. */
  const lookThrough = (): void => {
    looking ??= verify({ path: db.name, sqliteBinding, expected: contentsOf(db), isInUse: true }, stop.signal)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (isDamage(error)) damaged({ kind: "damaged", reason: String(error), isStale: false });
        else log.warn("the file could not be looked through", { error: String(error) });
      })
      .finally(() => {
        looking = null;
      });
  };
  const isLarge = statSync(db.name).size > CHECKED_AT_START_BYTES;
  const cancelLook = isLarge ? clock.schedule(LOOK_AFTER_MS, lookThrough) : () => undefined;

  const rotation = createBackupRotation({
    ...{ db, clock, log, profile, sqliteBinding, backup, verify, automatic: parts.automatic },
    changed: () => emit({ event: "backup.changed", payload: {} }),
    // Either the copy's disk is bad, or the file itself: the file is looked at.
    copyCameOutDamaged: lookThrough,
  });
  const isUndecided = (): boolean => store.undecided() !== undefined;
  const reports = createRecoveryReportService({
    ...{ db, store, clock, record },
    decided: () => {
      parts.hold(isUndecided());
      emit({ event: "recovery.changed", payload: { kind: "restored", recovered: false } });
    },
  });

  return {
    witness,
    reports,
    isUndecided,
    backup: {
      status: rotation.status,
      setSecondFolder: rotation.setSecondFolder,
      async create(input: Parameters<typeof backup.create>[0]): ReturnType<typeof backup.create> {
        const made = await backup.create(input);
        await rotation.byHand(made.path);
        return made;
      },
    },
    /** A last backup of what changed; afterwards the file may be closed. `isSound` false: nothing more is asked of it. */
    async close(isSound: boolean): Promise<void> {
      cancelLook();
      stop.abort();
      await rotation.close(isSound);
      await backup.close();
      await looking;
      witness.close();
    },
  };
}
