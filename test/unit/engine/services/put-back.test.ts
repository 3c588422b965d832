/** What lies under a file's name after it was written out of the open handle. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { putBack } from "../../../../main/engine/services/put-back.ts";
import { migrate } from "../../../../main/engine/store/migrations/index.ts";
import { openDatabase } from "../../../../main/engine/store/open-database.ts";
import { START } from "../../../helpers/clock.ts";
import { DEVICE, newFolder, USER } from "../../../helpers/engine.ts";

it("beside a file that was put back lies no log that could be applied to it", async () => {
  const path = join(newFolder(), "shop.sqlite");
  const db = openDatabase(path, null);
  onTestFinished(() => void db.close());
  migrate(db);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  rmSync(path);
  await putBack(db, { userId: USER, deviceId: DEVICE }, START);
  expect(existsSync(path)).toBe(true);
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});
