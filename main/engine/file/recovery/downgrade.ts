/**
 * The way back to an older version: a file that a newer version has changed stays as it is, aside, and the newest
 * backup that this version knows takes its place.
 *
 * What the newer file says of an entry's state is not believed: a newer version may keep it elsewhere. It is only asked
 * which entries there are. So nothing that waits in the backup is sent by itself, for the newer version may have sent it.
 */
import { basename } from "node:path";
import type { Downgrade } from "../../../../contract/channels/recovery.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { FileContext } from "../../core/context.ts";
import type { BackupFile } from "../backups/backup-files.ts";
import { checkAtOnce } from "../check.ts";
import { type Db, openToRead } from "../database/open-database.ts";
import type { BringBackup, FoundBackups } from "./recovery-files.ts";

interface Row {
  sequence: number;
  entry_id: string;
  serial_no: string | null;
}

const rowsOf = (db: Db): Row[] =>
  db.prepare<[], Row>("SELECT sequence, entry_id, serial_no FROM entry ORDER BY sequence").all();

const waitingIn = (db: Db): number =>
  db
    .prepare<[], number>("SELECT count(*) FROM entry WHERE state NOT IN ('confirmed','discarded')")
    .pluck()
    .get() ?? 0;

/** Runs `task` on a file that is only read; null where that can't be done. */
function reading<T>(path: string, sqliteBinding: string | null, task: (db: Db) => T): T | null {
  let db: Db | null = null;
  try {
    db = openToRead(path, sqliteBinding);
    return task(db);
  } catch {
    // A newer version may have made the file into anything.
    return null;
  } finally {
    db?.close();
  }
}

/** Null where it lies in a folder that doesn't answer. */
function brought(file: BackupFile, bring: BringBackup): BackupFile | null {
  try {
    return { ...file, path: bring(file) };
  } catch {
    return null;
  }
}

interface Usable {
  file: BackupFile;
  rows: Row[];
  waiting: number;
}

function newestUsable(
  sqliteBinding: string | null,
  { ownFirst, bring }: Backups,
  newest: number,
): Usable | null {
  for (const known of ownFirst) {
    const file = brought(known, bring);
    if (file === null) continue;
    const found = reading(file.path, sqliteBinding, (db) => {
      if (Number(db.pragma("user_version", { simple: true })) > newest) return null;
      if ("wrong" in checkAtOnce(db)) return null;
      return { file, rows: rowsOf(db), waiting: waitingIn(db) };
    });
    if (found !== null) return found;
  }
  return null;
}

/** The file of the newer version. */
type NewerFile = Pick<FileContext, "path" | "sqliteBinding" | "migrations">;
type Backups = Pick<FoundBackups, "ownFirst" | "bring">;

interface Plan {
  backup: BackupFile;
  /** Entries that only the newer file has; null where it can't be read. */
  left: Row[] | null;
  entries: number;
  waiting: number;
}

function plan({ path, sqliteBinding, migrations }: NewerFile, backups: Backups): Plan | null {
  const usable = newestUsable(sqliteBinding, backups, migrations.at(-1)?.version ?? 0);
  if (usable === null) return null;
  const known = new Set(usable.rows.map((row) => row.entry_id));
  const now = reading(path, sqliteBinding, rowsOf);
  return {
    backup: usable.file,
    left: now?.filter((row) => !known.has(row.entry_id)) ?? null,
    entries: usable.rows.length,
    waiting: usable.waiting,
  };
}

/** What a downgrade would bring and what it would leave; null where no backup fits this version. */
export function downgradeOffer(file: NewerFile, backups: Backups): Downgrade {
  const made = plan(file, backups);
  if (made === null) return null;
  return {
    name: basename(made.backup.path),
    at: new Date(made.backup.at).toISOString(),
    made: made.backup.made,
    entries: made.entries,
    waiting: made.waiting,
    left: made.left?.length ?? null,
  };
}

/** What the recovery is given. Throws `not_found` where no backup fits this version. */
export function planDowngrade(file: NewerFile, backups: Backups) {
  const made = plan(file, backups);
  if (made === null) throw new CountersideError("not_found", { reason: "backup", path: file.path });
  return {
    backup: made.backup,
    left: {
      isComplete: made.left !== null,
      entries: (made.left ?? []).map(({ sequence, entry_id, serial_no }) => ({
        sequence,
        entryId: entry_id,
        serialNo: serial_no,
      })),
    },
  };
}
