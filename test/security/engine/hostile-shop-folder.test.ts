/** Backups and fences that somebody else put into the shop folder. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEVICE, newFolder, runUntilTrue } from "../../helpers/engine.ts";
import { counterWith, MINUTE, otherComputer, post, sentNotes, state } from "../../helpers/shop-folder.ts";

const OTHER = "22222222-2222-4222-8222-222222222222";

const backupOf = (folder: string, device: string): { stem: string; index: Record<string, unknown> } => {
  const [name = ""] = readdirSync(join(folder, "backups", device)).filter((each) => each.endsWith(".json"));
  const stem = name.slice(0, -".json".length);
  const text = readFileSync(join(folder, "backups", device, name), "utf8");
  return { stem, index: { ...JSON.parse(text) } };
};

it("a forged index, and a backup that is not the one it names, are passed over, and nothing is fenced off", async () => {
  const shop = await counterWith(["one"]);
  const { folder, key } = shop;
  const own = join(folder, "backups", DEVICE);
  const { stem, index } = backupOf(folder, DEVICE);
  const later = stem.replace(/^\d{8}/, "20990101");
  const madeAt = String(index.madeAt).replace(/^\d{4}-\d\d-\d\d/, "2099-01-01");
  writeFileSync(join(own, `${later}.json`), JSON.stringify({ ...index, madeAt, bytes: 5 }));
  writeFileSync(join(own, `${later}.age`), "mine!");
  writeFileSync(join(own, "20990102T000000Z-1-0123456789abcdef.json"), '{"version":1,"files":["../../x"]}');
  const other = await otherComputer(shop);
  expect(await other.call("shopFolder.drill", { deviceId: DEVICE, key })).toMatchObject({ entries: 1 });
  writeFileSync(join(own, `${stem}.age`), "changed");
  expect(await other.refusal("takeover.claim", { deviceId: DEVICE, key, oldIsGone: true })).toMatchObject({
    code: "place_failed",
    details: { reason: "broken" },
  });
  expect(readdirSync(join(folder, "fence", DEVICE)).filter((name) => /^\d/.test(name))).toEqual([]);
});

it("another counter's backup under this one's name is refused", async () => {
  const shop = await counterWith(["one"]);
  const { folder, key } = shop;
  const { stem, index } = backupOf(folder, DEVICE);
  const forged = join(folder, "backups", OTHER);
  mkdirSync(forged);
  cpSync(join(folder, "backups", DEVICE, `${stem}.age`), join(forged, `${stem}.age`));
  writeFileSync(join(forged, `${stem}.json`), JSON.stringify({ ...index, deviceId: OTHER }));
  const other = await otherComputer(shop);
  expect(await other.refusal("takeover.claim", { deviceId: OTHER, key, oldIsGone: true })).toMatchObject({
    code: "place_failed",
    details: { reason: "broken" },
  });
});

it("a folder full of others' newer backups, and an index that is too large, hide no counter, and one that was seen lately isn't claimed without a person's word", async () => {
  const shop = await counterWith(["one"]);
  const { folder, key } = shop;
  const { stem, index } = backupOf(folder, DEVICE);
  const madeAt = String(index.madeAt).replace(/^\d{4}-\d\d-\d\d/, "2099-01-01");
  const later = stem.replace(/^\d{8}/, "20990101");
  for (let n = 1; n <= 600; n += 1) {
    const deviceId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    mkdirSync(join(folder, "backups", deviceId));
    writeFileSync(
      join(folder, "backups", deviceId, `${later}.json`),
      JSON.stringify({ ...index, deviceId, madeAt }),
    );
  }
  writeFileSync(join(folder, "backups", DEVICE, `${later}.json`), "x".repeat(5_000_000));
  const other = await otherComputer(shop);
  const { counters } = await other.call("takeover.list", {});
  expect(counters).toHaveLength(601);
  expect(counters).toContainEqual(expect.objectContaining({ deviceId: DEVICE, backupAt: index.madeAt }));
  expect(await other.refusal("takeover.claim", { deviceId: DEVICE, key })).toMatchObject({
    details: { reason: "seen_lately" },
  });
});

it("another public key is in the activity, and a text that is none is refused", async () => {
  const { old } = await counterWith(["one"]);
  const { recipient } = await old.call("shopFolder.makeKey", {});
  await old.call("shopFolder.configure", { recipient });
  const { entries } = await old.call("audit.list", { limit: 5 });
  expect(entries).toContainEqual(
    expect.objectContaining({ action: "shopFolder.recipientChanged", subject: recipient }),
  );
  expect(await old.refusal("shopFolder.configure", { recipient: "age1nobody" })).toMatchObject({
    code: "invalid_input",
  });
});

it("a fence that anybody puts there stops the counter and loses nothing; one that can't be read stops only what the folder has", async () => {
  const shop = await counterWith(["one"]);
  const { folder, old, service, ids } = shop;
  const fences = join(folder, "fence", DEVICE);
  writeFileSync(join(fences, "00000001.json"), "{}");
  old.clock.runUntil(old.clock.now() + 20 * MINUTE);
  await service.setUp(true);
  const later = await post(old, "two");
  await runUntilTrue(old, async () => (await old.entry(later)).state === "confirmed");
  expect(sentNotes(service)).toEqual(["two"]);
  expect((await state(old)).fence.state).toBe("not_seen");
  const { index, stem } = backupOf(folder, DEVICE);
  const by = { claimId: OTHER, byDeviceId: OTHER, byName: "x", at: "2026-03-01T08:00:00.000Z" };
  const backup = { connection: index.connection, backup: stem, upTo: 1, undecided: [[1, 1]] };
  const forged = { version: 1, epoch: 1, ...by, ...backup };
  writeFileSync(join(fences, "00000001.json"), JSON.stringify(forged));
  await old.call("shopFolder.refresh", {});
  expect((await state(old)).fence).toMatchObject({ state: "claimed", byDeviceId: OTHER });
  expect((await old.entry(ids[0] ?? "")).state).toBe("pending");
  expect(await old.call("takeover.handOver", { path: join(newFolder(), "all.age") })).toMatchObject({
    entries: 2,
  });
});

it("who has no key reads no name and no amount in a backup", async () => {
  const { folder } = await counterWith(["a secret note"]);
  const { stem } = backupOf(folder, DEVICE);
  const whole = ["age", "json"].map((end) =>
    readFileSync(join(folder, "backups", DEVICE, `${stem}.${end}`), "latin1"),
  );
  expect(whole.join("")).not.toContain("secret note");
  expect(whole.join("")).not.toContain("5900");
});
