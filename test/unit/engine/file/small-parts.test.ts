/** Small functions of the store whose answers decide what is recovered, kept or sent. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { backupName, counterFolder, ownBackups } from "../../../../main/engine/file/backups/backup-files.ts";
import { openDatabase, openToRead } from "../../../../main/engine/file/database/open-database.ts";
import { closeToOthers } from "../../../../main/engine/file/database/own-modes.ts";
import { wrongNumber } from "../../../../main/engine/file/database/row-rules.ts";
import { isBehind } from "../../../../main/engine/file/recovery/high-water-mark.ts";
import {
  finished,
  finishInterrupted,
  scratch,
} from "../../../../main/engine/file/recovery/recovery-files.ts";
import { overRanges, rethrowUnlessDamage } from "../../../../main/engine/file/recovery/salvage/ranges.ts";
import { lookAt } from "../../../../main/engine/file/recovery/salvage/source-file.ts";
import { migrate } from "../../../../main/engine/file/schema/migrations.ts";
import { createImportStore } from "../../../../main/engine/mirror/lists/import-batches.ts";
import { SeenRows } from "../../../../main/engine/mirror/lists/values.ts";
import { makeFolderAtOnce } from "../../../../main/lib/whole-file.ts";
import { DEVICE, newFolder } from "../../../helpers/engine.ts";

it("a file that came exactly as far as the high-water mark says is not behind it, and one try less is", () => {
  const marked = { entry: 3, attempt: 5 };
  expect(isBehind({ entry: 3, attempt: 5 }, marked)).toBe(false);
  expect(isBehind({ entry: 4, attempt: 6 }, marked)).toBe(false);
  expect(isBehind({ entry: 3, attempt: 4 }, marked)).toBe(true);
  expect(isBehind({ entry: 2, attempt: 5 }, marked)).toBe(true);
  expect(isBehind({ entry: 0, attempt: 0 }, null)).toBe(false);
});

it("a range with unreadable rows is halved until only they are left out, and each other row is taken once", () => {
  const broken = new Set([7, 64, 65, 1_500]);
  const taken: number[] = [];
  const failed = overRanges(1, 2_000, (from, to) => {
    const all = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    if (all.some((n) => broken.has(n)))
      throw Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" });
    taken.push(...all);
  });
  expect(failed).toEqual([...broken]);
  expect(taken).toHaveLength(2_000 - broken.size);
  expect(new Set(taken).size).toBe(taken.length);
});

it("a row that was met is known whatever its number, and no other is", () => {
  const seen = new SeenRows();
  for (const key of [0, 9_000, 8_191, 1_000_000, 20_000]) expect(seen.add(key)).toBe(true);
  for (const key of [0, 9_000, 8_191, 1_000_000, 20_000]) expect(seen.add(key)).toBe(false);
  expect([1, 8_192, 999_999].some((key) => seen.has(key))).toBe(false);
});

it("a file that isn't there has no header that could be sound", () => {
  expect(lookAt(join(newFolder(), "gone.sqlite"))).toMatchObject({
    exists: false,
    bytes: 0,
    isHeaderSound: false,
  });
});

it("a recovery that lacked only its last rename is finished, and what it left is removed", () => {
  const path = join(newFolder(), "shop.sqlite");
  for (const rest of [finished(path), scratch(path), `${scratch(path)}-wal`]) writeFileSync(rest, "whole");
  finishInterrupted(path, 0);
  expect([path, finished(path), scratch(path), `${scratch(path)}-wal`].map(existsSync)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("what a recovery had finished takes the place of the file that was not moved aside yet", () => {
  const path = join(newFolder(), "shop.sqlite");
  for (const rest of ["", "-wal", "-mark"]) writeFileSync(path + rest, "damaged");
  writeFileSync(finished(path), "whole");
  finishInterrupted(path, 0);
  expect(readFileSync(path, "utf8")).toBe("whole");
  expect(readdirSync(dirname(path)).sort()).toEqual([
    "shop.sqlite",
    "shop.sqlite.corrupt-19700101T000000.000Z",
    "shop.sqlite.corrupt-19700101T000000.000Z-wal",
  ]);
});

it("a recovery that was cut off before it was finished is forgotten", () => {
  const path = join(newFolder(), "shop.sqlite");
  for (const rest of [path, scratch(path)]) writeFileSync(rest, "whole");
  finishInterrupted(path, 0);
  expect([path, scratch(path)].map(existsSync)).toEqual([true, false]);
});

it("a backup of a file in which nothing happened yet has come nowhere", () => {
  const root = newFolder();
  const owner = { serviceUrl: "https://one.example", tenantId: "7001", deviceId: DEVICE };
  const folder = counterFolder(root, DEVICE);
  makeFolderAtOnce(folder);
  const db = openDatabase(join(folder, backupName("shop.sqlite", 0)), null);
  onTestFinished(() => void db.close());
  migrate(db);
  const put = db.prepare("INSERT INTO meta (key, value) VALUES (?, ?)");
  for (const [key, value] of Object.entries(owner)) put.run(key, value);
  const [backup] = ownBackups(root, "shop.sqlite", owner, null);
  expect(backup?.reach).toEqual({ recoveries: 0, entry: 0, attempt: 0, audit: 0 });
});

it("a file that goes while the folder is closed to others is no failure", async () => {
  const folder = newFolder();
  const warn = vi.fn();
  const log = { info: warn, warn, error: warn };
  writeFileSync(join(folder, "shop.sqlite-wal"), "");
  await closeToOthers(folder, log, (name) => {
    rmSync(join(folder, name));
    return true;
  });
  expect(warn).not.toHaveBeenCalled();
});

it.each([
  ["win32", 0o644],
  ["linux", 0o600],
  ["darwin", 0o600],
] as const)(
  "the files of a profile on %s have the mode %o once it is closed to others",
  async (platform, mode) => {
    const folder = newFolder();
    const path = join(folder, "shop.sqlite-shm");
    writeFileSync(path, "");
    chmodSync(path, 0o644);
    const warn = vi.fn();
    await closeToOthers(folder, { info: warn, warn, error: warn }, () => true, platform);
    expect(statSync(path).mode & 0o777).toBe(mode);
    expect(warn).not.toHaveBeenCalled();
  },
);

it("an error whose code is no word is no damage, and is thrown on as it is", () => {
  for (const error of [Object.assign(new Error("odd"), { code: 11 }), { code: "SQLITE_CORRUPT" }, "words"])
    expect(() => rethrowUnlessDamage(error)).toThrow(expect.toSatisfy((thrown) => thrown === error));
  expect(() => rethrowUnlessDamage(Object.assign(new Error(""), { code: "SQLITE_CORRUPT" }))).not.toThrow();
});

it("a file is opened for reading alone where it may be somebody else's", () => {
  const path = join(newFolder(), "shop.sqlite");
  openDatabase(path, null).close();
  const db = openToRead(path, null);
  onTestFinished(() => void db.close());
  expect(db.readonly).toBe(true);
});

it("an entry's number far from all others can't be, and the next ones can", () => {
  const db = openDatabase(join(newFolder(), "shop.sqlite"), null);
  onTestFinished(() => void db.close());
  migrate(db);
  expect(wrongNumber(db)).toBeNull();
  db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('entry', ?)").run(999_999);
  expect(wrongNumber(db)).toBeNull();
  db.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'entry'").run(1_000_001);
  expect(wrongNumber(db)).toBe("the numbers of its entries can't be");
});

it("the search index that many small batches left is tidied step by step, until nothing is left to do", () => {
  const db = openDatabase(join(newFolder(), "shop.sqlite"), null);
  onTestFinished(() => void db.close());
  migrate(db);
  const put = db.prepare("INSERT INTO product_search (rowid, text) VALUES (?, ?)");
  const store = createImportStore(db);
  for (let n = 1; n <= 30; n += 1) put.run(n, `item ${n} of the shelf`);
  let steps = 0;
  while (store.tidySearch(1)) steps += 1;
  expect(steps).toBeGreaterThan(0);
});
