/** A connection's file must say that it is this counter's: another's in its place is neither used nor changed. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { connectionFile } from "../../../helpers/damage.ts";
import {
  aReturn,
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  TENANT,
  type TestEngine,
  TOKEN,
  USER,
} from "../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../helpers/http-service.ts";
import { countedConnect, writtenTime } from "../../../helpers/written-time.ts";

const OTHER = "22222222-2222-4222-8222-222222222222";
const HOUR = 3_600_000;

const saveAs = (engine: TestEngine, serviceUrl: string, deviceId: string) =>
  engine.call("connection.save", { serviceUrl, tenantId: TENANT, userId: USER, token: TOKEN, deviceId });
const idsOf = async (engine: TestEngine) =>
  (await engine.call("outbox.list", { limit: 1_000 })).entries.map(({ entryId }) => entryId).sort();

/** The file of another counter of the same shop, with three entries that wait. */
async function otherCounters(url: string): Promise<string> {
  const other = openTestEngine({ randomness: systemRandomness });
  await saveAs(other, url, OTHER);
  await other.call("sync.pause", {});
  for (let n = 0; n < 3; n += 1) await other.call("purchaseReturn.post", aReturn({ note: `other ${n}` }));
  await other.close();
  return connectionFile(other.profile);
}

it("a start keeps another counter's file aside unchanged, sends nothing of it, and brings the own one back from a backup", async () => {
  const service = await startHttpService(answer(500));
  const theirs = await otherCounters(service.url);
  const first = await openPaused({ randomness: systemRandomness }, service.url);
  const mine = await enter(first, "purchaseReturn");
  await first.call("backup.create", {});
  await first.close();
  const file = connectionFile(first.profile);
  const content = readFileSync(theirs);
  copyFileSync(theirs, file);
  const { connect: counted, opening } = countedConnect();
  const randomness = { ...systemRandomness, fraction: () => 0.5 };
  const engine = openTestEngine({ profile: first.profile, randomness, connect: counted });
  expect(await idsOf(engine)).toEqual([mine]);
  const [report] = (await engine.call("recovery.report", {})).reports;
  expect(report).toMatchObject({
    kind: "missing",
    reason: "another counter's file was in its place",
    details: { base: "backup", lost: [], fileReadable: false },
  });
  const aside = report?.details.aside ?? "";
  expect(aside).toContain(".foreign-");
  expect(readFileSync(join(dirname(file), aside)).equals(content)).toBe(true);
  await engine.call("sync.resume", {});
  await connect(engine, service.url);
  await writtenTime(engine, opening).pass(HOUR);
  // The way was open all the while.
  expect(service.connections()).toBeGreaterThan(0);
  expect(service.came.filter(({ body }) => body.includes("other "))).toEqual([]);
});

it("a start takes nothing of another counter's file that is damaged too", async () => {
  const theirs = await otherCounters(NOWHERE);
  const first = openTestEngine({ randomness: systemRandomness });
  await connect(first, NOWHERE);
  const mine = await enter(first, "purchaseReturn");
  await first.call("backup.create", {});
  await first.close();
  const file = connectionFile(first.profile);
  copyFileSync(theirs, file);
  // Its first bytes are gone: its damage is seen before its owner.
  writeFileSync(file, readFileSync(file).fill(0, 0, 60));
  const engine = openTestEngine({ profile: first.profile, randomness: systemRandomness });
  expect(await idsOf(engine)).toEqual([mine]);
});

it("a start opens a file that names a device id which this connection had before", async () => {
  const first = openTestEngine({ randomness: systemRandomness });
  await connect(first, NOWHERE);
  const mine = await enter(first, "purchaseReturn");
  await first.close();
  const file = connectionFile(first.profile);
  const old = join(newFolder(), basename(file));
  copyFileSync(file, old);
  const second = openTestEngine({ profile: first.profile, randomness: systemRandomness });
  await saveAs(second, NOWHERE, OTHER);
  expect(await second.call("connection.get", {})).toMatchObject({ deviceId: OTHER });
  await second.close();
  for (const rest of ["-wal", "-shm"]) rmSync(file + rest, { force: true });
  copyFileSync(old, file);
  const engine = openTestEngine({ profile: first.profile, randomness: systemRandomness });
  expect(await idsOf(engine)).toEqual([mine]);
  expect((await engine.call("recovery.report", {})).reports).toEqual([]);
  expect(readdirSync(dirname(file)).some((name) => name.includes(".foreign-"))).toBe(false);
});

it("a start finds the backups that were made under an earlier device id of the same connection", async () => {
  const first = openTestEngine({ randomness: systemRandomness });
  await connect(first, NOWHERE);
  const mine = await enter(first, "purchaseReturn");
  await first.call("backup.create", {});
  await saveAs(first, NOWHERE, OTHER);
  await first.close();
  const file = connectionFile(first.profile);
  for (const rest of ["", "-wal", "-shm"]) rmSync(file + rest, { force: true });
  const engine = openTestEngine({ profile: first.profile, randomness: systemRandomness });
  expect(await idsOf(engine)).toEqual([mine]);
  expect((await engine.call("recovery.report", {})).reports[0]).toMatchObject({
    details: { base: "backup", lost: [] },
  });
});
