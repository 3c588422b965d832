/** The log of a real database, read by its own format. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { openDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import {
  lookAt,
  makeSource,
  readWal,
  type WalReading,
} from "../../../../../main/engine/file/recovery/salvage/source-file.ts";
import { migrate } from "../../../../../main/engine/file/schema/migrations.ts";
import { newFolder } from "../../../../helpers/engine.ts";

const FRAME = 24 + 4_096;

/** A log with ten committed transactions, and how many frames each has. */
function aLog(): Buffer {
  const path = join(newFolder(), "a.sqlite");
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT");
  for (let n = 0; n < 10; n += 1) db.prepare("INSERT INTO t (b) VALUES (?)").run("x".repeat(6_000));
  const log = readFileSync(`${path}-wal`);
  db.close();
  return log;
}

const readLog = (log: Buffer, pageSize: number): WalReading =>
  readWal({ size: log.length, at: (offset, length) => log.subarray(offset, offset + length) }, pageSize);

const spoiled = (log: Buffer, at: number): Buffer => {
  const copy = Buffer.from(log);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

it("reads every frame of a sound log", () => {
  const log = aLog();
  const reading = readLog(log, 4_096);
  expect(reading.verdict).toBe("whole");
  expect(reading.frames).toHaveLength((log.length - 32) / FRAME);
  expect(reading.frames.filter(({ commitSize }) => commitSize > 0).length).toBe(11);
});

it("takes a log that was cut off while its last transaction was written as whole", () => {
  const log = aLog();
  for (const cut of [1, 100, FRAME - 1, FRAME])
    expect(readLog(log.subarray(0, log.length - cut), 4_096).verdict).toBe("whole");
  expect(readLog(spoiled(log, log.length - 10), 4_096).verdict).toBe("whole");
});

it("knows a break in the middle, and still gives every other frame", () => {
  const log = aLog();
  const frames = (log.length - 32) / FRAME;
  for (const frame of [0, 1, 5, 12]) {
    const reading = readLog(spoiled(log, 32 + frame * FRAME + 2_000), 4_096);
    expect(reading.verdict, `frame ${frame}`).toBe("damaged");
    expect(reading.frames).toHaveLength(frames - 1);
  }
});

it("judges a break by the transaction it is in: the last one was never acknowledged, an earlier one was", () => {
  const log = aLog();
  const { frames } = readLog(log, 4_096);
  const commits = frames.flatMap(({ commitSize }, index) => (commitSize > 0 ? [index] : []));
  const verdictWithout = (frame: number): string =>
    readLog(spoiled(log, 32 + frame * FRAME + 2_000), 4_096).verdict;
  const [beforeLast = 0, last = 0] = commits.slice(-2);
  expect(last - beforeLast).toBeGreaterThan(1);
  for (let frame = beforeLast + 1; frame <= last; frame += 1)
    expect(verdictWithout(frame), `frame ${frame}`).toBe("whole");
  for (const frame of [beforeLast, beforeLast - 1])
    expect(verdictWithout(frame), `frame ${frame}`).toBe("damaged");
});

it("reads a log whose header is gone", () => {
  const log = aLog();
  const reading = readLog(spoiled(spoiled(log, 3), 17), 4_096);
  expect(reading.verdict).toBe("damaged");
  // The first frame's sum rests on the header's.
  expect(reading.frames.length).toBeGreaterThanOrEqual((log.length - 32) / FRAME - 1);
});

/** The log's own sum over whole pairs of words, as this machine's byte order has it. */
function sumOf(content: Buffer, [first, second]: readonly [number, number]): readonly [number, number] {
  let [a, b] = [first, second];
  for (let at = 0; at < content.length; at += 8) {
    a = (a + content.readUInt32LE(at) + b) >>> 0;
    b = (b + content.readUInt32LE(at + 4) + a) >>> 0;
  }
  return [a, b];
}

it("believes no header that gives pages a size they can't have, however right its sum", () => {
  const log = aLog();
  expect(readLog(log, 512).pageSize).toBe(4_096);
  for (const size of [0, 3, 256, 5_000, 131_072]) {
    log.writeUInt32BE(size, 8);
    const sum = sumOf(log.subarray(0, 24), [0, 0]);
    for (const [index, word] of sum.entries()) log.writeUInt32BE(word, 24 + 4 * index);
    expect(readLog(log, 4_096)).toMatchObject({ verdict: "damaged", pageSize: 4_096 });
  }
});

/** A file with the page of its only draft in its log, copied while it was open; `page` is what the log calls it. */
function withOneFrame(page: (own: number) => number): string {
  const path = join(newFolder(), "shop.sqlite");
  const db = openDatabase(path, null);
  migrate(db);
  db.prepare("INSERT INTO draft VALUES ('d', 'purchaseReturn', 'before', 0, NULL, NULL)").run();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.prepare("UPDATE draft SET content = 'after_'").run();
  const copied = join(newFolder(), "shop.sqlite");
  copyFileSync(path, copied);
  const log = readFileSync(`${path}-wal`);
  db.close();
  expect(readLog(log, 4_096).frames).toHaveLength(1);
  log.writeUInt32BE(page(log.readUInt32BE(32)), 32);
  const before = sumOf(log.subarray(32, 40), [log.readUInt32BE(24), log.readUInt32BE(28)]);
  for (const [index, word] of sumOf(log.subarray(56, 56 + 4_096), before).entries())
    log.writeUInt32BE(word, 48 + 4 * index);
  writeFileSync(`${copied}-wal`, log);
  return copied;
}

it.each([
  ["its only frame", (own: number) => own, "after_"],
  ["no frame of a page before the first", () => 0, "before"],
  ["no frame of a page far behind the last", () => 1_000_000, "before"],
])("takes from a log %s", (_, page, content) => {
  const damaged = withOneFrame(page);
  const copy = join(newFolder(), "copy.sqlite");
  expect(makeSource(damaged, copy, damaged, null)).toBe(true);
  const db = new Database(copy, { readonly: true });
  expect(db.prepare("SELECT content FROM draft").pluck().all()).toEqual([content]);
  db.close();
});

it("takes no log for none", () => {
  expect(readLog(Buffer.alloc(0), 4_096)).toEqual({ verdict: "none", pageSize: 4_096, frames: [] });
  expect(readLog(Buffer.alloc(32), 4_096).verdict).toBe("none");
});

it("leaves out what a transaction wrote that never committed, as SQLite does", () => {
  const path = join(newFolder(), "a.sqlite");
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  // Pages go into the log before the commit where they find no room in memory.
  db.pragma("cache_size = 5");
  db.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT");
  const put = db.prepare("INSERT INTO t (b) VALUES (?)");
  put.run("committed");
  const committed = readLog(readFileSync(`${path}-wal`), 4_096).frames;
  db.exec("BEGIN");
  for (let n = 0; n < 50; n += 1) put.run("x".repeat(6_000));
  db.exec("ROLLBACK");
  const log = readFileSync(`${path}-wal`);
  db.close();
  expect((log.length - 32) / FRAME).toBeGreaterThan(committed.length);
  expect(readLog(log, 4_096)).toEqual({ verdict: "whole", pageSize: 4_096, frames: committed });
});

it("a log of more than two gigabytes is read like any other", () => {
  const path = join(newFolder(), "a.sqlite");
  const log = aLog();
  writeFileSync(`${path}-wal`, log);
  const frames = lookAt(path).wal.frames;
  expect(frames.length).toBeGreaterThan(0);
  truncateSync(`${path}-wal`, 2_200_000_000);
  expect(lookAt(path).wal).toEqual({ verdict: "whole", pageSize: 4_096, frames });
}, 60_000);
