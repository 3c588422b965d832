/** What counters write of themselves into the shop folder, and what one of them reads of all. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STATUS_INDEX, statusName } from "../../../../../contract/status-file.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { aReturn, newFolder, openTestEngine, type TestEngine, until } from "../../../../helpers/engine.ts";

const MINUTE = 60_000;
const DEVICES = {
  a: "aaaaaaaa-0000-4000-8000-000000000001",
  b: "bbbbbbbb-0000-4000-8000-000000000002",
} as const;

async function openCounter(
  name: keyof typeof DEVICES,
  folder: string,
  profile = newFolder(),
): Promise<TestEngine> {
  const engine = openTestEngine({ profile, randomness: systemRandomness });
  await engine.call("connection.save", {
    serviceUrl: "http://127.0.0.1:9",
    tenantId: 7001,
    userId: 501,
    token: "a-token",
    deviceId: DEVICES[name],
  });
  await engine.call("sync.pause", {});
  await engine.call("shopFolder.configure", { name: `Till ${name}` });
  await engine.call("shopFolder.set", { place: folder });
  return engine;
}

/** Moves the clock, and has what is due done. */
async function pass(engine: TestEngine, ms: number): Promise<void> {
  engine.clock.runUntil(engine.clock.now() + ms);
  await new Promise((done) => setTimeout(done, 20));
}

const pathOf = (folder: string, name: keyof typeof DEVICES): string =>
  join(folder, statusName(DEVICES[name]));
const textOf = (folder: string, name: keyof typeof DEVICES): string =>
  readFileSync(pathOf(folder, name), "utf8");
const statusIn = (folder: string, name: keyof typeof DEVICES) =>
  JSON.parse(JSON.parse(textOf(folder, name)).status);
const signatures = async (engine: TestEngine) =>
  Object.fromEntries(
    (await engine.call("shopFolder.counters", {})).counters.map(({ name, signature }) => [name, signature]),
  );

describe("the status file", () => {
  it("is named by the index for browsers, and no copy that a synced folder made beside it is", async () => {
    const folder = newFolder();
    const a = await openCounter("a", folder);
    await a.call("shopFolder.refresh", {});
    const copy = `${DEVICES.a}.sync-conflict-20261128-120000-ABCDEFG.json`;
    writeFileSync(join(folder, "status", copy), textOf(folder, "a"));
    await a.call("shopFolder.refresh", {});
    await until(() => existsSync(join(folder, STATUS_INDEX)));
    expect(JSON.parse(readFileSync(join(folder, STATUS_INDEX), "utf8"))).toEqual({
      names: [statusName(DEVICES.a)],
    });
    mkdirSync(join(folder, "status", "aside"));
    writeFileSync(join(folder, "status", "aside", `${DEVICES.a}.json`), textOf(folder, "a"));
    const read = await a.call("shopFolder.counters", {});
    expect([read.counters.length, read.unreadable]).toEqual([1, [`status/${copy}`]]);
  });

  it("is written at a refresh, and read by every counter with its signature", async () => {
    const folder = newFolder();
    const [a, b] = [await openCounter("a", folder), await openCounter("b", folder)];
    await a.call("purchaseReturn.post", aReturn());
    await a.call("shopFolder.refresh", {});
    await b.call("shopFolder.refresh", {});
    expect(await signatures(b)).toEqual({ "Till a": "good", "Till b": "good" });
    const { counters } = await b.call("shopFolder.counters", {});
    expect(counters.find(({ name }) => name === "Till a")).toMatchObject({
      deviceId: DEVICES.a,
      state: "paused",
      counts: { pending: 1 },
      needs: ["paused"],
    });
    const key = join(a.profile, "shop-folder", "counter-key");
    expect(statSync(key).mode & 0o777).toBe(0o600);
  });

  it("has no value of fewer than five entries, no name of a person and no note, and the profile keeps the exact one", async () => {
    const folder = newFolder();
    const engine = await openCounter("a", folder);
    for (let n = 1; n <= 5; n += 1) {
      await engine.call("purchaseReturn.post", aReturn({ note: `for Amal ${n}` }));
      await engine.call("shopFolder.refresh", {});
      expect(statusIn(folder, "a").unsentValue, `${n}`).toEqual(n < 5 ? {} : { YER: "59000" });
      const own = JSON.parse(readFileSync(join(engine.profile, "shop-folder", "status.json"), "utf8"));
      expect(own.unsentValue).toEqual({ YER: String(11_800 * n) });
    }
    expect(textOf(folder, "a")).not.toMatch(/Amal|5900\b|1001/);
  });

  it("is written every ten minutes with jitter, and within a minute where somebody is needed", async () => {
    const folder = newFolder();
    const engine = await openCounter("a", folder);
    await pass(engine, 2 * MINUTE);
    await until(() => existsSync(pathOf(folder, "a")));
    const times = new Set<string>();
    for (let n = 0; n < 60; n += 1) {
      await pass(engine, MINUTE);
      times.add(statusIn(folder, "a").writtenAt);
    }
    expect(times.size).toBeGreaterThanOrEqual(5);
    expect(times.size).toBeLessThanOrEqual(8);
    await engine.call("purchaseReturn.post", aReturn());
    await pass(engine, MINUTE);
    await until(() => statusIn(folder, "a").needs.includes("paused"));
  });

  it("is shown as bad where it was tampered with, as unreadable where it is another counter's, and as missing where it is gone", async () => {
    const folder = newFolder();
    const [a, b] = [await openCounter("a", folder), await openCounter("b", folder)];
    await a.call("shopFolder.refresh", {});
    await b.call("shopFolder.refresh", {});
    await signatures(b);
    const good = textOf(folder, "a");
    writeFileSync(pathOf(folder, "a"), good.replace("Till a", "Till c"));
    expect(await signatures(b)).toEqual({ "Till c": "bad", "Till b": "good" });
    // Well signed, under another name.
    writeFileSync(pathOf(folder, "b"), good);
    writeFileSync(join(folder, "status", "junk.json"), "x".repeat(100_000));
    const { counters, unreadable } = await b.call("shopFolder.counters", {});
    expect(counters.map(({ signature }) => signature)).toEqual(["bad"]);
    expect(unreadable).toEqual([statusName(DEVICES.b), "status/junk.json"]);
    rmSync(pathOf(folder, "a"));
    expect((await b.call("shopFolder.counters", {})).missing.map(({ name }) => name).sort()).toEqual([
      "Till a",
      "Till b",
    ]);
  });

  it("is shown as new where another key signed it than the first", async () => {
    const folder = newFolder();
    const [a, b] = [await openCounter("a", folder), await openCounter("b", folder)];
    await a.call("shopFolder.refresh", {});
    expect(await signatures(b)).toEqual({ "Till a": "good" });
    const forger = await openCounter("a", folder);
    await forger.call("shopFolder.refresh", {});
    expect(await signatures(b)).toEqual({ "Till a": "new" });
    expect(await signatures(b)).toEqual({ "Till a": "new" });
  });

  it("says that the connection's file can't be opened", async () => {
    const folder = newFolder();
    const engine = await openCounter("a", folder);
    await engine.call("shopFolder.refresh", {});
    await engine.close();
    const again = openTestEngine({
      profile: engine.profile,
      staysRefused: true,
      openDatabase: () => {
        throw Object.assign(new Error("unable to open database file"), { code: "SQLITE_CANTOPEN" });
      },
    });
    await again.call("shopFolder.refresh", {});
    expect(statusIn(folder, "a").needs[0]).toBe("unreadable");
  });

  it("delays neither an end nor a posting where the folder is gone", async () => {
    const folder = newFolder();
    const engine = await openCounter("a", folder);
    rmSync(folder, { recursive: true });
    await expect(engine.call("shopFolder.refresh", {})).rejects.toThrow("place_failed");
    await engine.call("purchaseReturn.post", aReturn());
    await engine.close();
  });
});
