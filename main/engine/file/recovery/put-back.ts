/**
 * A file that was removed or replaced under its name while it was open: the open handle still has all of it. It is
 * written out whole and takes its name again; whatever lies there now is kept aside.
 */
import { existsSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Actor } from "../../../../contract/call.ts";
import type { RecoveryDetails } from "../../../../contract/channels/recovery.ts";
import {
  makeFolderAtOnce,
  moveAtOnce,
  nameWholeAtOnce,
  removeWithLogs,
  renameAtOnce,
} from "../../../lib/whole-file.ts";
import { createAuditStore } from "../../core/audit.ts";
import { copyDatabase } from "../backups/backup-copy.ts";
import { asideName } from "../database/file-moves.ts";
import type { Db, FileFault } from "../database/open-database.ts";
import { finished, scratch } from "./recovery-files.ts";
import { createRecoveryStore, NOTHING_SALVAGED } from "./recovery-report.ts";
import { statesOf } from "./salvage/entries.ts";

export const MOVED: FileFault = {
  kind: "missing",
  reason: "the file was removed or replaced while it was in use",
  isStale: true,
};

function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

const holdsAnything = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Call it right after opening. The returned function says whether the name still leads to the file that was opened. */
export function watchPlace(path: string): () => boolean {
  const opened = identityOf(path);
  return () => {
    try {
      return identityOf(path) === opened;
    } catch {
      // A folder that can't be asked now is no file that is gone.
      return true;
    }
  };
}

/** Writes the open file out under its name, with a report. Nothing else may use `db` meanwhile. Throws what storage throws. */
export async function putBack(db: Db, actor: Actor, now: number): Promise<void> {
  const path = db.name;
  makeFolderAtOnce(dirname(path));
  const asideAs = asideName(path, now, "replaced");
  const aside = existsSync(path) ? asideAs : null;
  const { kind, reason } = MOVED;
  const details: RecoveryDetails = {
    ...NOTHING_SALVAGED,
    aside: aside === null ? null : basename(aside),
    base: "file",
    fileReadable: true,
    entries: { ...NOTHING_SALVAGED.entries, all: statesOf(db).size },
  };
  db.transaction(() => {
    const recoveryId = createRecoveryStore(db).insert(now, kind, reason, details);
    createAuditStore(db).append(actor, now, "storage.recovered", kind, {
      recoveryId,
      reason,
      aside: details.aside,
    });
  }).immediate();
  // The log keeps its name, and must hold nothing that could be applied to the file put there.
  db.pragma("wal_checkpoint(TRUNCATE)");
  removeWithLogs(scratch(path));
  await copyDatabase(db, scratch(path));
  // From here on a start finishes it: the name is on the disk before another is changed.
  nameWholeAtOnce(scratch(path), finished(path));
  // A log that isn't empty now is not the open file's: it came with what was put there.
  if (holdsAnything(`${path}-wal`)) moveAtOnce(`${path}-wal`, `${asideAs}-wal`);
  if (aside !== null) moveAtOnce(path, aside);
  renameAtOnce(finished(path), path);
}
