/** Backups that make themselves: which stay, which count, and what a failure may cost. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CountersideError } from "../../../../../contract/reply.ts";
import { ownBackups } from "../../../../../main/engine/file/backups/backup-files.ts";
import {
  createVerify,
  type Verify,
  type VerifyWish,
} from "../../../../../main/engine/file/backups/verify.ts";
import { createRecoveryStore } from "../../../../../main/engine/file/recovery/recovery-rows.ts";
import { openCounter } from "../../../../helpers/counter-backups.ts";
import { newFolder } from "../../../../helpers/engine.ts";

const HOUR = 3_600_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const named = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".sqlite")) : [];

/** Runs the hourly turn and waits for what it made. */
async function nextHour(counter: ReturnType<typeof openCounter>): Promise<void> {
  const before = counter.rotation.status().lastAt;
  counter.enter();
  counter.clock.runUntil(counter.clock.now() + HOUR);
  await expect.poll(() => counter.rotation.status().lastAt, { interval: 5 }).not.toBe(before);
  // The next turn is set when this one is over.
  await expect.poll(() => counter.clock.due().length, { interval: 5 }).toBeGreaterThan(0);
}

describe("the hourly backups", () => {
  it("leave no more than are kept in the own folder after many hours", async () => {
    const counter = openCounter({ automatic: true });
    for (let n = 0; n < 30; n += 1) await nextHour(counter);
    await counter.rotation.close(false);
    expect(named(counter.folder).length).toBeLessThanOrEqual(26);
    expect(named(counter.folder).length).toBeGreaterThanOrEqual(24);
  });

  it("go on where a person made one elsewhere, which still is the newest good one", async () => {
    const counter = openCounter({ automatic: true });
    counter.enter();
    const { path } = await counter.backup.create({ path: join(newFolder(), "mine.sqlite") });
    await counter.rotation.byHand(path);
    expect(counter.rotation.status()).toMatchObject({
      lastAt: new Date(counter.clock.now()).toISOString(),
      files: [],
    });
    counter.clock.runUntil(counter.clock.now() + HOUR);
    await expect.poll(() => named(counter.folder)).toHaveLength(1);
  });

  it("are told as changed where a person made one and where the second folder is another", async () => {
    const counter = openCounter();
    const { path } = await counter.backup.create({});
    await counter.rotation.byHand(path);
    expect(counter.changed).toHaveBeenCalledTimes(1);
    await counter.rotation.setSecondFolder(null);
    expect(counter.changed).toHaveBeenCalledTimes(2);
  });

  it("end with the program, also where one was just being made", async () => {
    const counter = openCounter({ automatic: true });
    counter.enter();
    counter.clock.runUntil(counter.clock.now() + HOUR);
    await counter.rotation.close(false);
    expect(named(counter.folder)).toHaveLength(1);
    expect(counter.clock.due()).toEqual([]);
  });

  it("are in the order of how far they came, of which a recovery is the furthest", async () => {
    const counter = openCounter();
    createRecoveryStore(counter.db).insert(1, "missing", "x", {
      aside: null,
      base: "file",
      backup: null,
      fileReadable: true,
      entries: { all: 0, added: 0, confirmedByFile: 0, held: 0 },
      lost: [],
      mayLackMore: false,
      audit: { added: 0, apart: 0 },
      tables: [],
      rowsApart: 0,
    });
    const { path: recovered } = await counter.backup.create({});
    counter.db.exec("DELETE FROM recovery");
    counter.enter();
    counter.clock.runUntil(counter.clock.now() + HOUR);
    const { path: later } = await counter.backup.create({});
    const own = ownBackups(join(counter.profile, "backups"), counter.path, counter.owner, null);
    expect(own.map(({ path }) => path)).toEqual([recovered, later]);
  });

  it("make none at the end of a file that is not sound", async () => {
    const counter = openCounter({ automatic: true });
    counter.enter();
    await counter.rotation.close(false);
    expect(named(counter.folder)).toEqual([]);
  });

  it("make one at the end of a sound file", async () => {
    const counter = openCounter({ automatic: true });
    counter.enter();
    await counter.rotation.close(true);
    expect(named(counter.folder)).toHaveLength(1);
  });

  it("sweep what a killed program left of a copy", async () => {
    const counter = openCounter({ automatic: true });
    await counter.backup.create({});
    const left = join(counter.folder, ".0123456789abcdef-20260301T080000.000Z.auto.sqlite.x.part");
    writeFileSync(left, "half");
    await nextHour(counter);
    await counter.rotation.close(false);
    expect(existsSync(left)).toBe(false);
  });
});

describe("a backup that fails", () => {
  const failing =
    (code: "storage_damaged" | "storage_read_only" | "storage_full", from: number): Verify =>
    async () => {
      made += 1;
      if (made > from) throw new CountersideError(code, "no", {});
    };
  let made = 0;

  it.each(["storage_read_only", "storage_damaged", "storage_full"] as const)(
    "with %s leaves every older one",
    async (code) => {
      made = 0;
      const counter = openCounter({ automatic: true, verify: failing(code, 5) });
      for (let n = 0; n < 5; n += 1) await nextHour(counter);
      counter.enter();
      counter.clock.runUntil(counter.clock.now() + HOUR);
      await expect.poll(() => counter.rotation.status().problem, { interval: 5 }).not.toBeNull();
      expect(named(counter.folder)).toHaveLength(5);
      await counter.rotation.close(false);
    },
  );

  it("its check has the file itself looked at", async () => {
    made = 0;
    const counter = openCounter({ automatic: true, verify: failing("storage_damaged", 0) });
    counter.enter();
    counter.clock.runUntil(counter.clock.now() + HOUR);
    await expect.poll(() => counter.copyCameOutDamaged.mock.calls.length).toBe(1);
    await counter.rotation.close(false);
  });
});

it("a copy is held against what the file had before it was begun", async () => {
  const asked: VerifyWish[] = [];
  const counter = openCounter({
    verify: async (wish) => {
      asked.push(wish);
    },
  });
  counter.enter();
  counter.enter();
  await counter.backup.create({});
  expect(asked.map(({ expected }) => expected.entries)).toEqual([2]);
});

describe("the check on a thread", () => {
  const realThread = new URL("../../../../../main/engine/verify-thread.ts", import.meta.url);
  const wishFor = async (): Promise<VerifyWish> => {
    const counter = openCounter();
    counter.enter();
    const { path } = await counter.backup.create({});
    return { path, sqliteBinding: null, expected: { version: 0, entries: 99, audit: 0 } };
  };

  it("that finds a copy wanting says so to whoever asked", async () => {
    await expect(
      createVerify({ verifyThread: realThread, log: quiet })(await wishFor()),
    ).rejects.toMatchObject({
      code: "storage_damaged",
    });
  });

  it("that ends without an answer proves nothing: the copy is checked here", async () => {
    const program = join(newFolder(), "ends.mjs");
    writeFileSync(program, "process.exit(0);");
    const wish = await wishFor();
    await expect(
      createVerify({ verifyThread: new URL(`file://${program}`), log: quiet })(wish),
    ).rejects.toMatchObject({
      code: "storage_damaged",
    });
    expect(basename(wish.path)).toMatch(/\.sqlite$/);
  });
});
