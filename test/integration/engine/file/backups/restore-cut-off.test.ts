/** A backup that is restored while the program is killed, ends, or can't open it: it can be tried again, and nothing is left half done. */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
} from "../../../../helpers/engine.ts";
import { refused } from "../../../../helpers/refused.ts";

async function aBackup(): Promise<string> {
  const old = await openPaused({ randomness: systemRandomness });
  await enter(old, "purchaseReturn");
  const { path } = await old.call("backup.create", { path: join(newFolder(), "old.sqlite") });
  await old.close();
  return path;
}

it("a backup can be restored again where the program was killed before the profile named the connection", async () => {
  const path = await aBackup();
  const first = openTestEngine({ randomness: systemRandomness });
  await first.call("backup.restore", { path });
  await first.close();
  const profile = new Database(join(first.profile, "profile.sqlite"));
  profile.exec("DELETE FROM connection");
  profile.close();
  const engine = openTestEngine({ profile: first.profile, randomness: systemRandomness });
  expect((await engine.call("connection.list", {})).connections).toEqual([]);
  expect(await engine.call("backup.restore", { path })).toMatchObject({ entries: 1, waiting: 1 });
  expect((await engine.call("connection.list", {})).connections).toHaveLength(1);
});

it("a restored file that can't be opened is not named by the profile, and can be restored again", async () => {
  const path = await aBackup();
  let isFull = true;
  const engine = openTestEngine({
    randomness: systemRandomness,
    openDatabase: (...given) => {
      if (isFull) throw refused("storage_full", { path: given[0] });
      return openDatabase(...given);
    },
  });
  expect(await engine.refusal("backup.restore", { path })).toMatchObject({ code: "storage_full" });
  expect((await engine.call("connection.list", {})).connections).toEqual([]);
  isFull = false;
  expect(await engine.call("backup.restore", { path })).toMatchObject({ entries: 1 });
});

it("a restore puts nothing in place after the engine has ended", async () => {
  const path = await aBackup();
  const engine = openTestEngine({ randomness: systemRandomness });
  const restoring = engine.refusal("backup.restore", { path });
  await engine.close();
  await restoring;
  expect(readdirSync(join(engine.profile, "connections"))).toEqual([]);
});

it("a start removes what an earlier run left of a restore", () => {
  const profile = newFolder();
  const connections = join(profile, "connections");
  mkdirSync(connections, { recursive: true });
  for (const rest of ["", "-journal"])
    writeFileSync(join(connections, `.00000000-0000-4000-8000-000000000001.restoring${rest}`), "half");
  openTestEngine({ profile });
  expect(readdirSync(connections)).toEqual([]);
});

it("a start goes on where something that a restore left can't be removed", async () => {
  const profile = newFolder();
  mkdirSync(join(profile, "connections", ".00000000-0000-4000-8000-000000000001.restoring"), {
    recursive: true,
  });
  const engine = openTestEngine({ profile });
  await connect(engine, NOWHERE);
  expect((await engine.call("outbox.list", {})).entries).toEqual([]);
  expect(engine.logged).toContain("what a restore left could not be removed");
});

describe("a log that is all that is left of the connection's file", () => {
  async function onlyTheLog(): Promise<string> {
    const killed = await openPaused({ randomness: systemRandomness });
    await enter(killed, "taxVoucher");
    const profile = newFolder();
    cpSync(killed.profile, profile, { recursive: true });
    for (const rest of ["", "-shm"])
      rmSync(connectionFile(killed.profile).replace(killed.profile, profile) + rest);
    return profile;
  }
  const inProfile = (profile: string, sql: string): void => {
    const db = new Database(join(profile, "profile.sqlite"));
    db.exec(sql);
    db.close();
  };

  it("is kept aside, and nothing of it gets into a restored file", async () => {
    const path = await aBackup();
    const profile = await onlyTheLog();
    inProfile(profile, "DELETE FROM connection");
    const engine = openTestEngine({ profile, randomness: systemRandomness });
    expect(await engine.call("backup.restore", { path })).toMatchObject({ entries: 1, waiting: 1 });
    expect((await engine.call("outbox.list", {})).entries).toMatchObject([{ kind: "purchaseReturn" }]);
    expect((await engine.call("recovery.report", {})).reports).toMatchObject([{ needsDecision: true }]);
    const names = readdirSync(join(profile, "connections"));
    expect(names.filter((name) => /\.replaced-.*-wal$/.test(name))).toHaveLength(1);
  });

  it("counts as entries that a backup can't be mixed with, where the profile names the connection", async () => {
    const path = await aBackup();
    const profile = await onlyTheLog();
    inProfile(profile, "UPDATE connection SET current = 0");
    const engine = openTestEngine({ profile, randomness: systemRandomness });
    expect((await engine.refusal("backup.restore", { path })).code).toBe("wrong_state");
  });
});

const changed = (path: string, sql: string): string => {
  const db = new Database(path);
  db.exec(sql);
  db.close();
  return path;
};

it("a backup that spells its service and tenant otherwise is this profile's once it is restored", async () => {
  const path = changed(
    await aBackup(),
    `UPDATE meta SET value = 'HTTP://127.0.0.1:9/' WHERE key = 'serviceUrl';
     UPDATE meta SET value = '07001' WHERE key = 'tenantId'`,
  );
  const engine = openTestEngine({ randomness: systemRandomness });
  expect(await engine.call("backup.restore", { path })).toMatchObject({ serviceUrl: NOWHERE, entries: 1 });
  expect((await engine.call("outbox.list", {})).entries).toHaveLength(1);
  expect((await engine.call("recovery.report", {})).reports).toMatchObject([{ needsDecision: true }]);
});

it.each([
  ["whose entries are another tenant's", "UPDATE meta SET value = '9001' WHERE key = 'tenantId'"],
  ["of a version that was never made", "PRAGMA user_version = 5"],
])("a backup %s is refused", async (_, sql) => {
  const path = changed(await aBackup(), sql);
  const engine = openTestEngine({ randomness: systemRandomness });
  expect((await engine.refusal("backup.restore", { path })).code).toBe("file_invalid");
});
