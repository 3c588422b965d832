/** The second folder of backups is often a stick: it may be pulled out in the middle of a copy. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createBackupService } from "../../../main/engine/services/backup.ts";
import { createBackupRotation } from "../../../main/engine/services/backup-rotation.ts";
import { createVerify, type Verify } from "../../../main/engine/services/verify.ts";
import { migrate } from "../../../main/engine/store/migrations/index.ts";
import { openDatabase } from "../../../main/engine/store/open-database.ts";
import { openShop } from "./reference-data/shop-files.ts";

/** A rotation whose second copies are checked by `around` of the real check. */
async function openRotation(around: (check: Verify, pullOut: () => void) => Verify) {
  const shop = openShop();
  const profile = join(shop.folder, "profile");
  const stick = join(shop.folder, "stick");
  mkdirSync(stick);
  const db = openDatabase(join(profile, "connections", "abc.sqlite"), null);
  migrate(db);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const check = createVerify(null, log);
  const parts = { db, clock: shop.clock, profile, sqliteBinding: null };
  const backup = createBackupService({ ...parts, verify: check });
  const rotation = createBackupRotation({
    ...parts,
    ...{ log, backup, automatic: false, changed: vi.fn(), copyCameOutDamaged: vi.fn() },
    verify: around(check, () => rmSync(stick, { recursive: true })),
  });
  await rotation.setSecondFolder(stick);
  const { path } = await backup.create({});
  return { rotation, path, stick };
}

it.each<[string, (check: Verify, pullOut: () => void) => Verify]>([
  [
    "before it is checked",
    (check, pullOut) => (wish) => {
      pullOut();
      return check(wish);
    },
  ],
  [
    "before it is named",
    (check, pullOut) => async (wish) => {
      await check(wish);
      pullOut();
    },
  ],
])("is said to be out of reach where it is pulled out %s", async (_, around) => {
  const { rotation, path, stick } = await openRotation(around);
  await rotation.byHand(path);
  expect(await rotation.status()).toMatchObject({
    files: [{ path }],
    problem: null,
    second: { folder: stick, files: 0, problem: { kind: "unreachable" } },
  });
});

it("is said to be damaged, not out of reach, where the copy on it is", async () => {
  const { rotation, path, stick } = await openRotation((check) => async (wish) => {
    await check({ ...wish, expected: { ...wish.expected, version: 999 } });
  });
  await rotation.byHand(path);
  expect((await rotation.status()).second?.problem).toMatchObject({ kind: "damaged_copy" });
  expect(readdirSync(stick)).toEqual([]);
});
