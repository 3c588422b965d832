/** Command line, profile, database binding, proxy, restarts: what is decided without Electron. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tokenKey } from "../../../contract/process-messages.ts";
import {
  failuresInARow,
  proxyAddress,
  restartDelay,
  serviceOfKey,
} from "../../../main/shell/engine/engine-host.ts";
import { chooseBinding, isTestBuild } from "../../../main/shell/engine/environment.ts";
import { parseArguments, profileProblem } from "../../../main/shell/start/profile.ts";
import { createStartTimes } from "../../../main/shell/start/start-times.ts";
import { rememberingLog } from "./stand-ins.ts";

describe("parseArguments", () => {
  it("reads both spellings and passes Chromium's switches over", () => {
    expect(parseArguments(["--no-sandbox", ".", "--profile", "p", "--practice"], "/home")).toEqual({
      profile: resolve("/home", "p"),
      practice: true,
      problem: null,
    });
    expect(parseArguments(["--profile=/a b"], "/home").profile).toBe(resolve("/a b"));
  });

  it.each([[["--profile="]], [["--profile"]], [["--profile", ""]], [["--profile", "--practice"]]])(
    "refuses a profile without a folder, and never opens the usual one in its place: %j",
    (words) => {
      expect(parseArguments(words, "/home").problem).toMatch(/--profile and without a folder/);
      expect(parseArguments(["--practice"], "/home").problem).toBeNull();
    },
  );
});

describe("profileProblem", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "counterside-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("makes the folder", () => {
    expect(profileProblem(join(folder, "a", "b"))).toBeNull();
  });

  it("says in one sentence that a file is in the way", () => {
    writeFileSync(join(folder, "file"), "");
    expect(profileProblem(join(folder, "file", "profile"))).toMatch(
      /^Counterside can't write.+is a file\. .+$/,
    );
  });

  it("leaves nothing behind", () => {
    mkdirSync(join(folder, "p"));
    expect(profileProblem(join(folder, "p"))).toBeNull();
    expect(() => rmSync(join(folder, "p"), { recursive: false })).toThrow();
    expect(profileProblem(join(folder, "p"))).toBeNull();
  });
});

describe("chooseBinding", () => {
  const fit = {
    packaged: false,
    nodeApi: 10,
    fromEnvironment: undefined,
    resourcesPath: "/r",
    buildInfo: null,
  };

  it("uses the packaged binding where the runtime is new enough", () => {
    expect(chooseBinding(fit)).toEqual({ usable: true, path: null });
  });

  it("hears the environment in a source checkout only", () => {
    expect(chooseBinding({ ...fit, fromEnvironment: "/x.node" })).toEqual({ usable: true, path: "/x.node" });
    expect(chooseBinding({ ...fit, packaged: true, fromEnvironment: "/x.node" })).toEqual({
      usable: true,
      path: null,
    });
  });

  it("finds a test build's own binding", () => {
    const buildInfo = JSON.stringify({ testBuild: true, sqliteBinding: "sqlite.node" });
    expect(chooseBinding({ ...fit, packaged: true, nodeApi: 9, buildInfo })).toEqual({
      usable: true,
      path: join("/r", "sqlite.node"),
    });
    expect(isTestBuild(buildInfo)).toBe(true);
  });

  it.each([null, "", "{", "[]", '{"testBuild":false,"sqliteBinding":"x"}', '{"testBuild":"yes"}'])(
    "says in words that an old runtime is unfit (%j)",
    (buildInfo) => {
      const binding = chooseBinding({ ...fit, packaged: true, nodeApi: 9, buildInfo });
      expect(binding).toMatchObject({ usable: false, sentence: expect.stringContaining("too old") });
      expect(isTestBuild(buildInfo)).toBe(false);
    },
  );
});

describe("the system's proxy", () => {
  it.each([
    ["DIRECT", null],
    ["", null],
    ["PROXY proxy.shop:8080; DIRECT", "http://proxy.shop:8080"],
    ["HTTPS proxy.shop:443", "https://proxy.shop:443"],
    ["SOCKS5 s:1080; PROXY p:3128", "http://p:3128"],
    ["DIRECT; PROXY p:3128", null],
  ])("%j is %j", (answer, address) => {
    expect(proxyAddress(answer)).toBe(address);
  });

  it("is asked for with the service's address", () => {
    expect(serviceOfKey(tokenKey("https://books.example/api", 7))).toBe("https://books.example/api");
    expect(serviceOfKey("nonsense")).toBeNull();
  });
});

describe("the start's times", () => {
  it("are written once, when all are known", () => {
    const log = rememberingLog();
    let now = 1_000;
    const reached = createStartTimes(900, () => now, log);
    for (const step of ["ready", "programLoaded", "pageLoaded", "ready", "pageSeen"] as const) {
      reached(step);
      now += 100;
    }
    expect(log.lines).toEqual([]);
    reached("engineReady");
    reached("engineReady");
    expect(log.lines).toEqual([
      'Started {"ready":100,"programLoaded":200,"pageLoaded":300,"pageSeen":500,"engineReady":600}',
    ]);
  });
});

describe("starting again", () => {
  it("waits longer each time, up to half a minute", () => {
    expect([1, 2, 3, 7, 50].map(restartDelay)).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
  });

  it("counts anew after a long run", () => {
    expect(failuresInARow(5, 1_000)).toBe(6);
    expect(failuresInARow(5, 3_600_000)).toBe(1);
  });
});
