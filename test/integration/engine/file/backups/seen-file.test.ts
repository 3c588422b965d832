/** What the profile has seen of a connection's file: an older copy is noticed by it, and what takes the file's place is none. */
import {
  closeSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { readSeen, seenPath } from "../../../../../main/engine/file/recovery/high-water-mark.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../../helpers/http-service.ts";
import { mountDisk } from "../../../../helpers/small-disk.ts";

const HOUR = 3_600_000;

const copyOf = (folder: string): string => {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
};
const connectionsOf = (profile: string): string => join(profile, "connections");
function putBack(profile: string, older: string): void {
  rmSync(connectionsOf(profile), { recursive: true });
  cpSync(older, connectionsOf(profile), { recursive: true });
}
const kinds = async (engine: TestEngine) =>
  (await engine.call("recovery.report", {})).reports.map(({ kind }) => kind);
const stateOf = async (engine: TestEngine, entryId: string) => (await engine.entry(entryId)).state;

/** What the profile's file says of the activity's end, to be put back as a kill before its next word leaves it. */
function endSeen(profile: string): () => void {
  const path = join(profile, "profile.sqlite");
  const db = new Database(path, { readonly: true });
  const rows = db
    .prepare<[], { file: string; sequence: number; hash: string }>("SELECT * FROM audit_end")
    .all();
  db.close();
  return () => {
    const again = new Database(path);
    const put = again.prepare("INSERT OR REPLACE INTO audit_end VALUES (@file, @sequence, @hash)");
    for (const row of rows) put.run(row);
    again.close();
  };
}

it("an older copy of the whole folder is noticed after a kill, and the backups bring back what it lacks", async () => {
  const engine = await openPaused({ randomness: systemRandomness });
  const older = copyOf(connectionsOf(engine.profile));
  const entryId = await enter(engine, "purchaseReturn");
  await engine.call("backup.create", {});
  const profile = copyOf(engine.profile);
  putBack(profile, older);
  const again = openTestEngine({ profile, randomness: systemRandomness });
  expect(await kinds(again)).toEqual(["rolled_back"]);
  expect(await stateOf(again, entryId)).toBe("outcome_unknown");
});

it("an older copy of the whole folder is noticed where nothing but sending was done since, and sends nothing again", async () => {
  const service = await startHttpService(answer(200));
  const engine = await openPaused({ randomness: systemRandomness }, service.url);
  const entryId = await enter(engine, "purchaseReturn");
  await engine.close();
  const older = copyOf(connectionsOf(engine.profile));
  const next = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await connect(next, service.url);
  await next.call("sync.resume", {});
  await until(() => {
    next.clock.runUntil(next.clock.now() + 100);
    return service.came.length === 1;
  });
  await next.close();
  putBack(engine.profile, older);
  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await connect(again, service.url);
  await again.call("sync.resume", {});
  again.clock.runUntil(again.clock.now() + HOUR);
  expect(await kinds(again)).toEqual(["rolled_back"]);
  expect(await stateOf(again, entryId)).toBe("outcome_unknown");
  expect(service.came).toHaveLength(1);
});

it("a file that was recovered with less than there had been is no older copy, also where a kill keeps the profile from hearing of it", async () => {
  const engine = await openPaused({ randomness: systemRandomness });
  await engine.call("backup.create", {});
  for (let n = 1; n <= 5; n += 1) await enter(engine, "purchaseReturn", n);
  await engine.close();
  const { profile } = engine;
  const asBefore = endSeen(profile);
  const seen = join(newFolder(), "seen");
  const file = connectionFile(profile);
  cpSync(seenPath(profile, file), seen);
  for (const rest of ["", "-wal", "-shm", "-mark"]) rmSync(file + rest, { force: true });
  const first = openTestEngine({ profile, randomness: systemRandomness });
  const [report] = (await first.call("recovery.report", {})).reports;
  expect(report).toMatchObject({ kind: "missing", details: { mayLackMore: false } });
  expect(report?.details.lost).toHaveLength(5);
  await first.close();
  asBefore();
  cpSync(seen, seenPath(profile, file));
  const again = openTestEngine({ profile, randomness: systemRandomness });
  expect(await kinds(again)).toEqual(["missing"]);
  expect((await again.call("audit.list", {})).chainProblem).toBeNull();
});

it("an older copy of a file that was recovered is noticed, though by then as much was entered as before", async () => {
  const engine = await openPaused({ randomness: systemRandomness });
  await engine.call("backup.create", {});
  for (let n = 1; n <= 3; n += 1) await enter(engine, "purchaseReturn", n);
  await engine.close();
  const file = connectionFile(engine.profile);
  for (const rest of ["", "-wal", "-shm", "-mark"]) rmSync(file + rest, { force: true });
  const first = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  expect(await kinds(first)).toEqual(["missing"]);
  await enter(first, "purchaseReturn", 4);
  await first.close();
  const older = copyOf(connectionsOf(engine.profile));
  const next = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  for (let n = 5; n <= 6; n += 1) await enter(next, "purchaseReturn", n);
  const profile = copyOf(engine.profile);
  putBack(profile, older);
  const again = openTestEngine({ profile, randomness: systemRandomness });
  expect((await kinds(again)).sort()).toEqual(["missing", "rolled_back"]);
});

it("a backup that was put in a connection's place is no older copy, also where a kill keeps the profile from hearing of it", async () => {
  const service = await startHttpService(answer(200));
  const old = await openPaused({ randomness: systemRandomness }, service.url);
  const entryId = await enter(old, "purchaseReturn");
  const { path } = await old.call("backup.create", { path: join(newFolder(), "old.sqlite") });
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, service.url);
  for (let n = 0; n < 10; n += 1) await engine.call("policy.set", { confirmAnySuccess: n % 2 === 0 });
  await engine.close();
  const asBefore = endSeen(engine.profile);
  const next = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await next.call("backup.restore", { path });
  await next.close();
  asBefore();
  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  expect(await kinds(again)).toEqual(["restored"]);
  expect(await stateOf(again, entryId)).toBe("pending");
  expect((await again.call("audit.list", {})).chainProblem).toBeNull();
});

it("an older copy put there while the file is open is still noticed after a kill, where there was no room to bring it back", async (context) => {
  const disk = mountDisk(context, "size=8m");
  const profile = join(disk, "profile");
  const connections = connectionsOf(profile);
  const first = await openPaused({ profile, randomness: systemRandomness });
  await first.close();
  cpSync(connections, join(disk, "older"), { recursive: true });
  const engine = openTestEngine({ profile, randomness: systemRandomness });
  await engine.call("policy.set", { confirmAnySuccess: true });
  await engine.call("audit.list", {});
  const room = join(disk, "room");
  const handle = openSync(room, "w");
  expect(() => {
    for (;;) writeSync(handle, Buffer.alloc(4_096));
  }).toThrow("ENOSPC");
  // Enough for the lock, and not for the file.
  ftruncateSync(handle, fstatSync(handle).size - 100_000);
  closeSync(handle);
  renameSync(connections, join(disk, "away"));
  renameSync(join(disk, "older"), connections);
  await engine.call("sync.status", {});
  await until(async () => (await engine.call("connection.list", {})).connections[0]?.file === "waiting");
  await engine.close();
  rmSync(room);
  const again = openTestEngine({ profile, randomness: systemRandomness });
  expect(await kinds(again)).toEqual(["rolled_back"]);
});

it("a profile whose note of what it has seen can't be written works on", async () => {
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, NOWHERE);
  await engine.close();
  const { profile } = engine;
  const place = seenPath(profile, basename(connectionFile(profile)));
  rmSync(place);
  mkdirSync(place);
  const next = openTestEngine({ profile, randomness: systemRandomness });
  await enter(next, "purchaseReturn");
  await next.close();
  rmSync(place, { recursive: true });
  writeFileSync(place, "torn");
  expect(readSeen(profile, connectionFile(profile))).toBeNull();
  expect(await kinds(openTestEngine({ profile, randomness: systemRandomness }))).toEqual([]);
});
