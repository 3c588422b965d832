import { describe, expect, it } from "vitest";
import { asTestBuild, planPackage, runsOf } from "../../../scripts/lib/package/plan.mjs";

const linux = { platform: "linux" };

describe("what a package command line asks for", () => {
  it("takes formats and --dir together", () => {
    expect(planPackage(["deb"], { dir: true }, linux)).toEqual({
      system: "linux",
      formats: ["dir", "deb"],
      archs: [],
      release: false,
    });
    expect(planPackage(["dir"], { dir: true }, linux).formats).toEqual(["dir"]);
  });

  it("leaves the formats to electron-builder.yml where none is named", () => {
    expect(planPackage([], {}, linux).formats).toEqual([]);
  });

  it.each([
    ["win32", "win"],
    ["darwin", "mac"],
    ["linux", "linux"],
    ["freebsd", "linux"],
  ])("packages on %s for %s unless asked otherwise", (platform, system) => {
    expect(planPackage([], {}, { platform }).system).toBe(system);
    expect(planPackage([], { win: true }, { platform }).system).toBe("win");
  });

  it("refuses a format of another system, and two systems, in one sentence", () => {
    expect(() => planPackage(["nsis"], {}, linux)).toThrow(
      /^There is no "nsis" for linux: choose from .*\.$/,
    );
    expect(() => planPackage([], { win: true, mac: true }, linux)).toThrow(/^One system at a time/);
  });
});

describe("a test build", () => {
  const reason = "the link is down";

  it("makes what needs no tool from GitHub", () => {
    expect(asTestBuild(planPackage([], {}, linux), reason)).toMatchObject({
      formats: ["deb", "tar.gz"],
      archs: ["x64"],
    });
    expect(asTestBuild(planPackage(["deb"], { dir: true }, linux), reason).formats).toEqual(["dir", "deb"]);
  });

  it("is never a release", () => {
    expect(() => asTestBuild(planPackage([], { release: true, dir: true }, linux), reason)).toThrow(
      /^A release needs the official Electron.*the link is down.*--retry-electron\.$/,
    );
  });

  it.each([
    [{ win: true }, []],
    [{ mac: true }, []],
    [{ arm64: true }, []],
    [{}, ["AppImage"]],
  ])("is for linux x64 only: %j %j", (switches, formats) => {
    expect(() => asTestBuild(planPackage(formats, switches, linux), reason)).toThrow(/the link is down/);
  });
});

describe("the runs of electron-builder", () => {
  const runs = (formats: string[], switches = {}) => runsOf(planPackage(formats, switches, linux));

  it("make an rpm apart from what our stand-in for fpm makes", () => {
    expect(runs([])).toEqual([["AppImage", "deb"], ["rpm"]]);
    expect(runs(["rpm", "deb"], { dir: true })).toEqual([["dir", "deb"], ["rpm"]]);
    expect(runs(["rpm"])).toEqual([["rpm"]]);
    expect(runs(["deb"])).toEqual([["deb"]]);
  });

  it("are one for the other systems", () => {
    expect(runs([], { win: true })).toEqual([[]]);
    expect(runs(["dmg", "zip"], { mac: true })).toEqual([["dmg", "zip"]]);
  });
});
