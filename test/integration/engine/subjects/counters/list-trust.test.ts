import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Metadata, MetadataKind, MetaFile, Signature, TargetFile } from "@tufjs/models";
import { describe, expect, it } from "vitest";
import { type ListsAsked, look } from "../../../../../main/engine/subjects/counters/lists/look.ts";
import { openSignedSettings } from "../../../../../main/engine/subjects/counters/lists/signed-settings.ts";
import { openFolder } from "../../../../../main/engine/subjects/counters/place/folder.ts";
import type { ShopPlace } from "../../../../../main/engine/subjects/counters/place/shop-place.ts";
import { keysIn, type Signer } from "../../../../../scripts/lib/shop-folder/keys.ts";
import { START } from "../../../../helpers/clock.ts";
import { DEVICE, newFolder } from "../../../../helpers/engine.ts";
import { openPriceOffice, type PriceOffice } from "../../../../helpers/price-office.ts";

const DAY = 86_400_000;
const LIST = "id,name\n1,Main\n2,Branch\n";
const NEXT = "id,name\n1,Main\n3,Other\n";
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One counter that looks at the folder. */
function openLooker(folder: string, given: Partial<ListsAsked> = {}) {
  const profile = newFolder();
  let now = START;
  let made = 0;
  let version: number | null = null;
  let origin: string | null = null;
  return {
    profile,
    wait(ms: number): void {
      now += ms;
    },
    async look(place: ShopPlace = openFolder(folder)) {
      const world = { place, profile, log, now: () => now, uuid: () => `uuid-${++made}` };
      const has = [{ list: "store", origin, version, isWhole: true, isEmpty: version === null }] as const;
      const seen = await look(world, {
        place: folder,
        root: null,
        isUnsigned: false,
        deviceId: DEVICE,
        has,
        ...given,
      });
      const ready = seen.lists[0]?.ready ?? null;
      if (ready !== null) ({ version, origin } = ready);
      return { ...seen, version, state: seen.trust.state, reason: seen.trust.reason };
    },
  };
}

const metadataOf = ({ folder }: PriceOffice): string => join(folder, "lists", "metadata");
const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const signWith = (signer: Signer) => (bytes: Buffer) =>
  new Signature({ keyID: signer.key.keyID, sig: signer.sign(bytes) });
const parsed = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const newest = (office: PriceOffice, role: string): string => {
  const versions = readdirSync(metadataOf(office)).flatMap((name) => {
    const found = new RegExp(`^(\\d+)\\.${role}\\.json$`).exec(name)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
  return join(metadataOf(office), `${Math.max(...versions)}.${role}.json`);
};

/** What a thief of keys signs: the list role with another target, and with what other keys he has. */
function forge(
  office: PriceOffice,
  path: string,
  bytes: Buffer,
  stolen: { lists: Signer; snapshot?: Signer; timestamp?: Signer },
): void {
  const lists = Metadata.fromJSON(MetadataKind.Targets, parsed(newest(office, "lists")));
  const hash = sha256(bytes);
  const [folder = "", name = ""] = path.split("/");
  mkdirSync(join(office.folder, "lists", "targets", folder), { recursive: true });
  writeFileSync(join(office.folder, "lists", "targets", folder, `${hash}.${name}`), bytes);
  const before = lists.signed.targets[path]?.custom ?? {};
  const custom = JSON.parse(JSON.stringify({ ...before, version: Number(before.version ?? 0) + 1 }));
  lists.signed.addTarget(
    TargetFile.fromJSON(path, { length: bytes.length, hashes: { sha256: hash }, custom }),
  );
  const next = Metadata.fromJSON(MetadataKind.Targets, {
    ...lists.toJSON(),
    signed: { ...lists.signed.toJSON(), version: lists.signed.version + 1 },
  });
  next.sign(signWith(stolen.lists), false);
  const listsBytes = Buffer.from(JSON.stringify(next.toJSON()));
  writeFileSync(join(metadataOf(office), `${next.signed.version}.lists.json`), listsBytes);
  const metaOf = (version: number, of: Buffer) =>
    new MetaFile({ version, length: of.length, hashes: { sha256: sha256(of) } });
  const snapshot = Metadata.fromJSON(MetadataKind.Snapshot, parsed(newest(office, "snapshot")));
  const version = snapshot.signed.version + 1;
  const meta = {
    ...Object.fromEntries(Object.entries(snapshot.signed.meta).map(([role, of]) => [role, of.toJSON()])),
    "lists.json": metaOf(next.signed.version, listsBytes).toJSON(),
  };
  const newSnapshot = Metadata.fromJSON(MetadataKind.Snapshot, {
    ...snapshot.toJSON(),
    signed: { ...snapshot.signed.toJSON(), version, meta },
  });
  newSnapshot.sign(signWith(stolen.snapshot ?? stolen.lists), false);
  const snapshotBytes = Buffer.from(JSON.stringify(newSnapshot.toJSON()));
  writeFileSync(join(metadataOf(office), `${version}.snapshot.json`), snapshotBytes);
  const timestamp = Metadata.fromJSON(
    MetadataKind.Timestamp,
    parsed(join(metadataOf(office), "timestamp.json")),
  );
  const newTimestamp = Metadata.fromJSON(MetadataKind.Timestamp, {
    ...timestamp.toJSON(),
    signed: {
      ...timestamp.signed.toJSON(),
      version: timestamp.signed.version + 1,
      meta: { "snapshot.json": metaOf(version, snapshotBytes).toJSON() },
    },
  });
  newTimestamp.sign(signWith(stolen.timestamp ?? stolen.lists), false);
  writeFileSync(join(metadataOf(office), "timestamp.json"), JSON.stringify(newTimestamp.toJSON()));
}

const signer = (office: PriceOffice, role: string): Signer => {
  const found = office.signers.get(role);
  if (found === undefined) throw new Error(role);
  return found;
};

/** A counter that has taken the first version. */
async function begun(given: Partial<ListsAsked> = {}) {
  const office = openPriceOffice(newFolder());
  await office.publish({ store: LIST });
  const counter = openLooker(office.folder, given);
  expect(await counter.look()).toMatchObject({ state: "signed", version: 1 });
  return { office, counter };
}

describe("what is signed in the shop folder", () => {
  it("is refused where an older state is put back, and what is newer is taken again", async () => {
    const { office, counter } = await begun();
    const old = join(newFolder(), "old");
    cpSync(metadataOf(office), old, { recursive: true });
    await office.publish({ store: NEXT });
    expect(await counter.look()).toMatchObject({ state: "signed", version: 2 });
    const current = readFileSync(join(metadataOf(office), "timestamp.json"));
    copyFileSync(join(old, "timestamp.json"), join(metadataOf(office), "timestamp.json"));
    expect(await counter.look()).toMatchObject({
      state: "refused",
      reason: "rollback",
      version: 2,
      lists: [],
    });
    writeFileSync(join(metadataOf(office), "timestamp.json"), current);
    expect(await counter.look()).toMatchObject({ state: "signed", version: 2 });
  });

  it("may be out of date where the folder is frozen, and what is there is still taken", async () => {
    const { office, counter } = await begun();
    await office.publish({ store: NEXT });
    counter.wait(8 * DAY);
    const late = await counter.look();
    expect(late).toMatchObject({ state: "out_of_date", version: 2 });
    expect(Date.parse(late.trust.expiresAt ?? "")).toBeLessThan(START + 8 * DAY);
    office.at(START + 8 * DAY);
    office.renew();
    expect(await counter.look()).toMatchObject({ state: "signed" });
  });

  it("is refused where an older snapshot is put under the name of the newer one", async () => {
    const { office, counter } = await begun();
    const older = readFileSync(newest(office, "snapshot"));
    await office.publish({ store: NEXT });
    writeFileSync(newest(office, "snapshot"), older);
    expect(await counter.look()).toMatchObject({ state: "refused", reason: "signature", version: 1 });
  });

  it.each(["lists", "targets", "snapshot"])("is refused where %s of it was changed", async (role) => {
    const { office, counter } = await begun();
    await office.publish({ store: NEXT });
    if (role === "targets") office.renew(["targets"]);
    const path = newest(office, role);
    writeFileSync(path, readFileSync(path, "utf8").replace(/"expires": "2/, '"expires": "3'));
    expect(await counter.look()).toMatchObject({ state: "refused", reason: "signature", version: 1 });
  });

  it("is refused where a list's file was changed, and nothing of it is left for the engine", async () => {
    const { office, counter } = await begun();
    await office.publish({ store: NEXT });
    const targets = join(office.folder, "lists", "targets", "lists");
    for (const name of readdirSync(targets)) {
      const path = join(targets, name);
      writeFileSync(path, readFileSync(path, "utf8").replace("Other", "0ther"));
    }
    expect(await counter.look()).toMatchObject({
      state: "refused",
      reason: "signature",
      version: 1,
      lists: [],
    });
    expect(
      readdirSync(join(counter.profile, "shop-folder", "lists")).filter((name) => name.includes(".2.")),
    ).toEqual([]);
  });

  it.each(["timestamp.json", ".csv"])("is refused where %s has no end", async (ending) => {
    const { office, counter } = await begun();
    await office.publish({ store: NEXT });
    const real = openFolder(office.folder);
    let read = 0;
    const endless: ShopPlace = {
      ...real,
      async get(name) {
        if (!name.endsWith(ending)) return real.get(name);
        return (async function* () {
          for (;;) {
            read += 65_536;
            yield Buffer.alloc(65_536, " ");
          }
        })();
      },
    };
    expect(await counter.look(endless)).toMatchObject({ state: "refused", reason: "too_large", version: 1 });
    expect(read).toBeLessThan(1_000_000);
  });

  it("is refused where a stolen list key signs in the place of snapshot and timestamp", async () => {
    const { office, counter } = await begun();
    forge(office, "lists/store.csv", Buffer.from("id,name\n1,Thief\n"), { lists: signer(office, "lists") });
    expect(await counter.look()).toMatchObject({ state: "refused", reason: "signature", version: 1 });
  });

  it("is believed where the keys of list, snapshot and timestamp sign alike: the price office itself does so", async () => {
    const { office, counter } = await begun();
    forge(office, "lists/store.csv", Buffer.from("id,name\n1,Thief\n"), {
      lists: signer(office, "lists"),
      snapshot: signer(office, "snapshot"),
      timestamp: signer(office, "timestamp"),
    });
    expect(await counter.look()).toMatchObject({ state: "signed", version: 2 });
  });

  it("keeps the settings of the administrator where the price office's keys sign others", async () => {
    const { office, counter } = await begun();
    await office.publish({}, { settings: { rules: { rowsPercent: 1, pricesPercent: 1 } } });
    await counter.look();
    const settings = openSignedSettings(counter.profile);
    expect(settings.now().rules?.rowsPercent).toBe(1);
    const stolen = {
      lists: signer(office, "lists"),
      snapshot: signer(office, "snapshot"),
      timestamp: signer(office, "timestamp"),
    };
    forge(
      office,
      "settings/shop.json",
      Buffer.from('{"rules":{"rowsPercent":100,"pricesPercent":100}}'),
      stolen,
    );
    await counter.look();
    settings.look();
    expect(settings.now().rules?.rowsPercent).toBe(1);
  });

  it("is refused where a list key signs that was rotated away", async () => {
    const { office, counter } = await begun();
    const stolen = office.rotate("lists");
    expect(await counter.look()).toMatchObject({ state: "signed" });
    forge(office, "lists/store.csv", Buffer.from("id,name\n1,Thief\n"), {
      lists: stolen,
      snapshot: signer(office, "snapshot"),
      timestamp: signer(office, "timestamp"),
    });
    expect(await counter.look()).toMatchObject({ state: "refused", reason: "signature", version: 1 });
  });

  it("goes on after every key was rotated, the root's too", async () => {
    const { office, counter } = await begun();
    for (const role of ["root", "targets", "settings", "lists", "snapshot", "timestamp"]) office.rotate(role);
    await office.publish({ store: NEXT });
    expect(await counter.look()).toMatchObject({ state: "signed", version: 2 });
  });

  it("is another folder's where another root is put there, and a counter that knows the first keeps to it", async () => {
    const { office, counter } = await begun();
    const other = openPriceOffice(newFolder());
    await other.publish({ store: NEXT });
    rmSync(join(office.folder, "lists"), { recursive: true });
    cpSync(join(other.folder, "lists"), join(office.folder, "lists"), { recursive: true });
    expect(await counter.look()).toMatchObject({ state: "refused", version: 1 });
  });

  it("is refused at first sight where the policy names another root, and taken where it names this one", async () => {
    const office = openPriceOffice(newFolder());
    await office.publish({ store: LIST });
    const root = office.repository().fingerprint();
    expect(await openLooker(office.folder, { root: "0".repeat(64) }).look()).toMatchObject({
      state: "refused",
      reason: "other_root",
      version: null,
    });
    expect(await openLooker(office.folder, { root }).look()).toMatchObject({ state: "signed", version: 1 });
  });

  it("is waited for where only a part of it has arrived yet", async () => {
    const { office, counter } = await begun();
    await office.publish({ store: NEXT });
    const path = newest(office, "lists");
    const whole = readFileSync(path);
    rmSync(path);
    await expect(counter.look()).rejects.toMatchObject({
      code: "place_failed",
      details: { reason: "broken" },
    });
    writeFileSync(path, whole);
    expect(await counter.look()).toMatchObject({ state: "signed", version: 2 });
  });

  it("is known again where what was kept of it is damaged", async () => {
    const { office, counter } = await begun();
    const kept = join(counter.profile, "shop-folder", "tuf");
    for (const name of readdirSync(kept))
      if (name !== "pinned.json" && name !== "root.json") rmSync(join(kept, name));
    expect(await counter.look()).toMatchObject({ state: "signed" });
    expect(keysIn(office.keys)).toHaveLength(6);
  });
});

describe("a shop folder without signatures", () => {
  it("is believed only where the policy says so, and is called that", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "plain"));
    writeFileSync(join(folder, "plain", "store.csv"), LIST);
    expect(await openLooker(folder).look()).toMatchObject({ state: "none", version: null, lists: [] });
    const seen = await openLooker(folder, { isUnsigned: true }).look();
    expect(seen).toMatchObject({
      state: "unsigned",
      lists: [{ list: "store", ready: { isWhole: true, origin: "plain" } }],
    });
  });

  it("is not read where the folder was signed when it was first seen", async () => {
    const { office, counter } = await begun({ isUnsigned: true });
    rmSync(join(office.folder, "lists"), { recursive: true });
    mkdirSync(join(office.folder, "plain"));
    writeFileSync(join(office.folder, "plain", "store.csv"), NEXT);
    await expect(counter.look()).rejects.toMatchObject({ code: "place_failed" });
  });
});
