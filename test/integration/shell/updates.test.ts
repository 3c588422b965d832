/** From the first look to the started installer: electron-updater's own updater for Windows against a real server. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CancellationToken, NsisUpdater } from "electron-updater";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Settings, settings } from "../../../contract/channels/shell.ts";
import type { UpdateState, UpdateStatus, UpdatesOff } from "../../../contract/channels/updates.ts";
import { createUpdates, UPDATE_LIMITS, unverifiable, updateRules } from "../../../main/shell/updates.ts";
import { CALL } from "../../helpers/file-context.ts";
import { startUpdateServer } from "../../helpers/update-server.ts";
import { rememberingLog } from "../../unit/shell/stand-ins.ts";

interface Asked {
  hostname: string;
  port: string;
  path: string;
  headers: Record<string, string>;
}

/** Electron's network is only in Electron (test/e2e/updates.test.ts). */
const network = {
  request: async ({ hostname, port, path, headers }: Asked) => {
    const answer = await fetch(`http://${hostname}:${port}${path}`, { headers });
    if (!answer.ok) throw Object.assign(new Error("refused"), { code: `HTTP_ERROR_${answer.status}` });
    return answer.text();
  },
  download: async (
    url: URL,
    path: string,
    { sha512, cancellationToken }: { sha512: string; cancellationToken: CancellationToken },
  ) => {
    const content = await cancellationToken.createPromise<Buffer<ArrayBuffer>>((resolve, reject) => {
      fetch(url)
        .then((answer) => answer.arrayBuffer())
        .then((bytes) => resolve(Buffer.from(bytes)), reject);
    });
    await writeFile(path, content);
    const hash = await crypto.subtle.digest("SHA-512", content);
    if (Buffer.from(hash).toString("base64") !== sha512)
      throw Object.assign(new Error("changed"), { code: "ERR_CHECKSUM_MISMATCH" });
  },
};

interface Choices {
  off?: UpdatesOff;
  rules?: Partial<Pick<Settings, "updateServer" | "updateChannel">>;
  isFixed?: boolean;
  /** What Windows says of the installer's signature; null: it is the publisher's. */
  signature?: string | null;
  /** The installer can't be started, or says nothing at all. */
  installer?: "broken" | "silent";
  limits?: Partial<typeof UPDATE_LIMITS>;
}

/** A counter with version 1.2.0 on Windows. */
async function newCounter({
  off,
  rules = {},
  isFixed = false,
  signature = null,
  installer,
  limits,
}: Choices = {}) {
  const server = await startUpdateServer();
  onTestFinished(() => server.close());
  const profile = mkdtempSync(join(tmpdir(), "counterside-test-updates-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const config = join(profile, "app-update.yml");
  writeFileSync(config, "publisherName: [The Counterside authors]\nupdaterCacheDirName: downloads\n");
  const log = rememberingLog();
  const statuses: UpdateStatus[] = [];
  let left = 0;
  const updates = createUpdates({
    version: "1.2.0",
    off: () => off ?? null,
    rules: () => updateRules({ updateServer: server.url, updateChannel: "latest", ...rules }, isFixed),
    openUpdater: async () => {
      const nothing = () => undefined;
      const updater = new NsisUpdater(null, {
        version: "1.2.0",
        name: "counterside",
        isPackaged: true,
        userDataPath: profile,
        baseCachePath: profile,
        appUpdateConfigPath: config,
        whenReady: async () => undefined,
        relaunch: nothing,
        quit: nothing,
        onQuit: nothing,
      });
      Reflect.set(updater, "_testOnlyOptions", { platform: "win32" });
      Reflect.set(updater, "httpExecutor", network);
      // The library's also ends the program, by Electron.
      updater.quitAndInstall = (isSilent, isForceRunAfter) => {
        if (installer === undefined) updater.install(isSilent, isForceRunAfter);
        if (installer === "broken") updater.emit("error", new Error("the installer can't be started"));
      };
      updater.verifyUpdateCodeSignature = async (publishers) =>
        publishers.includes("The Counterside authors") ? signature : "another publisher";
      return { updater, cancellation: () => new CancellationToken() };
    },
    limits: { ...UPDATE_LIMITS, ...limits },
    changed: (status) => void statuses.push(status),
    leave: () => {
      left += 1;
    },
    now: () => new Date("2026-05-02T09:00:00.000Z"),
    log,
  });
  const { handlers } = updates;
  return {
    server,
    handlers,
    statuses,
    log: log.lines,
    left: () => left,
    started: join(profile, "started"),
    pending: (file: string) => join(profile, "downloads", "pending", file),
    end: updates.end,
    check: async () => (await handlers["updates.check"]()).now,
    /** Looks, downloads, and waits for how it goes. */
    download: async (): Promise<UpdateState> => {
      await handlers["updates.check"]();
      handlers["updates.download"]();
      await expect.poll(() => handlers["updates.status"]().now.state).not.toBe("downloading");
      return handlers["updates.status"]().now;
    },
  };
}

type Counter = Awaited<ReturnType<typeof newCounter>>;

/** An installer of version 1.3.0 that writes down how it was started, downloaded. */
async function ready(counter: Counter): Promise<void> {
  const content = `#!/bin/sh\necho "$@" > "${counter.started}"\n`;
  const file = counter.server.publish({ version: "1.3.0", content });
  expect(await counter.download()).toMatchObject({ state: "ready", atQuit: true });
  chmodSync(counter.pending(file), 0o700);
}

describe("a newer version", () => {
  it("is offered with its notes, and nothing is downloaded until somebody says so", async () => {
    const counter = await newCounter();
    counter.server.publish({ version: "1.3.0", content: "new", notes: " Faster. " });
    expect(await counter.check()).toEqual({
      state: "found",
      release: { version: "1.3.0", releasedAt: "2026-05-01T08:00:00.000Z", notes: "Faster." },
    });
    expect(counter.server.came.map(({ path }) => path)).toEqual(["/releases/latest.yml"]);
    expect(counter.server.came[0]?.headers["x-user-staging-id"]).toBe("");
  });

  it("is installed when the program has ended, and not before", async () => {
    const counter = await newCounter();
    await ready(counter);
    expect(existsSync(counter.started)).toBe(false);
    counter.end(() => undefined);
    await expect
      .poll(() => existsSync(counter.started) && readFileSync(counter.started, "utf8"))
      .toBe("--updated /S\n");
  });

  it("is installed and started where somebody wants it at once", async () => {
    const counter = await newCounter();
    await ready(counter);
    counter.handlers["updates.setAtQuit"](CALL, { atQuit: false });
    counter.handlers["updates.restart"]();
    expect(counter.left()).toBe(1);
    counter.end(() => undefined);
    await expect
      .poll(() => existsSync(counter.started) && readFileSync(counter.started, "utf8"))
      .toBe("--updated /S --force-run\n");
  });

  it("waits where the person said not yet: the program ends without it", async () => {
    const counter = await newCounter();
    await ready(counter);
    counter.handlers["updates.setAtQuit"](CALL, { atQuit: false });
    let quit = 0;
    counter.end(() => {
      quit += 1;
    });
    expect(quit).toBe(1);
    expect(counter.log.join()).not.toContain("handed to the installer");
  });

  it("stays ready at the next look", async () => {
    const counter = await newCounter();
    await ready(counter);
    const asked = counter.server.came.length;
    expect(await counter.check()).toMatchObject({ state: "ready" });
    expect(counter.server.came).toHaveLength(asked);
  });

  it.each<[string, Choices]>([
    ["can't be handed over", { installer: "broken" }],
    ["the installer never answers for", { installer: "silent", limits: { install: 50 } }],
  ])("that %s ends the program anyway", async (_, choices) => {
    const counter = await newCounter(choices);
    await ready(counter);
    await new Promise<void>((quit) => counter.end(quit));
    expect(counter.log.join()).toContain("could not be installed");
  });
});

describe("a server that stops answering", () => {
  it("is given up, and the next look asks again", async () => {
    const counter = await newCounter({ limits: { check: 300 } });
    counter.server.publish({ version: "1.3.0", content: "new" });
    counter.server.hold(true);
    expect(await counter.check()).toMatchObject({ state: "failed", problem: "other", release: null });
    counter.server.hold(false);
    expect(await counter.check()).toMatchObject({ state: "found", release: { version: "1.3.0" } });
  });

  it("ends the download, which can be tried again", async () => {
    const counter = await newCounter({ limits: { first: 300 } });
    counter.server.publish({ version: "1.3.0", content: "new" });
    await counter.check();
    counter.server.hold(true);
    counter.handlers["updates.download"]();
    const now = () => counter.handlers["updates.status"]().now;
    await expect
      .poll(now)
      .toMatchObject({ state: "failed", code: "ETIMEDOUT", release: { version: "1.3.0" } });
    counter.server.hold(false);
    counter.handlers["updates.download"]();
    await expect.poll(now).toMatchObject({ state: "ready" });
  });
});

describe("what is refused", () => {
  it.each<[string, Choices, (counter: Counter, file: string) => void, string]>([
    [
      "an installer of another publisher",
      { signature: "CN=Somebody else" },
      () => undefined,
      "bad_signature",
    ],
    ["a file that is not the listed one", {}, ({ server }, file) => server.put(file, "nex"), "bad_checksum"],
  ])("%s", async (_, choices, change, problem) => {
    const counter = await newCounter(choices);
    change(counter, counter.server.publish({ version: "1.3.0", content: "new" }));
    expect(await counter.download()).toMatchObject({
      state: "failed",
      problem,
      release: { version: "1.3.0" },
    });
    let quit = 0;
    counter.end(() => {
      quit += 1;
    });
    expect(quit).toBe(1);
  });

  it.each([
    ["the same version", { version: "1.2.0" }, { why: "current", offered: "1.2.0" }],
    ["an older version", { version: "1.1.9" }, { why: "older", offered: "1.1.9" }],
    [
      "a version that is offered to no counter yet",
      { version: "1.3.0", percent: 0 },
      { why: "not_your_turn" },
    ],
  ])("%s", async (_, release, why) => {
    const counter = await newCounter();
    counter.server.publish({ content: "new", ...release });
    expect(await counter.check()).toMatchObject({ state: "none", ...why });
    expect(() => counter.handlers["updates.download"]()).toThrow("nothing to download");
  });

  it.each([
    ["no list", "other.yml", "{}"],
    ["a list that is none", "latest.yml", "version: [\n\t}"],
    ["an empty list", "latest.yml", ""],
  ])("%s", async (_, name, text) => {
    const counter = await newCounter();
    counter.server.put(name, text);
    expect(await counter.check()).toMatchObject({ state: "failed", problem: "other", release: null });
  });
});

it("looks for beta versions in their own list, and another channel makes what was found count no more", async () => {
  const rules: Choices["rules"] = { updateChannel: "beta" };
  const counter = await newCounter({ rules });
  counter.server.publish({ version: "1.4.0-beta.2", content: "new", list: "beta.yml" });
  expect(await counter.check()).toMatchObject({ release: { version: "1.4.0-beta.2" } });
  rules.updateChannel = "latest";
  expect(counter.handlers["updates.status"]().now).toEqual({ state: "not_checked" });
});

it.each<[string, Choices, UpdateState]>([
  ["no server is named", { rules: { updateServer: null } }, { state: "no_server" }],
  [
    "the policy forbids it",
    { rules: { updateServer: null }, isFixed: true },
    { state: "off", reason: "policy" },
  ],
  ["nothing could be verified", { off: "not_signed" }, { state: "off", reason: "not_signed" }],
])("asks nobody where %s", async (_, choices, state) => {
  const counter = await newCounter(choices);
  expect(await counter.check()).toEqual(state);
  expect(counter.server.came).toEqual([]);
});

it.each([
  ["linux", "publisherName: x", "package_manager"],
  ["win32", null, "not_signed"],
  ["win32", "provider: generic\n", "not_signed"],
  ["win32", "provider: generic\npublisherName:\n  - x\n", null],
  ["darwin", null, "not_signed"],
  ["darwin", "provider: generic\n", null],
])("on %s with the configuration %j updates are off by %j", (platform, config, reason) => {
  expect(unverifiable(platform, config)).toBe(reason);
});

it("takes the server of the owner, of the policy or of nobody", () => {
  const server = "https://updates.example/counterside";
  const rules = (updateServer: string | null, isFixed: boolean) =>
    updateRules({ updateServer, updateChannel: "beta" }, isFixed);
  expect(rules(server, false)).toEqual({ server, channel: "beta", setBy: "settings" });
  expect(rules(null, false)).toMatchObject({ server: null, setBy: "nobody" });
  expect(rules(server, true)).toMatchObject({ server, setBy: "policy" });
  expect(rules(null, true)).toMatchObject({ server: null, setBy: "policy" });
});

it.each([
  ["http://updates.example/c", false],
  ["http://127.0.0.1:8080/c", true],
  ["https://updates.example/c", true],
  ["https://name:word@updates.example/c", false],
  ["https://updates.example/c?key=1", false],
  ["file:///tmp/c", false],
])("the owner may name %s: %s", (updateServer, taken) => {
  expect(settings.shape.updateServer.safeParse(updateServer).success).toBe(taken);
});
