/** The log of a real database, read by its own format. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { readWal } from "../../../main/engine/store/salvage/wal-frames.ts";
import { newFolder } from "../../helpers/engine.ts";

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

const spoiled = (log: Buffer, at: number): Buffer => {
  const copy = Buffer.from(log);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

it("reads every frame of a sound log", () => {
  const log = aLog();
  const reading = readWal(log, 4_096);
  expect(reading.verdict).toBe("whole");
  expect(reading.frames).toHaveLength((log.length - 32) / FRAME);
  expect(reading.frames.filter(({ commitSize }) => commitSize > 0).length).toBe(11);
});

it("takes a log that was cut off while its last transaction was written as whole", () => {
  const log = aLog();
  for (const cut of [1, 100, FRAME - 1, FRAME])
    expect(readWal(log.subarray(0, log.length - cut), 4_096).verdict).toBe("whole");
  expect(readWal(spoiled(log, log.length - 10), 4_096).verdict).toBe("whole");
});

it("knows a break in the middle, and still gives every other frame", () => {
  const log = aLog();
  const frames = (log.length - 32) / FRAME;
  for (const frame of [0, 1, 5, 12]) {
    const reading = readWal(spoiled(log, 32 + frame * FRAME + 2_000), 4_096);
    expect(reading.verdict, `frame ${frame}`).toBe("damaged");
    expect(reading.frames).toHaveLength(frames - 1);
  }
});

it("judges a break by the transaction it is in: the last one was told to nobody, an earlier one was", () => {
  const log = aLog();
  const { frames } = readWal(log, 4_096);
  const commits = frames.flatMap(({ commitSize }, index) => (commitSize > 0 ? [index] : []));
  const verdictWithout = (frame: number): string =>
    readWal(spoiled(log, 32 + frame * FRAME + 2_000), 4_096).verdict;
  const [beforeLast = 0, last = 0] = commits.slice(-2);
  expect(last - beforeLast).toBeGreaterThan(1);
  for (let frame = beforeLast + 1; frame <= last; frame += 1)
    expect(verdictWithout(frame), `frame ${frame}`).toBe("whole");
  for (const frame of [beforeLast, beforeLast - 1])
    expect(verdictWithout(frame), `frame ${frame}`).toBe("damaged");
});

it("reads a log whose header is gone", () => {
  const log = aLog();
  const reading = readWal(spoiled(spoiled(log, 3), 17), 4_096);
  expect(reading.verdict).toBe("damaged");
  // The first frame's sum rests on the header's.
  expect(reading.frames.length).toBeGreaterThanOrEqual((log.length - 32) / FRAME - 1);
});

it("takes no log for none", () => {
  expect(readWal(Buffer.alloc(0), 4_096)).toEqual({ verdict: "none", pageSize: 4_096, frames: [] });
  expect(readWal(Buffer.alloc(32), 4_096).verdict).toBe("none");
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
  const committed = readWal(readFileSync(`${path}-wal`), 4_096).frames;
  db.exec("BEGIN");
  for (let n = 0; n < 50; n += 1) put.run("x".repeat(6_000));
  db.exec("ROLLBACK");
  const log = readFileSync(`${path}-wal`);
  db.close();
  expect((log.length - 32) / FRAME).toBeGreaterThan(committed.length);
  expect(readWal(log, 4_096)).toEqual({ verdict: "whole", pageSize: 4_096, frames: committed });
});
