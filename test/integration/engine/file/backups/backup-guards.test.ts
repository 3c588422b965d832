/** What keeps backups: which are removed and which never, what a failure does, and whose word counts. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import type { ErrorCode } from "../../../../../contract/codes.ts";
import { createAuditStore } from "../../../../../main/engine/core/audit.ts";
import { createEntryStore } from "../../../../../main/engine/core/outbox/entries.ts";
import { backupName, ownBackups } from "../../../../../main/engine/file/backups/backup-files.ts";
import { settleLoaded } from "../../../../../main/engine/file/backups/load-backup.ts";
import {
  createVerify,
  type Verify,
  type VerifyWish,
} from "../../../../../main/engine/file/backups/verify.ts";
import { createMetaStore } from "../../../../../main/engine/file/database/meta.ts";
import { downgradeOffer } from "../../../../../main/engine/file/recovery/downgrade.ts";
import { NOTHING_SEEN } from "../../../../../main/engine/file/recovery/high-water-mark.ts";
import {
  createRecoveryStore,
  NOTHING_SALVAGED,
} from "../../../../../main/engine/file/recovery/recovery-report.ts";
import { openCounter } from "../../../../helpers/counter-backups.ts";
import { spoilFirstPage } from "../../../../helpers/damage.ts";
import { newFolder } from "../../../../helpers/engine.ts";
import { closedFile } from "../../../../helpers/file-context.ts";
import { refused } from "../../../../helpers/refused.ts";

const HOUR = 3_600_000;

type Counter = ReturnType<typeof openCounter>;

const inFolder = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith(".sqlite"));

/** Real backups of this counter as an earlier run left them, `hours` and fewer ago, one an hour. */
async function leaveHourly(counter: Counter, folder: string, hours: number): Promise<void> {
  const { path } = await counter.backup.createByItself();
  mkdirSync(folder, { recursive: true });
  for (let ago = 1; ago <= hours; ago += 1)
    copyFileSync(path, join(folder, backupName(counter.path, counter.clock.now() - ago * HOUR, "by_itself")));
}

const ran = async (counter: Counter): Promise<void> => {
  counter.enter();
  await counter.rotation.close(true);
};

it.each(["nowhere", "backups"])(
  "a backups folder that is a link to %s makes no backup, and says so",
  async (to) => {
    const counter = openCounter();
    rmSync(counter.folder, { recursive: true, force: true });
    rmSync(dirname(counter.folder), { recursive: true, force: true });
    symlinkSync(to, dirname(counter.folder));
    await expect(counter.backup.create({})).rejects.toMatchObject({
      code: "storage_read_only",
      details: { reason: "folder" },
    });
  },
);

describe("a run of the automatic backups", () => {
  it("leaves of 40 hours no more than what is to be kept, in both folders, and no part of an unfinished one", async () => {
    const counter = openCounter({ automatic: true });
    counter.enter();
    const root = newFolder();
    const second = join(root, basename(counter.folder));
    await leaveHourly(counter, counter.folder, 40);
    await leaveHourly(counter, second, 40);
    const part = join(counter.folder, ".shop.sqlite.x.part");
    writeFileSync(part, "");
    await counter.rotation.setSecondFolder(root);
    await ran(counter);
    for (const folder of [counter.folder, second]) {
      expect(inFolder(folder).length).toBeGreaterThanOrEqual(24);
      expect(inFolder(folder).length).toBeLessThanOrEqual(28);
    }
    expect(existsSync(part)).toBe(false);
  });

  it.each<[ErrorCode, boolean]>([
    ["storage_full", false],
    ["storage_read_only", false],
    ["storage_damaged", true],
    ["internal", false],
  ])("that fails by %s keeps every older backup", async (code, isDamaged) => {
    let fails = false;
    const verify = vi.fn(async () => {
      if (fails) throw refused(code);
    });
    const counter = openCounter({ automatic: true, verify });
    counter.enter();
    await leaveHourly(counter, counter.folder, 5);
    fails = true;
    await ran(counter);
    expect(inFolder(counter.folder)).toHaveLength(6);
    expect(counter.copyCameOutDamaged.mock.calls).toHaveLength(isDamaged ? 1 : 0);
  });

  it("is made at the end of a sound file only", async () => {
    for (const [isSound, made] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const counter = openCounter({ automatic: true });
      counter.enter();
      await counter.rotation.close(isSound);
      expect(existsSync(counter.folder) ? inFolder(counter.folder) : []).toHaveLength(made);
    }
  });

  it.each([
    ["by the program", false],
    ["by hand", true],
  ])("that was begun %s and is given up leaves nothing behind", async (_, byHand) => {
    const verify = vi.fn<Verify>(
      (_wish, stop) =>
        new Promise((_done, failed) => stop?.addEventListener("abort", () => failed(stop.reason))),
    );
    const counter = openCounter({ automatic: true, verify });
    counter.enter();
    const made = byHand ? counter.backup.create({}) : null;
    const refusal = made === null ? null : expect(made).rejects.toMatchObject({ code: "cancelled" });
    const closing = counter.rotation.close(true);
    await expect.poll(() => verify.mock.calls).toHaveLength(1);
    counter.giveUp.abort();
    await closing;
    await refusal;
    await expect(counter.backup.create({})).rejects.toMatchObject({ code: "cancelled" });
    expect(readdirSync(counter.folder)).toEqual([]);
    expect(counter.rotation.status().problem).toBeNull();
    expect(counter.log.warn).toHaveBeenCalledOnce();
    expect(counter.copyCameOutDamaged).not.toHaveBeenCalled();
  });

  it("that fails after it was given up is reported as what it is", async () => {
    const counter = openCounter({
      automatic: true,
      verify: async () => {
        counter.giveUp.abort();
        throw refused("storage_damaged");
      },
    });
    counter.enter();
    await counter.rotation.close(true);
    expect(counter.rotation.status().problem).toMatchObject({ kind: "damaged_copy" });
    expect(counter.copyCameOutDamaged).toHaveBeenCalledOnce();
  });

  it("is made although one was made by hand elsewhere, and not where that one is in its folder", async () => {
    for (const [isElsewhere, made] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const counter = openCounter({ automatic: true });
      counter.enter();
      const path = isElsewhere ? join(newFolder(), "x.sqlite") : join(counter.folder, "x.sqlite");
      await counter.rotation.byHand(path);
      expect(counter.rotation.status().lastAt).toBe(new Date(counter.clock.now()).toISOString());
      await counter.rotation.close(true);
      expect(existsSync(counter.folder) ? inFolder(counter.folder) : []).toHaveLength(made);
    }
  });
});

describe("a backup", () => {
  it("is reported as a change where a person made it and where the second folder is another", async () => {
    const counter = openCounter();
    const { path } = await counter.backup.create({});
    await counter.rotation.byHand(path);
    expect(counter.changed).toHaveBeenCalledTimes(1);
    await counter.rotation.setSecondFolder(null);
    expect(counter.changed).toHaveBeenCalledTimes(2);
  });

  it("ends with the program, also where one was just being made", async () => {
    const counter = openCounter({ automatic: true });
    counter.enter();
    counter.clock.runUntil(counter.clock.now() + HOUR);
    await counter.rotation.close(false);
    expect(inFolder(counter.folder)).toHaveLength(1);
    expect(counter.clock.due()).toEqual([]);
  });

  it("lies in the order of how far it came, of which a recovery is the furthest", async () => {
    const counter = openCounter();
    createRecoveryStore(counter.db).insert(1, "missing", "x", { ...NOTHING_SALVAGED, base: "file" });
    const { path: recovered } = await counter.backup.create({});
    counter.db.exec("DELETE FROM recovery");
    counter.enter();
    counter.clock.runUntil(counter.clock.now() + HOUR);
    const { path: later } = await counter.backup.create({});
    const own = ownBackups(join(counter.profile, "backups"), counter.path, counter.owner, null);
    expect(own.map(({ path }) => path)).toEqual([recovered, later]);
  });
});

describe("a copy", () => {
  it("must hold what the file held before it was begun", async () => {
    const asked: VerifyWish[] = [];
    const counter = openCounter({ verify: async (wish) => void asked.push(wish) });
    counter.enter();
    counter.enter();
    createAuditStore(counter.db).append({ userId: 1, deviceId: "d", ...NOBODY }, 0, "backup.created", "", {});
    await counter.backup.createByItself();
    expect(asked).toMatchObject([{ expected: { entries: 2, audit: 1 } }]);
  });

  it.each([
    ["by the thread", new URL("../../../../../main/engine/verify-thread.ts", import.meta.url)],
    ["where the thread ends without an answer", "process.exit(0)"],
    ["where the thread can't begin", new URL("file:///nowhere/verify-thread.js")],
    ["where there is no thread", null],
  ])("that is damaged is refused %s", async (_, thread) => {
    const counter = openCounter();
    counter.enter();
    const { path } = await counter.backup.createByItself();
    const ends = join(newFolder(), "ends.mjs");
    if (typeof thread === "string") writeFileSync(ends, thread);
    const verify = createVerify({
      verifyThread: typeof thread === "string" ? new URL(`file://${ends}`) : thread,
      log: counter.log,
    });
    const wish = { path, sqliteBinding: null, expected: { version: 0, entries: 0, audit: 0 } };
    const version = Number(counter.db.pragma("user_version", { simple: true }));
    await verify({ ...wish, expected: { version, entries: 1, audit: 0 } });
    await expect(verify({ ...wish, expected: { version, entries: 2, audit: 0 } })).rejects.toMatchObject({
      details: { reason: "copy_lacks", of: "entries", found: 1, expected: 2 },
    });
    spoilFirstPage(path, "entry");
    await expect(verify({ ...wish, expected: { version, entries: 1, audit: 0 } })).rejects.toMatchObject({
      code: "storage_damaged",
    });
  });
});

describe("a downgrade to an older version", () => {
  it("passes over a backup that is not whole", async () => {
    const counter = openCounter();
    counter.enter();
    const { path: old } = await counter.backup.createByItself();
    counter.enter();
    counter.clock.runUntil(counter.clock.now() + HOUR);
    const { path: newer } = await counter.backup.createByItself();
    const db = new Database(newer);
    db.exec("UPDATE entry SET request_body = 'x' WHERE sequence = 1");
    db.close();
    const backups = ownBackups(join(counter.profile, "backups"), counter.path, counter.owner, null);
    expect(
      downgradeOffer(closedFile(counter.path), { ownFirst: backups, bring: ({ path }) => path }),
    ).toMatchObject({ name: basename(old) });
  });
});

describe("a loaded backup", () => {
  it("takes the new counter's device id and holds everything that is not settled, refused entries too", () => {
    const { db, enter } = openCounter();
    const states = ["pending", "retry_wait", "dead_letter", "in_flight", "outcome_unknown", "confirmed"];
    for (const [at, state] of states.entries()) {
      enter();
      db.prepare("UPDATE entry SET state = ? WHERE sequence = ?").run(state, at + 1);
    }
    const deviceId = "22222222-2222-4222-8222-222222222222";
    const owner = {
      serviceUrl: "http://127.0.0.1:9",
      tenantId: 7001,
      userId: 501,
      deviceId: "old",
      practice: false,
    };
    const files = { brought: 0, missing: { count: 0, names: [] } };
    const restored = settleLoaded(db, "/x/shop.backup", {
      owner,
      deviceId,
      now: 1,
      files,
      seen: NOTHING_SEEN,
    });
    expect(restored).toMatchObject({ entries: 6, waiting: 3 });
    const held = db.prepare("SELECT sequence FROM recovery_entry WHERE held = 1 ORDER BY 1").pluck().all();
    expect(held).toEqual([1, 2, 3, 4, 5]);
    expect(createMetaStore(db).get("deviceId")).toBe(deviceId);
    expect(createRecoveryStore(db).undecided()).toBeDefined();
  });
});

it("a wait that the service asked for goes on over a restart, and begins anew only where the clock stood ahead", () => {
  const { db, enter } = openCounter();
  enter();
  db.exec(
    "UPDATE entry SET state = 'retry_wait', last_outcome = 'asked_to_wait', next_attempt_at = 9000, changed_at = 5000",
  );
  const entries = createEntryStore(db);
  const due = () => entries.bySequence(1)?.next_attempt_at;
  expect(entries.measureAskedAnew(5_000)).toBe(0);
  expect(entries.measureAskedAnew(6_000)).toBe(0);
  expect(due()).toBe(9_000);
  expect(entries.measureAskedAnew(4_000)).toBe(1);
  expect(due()).toBe(8_000);
});
