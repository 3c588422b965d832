/** Copies the database while it is in use, and proves that a copy is whole. */
import { copyFileSync } from "node:fs";
import { CountersideError } from "../../../../contract/error.ts";
import { checkContents, type Found, strangePart } from "../check.ts";
import { type Db, openScratch, openToRead, storageError } from "../database/open-database.ts";

/** Pages copied before others have their turn: under a millisecond. */
const PAGES_A_STEP = 200;

/** A check reads each page about once, so most of SQLite's usual 16 MB would stay behind in the process unused. */
const CHECK_CACHE_KB = 2_000;

/** What a copy must hold at least. */
export interface Contents {
  version: number;
  entries: number;
  /** The last row of the audit. */
  audit: number;
}

const count = (db: Db, sql: string): number => db.prepare<[], number | null>(sql).pluck().get() ?? 0;

/** The number of the activity's last row. */
export const lastAudit = (db: Db): number => count(db, "SELECT max(sequence) FROM audit");

export const contentsOf = (db: Db): Contents => ({
  version: Number(db.pragma("user_version", { simple: true })),
  entries: count(db, "SELECT count(*) FROM entry"),
  audit: lastAudit(db),
});

/** Copies the whole database to a new file, a few pages at a time; what is written meanwhile is in it. Throws when stopped. */
export async function copyDatabase(db: Db, path: string, stop?: AbortSignal): Promise<void> {
  await db.backup(path, {
    progress: () => {
      stop?.throwIfAborted();
      return PAGES_A_STEP;
    },
  });
}

/** Copies a database on which nobody works, at once: its log is written into it first. */
export function copyAtOnce(db: Db, path: string): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(db.name, path);
}

const damaged = (path: string, said: string): CountersideError =>
  new CountersideError("storage_damaged", { reason: "copy", path, said, os: "SQLITE_CORRUPT" });

const lacking = (
  path: string,
  of: "schema" | "entries" | "audit",
  found: number,
  expected: number,
): CountersideError =>
  new CountersideError("storage_damaged", {
    reason: "copy_lacks",
    path,
    os: "SQLITE_CORRUPT",
    of,
    found,
    expected,
  });

/**
 * Makes the copy one self-contained file and checks it piece by piece, yielding after each so that the caller can let
 * others have their turn. A file that is in use is only read. Throws `storage_damaged` where it is not whole.
 */
export function* verifyCopy(
  path: string,
  sqliteBinding: string | null,
  expected: Contents,
  isInUse = false,
): Generator<void, Found> {
  try {
    const copy = isInUse ? openToRead(path, sqliteBinding) : openScratch(path, sqliteBinding);
    try {
      copy.pragma(`cache_size = -${CHECK_CACHE_KB}`);
      // No recovery and no restore would take it.
      const strange = strangePart(copy, sqliteBinding);
      if (strange !== null) throw damaged(path, strange);
      const found = yield* checkContents(copy);
      if ("wrong" in found) throw damaged(path, found.wrong);
      if (found.version !== expected.version) throw lacking(path, "schema", found.version, expected.version);
      if (found.entries < expected.entries) throw lacking(path, "entries", found.entries, expected.entries);
      if (found.auditHead.sequence < expected.audit)
        throw lacking(path, "audit", found.auditHead.sequence, expected.audit);
      return found;
    } finally {
      copy.close();
    }
  } catch (error) {
    throw storageError(error, path) ?? error;
  }
}
