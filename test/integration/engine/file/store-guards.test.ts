/** Two writes that belong together: where the second fails, the first is not there either. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { openProfile } from "../../../../main/engine/file/profile.ts";
import { DEVICE, newFolder } from "../../../helpers/engine.ts";

const FAILS = "BEGIN SELECT RAISE(ABORT, 'planted'); END";

it("a connection that can't be saved leaves the one before as the current one", () => {
  const folder = newFolder();
  const row = (n: number) => ({
    connection_key: String(n).repeat(16),
    service_url: `http://127.0.0.1:${n}`,
    tenant_id: 7001,
    user_id: 501,
    device_id: DEVICE,
    practice: 0,
    file: `${String(n).repeat(16)}.sqlite`,
  });
  const first = openProfile(folder, null, 0).store;
  first.saveCurrent(row(1));
  first.close();
  const db = new Database(join(folder, "profile.sqlite"));
  db.exec(`CREATE TRIGGER planted BEFORE INSERT ON connection ${FAILS}`);
  db.close();
  const { store } = openProfile(folder, null, 0);
  expect(() => store.saveCurrent(row(2))).toThrow("planted");
  expect(store.current()).toMatchObject(row(1));
  store.close();
});
