/** What is taken of a damaged file. */

import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { createAuditStore } from "../../../../../main/engine/core/audit.ts";
import { takeAttempts, takeEntries } from "../../../../../main/engine/file/recovery/salvage/entries.ts";
import { overRanges } from "../../../../../main/engine/file/recovery/salvage/ranges.ts";
import {
  readWrong,
  takeAudit,
  takeOrphansOut,
  takeTables,
} from "../../../../../main/engine/file/recovery/salvage/tables.ts";
import { FACTS_OF_ENTRIES } from "../../../../../main/engine/file/schema/documents.ts";
import { openCounter } from "../../../../helpers/counter-backups.ts";
import { newFolder } from "../../../../helpers/engine.ts";
import { openMigrated } from "../../../../helpers/migrated.ts";

/** An empty file with the counter's as its damaged one. */
function openBeside(damaged: string) {
  const db = openMigrated(join(newFolder(), "base.sqlite"));
  onTestFinished(() => void db.close());
  db.prepare("ATTACH ? AS damaged").run(damaged);
  return db;
}

it("rows of the record behind a gap are handed back whole, and none is appended there", () => {
  const counter = openCounter();
  const audit = createAuditStore(counter.db);
  for (const subject of ["a", "b", "c", "d"])
    audit.append({ userId: 1, deviceId: "d", ...NOBODY }, 0, "backup.created", subject, {});
  counter.db.exec("DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE subject = 'b'");
  const { appended, apart } = takeAudit(openBeside(counter.path));
  expect(appended).toBe(1);
  expect(apart.map(({ subject }) => subject)).toEqual(["c", "d"]);
});

it("of a row that is kept apart a text is cut to 100,000 letters", () => {
  const counter = openCounter();
  counter.enter();
  counter.db.exec("UPDATE entry SET subject = hex(zeroblob(500000))");
  expect(readWrong(openBeside(counter.path))).toMatchObject([
    { source: "entry", row: { subject: "0".repeat(100_000) } },
  ]);
});

it("one row of a number that can't be hides none of the others of its table", () => {
  const counter = openCounter();
  const put = counter.db.prepare(
    "INSERT INTO day_sheet VALUES (?, '2026-01-31', NULL, 0, NULL, '{}', hex(zeroblob(32)), hex(zeroblob(32)))",
  );
  for (const number of [1n, 2n, 9_223_372_036_854_775_807n]) put.run(number);
  const db = openBeside(counter.path);
  expect(takeTables(db)).toContainEqual({ name: "day_sheet", taken: 2, unreadable: 0 });
});

it("a posting's mark is taken wherever its row is, and never twice", () => {
  const counter = openCounter();
  counter.db.pragma("foreign_keys = OFF");
  const mark = "INSERT INTO posted_draft (posting_id, input_hash, sequence) VALUES (?, 'h', 1)";
  for (const id of ["theirs", "both"]) counter.db.prepare(mark).run(id);
  const db = openBeside(counter.path);
  db.pragma("foreign_keys = OFF");
  for (const id of ["both", "own", "other"]) db.prepare(mark).run(id);
  takeTables(db);
  const all = db.prepare("SELECT posting_id FROM posted_draft ORDER BY 1").pluck().all();
  expect(all).toEqual(["both", "other", "own", "theirs"]);
});

it("a document that was answered since the backup has what the answer says, and an older row replaces no newer one", () => {
  const counter = openCounter();
  const put =
    "INSERT INTO document (serial_no, kind, subject, note, created_at, changed_at, service_amount, answered_at) VALUES (?, 'taxVoucher', '', '', 1, ?, ?, ?)";
  const damaged = counter.db.prepare(put);
  damaged.run("answered-since", 20, "2", 30);
  damaged.run("answered-first", 20, "2", 30);
  damaged.run("older", 10, "2", 40);
  const db = openBeside(counter.path);
  const base = db.prepare(put);
  base.run("answered-since", 20, "1", 15);
  base.run("answered-first", 20, null, null);
  base.run("older", 20, "1", 15);
  takeTables(db);
  const all = db
    .prepare("SELECT serial_no, service_amount, answered_at FROM document ORDER BY 1")
    .raw()
    .all();
  expect(all).toEqual([
    ["answered-first", "2", 30],
    ["answered-since", "2", 30],
    ["older", "1", 15],
  ]);
});

it("a document's currency is found beside what is no record in its answer, and in the later of two answers", () => {
  const { db } = openCounter();
  const serialNo = "aaaaaaaa-0000-4000-8000-000000000001";
  const { lastInsertRowid: sequence } = db
    .prepare(
      `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, serial_no, request_body, request_hash, state, subject,
         created_at, changed_at, user_id)
       VALUES (@serialNo, 'purchaseReturn', @serialNo, 1, @serialNo, '{}', 'h', 'confirmed', '', 1, 1, 501)`,
    )
    .run({ serialNo });
  db.prepare(
    `INSERT INTO document (serial_no, kind, subject, note, created_at, changed_at, service_amount, answered_at)
     VALUES (?, 'purchaseReturn', '', '', 1, 1, '5', 9)`,
  ).run(serialNo);
  const put = db.prepare(
    `INSERT INTO attempt (sequence, started_at, ended_at, outcome, response_body)
     VALUES (?, 1, 9, 'accepted_not_understood', ?)`,
  );
  for (const currencyId of ["OLD", "YER"])
    put.run(sequence, JSON.stringify(["a text", 7, null, { serialNo: serialNo.toUpperCase(), currencyId }]));
  db.exec(FACTS_OF_ENTRIES);
  expect(db.prepare("SELECT service_currency_id FROM document").pluck().all()).toEqual(["YER"]);
});

it("one row among 512 that can't be read is found by halves", () => {
  const asked: number[] = [];
  const failed = overRanges(1, 512, (from, to) => {
    asked.push(to - from + 1);
    if (from <= 300 && 300 <= to) throw Object.assign(new Error("malformed"), { code: "SQLITE_CORRUPT" });
  });
  expect(failed).toEqual([300]);
  expect(asked).toHaveLength(19);
});

it("of rows that are kept apart no more are read than 16 million letters of them", () => {
  const counter = openCounter();
  counter.db.exec(`INSERT INTO product (product_key, id, name, search_name, source, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    SELECT i, i, hex(zeroblob(50000)), 'x', 'file', -1 FROM n`);
  const apart = readWrong(openBeside(counter.path));
  expect(apart.length).toBeGreaterThan(100);
  expect(JSON.stringify(apart).length).toBeLessThan(17_000_000);
});

it("of rows that are kept apart no more stays in memory than what is kept of them", () => {
  const counter = openCounter();
  counter.db.exec(`INSERT INTO product (product_key, id, name, search_name, source, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    SELECT i, i, hex(zeroblob(1000000)), 'x', 'file', -1 FROM n`);
  const db = openBeside(counter.path);
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const before = process.memoryUsage().heapUsed;
  const apart = readWrong(db);
  collect();
  expect(apart).toHaveLength(40);
  // 40 whole texts are 80 million letters.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});

it("of rows that refer to nothing a thousand are handed back, and all leave their table", () => {
  const { db } = openCounter();
  db.pragma("foreign_keys = OFF");
  db.exec(`CREATE TABLE shelf (id INTEGER PRIMARY KEY);
    CREATE TABLE thing (shelf_id INTEGER REFERENCES shelf (id));
    INSERT INTO shelf VALUES (1);
    INSERT INTO thing SELECT 1;
    INSERT INTO thing WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500) SELECT 2 FROM n`);
  expect(takeOrphansOut(db)).toHaveLength(1_000);
  expect(db.prepare("SELECT * FROM thing").all()).toEqual([{ shelf_id: 1 }]);
});

it("every column of an entry and its attempts is brought over, those of later versions too", () => {
  const counter = openCounter();
  counter.enter();
  counter.db.prepare("UPDATE entry SET entry_id = ?").run(counter.owner.deviceId);
  counter.db.exec("INSERT INTO attempt (sequence, started_at, ended_at) VALUES (1, 1, 2)");
  const base = openBeside(counter.path);
  for (const table of ["entry", "attempt"]) {
    for (const db of [counter.db, base]) db.exec(`ALTER TABLE main.${table} ADD COLUMN of_later TEXT`);
    counter.db.exec(`UPDATE ${table} SET of_later = 'kept'`);
  }
  takeEntries(base, null);
  takeAttempts(base);
  for (const table of ["entry", "attempt"])
    expect(base.prepare(`SELECT * FROM main.${table}`).all()).toEqual(
      counter.db.prepare(`SELECT * FROM ${table}`).all(),
    );
});
