import { describe, expect, it } from "vitest";
import { fileProblems, installers, tagProblems, versionOf } from "../../../scripts/lib/release/check.mjs";
import { layRelease } from "../../../scripts/lib/release/folder.mjs";

const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-21\n\n### Added\n\n- One thing.\n";
const facts = { tag: "v1.2.3", packageVersion: "1.2.3", lockVersion: "1.2.3", changelog: CHANGELOG };

describe("a tag", () => {
  it.each(["v1.2.3", "v0.1.0-beta.2"])("%s is a release's", (tag) => {
    expect(versionOf(tag)).toBe(tag.slice(1));
  });

  it.each(["1.2.3", "v1.2", "v01.2.3", "v1.2.3-rc.1", "v1.2.3;rm", ""])("%j is none", (tag) => {
    expect(() => versionOf(tag)).toThrow(/is no release's tag/);
  });

  it("is released where package, lock file and changelog name its version", () => {
    expect(tagProblems(facts)).toEqual([]);
  });

  it.each([
    ["package.json", { packageVersion: "1.2.2" }, "package.json says 1.2.2 and the tag 1.2.3."],
    ["the lock file", { lockVersion: "1.2.2" }, "package-lock.json says 1.2.2 and the tag 1.2.3."],
    [
      "the changelog",
      { changelog: CHANGELOG.replace("[1.2.3]", "[1.2.2]") },
      "The newest version in CHANGELOG.md is 1.2.2 and the tag's 1.2.3.",
    ],
    [
      "no changelog",
      { changelog: "# Changelog\n\n## [Unreleased]\n" },
      "The newest version in CHANGELOG.md is none and the tag's 1.2.3.",
    ],
    ["a day", { changelog: CHANGELOG.replace(" - 2026-11-21", "") }, "CHANGELOG.md names no day for 1.2.3."],
    [
      "words",
      { changelog: "## [1.2.3] - 2026-11-21\n\n## [1.2.2] - 2026-10-01\n\n- Old.\n" },
      "CHANGELOG.md says nothing of 1.2.3.",
    ],
    [
      "what is left over",
      { changelog: CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n- Later.\n") },
      "CHANGELOG.md still has words under Unreleased: they belong to the tag's version or to the next.",
    ],
  ])("is refused where %s disagrees", (_, change, words) => {
    expect(tagProblems({ ...facts, ...change })).toEqual([words]);
  });
});

describe("the files of a release", () => {
  const all = installers("1.2.3");

  it("are one installer of every kind, and what lies beside them", () => {
    const beside = ["SHA256SUMS", "Counterside-1.2.3.cdx.json", "latest.yml", "beta-mac.yml"];
    expect(fileProblems("1.2.3", [...all, ...beside, "signing-mac.json", "RELEASE-NOTES.md"])).toEqual([]);
    expect(all.map((name) => name.replace("Counterside-1.2.3-", ""))).toEqual([
      "linux-x86_64.AppImage",
      "linux-amd64.deb",
      "linux-x86_64.rpm",
      "windows-x64-setup.exe",
      "windows-arm64-setup.exe",
      "mac-x64.dmg",
      "mac-x64.zip",
      "mac-arm64.dmg",
      "mac-arm64.zip",
    ]);
  });

  it("are refused where one is missing, of another version, or a test build", () => {
    const names = [
      ...all.slice(1),
      "Counterside-1.2.2-linux-amd64.deb",
      "Counterside-1.2.3-test-build-linux-amd64.deb",
    ];
    expect(fileProblems("1.2.3", names)).toEqual([
      "Counterside-1.2.3-test-build-linux-amd64.deb is a test build, which must not be given to anyone.",
      "Counterside-1.2.3-linux-x86_64.AppImage is missing.",
      "Counterside-1.2.2-linux-amd64.deb belongs to no release of 1.2.3.",
    ]);
  });
});

it("a test build is laid beside no release", () => {
  const made = ["dist/test-build/Counterside-0.1.0-test-build-linux-amd64.deb"];
  expect(() => layRelease("linux", made)).toThrow("is a test build, which must not be given to anyone");
});
