/** What an open connection needs from outside, and what its file needs of that. */
import { join } from "node:path";
import type { Migration } from "../file/migrations.ts";
import type { Clock, Emit, Log, Randomness } from "../ports.ts";
import type { Connect } from "../remote/network.ts";
import type { AuditMemory } from "../services/audit/audit-list.ts";
import { backupFolder } from "../services/backups/backup.ts";
import { placeThreadBeside } from "../services/place/place.ts";
import { damagedBy, type FileFault } from "../services/recovery/file-fault.ts";
import type { FileOwner } from "../store/backup/backup-files.ts";
import { realFile } from "../store/file/file-claim.ts";
import { isDamage, type OpenDatabase } from "../store/file/open-database.ts";
import type { OpenUnsentClaims } from "../store/outbox/unsent-claims.ts";
import type { ConnectionRow } from "../store/profile/profile-rows.ts";
import { readSeen, type Seen } from "../store/recovery/high-water-mark.ts";
import type { FileDeps } from "./open-file.ts";

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
