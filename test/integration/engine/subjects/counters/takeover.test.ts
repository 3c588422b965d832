/** Backups in a shop folder, and a counter that takes another's place: real engines, a real folder, a real service. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Encrypter } from "age-encryption";
import { describe, expect, it } from "vitest";
import type { FixedCounters } from "../../../../../contract/channels/policy.ts";
import { drillFromOutside } from "../../../../../main/engine/subjects/counters/backups/drill-outside.ts";
import { readKey } from "../../../../../main/engine/subjects/counters/backups/key.ts";
import { nextName } from "../../../../../main/engine/subjects/counters/config.ts";
import { openPlace } from "../../../../../main/engine/subjects/counters/place/named-place.ts";
import { placeFailed } from "../../../../../main/engine/subjects/counters/place/shop-place.ts";
import { statusFromOutside } from "../../../../../main/engine/subjects/counters/status/outside.ts";
import {
  aReturn,
  connect,
  DEVICE,
  newFolder,
  openTestEngine,
  runUntilTrue,
  until,
} from "../../../../helpers/engine.ts";
import {
  claim,
  counterWith,
  giveToken,
  MINUTE,
  otherComputer,
  post,
  sentNotes,
  state,
  ways,
} from "../../../../helpers/shop-folder.ts";

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
  const { key, words } = await old.call("shopFolder.makeKey", {});
  expect(await readKey(words.join(" "))).toBe(key);
  expect(await readKey(` ${words.join("\n").toUpperCase()}`)).toBe(key);
  expect(await readKey(words.map((word, at) => `${at + 1}.${word}؛`).join(" "))).toBe(key);
  expect(await readKey(`${key.slice(0, 30)}\n${key.slice(30).toLowerCase()}\n`)).toBe(key);
  await expect(readKey([...words.slice(1), words[0]].join(" "))).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(readKey(key.slice(0, -1))).rejects.toMatchObject({ code: "invalid_input" });
});

it("a drill from outside reads it by a file with the key, in a place that the policy names too, and says what is wrong", async () => {
  const { folder, key, old } = await counterWith(["one"]);
  const files = newFolder();
  const drill = (text: string, profile: string, shopFolder: FixedCounters["shopFolder"] = null) => {
    writeFileSync(join(files, "key.txt"), text);
    const byKey = drillFromOutside(join(files, "key.txt"), { shopFolder, monitoring: null });
    return byKey({ profile, sqliteBinding: null, now: old.clock.now() }, DEVICE);
  };
  const good = { ok: true, entries: 1, missingFiles: 0 };
  expect(await drill(`# the owner's\n${key}\n`, old.profile)).toMatchObject(good);
  expect(await drill(key, newFolder(), { place: folder })).toMatchObject(good);
  expect(await drill(key, newFolder())).toBeNull();
  expect(await drill("no key", old.profile)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
});

it("what the folder has waits while no look succeeded lately, and what came after it is sent", async () => {
  const { folder, service, old, ids } = await counterWith(["one"]);
  const away = `${folder}-away`;
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

it("what the folder has waits where the settings that name it are lost, until it is named again or a person says so", async () => {
  const { folder, service, old, ids } = await counterWith(["one", "two"]);
  await old.close();
  rmSync(join(old.profile, "shop-folder.json"));
  const back = openTestEngine({ profile: old.profile, clock: old.clock });
  await connect(back, service.url);
  await service.setUp(true);
  back.clock.runUntil(back.clock.now() + 20 * MINUTE);
  expect(service.came).toEqual([]);
  expect(await state(back)).toMatchObject({ place: null, fence: { state: "not_seen", held: 2 } });
  await back.call("shopFolder.set", { place: folder });
  await runUntilTrue(back, async () => (await back.entry(ids[1] ?? "")).state === "confirmed");
});

it("what the folder has is sent once a person names no folder any more", async () => {
  const { service, old, ids } = await counterWith(["one"]);
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  await old.call("shopFolder.set", { place: null });
  await old.close();
  const back = openTestEngine({ profile: old.profile, clock: old.clock });
  await connect(back, service.url);
  await service.setUp(true);
  await runUntilTrue(back, async () => (await back.entry(ids[0] ?? "")).state === "confirmed");
});

it("what the folder has waits where another folder is named, and the same one by another name is known", async () => {
  const { folder, service, old, ids } = await counterWith(["one"]);
  const away = `${folder}-away`;
  renameSync(folder, away);
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  const empty = newFolder();
  await old.call("shopFolder.set", { place: empty });
  await service.setUp(true);
  await old.call("shopFolder.refresh", {});
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  expect(service.came).toEqual([]);
  expect((await state(old)).backups.trouble?.code).toBe("other_folder");
  expect(ways(empty, "backups")).toEqual([]);
  await old.call("shopFolder.set", { place: away });
  await runUntilTrue(old, async () => (await old.entry(ids[0] ?? "")).state === "confirmed");
});

it("where nothing waits another folder that is named gets the newest backup at once", async () => {
  const { service, old, ids } = await counterWith(["one"]);
  await service.setUp(true);
  await runUntilTrue(old, async () => (await old.entry(ids[0] ?? "")).state === "confirmed");
  const next = newFolder();
  await old.call("shopFolder.set", { place: next });
  await old.call("shopFolder.refresh", {});
  expect(ways(next, `backups/${DEVICE}`)).toHaveLength(2);
  expect((await state(old)).backups.trouble).toBeNull();
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
  expect((await state(other)).backups.recipient).toBe(shop.recipient);
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
  // The file says it, whatever was written of the shop folder last.
  rmSync(join(back.profile, "shop-folder", "status.json"), { force: true });
  const outside = { profile: back.profile, version: "1", sqliteBinding: null, now: back.clock.now() };
  expect(statusFromOutside(outside)).toMatchObject({ exit: 1, said: { needs: ["fenced", "paused"] } });
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

it("a computer that took over has the dead counter's name with a number, and a backup in the folder at once", async () => {
  const shop = await counterWith(["one"]);
  await shop.old.close();
  const other = await otherComputer(shop);
  const first = await claim(other, shop);
  expect(first.name).toBe("first (2)");
  await until(async () => {
    other.clock.runUntil(other.clock.now() + 1);
    return (await state(other)).backups.lastAt !== null;
  });
  expect(ways(shop.folder, `backups/${first.deviceId}`).some((name) => name.endsWith(".json"))).toBe(true);
  await other.close();
  const third = await otherComputer(shop);
  const input = { deviceId: first.deviceId, key: shop.key, oldIsGone: true };
  expect((await third.call("takeover.claim", input)).name).toBe("first (3)");
});

it("a computer that took over keeps the name that a person gave it", async () => {
  const shop = await counterWith(["one"]);
  const other = await otherComputer(shop);
  await other.call("shopFolder.configure", { name: "Main street" });
  expect((await claim(other, shop)).name).toBe("Main street");
  expect((await state(other)).name).toBe("Main street");
});

it("a name with its number is never longer than a name may be", () => {
  expect(nextName("Till")).toBe("Till (2)");
  expect(nextName("Till (9)")).toBe("Till (10)");
  expect(nextName(`${"x".repeat(95)}😀xxx`)).toBe(`${"x".repeat(95)} (2)`);
  expect(nextName("x".repeat(100))).toBe(`${"x".repeat(96)} (2)`);
});

it("who was taken over sees the fence after a start before it sends anything, also what the folder never had", async () => {
  const shop = await counterWith(["one"]);
  const { service, old } = shop;
  await post(old, "two");
  await old.close();
  await claim(await otherComputer(shop), shop);
  await service.setUp(true);
  const back = openTestEngine({ profile: old.profile, clock: old.clock });
  await connect(back, service.url);
  expect((await back.call("sync.status", {})).held).toBe(2);
  await runUntilTrue(back, async () => (await state(back)).fence.state === "claimed");
  back.clock.runUntil(back.clock.now() + 30 * MINUTE);
  expect(sentNotes(service)).toEqual([]);
});

it("after a start with the folder away, what the folder never had is sent within half a minute", async () => {
  const { folder, service, old } = await counterWith(["one"]);
  await post(old, "two");
  await old.close();
  renameSync(folder, `${folder}-away`);
  await service.setUp(true);
  const back = openTestEngine({ profile: old.profile, clock: old.clock });
  await connect(back, service.url);
  const from = back.clock.now();
  await runUntilTrue(back, async () => (await back.call("sync.status", {})).held === 1);
  await runUntilTrue(back, () => Promise.resolve(sentNotes(service).includes("two")));
  expect(back.clock.now() - from).toBeLessThan(30_000);
  expect(sentNotes(service)).toEqual(["two"]);
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

it("what was decrypted for a claim that a kill cut off is gone after the next start", async () => {
  const { folder } = await counterWith([]);
  const other = await otherComputer({ folder });
  await other.close();
  const work = join(other.profile, "shop-folder");
  const uuid = "aaf6985a-a418-4003-bb51-96a0c61dcbd5";
  const left = [`claim-${uuid}`, `.${uuid}.hand-over`, `.${uuid}.hand-over-wal`, `.${uuid}.hand-over.age`];
  for (const name of left) mkdirSync(join(work, name), { recursive: true });
  const again = openTestEngine({ profile: other.profile });
  await state(again);
  expect(readdirSync(work).filter((name) => left.includes(name))).toEqual([]);
});

it("a word that the old computer is gone is none about another that took its place meanwhile", async () => {
  const shop = await counterWith(["one"]);
  const { folder, key } = shop;
  const first = await claim(await otherComputer({ folder }), shop);
  const third = await otherComputer({ folder });
  const input = { deviceId: DEVICE, key, oldIsGone: true };
  expect(await third.refusal("takeover.claim", input)).toMatchObject({
    details: { reason: "claimed", byDeviceId: first.deviceId },
  });
  expect(await third.call("takeover.claim", { ...input, claimedBy: first.deviceId })).toMatchObject({
    decisions: 1,
  });
});

it("a claim that was cut off once the fence was there goes on behind it, and only on that computer", async () => {
  const shop = await counterWith(["one"]);
  await shop.old.close();
  const first = await otherComputer(shop, {
    openShopPlace: async (named, proxy) => {
      const place = await openPlace(named, proxy);
      return {
        ...place,
        putIfAbsent: async (name, content) => {
          const isFirst = await place.putIfAbsent(name, content);
          if (name.startsWith("fence/")) throw placeFailed("no_answer", "cut off");
          return isFirst;
        },
      };
    },
  });
  const input = { deviceId: DEVICE, key: shop.key, oldIsGone: true };
  await first.call("shopFolder.set", { place: shop.folder });
  expect(await first.refusal("takeover.claim", input)).toMatchObject({ code: "place_failed" });
  expect(await first.call("connection.list", {})).toEqual({ connections: [] });
  await first.close();
  const other = await otherComputer(shop);
  expect(await other.refusal("takeover.claim", { deviceId: DEVICE, key: shop.key })).toMatchObject({
    details: { reason: "claimed" },
  });
  const again = await otherComputer(shop, { profile: first.profile });
  expect(await again.call("takeover.claim", { deviceId: DEVICE, key: shop.key })).toMatchObject({
    decisions: 1,
  });
  const fences = ways(shop.folder, `fence/${DEVICE}`).filter((name) => /^\d+\.json$/.test(name));
  expect(fences).toEqual(["00000001.json"]);
});

it("what the old computer had confirmed since the backup is confirmed on the new one by its answer", async () => {
  const shop = await counterWith(["one", "two"]);
  const { old, service, ids, key } = shop;
  await service.setUp(true);
  await runUntilTrue(old, async () => (await old.entry(ids[1] ?? "")).state === "confirmed");
  const other = await otherComputer(shop);
  await claim(other, shop);
  await old.call("shopFolder.refresh", {});
  expect((await state(old)).fence.state).toBe("claimed");
  const nowhere = join(shop.folder, "no-such-folder", "carried.age");
  expect(await old.refusal("takeover.handOver", { path: nowhere })).toMatchObject({
    code: "file_invalid",
    details: { reason: "not_writable" },
  });
  const path = join(shop.folder, "carried.age");
  expect(await old.call("takeover.handOver", { path })).toEqual({ path, entries: 2 });
  expect(await other.call("takeover.receive", { path, key })).toEqual({ entries: 0, known: 2, confirmed: 2 });
  const entry = await other.entry(ids[0] ?? "");
  expect(entry).toMatchObject({ state: "confirmed" });
  const [attempt] = entry.attempts.slice(-1);
  expect(attempt).toMatchObject({ outcome: "accepted", httpStatus: 200 });
  // What the answer says of the document came with it.
  const serialNo = entry.serialNo ?? "";
  const [there, here] = [
    await old.call("documents.get", { serialNo }),
    await other.call("documents.get", { serialNo }),
  ];
  expect(here).toMatchObject({ rawAnswer: attempt?.responseBody, answeredAt: attempt?.endedAt });
  expect(there.document.serviceAmount).not.toBeNull();
  expect(here.document).toMatchObject({
    serviceAmount: there.document.serviceAmount,
    serviceStatus: there.document.serviceStatus,
  });
});

it("what is handed over takes the place of nothing but an earlier one, and of no file in use", async () => {
  const shop = await counterWith(["one"]);
  const { old } = shop;
  await claim(await otherComputer(shop), shop);
  await old.call("shopFolder.refresh", {});
  const folder = newFolder();
  const letter = join(folder, "letter.txt");
  writeFileSync(letter, "a letter");
  const used = join(old.profile, "connections");
  const books = readdirSync(used).find((name) => name.endsWith(".sqlite")) ?? "";
  for (const [path, reason] of [
    [letter, "not_handed_over"],
    [folder, "not_handed_over"],
    [join(used, books), "live_folder"],
    [join(old.profile, "shop-folder.json"), "live_folder"],
    [join(folder, "a\0b"), "zero_byte"],
  ] as const)
    expect(await old.refusal("takeover.handOver", { path })).toMatchObject({
      code: "file_invalid",
      details: { reason },
    });
  expect(readFileSync(letter, "utf8")).toBe("a letter");
  expect(readFileSync(join(used, books), "latin1")).toMatch(/^SQLite format 3/);
  const path = join(folder, "carried.age");
  for (let time = 1; time <= 2; time += 1)
    expect(await old.call("takeover.handOver", { path })).toEqual({ path, entries: 1 });
  expect(readdirSync(folder).sort()).toEqual(["carried.age", "letter.txt"]);
});

it("everything is handed over also where the backup's open entries lie in thousands of runs", async () => {
  const shop = await counterWith(["one", "two"]);
  const other = await otherComputer(shop);
  await claim(other, shop);
  const path = join(shop.folder, "fence", DEVICE, "00000001.json");
  const undecided = Array.from({ length: 5_000 }, (_, at) => [2 * at + 1, 2 * at + 1]);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), undecided, upTo: 20_000 }));
  await shop.old.call("shopFolder.refresh", {});
  expect((await shop.old.call("takeover.handOver", {})).entries).toBe(1);
  expect(await other.call("takeover.receive", { key: shop.key })).toMatchObject({ entries: 0, known: 1 });
});

describe("a file that is received and was not handed over here", () => {
  const shopWithFile = async () => {
    const shop = await counterWith(["one"]);
    const other = await otherComputer(shop);
    await claim(other, shop);
    await shop.old.call("shopFolder.refresh", {});
    const path = join(newFolder(), "carried.age");
    await shop.old.call("takeover.handOver", { path });
    return { ...shop, other, path };
  };
  type Made = Awaited<ReturnType<typeof shopWithFile>>;
  const encrypted = async (content: string | Buffer, recipient: string): Promise<Uint8Array> => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    return encrypter.encrypt(content);
  };
  const flipped = (bytes: Buffer, at: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const kinds: Record<
    string,
    [reason: string, (bytes: Buffer, made: Made) => Uint8Array | Promise<Uint8Array>]
  > = {
    "of another kind": ["not_a_hand_over", () => Buffer.from("%PDF-1.7 a letter")],
    empty: ["not_a_hand_over", () => Buffer.alloc(0)],
    "no database, and encrypted to the owner": [
      "not_a_hand_over",
      (_, { recipient }) => encrypted("a picture", recipient),
    ],
    "encrypted to another owner": [
      "other_owner",
      async (_, { old }) => encrypted("theirs", (await old.call("shopFolder.makeKey", {})).recipient),
    ],
    "cut short in its content": ["changed_or_cut", (bytes) => bytes.subarray(0, -1_000)],
    "cut short in its header": ["changed_or_cut", (bytes) => bytes.subarray(0, 60)],
    "cut short in its first line": ["changed_or_cut", (bytes) => bytes.subarray(0, 10)],
    "changed in its content": ["changed_or_cut", (bytes) => flipped(bytes, bytes.length - 5_000)],
    "another counter's": [
      "other_counter",
      async (_, { other, folder }) => {
        await other.call("backup.create", {});
        await other.call("shopFolder.refresh", {});
        const { deviceId } = (await other.call("connection.list", {})).connections[0] ?? { deviceId: "" };
        const name = ways(folder, `backups/${deviceId}`).find((each) => each.endsWith(".age")) ?? "";
        return readFileSync(join(folder, "backups", deviceId, name));
      },
    ],
  };

  it.each(Object.entries(kinds))("is refused as what it is where it is %s", async (_, [reason, make]) => {
    const made = await shopWithFile();
    const { other, key, path, ids } = made;
    writeFileSync(path, await make(readFileSync(path), made));
    expect(await other.refusal("takeover.receive", { path, key })).toMatchObject({
      code: "file_invalid",
      details: { reason, path },
    });
    expect((await other.call("connection.list", {})).connections[0]?.file).toBe("open");
    expect((await other.entry(ids[0] ?? "")).state).toBe("outcome_unknown");
  });

  it("is refused as what can't be read where it is gone", async () => {
    const { other, key, path } = await shopWithFile();
    rmSync(path);
    expect(await other.refusal("takeover.receive", { path, key })).toMatchObject({
      code: "file_unreadable",
      details: { reason: "system", path, os: "ENOENT" },
    });
  });

  it("names the key where only the key is wrong", async () => {
    const { other, path } = await shopWithFile();
    const { key } = await other.call("shopFolder.makeKey", {});
    expect(await other.refusal("takeover.receive", { path, key })).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ field: "key", reason: "invalid", params: { expected: "matching_key" } }] },
    });
  });
});

it("a counter that was taken over says so also where its shop folder is used no more", async () => {
  const shop = await counterWith(["one"]);
  await claim(await otherComputer(shop), shop);
  await shop.old.call("shopFolder.refresh", {});
  await shop.old.call("shopFolder.set", { place: null });
  expect((await state(shop.old)).fence.state).toBe("claimed");
  await shop.old.close();
  const again = openTestEngine({ profile: shop.old.profile });
  expect(await state(again)).toMatchObject({ place: null, fence: { state: "claimed" } });
});

it("a backup is put into the folder also where its lists can't be read", async () => {
  const folder = newFolder();
  const engine = await otherComputer(
    { folder },
    {
      openShopPlace: async (named, proxy) => {
        const place = await openPlace(named, proxy);
        return {
          ...place,
          get: (name) =>
            name.startsWith("lists/") ? Promise.reject(placeFailed("broken", name)) : place.get(name),
        };
      },
    },
  );
  await connect(engine, "http://127.0.0.1:9");
  const { recipient } = await engine.call("shopFolder.makeKey", {});
  await engine.call("shopFolder.configure", { recipient });
  await post(engine, "one");
  await engine.call("backup.create", {});
  expect(await engine.refusal("shopFolder.refresh", {})).toMatchObject({ code: "place_failed" });
  expect((await state(engine)).backups.lastAt).not.toBeNull();
});

it("backups are thinned as the counter's own are, and another counter's are left alone", async () => {
  const { folder, old } = await counterWith(["one"]);
  const others = join(folder, "backups", "22222222-2222-4222-8222-222222222222");
  mkdirSync(others);
  writeFileSync(join(others, "20200101T000000Z-1-0123456789abcdef.age"), "theirs");
  for (let n = 0; n < 6; n += 1) {
    old.clock.runUntil(old.clock.now() + 10 * MINUTE);
    await post(old, `later ${n}`);
    await old.call("backup.create", {});
    await old.call("shopFolder.refresh", {});
  }
  // Of one hour the newest, and always the two that came furthest.
  expect(ways(folder, `backups/${DEVICE}`).filter((name) => name.endsWith(".json")).length).toBeLessThan(5);
  expect(ways(folder, "backups/22222222-2222-4222-8222-222222222222")).toHaveLength(1);
});
