/** Files from before schema 70, brought up to date and salvaged. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Db } from "../../../../main/engine/store/file/open-database.ts";
import { MIGRATIONS, migrate } from "../../../../main/engine/store/migrations/index.ts";
import { createEntryStore } from "../../../../main/engine/store/outbox/entries.ts";
import { takeAttempts, takeEntries } from "../../../../main/engine/store/salvage/entries.ts";
import { takeTables } from "../../../../main/engine/store/salvage/tables.ts";
import { newFolder } from "../../../helpers/engine.ts";

const BEFORE = MIGRATIONS.filter(({ version }) => version < 70);
const ID = "6c1f0f6e-0000-4000-8000-000000000001";
/** sha256 of "{}". */
const HASH = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

/** A file of version 60 with a confirmed restore and a stock row that names neither cost nor currency. */
function ofVersion60(path: string): Db {
  const db = new Database(path);
  migrate(db, BEFORE);
  db.exec(`
    INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, request_body, request_hash, state, subject, created_at, changed_at)
      VALUES ('${ID}', 'restorePermission', 'k', 7001, '{}', '${HASH}', 'confirmed', 's', 1, 1);
    INSERT INTO attempt (sequence, started_at, ended_at, outcome, http_status, response_body) VALUES (1, 1, 2, 'accepted', 200, '{}');
    INSERT INTO stock (product_id, measure_unit_id, store_id, barcode, quantity, answered_at) VALUES (1, 1, 1, '77', '5', 1);
    INSERT INTO stock (product_id, measure_unit_id, store_id, currency_id, cost_price, quantity, answered_at)
      VALUES (2, 1, 1, 'YER', '2.5', '6', 1);`);
  return db;
}
const stockOf = (db: Db) =>
  db.prepare("SELECT product_id, currency_id, cost_price, quantity FROM stock ORDER BY product_id").all();
const STOCK = [
  { product_id: 1, currency_id: "", cost_price: "", quantity: "5" },
  { product_id: 2, currency_id: "YER", cost_price: "2.5", quantity: "6" },
];

describe("a file", () => {
  it("of version 60 keeps its stock rows and is looked at for evidence up to its last attempt", () => {
    const db = ofVersion60(":memory:");
    migrate(db);
    expect(stockOf(db)).toEqual(STOCK);
    expect(db.prepare("SELECT value FROM meta WHERE key = 'evidenceLook'").pluck().get()).toBe("0/1");
    expect(db.prepare("SELECT product_id FROM stock WHERE barcode = '77'").all()).toHaveLength(1);
    db.close();
  });

  it("that is new has nothing to be looked at", () => {
    const db = new Database(":memory:");
    migrate(db);
    expect(db.prepare("SELECT * FROM meta WHERE key = 'evidenceLook'").all()).toEqual([]);
    db.close();
  });

  it("of version 60 gives its entries, attempts and stock rows to the file that takes its place", () => {
    const path = join(newFolder(), "damaged.sqlite");
    ofVersion60(path).close();
    const db = new Database(":memory:");
    migrate(db);
    db.pragma("foreign_keys = OFF");
    db.exec(`ATTACH '${path}' AS damaged`);
    takeEntries(db, null);
    takeAttempts(db);
    takeTables(db);
    const [entry] = createEntryStore(db).list({}, Number.MAX_SAFE_INTEGER, 10);
    expect(entry).toMatchObject({ entry_id: ID, evidence_gap: null });
    expect(db.prepare("SELECT outcome, response_bytes FROM attempt").all()).toEqual([
      { outcome: "accepted", response_bytes: null },
    ]);
    expect(stockOf(db)).toEqual(STOCK);
    db.close();
  });
});
