/** What lies under a file's name after it was written out of the open handle. */

import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { openDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import { putBack } from "../../../../../main/engine/file/recovery/put-back.ts";
import { migrate } from "../../../../../main/engine/file/schema/migrations.ts";
import { START } from "../../../../helpers/clock.ts";
import { DEVICE, newFolder, USER } from "../../../../helpers/engine.ts";

it("beside a file that was put back lies no log that could be applied to it", async () => {
  const path = join(newFolder(), "shop.sqlite");
  const db = openDatabase(path, null);
  onTestFinished(() => void db.close());
  migrate(db);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  rmSync(path);
  await putBack(db, { userId: USER, deviceId: DEVICE, ...NOBODY }, START);
  expect(existsSync(path)).toBe(true);
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

it("a file whose folder was replaced by an earlier copy of it is put back with what was written since, and not under the copy's log", async () => {
  const folder = join(newFolder(), "connections");
  const path = join(folder, "shop.sqlite");
  mkdirSync(folder);
  const db = openDatabase(path, null);
  onTestFinished(() => void db.close());
  migrate(db);
  const put = db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('last', ?)");
  put.run("copied");
  cpSync(folder, `${folder}-copy`, { recursive: true });
  renameSync(folder, `${folder}-gone`);
  renameSync(`${folder}-copy`, folder);
  put.run("acknowledged since");
  await putBack(db, { userId: USER, deviceId: DEVICE, ...NOBODY }, START);
  const after = openDatabase(path, null);
  onTestFinished(() => void after.close());
  expect(after.prepare("SELECT value FROM meta WHERE key = 'last'").pluck().get()).toBe("acknowledged since");
  expect(after.prepare("SELECT count(*) FROM recovery").pluck().get()).toBe(1);
  const aside = readdirSync(folder).filter((name) => name.includes(".replaced-"));
  expect(aside.filter((name) => name.endsWith("-wal"))).toHaveLength(1);
  expect(aside).toHaveLength(2);
});
