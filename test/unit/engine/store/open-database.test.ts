import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { holdPragma, storageError } from "../../../../main/engine/store/open-database.ts";

it("a promise of the file that doesn't hold is an error, and not passed over", () => {
  const db = new Database(":memory:");
  // A file in memory has no write-ahead log.
  expect(() => holdPragma(db, "journal_mode", "WAL", "wal")).toThrow(
    "journal_mode is memory where wal was asked for",
  );
  holdPragma(db, "synchronous", "FULL", 2);
  db.close();
});

it.each([
  ["ENOSPC", "storage_full"],
  ["SQLITE_FULL", "storage_full"],
  ["EACCES", "storage_read_only"],
  ["EROFS", "storage_read_only"],
  ["SQLITE_READONLY_DBMOVED", "storage_read_only"],
  ["SQLITE_CANTOPEN", "storage_read_only"],
  ["SQLITE_CORRUPT_INDEX", "storage_damaged"],
  ["SQLITE_NOTADB", "storage_damaged"],
  ["SQLITE_BUSY", "storage_busy"],
  ["SQLITE_LOCKED", "storage_busy"],
  ["SQLITE_IOERR_READ", "storage_damaged"],
  ["ETIMEDOUT", undefined],
])("what a disk says as %s is told as %s", (code, told) => {
  expect(storageError(Object.assign(new Error("x"), { code }), "/tmp/x")?.code).toBe(told);
});
