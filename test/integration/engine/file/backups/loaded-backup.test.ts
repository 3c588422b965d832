/** A backup on another counter: nothing is sent before a person says what became of the old one. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { heldReasonOf } from "../../../../../contract/reasons/entry-problem.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  aReturn,
  connect,
  DEVICE,
  enter,
  NOWHERE,
  newFolder,
  openTestEngine,
  runUntilTrue,
  statesOf,
  TENANT,
  TOKEN,
  USER,
} from "../../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../../helpers/http-service.ts";

const HOUR = 3_600_000;

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
    expect(await statesOf(engine)).toEqual(
      new Map([
        [mine, "pending"],
        [ids.voucher, "pending"],
        [ids.pending, "pending"],
        [ids.unknown, "outcome_unknown"],
        [ids.confirmed, "confirmed"],
      ]),
    );
    const frozen = (await old.entry(ids.pending)).requestBody;
    // Of the backup's own; what was entered here since can't have been sent before.
    expect((await engine.call("recovery.report", {})).reports).toMatchObject([{ waiting: 2 }]);
    const said = { recoveryId: restored.recoveryId, oldCounter: "not_used_since" } as const;
    expect((await engine.call("recovery.decide", said)).reports).toMatchObject([{ waiting: 0 }]);
    await runUntilTrue(engine, async () => (await statesOf(engine)).get(mine) === "confirmed");
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
      lastProblem: { code: "may_have_been_sent", params: {} },
    });
    // A new attempt has its own words.
    service.behave = answer(500);
    await engine.call("connection.save", {
      serviceUrl: service.url,
      tenantId: TENANT,
      userId: USER,
      token: TOKEN,
    });
    await engine.call("outbox.resend", { entryId: refused });
    await runUntilTrue(engine, async () => heldReasonOf((await engine.entry(refused)).lastProblem) === null);
    await runUntilTrue(engine, async () => (await engine.entry(refused)).state === "outcome_unknown");
    expect((await engine.entry(refused)).lastProblem?.code).toBe("answered");
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
    expect(await engine.entry(refused)).toMatchObject({
      lastProblem: { code: "answered" },
      replaceable: false,
    });
  });

  it("is refused into a profile with entries of that tenant, and where it is no whole backup", async () => {
    const { engine: old, path } = await oldCounter();
    expect(await old.refusal("backup.restore", { path })).toMatchObject({ code: "wrong_state" });
    const engine = openTestEngine();
    expect(await engine.refusal("backup.restore", { path: join(newFolder(), "none.sqlite") })).toMatchObject({
      code: "file_unreadable",
    });
    const bytes = readFileSync(path);
    const cut = join(newFolder(), "cut.sqlite");
    writeFileSync(cut, bytes.subarray(0, 20_000));
    const short = await engine.refusal("backup.restore", { path: cut });
    expect(short).toMatchObject({ code: "file_invalid", details: { path: cut } });
    expect(short.message.split(cut).length, "its path is said once").toBe(2);
    const broken = join(newFolder(), "broken.sqlite");
    writeFileSync(broken, bytes.fill(0x33, 3 * 4_096, 60 * 4_096));
    const damaged = await engine.refusal("backup.restore", { path: broken });
    expect(damaged.code).toBe("file_invalid");
    expect(JSON.stringify(damaged)).not.toContain(".restoring");
    expect(await engine.refusal("backup.restore", { path: connectionFile(old.profile) })).toMatchObject({
      code: "file_invalid",
    });
    expect(await engine.call("connection.get", {})).toBeNull();
    expect(readdirSync(join(engine.profile, "connections"))).toEqual([]);
  });
});

it("a backup of practice is loaded where it was made, to rehearse a move: the file of now is kept aside", async () => {
  const engine = openTestEngine({ randomness: systemRandomness });
  await engine.call("connection.save", {
    serviceUrl: NOWHERE,
    tenantId: TENANT,
    userId: USER,
    token: TOKEN,
    practice: true,
  });
  await engine.call("sync.pause", {});
  await enter(engine, "purchaseReturn", 1);
  const { path } = await engine.call("backup.create", { path: join(newFolder(), "practice.sqlite") });
  await enter(engine, "purchaseReturn", 2);
  const before = await engine.call("connection.get", {});
  expect(await engine.call("backup.restore", { path })).toMatchObject({ entries: 1, waiting: 1 });
  expect((await engine.call("outbox.list", {})).entries).toHaveLength(1);
  const now = await engine.call("connection.get", {});
  expect(now).toMatchObject({ practice: true, hasToken: true });
  expect(now?.deviceId).not.toBe(before?.deviceId);
  expect((await engine.call("recovery.report", {})).reports).toMatchObject([{ needsDecision: true }]);
  const names = readdirSync(join(engine.profile, "connections"));
  expect(names.some((name) => name.includes(".replaced-"))).toBe(true);
});
