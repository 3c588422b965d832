/** Backups that nobody asked for. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { counterFolder } from "../../../../../main/engine/file/backups/backup-files.ts";
import { ManualClock, START } from "../../../../helpers/clock.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  connect,
  DEVICE,
  enter,
  NOWHERE,
  newFolder,
  openTestEngine,
  until,
} from "../../../../helpers/engine.ts";
import { mountDisk } from "../../../../helpers/small-disk.ts";

const HOUR = 3_600_000;

const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".sqlite")) : [];

/** An engine that makes backups by itself. */
function openKeeping(profile: string, clock = new ManualClock()) {
  const engine = openTestEngine({ profile, clock, automaticBackups: true });
  return {
    engine,
    clock,
    folder: counterFolder(join(profile, "backups"), DEVICE),
    names: () => backupsIn(counterFolder(join(profile, "backups"), DEVICE)),
  };
}

describe("backups that nobody asked for", () => {
  it("are made each hour in which something changed, and at the end", async () => {
    const { engine, clock, names, folder } = openKeeping(newFolder());
    await connect(engine, NOWHERE);
    await enter(engine, "purchaseReturn", 1);
    clock.runUntil(START + HOUR);
    await until(() => names().length === 1);
    // The one under way sets the next alarm when it is finished.
    await until(async () => (await engine.call("backup.status", {})).lastAt !== null);
    const status = await engine.call("backup.status", {});
    expect(status).toMatchObject({
      lastAt: new Date(START + HOUR).toISOString(),
      isOld: false,
      problem: null,
      second: null,
    });
    expect(status.files).toMatchObject([{ made: "by_itself" }]);
    await enter(engine, "purchaseReturn", 2);
    clock.turnTo(START + HOUR + 60_000);
    await engine.close();
    expect(names()).toHaveLength(2);
    for (const name of names()) {
      const db = new Database(join(folder, name), { readonly: true });
      expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
      db.close();
    }
  });

  it("go to a second folder too, and its absence is reported", async () => {
    const { engine, clock, names } = openKeeping(newFolder());
    await connect(engine, NOWHERE);
    const second = join(newFolder(), "stick");
    mkdirSync(second);
    await engine.call("backup.setSecondFolder", { path: second });
    await enter(engine, "purchaseReturn", 1);
    clock.runUntil(START + HOUR);
    await until(() => backupsIn(counterFolder(second, DEVICE)).length > 0);
    expect(backupsIn(counterFolder(second, DEVICE))).toEqual(names());
    rmSync(second, { recursive: true });
    await enter(engine, "purchaseReturn", 2);
    await until(async () => {
      clock.runUntil(clock.now() + HOUR);
      return (await engine.call("backup.status", {})).second?.problem !== null;
    });
    expect((await engine.call("backup.status", {})).second?.problem).toMatchObject({ kind: "unreachable" });
    expect((await engine.call("backup.setSecondFolder", {})).second).toBeNull();
  });

  it("tell that they are old before anything is lost, and why none can be made", async (context) => {
    const disk = mountDisk(context, "size=4m");
    const { engine, clock, folder } = openKeeping(join(disk, "profile"));
    await connect(engine, NOWHERE);
    await enter(engine, "purchaseReturn", 1);
    writeFileSync(join(disk, "filler"), Buffer.alloc(1_000_000));
    for (let size = 1 << 16; size > 1_000; size >>= 1)
      try {
        for (;;) writeFileSync(join(disk, "filler"), Buffer.alloc(size), { flag: "a" });
      } catch {
        // Full for a piece of this size.
      }
    clock.runUntil(START + HOUR);
    await until(async () => {
      return (await engine.call("backup.status", {})).problem !== null;
    });
    const status = await engine.call("backup.status", {});
    expect(status.problem).toMatchObject({ kind: "full" });
    clock.turnTo(clock.now() + 3 * HOUR);
    expect((await engine.call("backup.status", {})).isOld).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  });

  it("come a minute after a start where the last run made none, and are not called old before", async () => {
    const profile = newFolder();
    const before = openTestEngine({ profile, clock: new ManualClock() });
    await connect(before, NOWHERE);
    await enter(before, "purchaseReturn", 1);
    await before.close();
    const clock = new ManualClock();
    clock.turnTo(START + 10 * HOUR);
    const { engine, names } = openKeeping(profile, clock);
    expect(await engine.call("backup.status", {})).toMatchObject({ lastAt: null, isOld: false });
    clock.turnTo(START + 8 * 24 * HOUR);
    expect(await engine.call("backup.status", {})).toMatchObject({ lastAt: null, isOld: true });
    clock.runUntil(clock.now() + 60_000);
    await until(() => names().length === 1);
  });

  it("bring a file back that is gone altogether", async () => {
    const { engine, clock, names } = openKeeping(newFolder());
    await connect(engine, NOWHERE);
    await engine.call("sync.pause", {});
    const entryId = await enter(engine, "purchaseReturn", 1);
    clock.runUntil(START + HOUR);
    await until(() => names().length === 1);
    await engine.close();
    const file = connectionFile(engine.profile);
    const name = basename(file);
    for (const rest of ["", "-wal", "-shm"]) rmSync(file + rest, { force: true });
    const again = openTestEngine({ profile: engine.profile });
    const [report] = (await again.call("recovery.report", {})).reports;
    expect(report).toMatchObject({
      kind: "missing",
      seen: false,
      details: { base: "backup", aside: null, lost: [] },
    });
    expect(report?.entries).toMatchObject([
      { entryId, origin: "backup", stateBefore: "pending", reason: "may_have_been_sent" },
    ]);
    expect(
      (await again.call("recovery.seen", { recoveryId: report?.recoveryId ?? 0 })).reports[0]?.seen,
    ).toBe(true);
    expect(statSync(join(engine.profile, "connections", name)).size).toBeGreaterThan(0);
  });
});
