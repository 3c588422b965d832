/**
 * A connection's file as the program makes it, before anything is in it: made once for a process and copied:
 * migrating each anew takes eight times as long. What tests the migrations makes its own.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Db, openDatabase } from "../../main/engine/file/database/open-database.ts";
import { migrate } from "../../main/engine/file/schema/migrations.ts";
import { makeFolderAtOnce } from "../../main/lib/whole-file.ts";

/** In memory where the system has such a place: hundreds of files would else wait for one disk's fsync. */
export const ROOM = process.platform === "linux" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

let migrated: Buffer | null = null;

function makeMigrated(): Buffer {
  const folder = mkdtempSync(join(ROOM, "counterside-test-migrated-"));
  const path = join(folder, "empty.sqlite");
  try {
    const db = openDatabase(path, null);
    migrate(db);
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts an empty file of the newest schema there, and makes its folder where that is missing. */
export function putMigrated(path: string): void {
  migrated ??= makeMigrated();
  makeFolderAtOnce(dirname(path));
  writeFileSync(path, migrated);
}

/** A new file of the newest schema, open as the engine opens it. */
export function openMigrated(path: string): Db {
  putMigrated(path);
  return openDatabase(path, null);
}
