/** What an open connection needs from outside, and what its file needs of that. */
import { join } from "node:path";
import type { AuditMemory } from "../core/activity/audit-list.ts";
import type { OpenUnsentClaims } from "../core/outbox/unsent-claims.ts";
import type { Connect } from "../core/remote/network.ts";
import { backupFolder } from "../file/backups/backup.ts";
import type { FileOwner } from "../file/backups/backup-files.ts";
import { realFile } from "../file/database/file-claim.ts";
import { isDamage, type OpenDatabase } from "../file/database/open-database.ts";
import type { FileDeps } from "../file/open-file.ts";
import { placeThreadBeside } from "../file/place/place.ts";
import type { ConnectionRow } from "../file/profile/profile-rows.ts";
import { damagedBy, type FileFault } from "../file/recovery/file-fault.ts";
import { readSeen, type Seen } from "../file/recovery/high-water-mark.ts";
import type { Migration } from "../file/schema/migrations.ts";
import type { Clock, Emit, Log, Randomness } from "../ports.ts";

export interface SessionDeps {
  profile: string;
  row: ConnectionRow;
  appVersion: string;
  sqliteBinding: string | null;
  token: string | null;
  /** For this run, whatever the owner's setting says. */
  resendUnknownThisRun: boolean;
  connect: Connect;
  /** From the first byte of a request to its whole answer, in milliseconds. */
  deadlineMs: number;
  openDatabase: OpenDatabase;
  unsentClaims: OpenUnsentClaims;
  /** This program's own where undefined. */
  migrations: readonly Migration[] | undefined;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  emit: Emit;
  /** What the profile remembers of the audit's end. */
  auditMemory: AuditMemory;
  /** Whether the profile says that there is such a file. */
  isExpected: boolean;
  /** Whose file it is. */
  owner: FileOwner;
  /** The second folder for backups, where one was named. */
  secondFolder: string | null;
  automaticBackups: boolean;
  verifyThread: URL | null;
  /** Called when the file had to be brought back, before anything of it is used. */
  broughtBack: () => void;
  /** The file turned out to be damaged while it was in use; the session must be closed and opened again. */
  damaged: (fault: FileFault) => void;
}

/** What the profile has seen of the file. */
export const seenOf = ({ profile, row, auditMemory }: SessionDeps): Seen => ({
  reached: readSeen(profile, row.file),
  audit: auditMemory.read(),
});

/** The file of a connection, as whoever opens or recovers it needs it. */
export const fileDepsOf = (deps: SessionDeps): FileDeps => ({
  path: realFile(join(deps.profile, "connections", deps.row.file)),
  isExpected: deps.isExpected,
  backups: {
    ownFolder: backupFolder(deps.profile),
    secondFolder: deps.secondFolder,
    owner: deps.owner,
    thread: deps.verifyThread === null ? null : placeThreadBeside(deps.verifyThread),
  },
  actor: { userId: deps.row.user_id, deviceId: deps.row.device_id },
  seen: seenOf(deps),
  sqliteBinding: deps.sqliteBinding,
  now: deps.clock.now(),
  log: deps.log,
  openDatabase: deps.openDatabase,
  migrations: deps.migrations,
});

/** What storage did where nobody asked and nobody could be told: damage begins the live recovery. */
export function onStorageFailure({ damaged, log }: SessionDeps, error: unknown): void {
  if (isDamage(error)) damaged(damagedBy(error));
  else log.error("the file could not be read or written", { error });
}
