/** Backups in a shop folder, and a counter that takes another's place: real engines, a real folder, a real service. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { ManualClock } from "../../../../helpers/clock.ts";
import {
  aReturn,
  connect,
  DEVICE,
  newFolder,
  openTestEngine,
  runUntilTrue,
  TENANT,
  type TestEngine,
  TOKEN,
  USER,
  until,
} from "../../../../helpers/engine.ts";
import { answer, goodBody, type HttpService, startHttpService } from "../../../../helpers/http-service.ts";

const MINUTE = 60_000;

interface Shop {
  folder: string;
  service: HttpService;
  key: string;
  recipient: string;
}

const state = (engine: TestEngine) => engine.call("shopFolder.get", {});
const ways = (folder: string, under: string): string[] =>
  existsSync(join(folder, under))
    ? readdirSync(join(folder, under), { recursive: true }).map(String).sort()
    : [];
const post = async (engine: TestEngine, note: string): Promise<string> =>
  (await engine.call("purchaseReturn.post", aReturn({ note }))).entryId;
const sentNotes = (service: HttpService): string[] =>
  service.came.map(({ body }) => /"note":"([^"]*)"/.exec(body)?.[1] ?? "").sort();

/** A counter whose folder has its backup with `backedUp` in it, none of which was sent. */
async function counterWith(backedUp: readonly string[]): Promise<Shop & { old: TestEngine; ids: string[] }> {
  const folder = newFolder();
  const service = await startHttpService((outgoing, came) => answer(200, goodBody(came))(outgoing, came));
  await service.setUp(false);
  const old = openTestEngine();
  await connect(old, service.url);
  await old.call("shopFolder.set", { place: folder });
  const { key, recipient } = await old.call("shopFolder.makeKey", {});
  await old.call("shopFolder.configure", { recipient, name: "first" });
  const ids: string[] = [];
  for (const note of backedUp) ids.push(await post(old, note));
  await old.call("backup.create", {});
  await old.call("shopFolder.refresh", {});
  return { folder, service, key, recipient, old, ids };
}

async function otherComputer({ folder }: Pick<Shop, "folder">, profile = newFolder()): Promise<TestEngine> {
  const engine = openTestEngine({ profile, clock: new ManualClock(), randomness: systemRandomness });
  await engine.call("shopFolder.set", { place: folder });
  return engine;
}

/** A computer that took over keeps its own uuid. */
const giveToken = (engine: TestEngine, { url }: HttpService) =>
  engine.call("connection.save", { serviceUrl: url, tenantId: TENANT, userId: USER, token: TOKEN });

const claim = (engine: TestEngine, { key }: Pick<Shop, "key">) =>
  engine.call("takeover.claim", { deviceId: DEVICE, key, oldIsGone: true });

it("a backup is put into the folder with its index last, and only who has the key reads it", async () => {
  const { folder, key, old } = await counterWith(["one", "two"]);
  const there = ways(folder, `backups/${DEVICE}`);
  expect(there.map((name) => name.replace(/^\S+\.(?=age|json)/, ""))).toEqual(["age", "json"]);
  const age = readFileSync(join(folder, "backups", DEVICE, there[0] ?? ""));
  expect(age.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
  expect(await state(old)).toMatchObject({ fence: { state: "clear", held: 0 } });
  const other = await otherComputer({ folder });
  expect(await other.call("shopFolder.drill", { deviceId: DEVICE, key })).toMatchObject({
    entries: 2,
    files: 0,
    missingFiles: 0,
  });
  const wrong = await other.call("shopFolder.makeKey", {});
  expect(await other.refusal("shopFolder.drill", { deviceId: DEVICE, key: wrong.key })).toMatchObject({
    code: "invalid_input",
  });
  expect(wrong.words).toHaveLength(24);
});

it("the words open what the key opens", async () => {
  const old = openTestEngine();
  const { readKey } = await import("../../../../../main/engine/subjects/counters/backups/key.ts");
  const { key, words } = await old.call("shopFolder.makeKey", {});
  expect(await readKey(words.join(" "))).toBe(key);
  expect(await readKey(` ${words.join("\n").toUpperCase()}`)).toBe(key);
  await expect(readKey([...words.slice(1), words[0]].join(" "))).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(readKey(key.slice(0, -1))).rejects.toMatchObject({ code: "invalid_input" });
});

it("what the folder has waits while no look succeeded lately, and what came after it is sent", async () => {
  const { folder, service, old, ids } = await counterWith(["one"]);
  const away = `${folder}-away`;
  const { renameSync } = await import("node:fs");
  old.clock.runUntil(old.clock.now() + MINUTE);
  renameSync(folder, away);
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  await until(async () => (await state(old)).fence.state === "not_seen");
  const later = await post(old, "two");
  await service.setUp(true);
  await runUntilTrue(old, async () => (await old.entry(later)).state === "confirmed");
  expect(sentNotes(service)).toEqual(["two"]);
  expect((await old.entry(ids[0] ?? "")).state).not.toBe("confirmed");
  expect((await old.call("sync.status", {})).held).toBe(1);
  renameSync(away, folder);
  await runUntilTrue(old, async () => (await old.entry(ids[0] ?? "")).state === "confirmed");
  expect(sentNotes(service)).toEqual(["one", "two"]);
});

it("a person may go on without the folder", async () => {
  const { folder, service, old, ids } = await counterWith(["one"]);
  rmSync(folder, { recursive: true });
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  await service.setUp(true);
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  expect((await old.entry(ids[0] ?? "")).state).not.toBe("confirmed");
  await old.call("shopFolder.goOn", {});
  await runUntilTrue(old, async () => (await old.entry(ids[0] ?? "")).state === "confirmed");
});

it("an empty folder in the place of the one that a counter knows is no look at the fence", async () => {
  const { folder, service, old, ids } = await counterWith(["one"]);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  await service.setUp(true);
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  await old.call("shopFolder.refresh", {});
  expect((await old.entry(ids[0] ?? "")).state).not.toBe("confirmed");
  expect((await state(old)).backups.trouble?.code).toBe("other_folder");
});

it("a counter takes over: decisions, a wait, then the old one is fenced off and hands over what the backup lacked", async () => {
  const shop = await counterWith(["one", "two"]);
  const { folder, service, old, ids, key } = shop;
  const later = await post(old, "three");
  await old.call("sync.pause", {});
  await old.close();
  const other = await otherComputer({ folder });
  const { counters } = await other.call("takeover.list", {});
  expect(counters).toMatchObject([{ deviceId: DEVICE, name: "first", claimedBy: null }]);
  expect(await other.refusal("takeover.claim", { deviceId: DEVICE, key })).toMatchObject({
    code: "wrong_state",
    details: { reason: "seen_lately" },
  });
  const taken = await claim(other, shop);
  expect(taken).toMatchObject({ entries: 2, decisions: 2, fenced: true });
  await giveToken(other, service);
  await service.setUp(true);
  other.clock.runUntil(other.clock.now() + 5 * MINUTE);
  expect(service.came).toEqual([]);
  expect((await other.entry(ids[0] ?? "")).state).toBe("outcome_unknown");
  expect(await other.refusal("outbox.resend", { entryId: ids[0] })).toMatchObject({
    code: "wrong_state",
    details: { reason: "lease" },
  });
  other.clock.runUntil(other.clock.now() + 11 * MINUTE);
  await other.call("outbox.resend", { entryId: ids[0] ?? "" });
  await runUntilTrue(other, async () => (await other.entry(ids[0] ?? "")).state === "confirmed");

  // The old computer is started again.
  const back = openTestEngine({ profile: old.profile, clock: old.clock });
  back.clock.runUntil(back.clock.now() + 3 * MINUTE);
  await until(async () => {
    back.clock.runUntil(back.clock.now() + 1_000);
    return (await state(back)).fence.state === "claimed";
  });
  expect((await back.call("sync.status", {})).state).toBe("taken_over");
  expect(await back.refusal("purchaseReturn.post", aReturn({ note: "four" }))).toMatchObject({
    code: "wrong_state",
    details: { reason: "taken_over" },
  });
  await connect(back, service.url);
  await back.call("sync.resume", {});
  back.clock.runUntil(back.clock.now() + 30 * MINUTE);
  expect(sentNotes(service)).toEqual(["one"]);
  expect(await back.call("takeover.handOver", {})).toEqual({ path: null, entries: 3 });

  expect(await other.call("takeover.receive", { key })).toEqual({ entries: 1, known: 2, confirmed: 0 });
  expect((await other.entry(later)).state).toBe("outcome_unknown");
  expect(await other.call("takeover.receive", { key })).toEqual({ entries: 0, known: 3, confirmed: 0 });
  await other.call("outbox.resend", { entryId: later });
  await runUntilTrue(other, async () => (await other.entry(later)).state === "confirmed");
  await other.call("outbox.resend", { entryId: ids[1] ?? "" });
  await runUntilTrue(other, async () => (await other.entry(ids[1] ?? "")).state === "confirmed");
  expect(sentNotes(service)).toEqual(["one", "three", "two"]);
});

it("of two that claim at once one has it, and the other is refused with who was first", async () => {
  const shop = await counterWith(["one"]);
  const [a, b] = [await otherComputer(shop), await otherComputer(shop)];
  await shop.old.close();
  const claims = await Promise.allSettled([claim(a, shop), claim(b, shop)]);
  expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(ways(shop.folder, `fence/${DEVICE}`).filter((name) => /^\d+\.json$/.test(name))).toEqual([
    "00000001.json",
  ]);
  const loser = claims[0]?.status === "rejected" ? a : b;
  expect(await loser.refusal("takeover.claim", { deviceId: DEVICE, key: shop.key })).toMatchObject({
    details: { reason: "claimed" },
  });
});
