/** The second folder of backups: a stick that is pulled out, a folder that several counters share, a dead mount. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { FileOwner } from "../../../../../main/engine/core/context.ts";
import { counterFolder, ownBackups } from "../../../../../main/engine/file/backups/backup-files.ts";
import { findBackups } from "../../../../../main/engine/file/recovery/recovery-files.ts";
import { ManualClock } from "../../../../helpers/clock.ts";
import { KEY, OWNER, openCounter } from "../../../../helpers/counter-backups.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  aReturn,
  connect,
  DEVICE,
  newFolder,
  openPaused,
  openTestEngine,
  until,
} from "../../../../helpers/engine.ts";
import { closedFile } from "../../../../helpers/file-context.ts";
import { mountDisk, unmountDisk } from "../../../../helpers/small-disk.ts";

const HOUR = 3_600_000;
const OTHER: FileOwner = { ...OWNER, deviceId: "22222222-2222-4222-8222-222222222222" };

const newStick = (): string => {
  const stick = join(newFolder(), "stick");
  mkdirSync(stick);
  return stick;
};
const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".sqlite")) : [];

describe("a stick that is pulled out", () => {
  it("is said to be out of reach", async () => {
    const counter = openCounter();
    const stick = newStick();
    await counter.rotation.setSecondFolder(stick);
    rmSync(stick, { recursive: true });
    const { path } = await counter.backup.create({});
    await counter.rotation.byHand(path);
    expect(counter.rotation.status()).toMatchObject({
      files: [{ path }],
      problem: null,
      second: { folder: stick, files: 0, problem: { kind: "unreachable" } },
    });
    // The place of the stick must not become a folder on this disk.
    expect(existsSync(stick)).toBe(false);
  });

  it("gets what it missed when it is there again", async () => {
    const counter = openCounter({ automatic: true });
    const stick = newStick();
    await counter.rotation.setSecondFolder(stick);
    rmSync(stick, { recursive: true });
    const { path } = await counter.backup.create({});
    await counter.rotation.byHand(path);
    mkdirSync(stick);
    counter.clock.runUntil(counter.clock.now() + HOUR);
    await expect.poll(() => counter.rotation.status().second).toMatchObject({ files: 1, problem: null });
  });
});

describe("a drive whose place stays a folder when it is gone", () => {
  it("is distinguished from this disk, so that nobody counts on copies that lie beside the books", async (context) => {
    const counter = openCounter();
    const drive = mountDisk(context, "size=20m", newFolder());
    await counter.rotation.setSecondFolder(drive);
    await counter.rotation.byHand((await counter.backup.create({})).path);
    expect(counter.rotation.status().second).toMatchObject({ isSameDisk: false, files: 1, problem: null });
    expect(unmountDisk(drive)).toBe(true);
    await counter.rotation.byHand((await counter.backup.create({})).path);
    expect(counter.rotation.status().second).toMatchObject({ isSameDisk: true, files: 1, problem: null });
  });
});

describe("a second folder that several counters share", () => {
  /** Two counters of one tenant, with equal clocks and the same folder. */
  async function share() {
    const stick = newStick();
    const clock = new ManualClock();
    const [one, two] = [openCounter({ clock }), openCounter({ clock, owner: OTHER })];
    for (const counter of [one, two]) await counter.rotation.setSecondFolder(stick);
    return { stick, clock, one, two };
  }

  it("keeps two backups that two counters make in the same millisecond", async () => {
    const { stick, one, two } = await share();
    one.enter();
    for (const counter of [one, two]) await counter.rotation.byHand((await counter.backup.create({})).path);
    for (const counter of [one, two]) {
      const [file] = ownBackups(stick, counter.path, counter.owner, null);
      expect(file?.reach.entry).toBe(counter === one ? 1 : 0);
      expect(counter.rotation.status().second).toMatchObject({ files: 1, problem: null });
    }
  });

  it("gives a recovery only what this counter put there, whatever its name", async () => {
    const { stick, one, two } = await share();
    for (let n = 0; n < 5; n += 1) two.enter();
    for (const counter of [one, two]) await counter.rotation.byHand((await counter.backup.create({})).path);
    // Another counter's backup, and another tenant's, under this counter's name.
    const foreign = openCounter({ owner: { ...OWNER, tenantId: "7002" } });
    for (let n = 0; n < 9; n += 1) foreign.enter();
    const copies = [(await two.backup.create({})).path, (await foreign.backup.create({})).path];
    for (const [n, path] of copies.entries())
      for (const folder of [stick, counterFolder(stick, OWNER.deviceId), one.folder])
        copyFileSync(path, join(folder, `${KEY}-2099010${n + 1}T000000.000Z.auto.sqlite`));
    const { backups } = findBackups(closedFile(one.path));
    expect(backups.map(({ reach }) => reach.entry)).toEqual([0, 0]);
  });

  it("is pruned of this counter's backups only", async () => {
    const { stick, clock, one, two } = await share();
    for (const counter of [one, two])
      for (let n = 0; n < 12; n += 1) {
        const { path } = await counter.backup.createByItself();
        const folder = counterFolder(stick, counter.owner.deviceId);
        mkdirSync(folder, { recursive: true });
        copyFileSync(path, join(folder, basename(path)));
        clock.turnTo(clock.now() + 60_000);
      }
    one.enter();
    await one.rotation.byHand((await one.backup.create({})).path);
    const left = ownBackups(stick, two.path, two.owner, null);
    expect(left).toHaveLength(12);
    expect(ownBackups(stick, one.path, one.owner, null).length).toBeLessThan(5);
  });

  it("is pruned at all: it doesn't grow for ever", async () => {
    const { stick, clock, one } = await share();
    for (let n = 0; n < 28; n += 1) {
      one.enter();
      await one.rotation.byHand((await one.backup.createByItself()).path);
      clock.turnTo(clock.now() + HOUR);
    }
    const kept = backupsIn(counterFolder(stick, OWNER.deviceId));
    expect(kept.length).toBeGreaterThanOrEqual(24);
    expect(kept.length).toBeLessThan(28);
  });

  it("keeps what was made last, though an earlier clock stood years ahead", async () => {
    const stick = newStick();
    const clock = new ManualClock();
    const one = openCounter({ clock });
    await one.rotation.setSecondFolder(stick);
    const folder = counterFolder(stick, OWNER.deviceId);
    mkdirSync(folder, { recursive: true });
    const now = clock.now();
    clock.turnTo(now + 70 * 365 * 24 * HOUR);
    for (let n = 0; n < 28; n += 1) {
      one.enter();
      const { path } = await one.backup.createByItself();
      copyFileSync(path, join(folder, basename(path)));
      clock.turnTo(clock.now() + 24 * HOUR);
    }
    clock.turnTo(now + 1);
    one.enter();
    const { path } = await one.backup.createByItself();
    await one.rotation.byHand(path);
    const [furthest] = ownBackups(stick, one.path, OWNER, null);
    expect(basename(furthest?.path ?? "")).toBe(basename(path));
    expect(one.rotation.status().lastAt).toBe(new Date(clock.now()).toISOString());
  });
});

describe("a profile that lost its backups and its file", () => {
  it("is recovered from the second folder, for the choice of it does not lie among the backups", async () => {
    const stick = newStick();
    const first = openTestEngine();
    await connect(first, "http://127.0.0.1:9");
    const ids = [(await first.call("purchaseReturn.post", aReturn())).entryId];
    await first.call("backup.setSecondFolder", { path: stick });
    ids.push((await first.call("purchaseReturn.post", aReturn())).entryId);
    await first.call("backup.create", {});
    await until(async () => (await first.call("backup.status", {})).second?.files === 1);
    await first.close();
    const { profile } = first;
    rmSync(connectionFile(profile));
    rmSync(join(profile, "backups"), { recursive: true });
    const again = openTestEngine({ profile });
    const { entries } = await again.call("outbox.list", { limit: 100 });
    expect(entries.map(({ entryId }) => entryId).sort()).toEqual(ids.sort());
    expect((await again.call("backup.status", {})).second?.folder).toBe(stick);
  });
});

describe("a second folder that never answers", () => {
  /** In the place of the thread: one that opens a pipe nobody writes to, as a call into a dead mount. */
  const dead = (): URL => {
    const folder = newFolder();
    const program = join(folder, "place-thread.mjs");
    writeFileSync(program, "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);");
    return new URL(`file://${program}`);
  };

  it("is given up and said to be silent, and the own backups go on", async () => {
    const clock = new ManualClock();
    const counter = openCounter({ clock, outsideThread: dead() });
    writeFileSync(join(counter.profile, "places.json"), JSON.stringify({ secondFolder: "/mnt/dead" }));
    counter.enter();
    const { path } = await counter.backup.create({});
    const copied = counter.rotation.byHand(path);
    await expect
      .poll(() => {
        clock.runUntil(clock.now() + 1_000);
        return counter.rotation.status();
      })
      .toMatchObject({
        problem: null,
        files: [{ path }],
        second: { problem: { kind: "no_answer", message: "The folder gives no answer for 10 seconds." } },
      });
    await copied;
  });

  it("is waited for no longer once it is given up, and the next start fills it", async () => {
    const counter = openCounter({ automatic: true, outsideThread: dead() });
    const second = newFolder();
    writeFileSync(join(counter.profile, "places.json"), JSON.stringify({ secondFolder: second }));
    counter.enter();
    const closing = counter.rotation.close(true);
    await expect.poll(() => backupsIn(counter.folder)).toHaveLength(1);
    counter.giveUp.abort();
    await closing;
    const next = openCounter({ automatic: true, profile: counter.profile });
    next.clock.runUntil(next.clock.now() + 60_000);
    const copies = join(second, basename(counter.folder));
    await expect.poll(() => backupsIn(copies)).toEqual(backupsIn(counter.folder));
  });

  it("holds a recovery up for seconds only, which then takes the own backups and says so", async () => {
    const counter = openCounter();
    counter.enter();
    await counter.backup.create({});
    writeFileSync(join(counter.profile, "places.json"), JSON.stringify({ secondFolder: "/mnt/dead" }));
    const found = findBackups(closedFile(counter.path, { verifyThread: dead() }));
    expect(found).toMatchObject({ secondFolder: "not_readable", backups: [{ reach: { entry: 1 } }] });
  }, 30_000);
});

it.runIf(process.platform === "linux").each([
  ["of itself", 300, 20_000, "The folder gives no answer"],
  ["as it is given up", 20_000, 300, "AbortError"],
])(
  "a thread that hangs for ever and is left %s doesn't keep the process from ending",
  (_, silenceMs, giveUpMs, said) => {
    const folder = newFolder();
    const pipe = join(folder, "pipe");
    execFileSync("env", ["mkfifo", pipe]);
    // A pipe that nobody writes to: a call into a dead mount looks the same, and it can't be ended either.
    writeFileSync(
      join(folder, "thread.mjs"),
      `import { openSync } from "node:fs"; openSync(${JSON.stringify(pipe)}, "r");`,
    );
    const place = new URL("../../../../../main/engine/file/place/place.ts", import.meta.url).href;
    writeFileSync(
      join(folder, "main.mjs"),
      `import { createPlace, endProcess } from ${JSON.stringify(place)};
     const clock = { now: Date.now, schedule: (_, task) => { const t = setTimeout(task, ${silenceMs}); return () => clearTimeout(t); } };
     const log = { info() {}, warn() {}, error() {} };
     const giveUp = new AbortController();
     setTimeout(() => giveUp.abort(), ${giveUpMs});
     createPlace({ verifyThread: new URL("thread.mjs", import.meta.url), clock, log }, false, giveUp.signal)
       .ask({ do: "take", from: "/a", to: "/b" })
       .catch((error) => { console.log(String(error)); endProcess(0); });`,
    );
    const { stdout, error, status } = spawnSync(
      process.execPath,
      ["--no-warnings", join(folder, "main.mjs")],
      {
        encoding: "utf8",
        timeout: 20_000,
        killSignal: "SIGKILL",
      },
    );
    expect(error).toBeUndefined();
    expect(stdout).toContain(said);
    // An older Node can only be killed then.
    expect(status).toBe(Reflect.has(process, "execve") ? 0 : null);
  },
  30_000,
);

it("a second folder is looked into on the thread, and what came furthest there is brought here", async () => {
  const counter = openCounter();
  const stick = newStick();
  counter.enter();
  await counter.backup.create({});
  await counter.rotation.setSecondFolder(stick);
  counter.clock.turnTo(counter.clock.now() - 365 * 24 * HOUR);
  counter.enter();
  const { path } = await counter.backup.create({});
  await counter.rotation.byHand(path);
  rmSync(path);
  const { backups, bring, secondFolder } = findBackups(
    closedFile(counter.path, {
      verifyThread: new URL("../../../../../main/engine/verify-thread.ts", import.meta.url),
    }),
  );
  expect(secondFolder).toBe("looked_at");
  const [furthest] = backups;
  if (furthest === undefined) throw new Error("no backup was found");
  expect(furthest.reach.entry).toBe(2);
  expect(bring(furthest)).toBe(path);
  expect(readFileSync(path)).toEqual(readFileSync(furthest.path));
});

it("a copy in the second folder that is not whole never takes the place of the own backup of its name", async () => {
  const engine = await openPaused();
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  const stick = newStick();
  await engine.call("backup.setSecondFolder", { path: stick });
  const { path } = await engine.call("backup.create", {});
  await engine.close();
  const whole = readFileSync(path);
  // It says that it came further, so it is looked at first.
  const copy = new Database(join(counterFolder(stick, DEVICE), basename(path)));
  copy.exec(`INSERT INTO attempt (sequence, started_at) VALUES (1, 0);
    UPDATE entry SET request_body = request_body || ' '`);
  copy.close();
  const file = connectionFile(engine.profile);
  for (const rest of ["", "-wal", "-shm"]) rmSync(file + rest, { force: true });
  const again = openTestEngine({ profile: engine.profile });
  expect((await again.entry(entryId)).state).toBe("outcome_unknown");
  expect(readFileSync(path).equals(whole)).toBe(true);
});

it("the profile and the folders in it are no second place, also behind a link", async () => {
  const counter = openCounter();
  await counter.backup.create({});
  const link = join(newFolder(), "link");
  symlinkSync(join(counter.profile, "backups"), link);
  for (const path of [counter.profile, join(counter.profile, "backups"), counter.folder, link])
    await expect(counter.rotation.setSecondFolder(path)).rejects.toMatchObject({
      code: "file_invalid",
      details: { reason: "live_folder" },
    });
  expect(counter.rotation.status().second).toBeNull();
});
