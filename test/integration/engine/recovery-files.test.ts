/** A damaged file while it is used, a lost profile, a backup on another counter, and backups that nobody asked for. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { CHECKED_AT_START_BYTES } from "../../../main/engine/connection/open-file.ts";
import { openEngine } from "../../../main/engine/engine.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { counterFolder } from "../../../main/engine/store/backup/backup-files.ts";
import { ManualClock, START, writtenRandomness } from "../../helpers/clock.ts";
import { connectionFile, spoilFirstPage } from "../../helpers/damage.ts";
import {
  aReturn,
  connect,
  DEVICE,
  enter,
  newFolder,
  openTestEngine,
  TENANT,
  type TestEngine,
  TOKEN,
  USER,
  until,
} from "../../helpers/engine.ts";
import { answer, startHttpService } from "../../helpers/http-service.ts";
import { mountDisk } from "../../helpers/small-disk.ts";

const NOWHERE = "http://127.0.0.1:9";
const HOUR = 3_600_000;
const states = async (engine: TestEngine) =>
  new Map(
    (await engine.call("outbox.list", { limit: 1_000 })).entries.map(({ entryId, state }) => [
      entryId,
      state,
    ]),
  );

/** Lets queued work of the engine happen at the clock's own time. */
const runUntilTrue = (engine: TestEngine, condition: () => boolean | Promise<boolean>) =>
  until(async () => {
    engine.clock.runUntil(engine.clock.now() + 1_000);
    return condition();
  });

describe("a file that turns out to be damaged while it is used", () => {
  it("is brought back without a restart, and what was waiting still waits", async () => {
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    await engine.call("sync.pause", {});
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await enter(engine, "purchaseReturn", n));
    const file = connectionFile(engine.profile);
    // The index by which an entry is found: its table stays whole.
    spoilFirstPage(file, "sqlite_autoindex_entry_1");
    const reader = new Database(file, { readonly: true });
    reader.close();
    // What SQLite holds in memory may answer for a while; a posting must touch the index.
    await until(async () => {
      await engine.call("outbox.get", { entryId: ids[0] ?? "" }).catch(() => undefined);
      await engine.call("purchaseReturn.post", aReturn()).catch(() => undefined);
      engine.clock.runUntil(engine.clock.now() + 100);
      return engine.events.some(({ event }) => event === "recovery.changed");
    });
    const now = await states(engine);
    for (const id of ids) expect(now.get(id)).toBe("pending");
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({
      kind: "damaged",
      details: { fileReadable: true, lost: [], mayLackMore: false },
    });
    expect((await engine.call("audit.list", { limit: 1_000 })).entries.map(({ action }) => action)).toContain(
      "storage.recovered",
    );
  });

  it("is looked through soon after it is opened where it is too large for the start", async () => {
    const before = openTestEngine();
    await connect(before, NOWHERE);
    await before.call("sync.pause", {});
    const ids: string[] = [];
    for (let n = 0; n < 2_400; n += 1) ids.push(await enter(before, "purchaseReturn", n));
    const { requestBody } = await before.entry(ids[1_200] ?? "");
    await before.close();
    const file = connectionFile(before.profile);
    const bytes = readFileSync(file);
    expect(bytes.length).toBeGreaterThan(CHECKED_AT_START_BYTES);
    // A page of entries in the middle, which nothing reads at a start.
    const page = Math.floor(bytes.indexOf(requestBody) / 4_096) * 4_096;
    expect(page).toBeGreaterThan(0);
    writeFileSync(file, bytes.fill(0xa5, page, page + 4_096));

    const engine = openTestEngine({ profile: before.profile });
    const isNoticed = () => engine.events.some(({ event }) => event === "recovery.changed");
    expect(isNoticed()).toBe(false);
    await runUntilTrue(engine, isNoticed);
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({ kind: "damaged" });
  });

  it("never sends a body that is not the one that was frozen", async () => {
    const service = await startHttpService(answer(200));
    const engine = openTestEngine();
    await connect(engine, service.url);
    await engine.call("sync.pause", {});
    const entryId = await enter(engine, "purchaseReturn");
    const other = new Database(connectionFile(engine.profile));
    other.prepare("UPDATE entry SET request_body = replace(request_body, '5900', '9900')").run();
    other.close();
    await engine.call("sync.resume", {});
    await runUntilTrue(engine, () => engine.events.some(({ event }) => event === "recovery.changed"));
    expect(service.came).toEqual([]);
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report?.details.lost).toMatchObject([{ sequence: 1, entryId }]);
  });
});

describe("the profile's own file", () => {
  it.each([
    ["damaged", (path: string) => writeFileSync(path, readFileSync(path).fill(0x11, 0, 6_000))],
    ["missing", (path: string) => rmSync(path)],
    ["empty", (path: string) => writeFileSync(path, "")],
    [
      "damaged in a word of its schema",
      (path: string) =>
        writeFileSync(
          path,
          readFileSync(path, "latin1").replaceAll("device_id TEXT", "devise_id TEXT"),
          "latin1",
        ),
    ],
  ])("that is %s is made anew out of the connections' files", async (_name, spoil) => {
    const first = openTestEngine();
    await connect(first, NOWHERE);
    const entryId = await enter(first, "purchaseReturn");
    await first.close();
    spoil(join(first.profile, "profile.sqlite"));
    const engine = openTestEngine({ profile: first.profile });
    expect(await engine.call("connection.get", {})).toEqual({
      serviceUrl: NOWHERE,
      tenantId: TENANT,
      userId: USER,
      deviceId: DEVICE,
      hasToken: false,
      practice: false,
    });
    expect((await states(engine)).get(entryId)).toBe("pending");
    expect((await engine.call("recovery.report", {})).reports[0]).toMatchObject({
      kind: "profile",
      details: { entries: { all: 0, added: 0, confirmedByFile: 0, held: 0 }, lost: [], rowsApart: 0 },
    });
    // The token is asked for again, and then everything goes on.
    await connect(engine, NOWHERE, TOKEN);
    expect(await engine.call("connection.get", {})).toMatchObject({ hasToken: true });
  });
});

describe("an older copy that somebody put in the file's place", () => {
  it("is noticed, and nothing of it is sent by itself", async () => {
    const service = await startHttpService(answer(200));
    const engine = openTestEngine();
    await connect(engine, service.url);
    await engine.call("sync.pause", {});
    const entryId = await enter(engine, "purchaseReturn");
    await engine
      .call("backup.create", { path: join(newFolder(), "old.sqlite") })
      .then(({ path }) => copyFileSync(path, join(engine.profile, "old.copy")));
    await engine.call("sync.resume", {});
    await runUntilTrue(engine, async () => (await engine.entry(entryId)).state === "confirmed");
    await engine.close();
    const file = connectionFile(engine.profile);
    rmSync(`${file}-wal`, { force: true });
    copyFileSync(join(engine.profile, "old.copy"), file);
    const again = openTestEngine({ profile: engine.profile });
    expect((await again.entry(entryId)).state).toBe("outcome_unknown");
    expect((await again.call("recovery.report", {})).reports[0]).toMatchObject({ kind: "rolled_back" });
    // Not even where the owner says that repeats merge: the record may have moved on since.
    await again.call("policy.set", { resendUnknown: true });
    await connect(again, service.url);
    again.clock.runUntil(again.clock.now() + HOUR);
    expect((await again.entry(entryId)).state).toBe("outcome_unknown");
    expect(service.came).toHaveLength(1);
  });
});

/** As a system's own backup of files puts it back: with the high-water mark, which is as old as the file. */
it("an older copy of the whole folder of connections is noticed, sends nothing again, and the backups bring back what it lacks", async () => {
  const service = await startHttpService(answer(200));
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, service.url);
  await engine.call("sync.pause", {});
  const early = await enter(engine, "purchaseReturn", 1);
  await engine.close();
  const folder = join(engine.profile, "connections");
  const older = newFolder();
  cpSync(folder, older, { recursive: true });

  const next = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await connect(next, service.url);
  await next.call("sync.resume", {});
  const late = await enter(next, "purchaseReturn", 2);
  await runUntilTrue(next, async () =>
    (await next.call("outbox.list", {})).entries.every(({ state }) => state === "confirmed"),
  );
  await next.call("backup.create", {});
  await next.close();
  expect(service.came).toHaveLength(2);
  rmSync(folder, { recursive: true });
  cpSync(older, folder, { recursive: true });

  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  await connect(again, service.url);
  await again.call("sync.resume", {});
  const third = await enter(again, "purchaseReturn", 3);
  await runUntilTrue(again, async () => (await again.entry(third)).state === "confirmed");
  expect(service.came).toHaveLength(3);
  expect((await again.call("recovery.report", {})).reports).toMatchObject([{ kind: "rolled_back" }]);
  const found = await states(again);
  expect([found.get(early), found.get(late)]).toEqual(["confirmed", "confirmed"]);
  expect((await again.call("audit.list", {})).chainProblem).toBeNull();
});

/** A backup with an entry in each state that matters, and the books of the service that the old counter used. */
async function oldCounter() {
  const service = await startHttpService(answer(200));
  const engine = openTestEngine();
  await connect(engine, service.url);
  const confirmed = await enter(engine, "purchaseReturn", 1);
  await runUntilTrue(engine, async () => (await engine.entry(confirmed)).state === "confirmed");
  service.behave = answer(500);
  const unknown = await enter(engine, "purchaseReturn", 2);
  await runUntilTrue(engine, async () => (await engine.entry(unknown)).state === "outcome_unknown");
  await engine.call("sync.pause", {});
  const pending = await enter(engine, "purchaseReturn", 3);
  const voucher = await enter(engine, "taxVoucher", 4);
  const { path } = await engine.call("backup.create", { path: join(newFolder(), "old.sqlite") });
  service.behave = answer(200);
  service.came.length = 0;
  return { service, engine, path, ids: { confirmed, unknown, pending, voucher } };
}

describe("a backup on another counter", () => {
  it("sends nothing before a person says what became of the old one, and keeps the old bytes", async () => {
    const { service, engine: old, path, ids } = await oldCounter();
    const engine = openTestEngine({ randomness: systemRandomness });
    const restored = await engine.call("backup.restore", { path });
    expect(restored).toMatchObject({
      serviceUrl: service.url,
      tenantId: TENANT,
      userId: USER,
      entries: 4,
      waiting: 2,
    });
    expect(restored.deviceId).not.toBe(DEVICE);
    const file = new Database(connectionFile(engine.profile), { readonly: true });
    expect(file.prepare("SELECT value FROM meta WHERE key = 'deviceId'").pluck().get()).toBe(
      restored.deviceId,
    );
    file.close();
    await engine.call("connection.save", {
      serviceUrl: service.url,
      tenantId: TENANT,
      userId: USER,
      token: TOKEN,
    });
    expect(await engine.call("connection.get", {})).toMatchObject({ deviceId: restored.deviceId });
    const mine = (await engine.call("purchaseReturn.post", aReturn({ note: "on the new counter" }))).entryId;
    engine.clock.runUntil(engine.clock.now() + HOUR);
    expect(service.came).toEqual([]);
    expect(await engine.call("sync.status", {})).toMatchObject({ state: "paused" });
    expect(await engine.refusal("sync.resume", {})).toMatchObject({ code: "wrong_state" });
    expect(await states(engine)).toEqual(
      new Map([
        [mine, "pending"],
        [ids.voucher, "pending"],
        [ids.pending, "pending"],
        [ids.unknown, "outcome_unknown"],
        [ids.confirmed, "confirmed"],
      ]),
    );
    const frozen = (await old.entry(ids.pending)).requestBody;
    await engine.call("recovery.decide", { recoveryId: restored.recoveryId, oldCounter: "not_used_since" });
    await runUntilTrue(engine, async () => (await states(engine)).get(mine) === "confirmed");
    const bodies = service.came.map(({ body }) => body);
    expect(bodies).toHaveLength(3);
    expect(bodies).toContain(frozen);
    expect(JSON.parse(frozen).creatorDeviceId).toBe(DEVICE);
    expect(JSON.parse((await engine.entry(mine)).requestBody).creatorDeviceId).toBe(restored.deviceId);
    // It is decided once.
    expect(
      await engine.refusal("recovery.decide", {
        recoveryId: restored.recoveryId,
        oldCounter: "may_have_sent",
      }),
    ).toMatchObject({ code: "wrong_state" });
  });

  it("brings no consent of the owner along, which may be withdrawn since", async () => {
    const consents = { resendUnknown: true, confirmAnySuccess: true };
    const old = openTestEngine();
    await connect(old, NOWHERE);
    await old.call("policy.set", consents);
    const { path } = await old.call("backup.create", {});
    await old.call("policy.set", { resendUnknown: false, confirmAnySuccess: false });
    const engine = openTestEngine({ randomness: systemRandomness });
    await engine.call("backup.restore", { path });
    const none = { resendUnknown: false, confirmAnySuccess: false };
    expect(await engine.call("policy.get", {})).toEqual(none);

    // Nor does one that takes the place of a file of which nothing can be read any more.
    await old.close();
    writeFileSync(connectionFile(old.profile), Buffer.alloc(8_192, 0xee));
    expect(await openTestEngine({ profile: old.profile }).call("policy.get", {})).toEqual(none);
  });

  it("sends nothing twice where the old one went on", async () => {
    const { service, engine: old, path, ids } = await oldCounter();
    await old.call("sync.resume", {});
    for (const id of [ids.voucher, ids.pending])
      await runUntilTrue(old, async () => (await old.entry(id)).state === "confirmed");
    const sentByOld = service.came.map(({ body }) => body);
    expect(sentByOld).toHaveLength(2);
    const engine = openTestEngine({ randomness: systemRandomness });
    const { recoveryId } = await engine.call("backup.restore", { path });
    await engine.call("connection.save", {
      serviceUrl: service.url,
      tenantId: TENANT,
      userId: USER,
      token: TOKEN,
    });
    const { reports } = await engine.call("recovery.decide", { recoveryId, oldCounter: "may_have_sent" });
    expect(reports[0]?.entries.map(({ reason }) => reason).sort()).toEqual([
      "may_have_been_sent",
      "may_have_been_sent",
      "was_unknown",
    ]);
    const mine = (await engine.call("purchaseReturn.post", aReturn({ note: "on the new counter" }))).entryId;
    await runUntilTrue(engine, async () => (await engine.entry(mine)).state === "confirmed");
    engine.clock.runUntil(engine.clock.now() + HOUR);
    for (const body of sentByOld) expect(service.came.filter((came) => came.body === body)).toHaveLength(1);
    expect((await engine.entry(ids.pending)).state).toBe("outcome_unknown");
    // A person may send one all the same.
    await engine.call("outbox.resend", { entryId: ids.unknown });
    await runUntilTrue(engine, async () => (await engine.entry(ids.unknown)).state === "confirmed");
  });

  it("has what the service had refused be a decision too, where the old one may have sent it again", async () => {
    const service = await startHttpService(answer(422));
    const old = openTestEngine();
    await connect(old, service.url);
    const refused = await enter(old, "purchaseReturn", 1);
    await runUntilTrue(old, async () => (await old.entry(refused)).state === "dead_letter");
    const { path } = await old.call("backup.create", { path: join(newFolder(), "old.sqlite") });
    const engine = openTestEngine({ randomness: systemRandomness });
    const { recoveryId, waiting } = await engine.call("backup.restore", { path });
    expect(waiting).toBe(1);
    await engine.call("recovery.decide", { recoveryId, oldCounter: "may_have_sent" });
    expect(await engine.entry(refused)).toMatchObject({
      state: "outcome_unknown",
      heldReason: "may_have_been_sent",
    });
    // A new attempt has words of its own.
    service.behave = answer(500);
    await engine.call("connection.save", {
      serviceUrl: service.url,
      tenantId: TENANT,
      userId: USER,
      token: TOKEN,
    });
    await engine.call("outbox.resend", { entryId: refused });
    await runUntilTrue(engine, async () => (await engine.entry(refused)).heldReason === null);
    await runUntilTrue(engine, async () => (await engine.entry(refused)).state === "outcome_unknown");
    expect((await engine.entry(refused)).heldReason).toBeNull();
  });

  it("never offers to correct what the old one may have sent, also after the service refused it again", async () => {
    const service = await startHttpService(answer(422));
    const old = openTestEngine();
    await connect(old, service.url);
    const refused = await enter(old, "purchaseReturn", 1);
    await runUntilTrue(old, async () => (await old.entry(refused)).state === "dead_letter");
    expect((await old.entry(refused)).replaceable).toBe(true);
    const { path } = await old.call("backup.create", { path: join(newFolder(), "old.sqlite") });
    const engine = openTestEngine({ randomness: systemRandomness });
    const { recoveryId } = await engine.call("backup.restore", { path });
    await engine.call("recovery.decide", { recoveryId, oldCounter: "may_have_sent" });
    const connection = { serviceUrl: service.url, tenantId: TENANT, userId: USER, token: TOKEN };
    await engine.call("connection.save", connection);
    await engine.call("outbox.resend", { entryId: refused });
    await runUntilTrue(engine, async () => (await engine.entry(refused)).state === "dead_letter");
    expect(await engine.entry(refused)).toMatchObject({ heldReason: null, replaceable: false });
  });

  it("is refused into a profile with entries of that tenant, and where it is no whole backup", async () => {
    const { engine: old, path } = await oldCounter();
    expect(await old.refusal("backup.restore", { path })).toMatchObject({ code: "wrong_state" });
    const engine = openTestEngine();
    expect(await engine.refusal("backup.restore", { path: join(newFolder(), "none.sqlite") })).toMatchObject({
      code: "file_unreadable",
    });
    const bytes = readFileSync(path);
    const broken = join(newFolder(), "broken.sqlite");
    writeFileSync(broken, bytes.fill(0x33, 3 * 4_096, 60 * 4_096));
    expect(await engine.refusal("backup.restore", { path: broken })).toMatchObject({ code: "file_invalid" });
    expect(await engine.refusal("backup.restore", { path: connectionFile(old.profile) })).toMatchObject({
      code: "file_invalid",
    });
    expect(await engine.call("connection.get", {})).toBeNull();
    expect(readdirSync(join(engine.profile, "connections"))).toEqual([]);
  });
});

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

  it("go to a second folder too, and the word on it is told where it is gone", async () => {
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

  it("bring a file back that is gone altogether", async () => {
    const { engine, clock, names } = openKeeping(newFolder());
    await connect(engine, NOWHERE);
    await engine.call("sync.pause", {});
    const entryId = await enter(engine, "purchaseReturn", 1);
    clock.runUntil(START + HOUR);
    await until(() => names().length === 1);
    await engine.close();
    const file = connectionFile(engine.profile);
    const name = file.slice(file.lastIndexOf("/") + 1);
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

it("finishes a recovery that was cut off between its two renames", async () => {
  const first = openTestEngine();
  await connect(first, NOWHERE);
  const entryId = await enter(first, "purchaseReturn");
  await first.close();
  const file = connectionFile(first.profile);
  const whole = readFileSync(file);
  rmSync(file);
  writeFileSync(`${file}.recovered`, whole);
  utimesSync(`${file}.recovered`, 1, 1);
  const engine = openTestEngine({ profile: first.profile });
  expect((await states(engine)).get(entryId)).toBe("pending");
  expect((await engine.call("recovery.report", {})).reports).toEqual([]);
});

it("a recovery that is killed between moving the log and the damaged file aside loses no entry", async () => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  await engine.call("sync.pause", {});
  const entryId = await enter(engine, "purchaseReturn");
  // As a kill leaves them: all that was entered is in the log.
  const [healed, killed] = [newFolder(), newFolder()];
  for (const profile of [healed, killed]) {
    cpSync(engine.profile, profile, { recursive: true });
    const file = connectionFile(profile);
    writeFileSync(file, readFileSync(file).fill(7, 0, 100));
  }
  await openTestEngine({ profile: healed }).close();
  const file = connectionFile(killed);
  copyFileSync(connectionFile(healed), `${file}.recovered`);
  renameSync(`${file}-wal`, `${file}.corrupt-20260301T080000.000Z-wal`);
  const again = openTestEngine({ profile: killed });
  expect((await states(again)).get(entryId)).toBe("pending");
  expect((await again.call("recovery.report", {})).reports).toMatchObject([{ details: { lost: [] } }]);
});

it("closes without waiting for the look through a large file", async () => {
  const first = openTestEngine();
  await connect(first, NOWHERE);
  await first.call("draft.save", { draftId: "large", kind: "purchaseReturn", content: '""' });
  await first.close();
  const db = new Database(connectionFile(first.profile));
  db.prepare("UPDATE draft SET content = ?").run(JSON.stringify("x".repeat(CHECKED_AT_START_BYTES)));
  db.close();
  const folder = newFolder();
  const began = join(folder, "began");
  // As on a disk that takes minutes for the whole of it.
  writeFileSync(
    join(folder, "verify-thread.mjs"),
    `import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(began)}, "");
    setInterval(() => undefined, 60_000);`,
  );
  const engine = openTestEngine({
    profile: first.profile,
    verifyThread: pathToFileURL(join(folder, "verify-thread.mjs")),
  });
  engine.clock.runUntil(engine.clock.now() + 4_999);
  expect(existsSync(began)).toBe(false);
  engine.clock.runUntil(engine.clock.now() + 1);
  await until(() => existsSync(began));
  await engine.close();
  expect(engine.logged).toEqual([]);
});

it("checks on a thread of its own, and by itself where there is none", async () => {
  const logged: string[] = [];
  const open = (verifyThread: URL) =>
    openEngine({
      profile: newFolder(),
      appVersion: "0.0.0-test",
      sqliteBinding: null,
      clock: new ManualClock(),
      randomness: writtenRandomness(0.5),
      emit: () => undefined,
      tokens: {},
      proxy: null,
      resendUnknown: false,
      log: { info: () => undefined, warn: (message) => void logged.push(message), error: () => undefined },
      verifyThread,
    });
  for (const [name, words] of [
    ["verify-thread.ts", []],
    ["no-such-thread.ts", ["a copy is checked on the engine's own thread"]],
  ] as const) {
    logged.length = 0;
    const engine = open(new URL(`../../../main/engine/${name}`, import.meta.url));
    await engine.invoke("connection.save", { serviceUrl: NOWHERE, tenantId: 1, userId: 1, token: "t" });
    expect(await engine.invoke("backup.create", {})).toMatchObject({ ok: true, value: { verified: true } });
    expect(logged).toEqual(words);
    await engine.close();
  }
});
