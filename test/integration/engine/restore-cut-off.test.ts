/** A backup that is restored while the program is killed, ends, or can't open it: it can be tried again, and nothing is left half done. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { CountersideError } from "../../../contract/reply.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { openDatabase } from "../../../main/engine/store/open-database.ts";
import { connect, enter, newFolder, openTestEngine } from "../../helpers/engine.ts";

const NOWHERE = "http://127.0.0.1:9";

async function aBackup(): Promise<string> {
  const old = openTestEngine({ randomness: systemRandomness });
  await connect(old, NOWHERE);
  await old.call("sync.pause", {});
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
      if (isFull) throw new CountersideError("storage_full", "The disk is full.", { path: given[0] });
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
