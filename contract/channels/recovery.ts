/** Files and backups: what keeps the books safe, and what was done when a file was damaged or moved. */
import { z } from "zod";
import type { Right } from "../rights.ts";
import { entryState, filePath, limit, nothing, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";

export const RECOVERY_KINDS = ["damaged", "missing", "rolled_back", "restored", "profile"] as const;
export const RECOVERY_DECISIONS = ["not_used_since", "may_have_sent"] as const;
export const HELD_REASONS = ["was_in_flight", "was_unknown", "may_have_been_sent"] as const;

/** Files behind references that are neither in the profile nor in a backup. */
export const missingFiles = z.object({
  count: z.number(),
  /** The first hundred. */
  names: z.array(z.string()),
});
export type MissingFiles = z.infer<typeof missingFiles>;

/** Of an entry that could not be recovered: what is still known of it. */
const lostEntry = z.object({
  sequence: z.number().nullable(),
  entryId: z.string().nullable(),
  serialNo: z.string().nullable(),
});

export const recoveryDetails = z.object({
  /** The name under which the damaged file is kept, beside the one in use; null where there was none. */
  aside: z.string().nullable(),
  /** What the rest was built on: a backup, the sound part of the file itself, or nothing. */
  base: z.enum(["backup", "file", "none"]),
  backup: z.object({ name: z.string(), at: timeOut }).nullable(),
  /** Whether anything of the damaged file could be read. */
  fileReadable: z.boolean(),
  entries: z.object({
    all: z.number(),
    /** Only the damaged file had them. */
    added: z.number(),
    /** The damaged file had their newest state. */
    confirmedByFile: z.number(),
    /** They became a person's decision. */
    held: z.number(),
  }),
  lost: z.array(lostEntry),
  /** True where there may have been entries that not even a number is left of. */
  mayLackMore: z.boolean(),
  audit: z.object({ added: z.number(), apart: z.number() }),
  tables: z.array(z.object({ name: z.string(), taken: z.number(), unreadable: z.number() })),
  /** Kept because they belong to nothing any more. */
  rowsApart: z.number(),
  /** Kept and not used, because they hold what the program never writes. */
  wrongRows: z.number(),
  /** Of a restored backup: the files behind references. */
  files: z.object({ brought: z.number(), missing: missingFiles }).optional(),
  /** Whether the second backup folder could be looked into; left out where none was chosen. */
  secondFolder: z.enum(["looked_at", "not_readable"]).optional(),
});
export type RecoveryDetails = z.infer<typeof recoveryDetails>;

export const recoveryReport = z.object({
  recoveryId: z.number(),
  at: timeOut,
  kind: z.enum(RECOVERY_KINDS),
  reason: z.string(),
  details: recoveryDetails,
  /** Of a restored backup: what was said of the old counter; null while that is open, and for the other kinds. */
  decision: z.enum(RECOVERY_DECISIONS).nullable(),
  /** A restored backup of which nobody has said yet what became of the old counter: nothing is sent. */
  needsDecision: z.boolean(),
  /** How many entries wait for that decision; none once it was taken. */
  waiting: z.number(),
  seen: z.boolean(),
  /** Those that ask for a decision first. Those settled in the backup and named nowhere else are left out. */
  entries: z.array(
    z.object({
      entryId: z.string(),
      sequence: z.number(),
      serialNo: z.string().nullable(),
      kind: z.string(),
      subject: z.string(),
      origin: z.enum(["backup", "file", "both"]),
      stateBefore: entryState.nullable(),
      stateAfter: entryState,
      /** As it is now. */
      state: entryState,
      reason: z.enum(HELD_REASONS).nullable(),
    }),
  ),
});
export type RecoveryReport = z.infer<typeof recoveryReport>;

const backupFile = z.object({
  path: z.string(),
  at: timeOut,
  bytes: z.number(),
  made: z.enum(["by_hand", "by_itself", "before_migration"]),
});

export const BACKUP_PROBLEMS = [
  "full",
  "read_only",
  "unreachable",
  "no_answer",
  "damaged_copy",
  "other",
] as const;
const problem = z.object({ kind: z.enum(BACKUP_PROBLEMS), message: z.string(), at: timeOut }).nullable();

export const backupStatus = z.object({
  /** When the newest backup was made that passed its check; null where there is none. */
  lastAt: timeOut.nullable(),
  /** True where entries stand in no backup for longer than they should. */
  isOld: z.boolean(),
  files: z.array(backupFile),
  folder: z.string(),
  problem,
  /** The second place, on another drive; null where none was chosen. */
  second: z
    .object({
      folder: z.string(),
      lastAt: timeOut.nullable(),
      files: z.number(),
      problem,
      /** When it last answered it lay on the disk of the books: no drive was in its place. */
      isSameDisk: z.boolean(),
    })
    .nullable(),
  missingFiles,
});
export type BackupStatus = z.infer<typeof backupStatus>;

/** Of a file that a newer version has changed: the newest backup that this version knows; null where there is none. */
const downgrade = z
  .object({
    name: z.string(),
    at: timeOut,
    made: z.enum(["by_hand", "by_itself", "before_migration"]),
    entries: z.number(),
    /** Not settled when the backup was made: each becomes a person's decision. */
    waiting: z.number(),
    /** Entries that only the newer file has, and that stay in it; null where they can't be counted. */
    left: z.number().nullable(),
  })
  .nullable();
export type Downgrade = z.infer<typeof downgrade>;

const reports = z.object({ reports: z.array(recoveryReport) });

/** Who is a person here, and what the roles may, is in the file that a backup becomes. */
export const LOADING_RIGHTS = ["settings", "people"] as const satisfies readonly Right[];
const loading = (): typeof LOADING_RIGHTS => LOADING_RIGHTS;

export const recoveryChannels = {
  "backup.status": engine.reads("nothing", nothing, backupStatus),
  /** Where every backup is put a second time; left out: nowhere. */
  "backup.setSecondFolder": engine.changes(
    "settings",
    z.strictObject({ path: filePath.optional() }),
    backupStatus,
    { path: "backupFolder" },
  ),
  /** Brings a backup of another counter into this profile, under a separate device uuid. */
  "backup.restore": engine.reconnects(
    loading,
    z.strictObject({ path: filePath }),
    z.object({
      serviceUrl: z.string(),
      tenantId: wholeOut,
      userId: wholeOut,
      deviceId: z.string(),
      entries: z.number(),
      waiting: z.number(),
      recoveryId: z.number(),
      /** Files behind references that came with the backup, and those that did not. */
      files: z.number(),
      missingFiles,
    }),
    { path: "backup" },
  ),
  /** Why the books can't be opened by this version, and what can be had instead; null where they are open. */
  "recovery.refusal": engine.reads(
    "nothing",
    nothing,
    z
      .object({
        code: z.enum(["newer_database", "migration_failed"]),
        message: z.string(),
        file: z.string(),
        /** Of a failed migration: the backup that was made before it. */
        backup: z.string().nullable(),
        downgrade,
      })
      .nullable(),
  ),
  /** Puts the backup in the place of the newer file, which is kept aside. Nothing that waits in it is sent by itself. */
  "recovery.downgrade": engine.reconnects(loading, nothing, reports),
  /** What was ever recovered in this connection's file, newest first. */
  "recovery.report": engine.reads("nothing", z.strictObject({ limit: limit.optional() }), reports),
  "recovery.seen": engine.changes("anybody", z.strictObject({ recoveryId: z.number().int() }), reports),
  /** What became of the old counter after the backup was made. */
  "recovery.decide": engine.changes(
    "confirm",
    z.strictObject({ recoveryId: z.number().int(), oldCounter: z.enum(RECOVERY_DECISIONS) }),
    reports,
  ),
};
