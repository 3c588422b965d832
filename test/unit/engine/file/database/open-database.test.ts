import Database from "better-sqlite3";
import { expect, it } from "vitest";
import {
  holdPragma,
  isDamage,
  storageError,
} from "../../../../../main/engine/file/database/open-database.ts";
import { rowTime } from "../../../../../main/engine/file/database/row-rules.ts";
import { refused } from "../../../../helpers/refused.ts";

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
  ["EDQUOT", "storage_full"],
  ["SQLITE_FULL", "storage_full"],
  ["EACCES", "storage_read_only"],
  ["EROFS", "storage_read_only"],
  ["SQLITE_READONLY_DBMOVED", "storage_read_only"],
  ["SQLITE_CANTOPEN", "storage_read_only"],
  ["SQLITE_CORRUPT_INDEX", "storage_damaged"],
  ["SQLITE_NOTADB", "storage_damaged"],
  ["SQLITE_BUSY", "storage_busy"],
  ["SQLITE_LOCKED", "storage_busy"],
  ["EBUSY", "storage_busy"],
  ["SQLITE_IOERR_READ", "storage_damaged"],
  ["ETIMEDOUT", undefined],
])("what a disk says as %s becomes %s", (code, expected) => {
  expect(storageError(Object.assign(new Error("x"), { code }), "/tmp/x")?.code).toBe(expected);
});

it("damage is what SQLite says of the file's content, and neither a full disk nor another refusal", () => {
  const judged = (code: "storage_damaged" | "storage_full", os: unknown) => isDamage(refused(code, { os }));
  expect(judged("storage_damaged", "SQLITE_CORRUPT_VTAB")).toBe(true);
  expect(judged("storage_damaged", "SQLITE_FULL")).toBe(false);
  expect(judged("storage_damaged", null)).toBe(false);
  expect(judged("storage_full", "SQLITE_CORRUPT")).toBe(false);
  expect(isDamage(new Error("SQLITE_CORRUPT"))).toBe(false);
});

it("a time of a row has a year of four digits at most, to both of its ends", () => {
  const last = 253_402_300_799_999;
  expect(rowTime(-last)).toBe(new Date(-last).toISOString());
  expect(rowTime(last)).toBe("9999-12-31T23:59:59.999Z");
  for (const none of [-last - 1, last + 1]) expect(() => rowTime(none)).toThrow("can't be");
});
