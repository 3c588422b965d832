import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished, vi } from "vitest";
import { createBackupService } from "../../../../../main/engine/file/backups/backup.ts";
import { contentsOf, copyDatabase, verifyCopy } from "../../../../../main/engine/file/backups/backup-copy.ts";
import { createVerify } from "../../../../../main/engine/file/backups/verify.ts";
import { createPlace } from "../../../../../main/engine/file/place/place.ts";
import { CALL, SILENT } from "../../../../helpers/file-context.ts";
import { openMigrated } from "../../../../helpers/migrated.ts";
import { openShop } from "../../import/shop-files.ts";

const OWNER = {
  serviceUrl: "http://127.0.0.1:9",
  tenantId: "1",
  deviceId: "11111111-1111-4111-8111-111111111111",
};
const BODY = "x".repeat(500);

function openBackups() {
  const shop = openShop();
  // As in a profile: the files in use stand in a folder of their own.
  const path = join(shop.folder, "profile", "connections", "abc.sqlite");
  const db = openMigrated(path);
  onTestFinished(() => void db.close());
  const putEntry = (n: number) =>
    db
      .prepare(
        `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, request_body, request_hash, state, subject,
           created_at, changed_at, user_id)
         VALUES (?, 'purchaseReturn', 'k', 1, ?, ?, 'pending', 's', 0, 0, 501)`,
      )
      .run(`entry ${n}`, BODY, hash("sha256", BODY));
  for (let n = 0; n < 50; n += 1) putEntry(n);
  const record = vi.fn();
  const profile = join(shop.folder, "profile");
  const quiet = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const file = {
    db,
    clock: shop.clock,
    profile,
    sqliteBinding: null,
    record,
    owner: OWNER,
    log: quiet,
    verifyThread: null,
  };
  const places = { own: createPlace(file, true), outside: createPlace(file, false) };
  const service = createBackupService(file, places, createVerify(file), new AbortController().signal);
  return {
    ...shop,
    db,
    path,
    profile,
    record,
    service,
    putEntry,
    backups: join(profile, "backups", `counter-${OWNER.deviceId}`),
    create: (target?: string) => service.create(CALL, target === undefined ? {} : { path: target }),
  };
}

const entriesIn = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare("SELECT count(*) FROM entry").pluck().get();
  } finally {
    db.close();
  }
};

it("makes a verified, self-contained copy in the profile's own folder, and records it", async () => {
  const shop = openBackups();
  const made = await shop.create();
  expect(made.path).toBe(join(shop.backups, "abc-20260101T000000.000Z.sqlite"));
  expect(made).toMatchObject({ missing: [], bytes: readFileSync(made.path).length });
  expect(entriesIn(made.path)).toBe(50);
  expect(readdirSync(shop.backups)).toEqual(["abc-20260101T000000.000Z.sqlite"]);
  expect(shop.record).toHaveBeenCalledWith(CALL, "backup.created", "abc-20260101T000000.000Z.sqlite", {
    bytes: made.bytes,
    filesMissing: 0,
  });
});

it("takes a path, a folder, and an older backup of this program to write over", async () => {
  const shop = openBackups();
  const target = join(shop.folder, "mine.sqlite");
  expect((await shop.create(target)).path).toBe(target);
  shop.putEntry(100);
  expect((await shop.create(target)).path).toBe(target);
  expect(entriesIn(target)).toBe(51);
  mkdirSync(join(shop.folder, "stick"));
  expect((await shop.create(join(shop.folder, "stick"))).path).toBe(
    join(shop.folder, "stick", "abc-20260101T000000.000Z.sqlite"),
  );
});

it("holds what is written while it copies", async () => {
  const shop = openBackups();
  const running = shop.create();
  for (let n = 200; n < 260; n += 1) {
    shop.putEntry(n);
    await new Promise((done) => setImmediate(done));
  }
  const made = await running;
  expect(entriesIn(made.path)).toBeGreaterThanOrEqual(50);
});

it.each([
  ["the live file", (shop: ReturnType<typeof openBackups>) => shop.path, /files in use/],
  [
    "a folder below the live one",
    (shop: ReturnType<typeof openBackups>) => {
      mkdirSync(join(shop.profile, "connections", "sub"));
      return join(shop.profile, "connections", "sub", "x.sqlite");
    },
    /files in use/,
  ],
  ["beside the live file", (shop: ReturnType<typeof openBackups>) => `${shop.path}-wal`, /files in use/],
  [
    "the live file by a link to its folder",
    (shop: ReturnType<typeof openBackups>) => {
      symlinkSync(join(shop.profile, "connections"), join(shop.folder, "link"));
      return join(shop.folder, "link", "abc.sqlite");
    },
    /files in use/,
  ],
  [
    "another program's file",
    (shop: ReturnType<typeof openBackups>) => shop.put("my letters", "letters.txt"),
    /not a backup/,
  ],
  [
    "another program's database",
    (shop: ReturnType<typeof openBackups>) => {
      const path = join(shop.folder, "other.sqlite");
      new Database(path).exec("CREATE TABLE t (a)").close();
      return path;
    },
    /not a backup/,
  ],
  [
    "a database of this program that is in use elsewhere",
    (shop: ReturnType<typeof openBackups>) => {
      const path = join(shop.folder, "elsewhere.sqlite");
      openMigrated(path).close();
      return path;
    },
    /not a backup/,
  ],
  [
    "a missing folder",
    (shop: ReturnType<typeof openBackups>) => join(shop.folder, "no", "x.sqlite"),
    /no such folder/,
  ],
  [
    "a missing folder whose name begins as the live one's",
    (shop: ReturnType<typeof openBackups>) => join(shop.profile, "connections-beside", "x.sqlite"),
    /no such folder/,
  ],
  ["below a file", (shop: ReturnType<typeof openBackups>) => join(shop.put("x"), "x.sqlite"), /./],
  ["a hostile name", () => "a\0b", /zero byte/],
])("refuses %s and changes nothing", async (_, pathOf, words) => {
  const shop = openBackups();
  const path = pathOf(shop);
  const before = existsSync(path) ? readFileSync(path) : null;
  const failing = shop.create(path);
  await expect(failing).rejects.toMatchObject({ code: "file_invalid" });
  await expect(failing).rejects.toThrow(words);
  expect(existsSync(path) ? readFileSync(path) : null).toEqual(before);
  expect(shop.record).not.toHaveBeenCalled();
});

it.runIf(process.platform === "linux")("says that a folder can't be written to", async () => {
  await expect(openBackups().create("/proc/self/backup.sqlite")).rejects.toMatchObject({
    code: "storage_read_only",
  });
});

it("is not verified where entries are missing or the schema is another", async () => {
  const shop = openBackups();
  const path = join(shop.folder, "copy.sqlite");
  await copyDatabase(shop.db, path);
  expect(() => [...verifyCopy(path, null, { ...contentsOf(shop.db), entries: 51 })]).toThrow(
    /of entries it has 50 where 51/,
  );
  expect(() => [...verifyCopy(path, null, { version: 999, entries: 50, audit: 0 })]).toThrow(/schema/);
});

it("is copied no further once it is stopped", async () => {
  const shop = openBackups();
  const stop = new AbortController();
  const copying = copyDatabase(shop.db, join(shop.folder, "copy.sqlite"), stop.signal);
  stop.abort();
  await expect(copying).rejects.toBe(stop.signal.reason);
});

it.each([
  ["on a thread", new URL("../../../../../main/engine/verify-thread.ts", import.meta.url)],
  ["piece by piece", null],
])("is no longer checked %s once that is stopped", async (_, verifyThread) => {
  const shop = openBackups();
  const path = join(shop.folder, "copy.sqlite");
  await copyDatabase(shop.db, path);
  const verify = createVerify({ verifyThread, log: SILENT });
  const wish = { path, sqliteBinding: null, expected: contentsOf(shop.db) };
  const early = AbortSignal.abort();
  await expect(verify(wish, early)).rejects.toBe(early.reason);
  const stop = new AbortController();
  const checking = verify(wish, stop.signal);
  stop.abort();
  await expect(checking).rejects.toBe(stop.signal.reason);
});

it("makes one after another, and lets the one under way finish at the end", async () => {
  const shop = openBackups();
  const target = join(shop.folder, "mine.sqlite");
  const both = Promise.allSettled([shop.create(target), shop.create(target)]);
  await new Promise((done) => setImmediate(done));
  await shop.service.close();
  expect((await both).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(entriesIn(target)).toBe(50);
  expect(readdirSync(shop.folder).filter((name) => name.includes(".part"))).toEqual([]);
});
