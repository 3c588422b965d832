/** Whose word on updates holds, and what kind of installation is replaced how. */
import { describe, expect, it } from "vitest";
import { settings } from "../../../../contract/channels/shell.ts";
import { manifestName } from "../../../../main/shell/updates/manifest.ts";
import { fileFor } from "../../../../main/shell/updates/program-updater.ts";
import { updateRules } from "../../../../main/shell/updates/rules.ts";
import { type Installation, installTarget } from "../../../../main/shell/updates/target.ts";
import { listName } from "../../../../scripts/lib/package/release-list.mjs";

it("the server is the owner's, the policy's or nobody's, and a policy may forbid", () => {
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

describe("the installation", () => {
  const here: Installation = {
    platform: "linux",
    packaged: true,
    appImage: undefined,
    canWrite: () => true,
    configPath: null,
    start: () => undefined,
  };
  it.each<[string, Partial<Installation>, string]>([
    ["an AppImage", { appImage: "/home/shop/Counterside.AppImage" }, "appimage"],
    [
      "an AppImage that only an administrator may replace",
      { appImage: "/opt/c", canWrite: () => false },
      "by_hand",
    ],
    ["an AppImage by a name that leads anywhere", { appImage: "c.AppImage" }, "by_hand"],
    ["a Debian package or an unpacked folder", {}, "by_hand"],
    ["Windows, signed", { platform: "win32", configPath: "C:\\c\\app-update.yml" }, "nsis"],
    ["Windows without a publisher's name", { platform: "win32" }, "by_hand"],
    ["macOS", { platform: "darwin" }, "mac"],
    ["a checkout on macOS", { platform: "darwin", packaged: false }, "by_hand"],
  ])("%s", (_, change, kind) => {
    expect(installTarget({ ...here, ...change }).kind).toBe(kind);
  });
});

it("asks for the list by the name that the release gives it", () => {
  for (const channel of ["latest", "beta"] as const) {
    expect(manifestName(channel, "linux", "x64")).toBe(listName(channel, "linux", "x64"));
    expect(manifestName(channel, "linux", "arm64")).toBe(listName(channel, "linux", "arm64"));
    expect(manifestName(channel, "win32", "x64")).toBe(listName(channel, "win", "x64"));
    expect(manifestName(channel, "darwin", "arm64")).toBe(listName(channel, "mac", "arm64"));
  }
});

it("takes the file for this processor where there are several", () => {
  const pick = (arch: string) => fileFor(["c-x64.exe", "c-arm64.EXE", "c.zip"], (name) => name, ".exe", arch);
  expect([pick("arm64"), pick("x64"), pick("riscv64")]).toEqual(["c-arm64.EXE", "c-x64.exe", "c-x64.exe"]);
  expect(fileFor(["c.zip"], (name) => name, ".exe", "x64")).toBeUndefined();
});
