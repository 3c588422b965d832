/** From one version to the next, against a real server on loopback. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { UpdateRules } from "../../../../main/shell/updates/rules.ts";
import { memoryFile } from "../../../unit/shell/stand-ins.ts";
import { newCounter, OLD_PROGRAM, RUNNING } from "./counter.ts";

const NEXT = Buffer.from("the program as it will be ".repeat(40_000));

describe("an update", () => {
  it("is found, downloaded and proven, and put in place only when the program ends", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT, notes: "Faster.\nQuieter." }, counter.keys);
    expect((await counter.updates.check()).now).toEqual({
      state: "found",
      release: {
        version: "1.3.0",
        releasedAt: "2026-05-01T08:00:00.000Z",
        notes: "Faster.\nQuieter.",
        file: "Counterside-1.3.0-linux-x64.AppImage",
        bytes: NEXT.length,
      },
    });
    expect(counter.updates.download().now.state).toBe("downloading");
    expect(await counter.until("ready")).toMatchObject({ atQuit: true });
    expect(counter.content()).toBe(OLD_PROGRAM);
    counter.updates.atEnd();
    expect(readFileSync(counter.program).equals(NEXT)).toBe(true);
    expect(statSync(counter.program).mode & 0o777).toBe(0o755);
    expect(counter.content(`${counter.program}.previous`)).toBe(OLD_PROGRAM);
    expect(readdirSync(dirname(counter.program)).sort()).toEqual([
      "Counterside.AppImage",
      "Counterside.AppImage.previous",
    ]);
    expect(counter.started()).toBe(0);
    const pending = readdirSync(join(counter.profile, "updates", "downloads", "pending"));
    expect(pending.filter((name) => name.endsWith(".AppImage"))).toEqual([]);
  });

  it("tells how far the download has come, and never more than there is", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    await counter.updates.check();
    counter.updates.download();
    await counter.until("ready");
    const received = counter.told.flatMap(({ now }) => (now.state === "downloading" ? [now.received] : []));
    expect(received).toEqual([...received].sort((a, b) => a - b));
    expect(Math.max(...received)).toBeLessThanOrEqual(NEXT.length);
  });

  it("stays aside where the person said not yet, and comes where they change their mind", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    await counter.updates.check();
    counter.updates.download();
    await counter.until("ready");
    counter.updates.setAtQuit(false);
    counter.updates.atEnd();
    expect(counter.content()).toBe(OLD_PROGRAM);
    counter.updates.setAtQuit(true);
    counter.updates.atEnd();
    expect(counter.content()).toBe(NEXT.toString());
  });

  it("at once: the program is asked to end in order, and the new one is started after it", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    await counter.updates.check();
    counter.updates.download();
    await counter.until("ready");
    counter.updates.setAtQuit(false);
    counter.updates.restart();
    expect([counter.left(), counter.content(), counter.started()]).toEqual([1, OLD_PROGRAM, 0]);
    counter.updates.atEnd();
    expect([counter.content(), counter.started()]).toEqual([NEXT.toString(), 1]);
  });

  it("that was downloaded in an earlier run isn't fetched again", async () => {
    const counter = await newCounter();
    const { file } = counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    await counter.updates.check();
    counter.updates.download();
    await counter.until("ready");
    const again = await newCounterOn(counter);
    await again.check();
    again.download();
    while (again.status().now.state !== "ready") await new Promise((resolve) => setTimeout(resolve, 5));
    expect(counter.server.came.filter(({ path }) => path.endsWith(file))).toHaveLength(1);
  });

  it("that changed on the disk since it was proven is not put in place, and the next start says so", async () => {
    const file = memoryFile();
    const counter = await newCounter({ file });
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    await counter.updates.check();
    counter.updates.download();
    await counter.until("ready");
    const downloaded = readdirSync(join(counter.profile, "updates", "downloads", "pending"))
      .map((name) => join(counter.profile, "updates", "downloads", "pending", name))
      .find((path) => path.endsWith(".AppImage"));
    writeFileSync(String(downloaded), "something else");
    counter.updates.atEnd();
    expect(counter.content()).toBe(OLD_PROGRAM);
    expect(existsSync(`${counter.program}.previous`)).toBe(false);
    const next = await newCounter({ file });
    expect(next.updates.status().last).toEqual({
      version: "1.3.0",
      at: "2026-05-02T09:00:00.000Z",
      problem: "changed_on_disk",
    });
  });
});

describe("a look for a newer version", () => {
  it("is one at a time, and takes nothing away from what is ready", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    await Promise.all([counter.updates.check(), counter.updates.check()]);
    expect(counter.server.came).toHaveLength(2);
    counter.updates.download();
    await counter.until("ready");
    expect((await counter.updates.check()).now.state).toBe("ready");
    counter.updates.atEnd();
    expect(counter.content()).toBe(NEXT.toString());
  });

  it("on another channel makes what the one before found count no more", async () => {
    const rules: Partial<UpdateRules> = { channel: "latest" };
    const counter = await newCounter({ rules });
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    expect((await counter.updates.check()).now.state).toBe("found");
    rules.channel = "beta";
    expect(counter.updates.status().now).toEqual({ state: "not_checked" });
  });
});

describe("Windows' installer", () => {
  /** A script plays it: what electron-updater starts is a file of any kind. */
  const ready = async (isChanged: boolean) => {
    const counter = await newCounter({ isWindows: true });
    const marker = join(counter.profile, "ran");
    const content = Buffer.from(`#!/bin/sh\necho "$@" > "${marker}"\n`);
    const file = "Counterside-1.3.0-windows-x64-setup.exe";
    counter.server.publish({ version: "1.3.0", content, file, list: "latest.yml" }, counter.keys);
    await counter.updates.check();
    counter.updates.download();
    await counter.until("ready");
    const pending = join(counter.profile, "updates", "downloads", "pending", file);
    chmodSync(pending, 0o700);
    if (isChanged) appendFileSync(pending, "# by another program of the same user\n");
    counter.updates.atEnd();
    return { counter, marker };
  };

  it("is started by whoever proved it", async () => {
    const { marker } = await ready(false);
    await expect.poll(() => existsSync(marker) && readFileSync(marker, "utf8")).toBe("--updated /S\n");
  });

  it("that changed on the disk since it was proven is not started", async () => {
    const { counter, marker } = await ready(true);
    expect(counter.log.join()).toContain("changed_on_disk");
    // Whatever is started later shows that one that was started before would have come to its end.
    const { marker: later } = await ready(false);
    await expect.poll(() => existsSync(later)).toBe(true);
    expect(existsSync(marker)).toBe(false);
  });
});

/** The same counter started again: the same folder, the same server. */
async function newCounterOn(counter: Awaited<ReturnType<typeof newCounter>>) {
  const { createUpdates } = await import("../../../../main/shell/updates/updates.ts");
  const { readUpdateKey } = await import("../../../../main/shell/updates/manifest.ts");
  const quiet = () => undefined;
  return createUpdates({
    version: RUNNING,
    key: readUpdateKey(counter.keys.publicKey),
    profile: counter.profile,
    rules: () => ({ server: counter.server.url, channel: "latest", setBy: "settings" }),
    target: { kind: "appimage", path: counter.program, start: quiet },
    platform: "linux",
    arch: "x64",
    file: memoryFile(),
    changed: quiet,
    leave: quiet,
    fetch: (url, signal) => fetch(url, { redirect: "error", signal }),
    now: () => new Date("2026-05-02T09:00:00.000Z"),
    log: { info: quiet, warn: quiet, error: quiet },
  });
}

describe("nothing is asked of anybody", () => {
  it.each([
    [
      "where no server is named",
      { rules: { server: null, setBy: "nobody" as const } },
      { state: "no_server" },
    ],
    ["where the build carries no key", { key: null }, { state: "off", reason: "no_key" }],
    ["where its key is none", { key: "not a key" }, { state: "off", reason: "no_key" }],
    [
      "where the policy forbids it",
      { rules: { server: null, setBy: "policy" as const } },
      { state: "off", reason: "policy" },
    ],
  ])("%s", async (_, choices, state) => {
    const counter = await newCounter(choices);
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    expect(counter.updates.status().now).toEqual(state);
    expect((await counter.updates.check()).now).toEqual(state);
    expect(counter.server.came).toEqual([]);
    expect(() => counter.updates.download()).toThrow("nothing to download");
    counter.updates.atEnd();
    expect(counter.content()).toBe(OLD_PROGRAM);
  });
});

describe("what is offered", () => {
  it.each([
    ["the same version", "1.2.0", { state: "none", offered: null, why: "current" }],
    ["an older version", "1.1.9", { state: "none", offered: "1.1.9", why: "older" }],
  ])("%s is not taken", async (_, version, state) => {
    const counter = await newCounter();
    counter.server.publish({ version, content: NEXT }, counter.keys);
    expect((await counter.updates.check()).now).toMatchObject(state);
  });

  it("to no counter yet is not taken, to all it is", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: NEXT, percent: 0 }, counter.keys);
    expect((await counter.updates.check()).now).toMatchObject({ state: "none", why: "not_your_turn" });
    counter.server.publish({ version: "1.3.0", content: NEXT, percent: 100 }, counter.keys);
    expect((await counter.updates.check()).now).toMatchObject({ state: "found" });
  });

  it("on the trial channel is another list, and a trial version in the usual list is refused", async () => {
    const counter = await newCounter({ rules: { channel: "beta" } });
    counter.server.publish({ version: "1.4.0-beta.2", content: NEXT, list: "beta-linux.yml" }, counter.keys);
    expect((await counter.updates.check()).now).toMatchObject({ release: { version: "1.4.0-beta.2" } });
    const usual = await newCounter();
    usual.server.publish({ version: "1.4.0-beta.2", content: NEXT }, usual.keys);
    expect((await usual.updates.check()).now).toMatchObject({ problem: "bad_manifest" });
  });

  it("to a program that can't replace itself is only told of", async () => {
    const counter = await newCounter({ appImage: false });
    counter.server.publish({ version: "1.3.0", content: NEXT }, counter.keys);
    const status = await counter.updates.check();
    expect(status).toMatchObject({ replacesItself: false, now: { state: "found" } });
    expect(() => counter.updates.download()).toThrow("by hand");
  });
});

it("tells the server nothing of the counter: no name, no number, no cookie, no token", async () => {
  const counter = await newCounter();
  counter.server.publish({ version: "1.3.0", content: NEXT, percent: 100 }, counter.keys);
  await counter.updates.check();
  counter.updates.download();
  await counter.until("ready");
  const named = new Set(counter.server.came.flatMap(({ headers }) => Object.keys(headers)));
  const ofEveryBrowser = ["host", "connection", "accept", "accept-language", "accept-encoding", "user-agent"];
  const ofFetch = ["sec-fetch-mode", "cache-control", "pragma"];
  expect([...named].filter((name) => ![...ofEveryBrowser, ...ofFetch].includes(name))).toEqual([]);
});
