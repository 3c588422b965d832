/** Two writes that belong together: where the second fails, the first is not there either. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { lookAtEvidence } from "../../../../main/engine/services/outbox/evidence-look.ts";
import { createMetaStore } from "../../../../main/engine/store/file/meta.ts";
import { createEntryStore } from "../../../../main/engine/store/outbox/entries.ts";
import { openProfile } from "../../../../main/engine/store/profile/profile.ts";
import { openCounter } from "../../../helpers/counter-backups.ts";
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

it("an answer that is no evidence is marked together with how far the look has come, or not at all", () => {
  const { db, enter, clock, log } = openCounter();
  enter();
  db.exec(`UPDATE entry SET state = 'confirmed';
    INSERT INTO attempt (sequence, started_at, ended_at, outcome, response_body) VALUES (1, 0, 0, 'accepted', '');
    INSERT INTO meta VALUES ('evidenceLook', '0/1');
    CREATE TRIGGER planted BEFORE UPDATE ON meta ${FAILS};`);
  const parts = { db, entries: createEntryStore(db), meta: createMetaStore(db), clock, log };
  const marked = vi.fn();
  const look = (): unknown => {
    lookAtEvidence({ ...parts, marked });
    clock.runUntil(clock.now() + 10_000);
    return parts.entries.bySequence(1)?.evidence_gap;
  };
  expect(look()).toBeNull();
  expect(marked).not.toHaveBeenCalled();
  db.exec("DROP TRIGGER planted");
  expect(look()).toBe("empty");
  expect(marked).toHaveBeenCalledOnce();
});
