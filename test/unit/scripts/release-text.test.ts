import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { debianChangelog, readChangelog, sectionOf } from "../../../scripts/lib/release/changelog.mjs";
import { checksums } from "../../../scripts/lib/release/folder.mjs";
import { releaseNotes } from "../../../scripts/lib/release/notes.mjs";
import { shippedBom } from "../../../scripts/lib/release/sbom.mjs";
import { emptySigningNames, signingConfig, signingOf } from "../../../scripts/lib/release/signing.mjs";

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-11-21

### Added

- Slips on paper of 80 mm.

## [1.0.0] - 2026-10-01

- The first version.

[1.1.0]: https://counterside.invalid/1.1.0
`;

describe("the changelog", () => {
  it("is read into versions, newest first", () => {
    expect(readChangelog(CHANGELOG)).toEqual([
      { version: "Unreleased", date: null, text: "" },
      { version: "1.1.0", date: "2026-11-21", text: "### Added\n\n- Slips on paper of 80 mm." },
      { version: "1.0.0", date: "2026-10-01", text: "- The first version." },
    ]);
    expect(() => sectionOf(CHANGELOG, "2.0.0")).toThrow('no heading "## [2.0.0]');
    expect(() => readChangelog("## 1.0.0\n")).toThrow("a heading in another form");
  });

  it("becomes Debian's", () => {
    const facts = { version: "1.1.0", maintainer: "A <a@b.example>", now: new Date("2026-12-01T10:00:00Z") };
    expect(debianChangelog(CHANGELOG, facts)).toBe(`counterside (1.1.0) stable; urgency=medium

  * Slips on paper of 80 mm.

 -- A <a@b.example>  Sat, 21 Nov 2026 00:00:00 +0000

counterside (1.0.0) stable; urgency=medium

  * The first version.

 -- A <a@b.example>  Thu, 01 Oct 2026 00:00:00 +0000
`);
  });

  it("names an unreleased build by its own version and the day it is made", () => {
    const facts = {
      version: "1.2.0-beta.1",
      maintainer: "A <a@b.example>",
      now: new Date("2026-12-01T10:00:00Z"),
    };
    const text = debianChangelog(`## [Unreleased]\n\n- ${"word ".repeat(30).trim()}\n`, facts);
    expect(text).toMatch(/^counterside \(1\.2\.0~beta\.1\) /);
    expect(text).toContain("Tue, 01 Dec 2026 10:00:00 +0000");
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

describe("signing", () => {
  const mac = { CSC_LINK: "a", CSC_KEY_PASSWORD: "b" };
  const apple = { APPLE_API_KEY: "c", APPLE_API_KEY_ID: "d", APPLE_API_ISSUER: "e" };

  it("needs every secret of a system, and notarising a signature too", () => {
    expect(signingOf("mac", { ...mac, ...apple })).toEqual({ system: "mac", signed: true, notarised: true });
    expect(signingOf("mac", mac)).toEqual({ system: "mac", signed: true, notarised: false });
    expect(signingOf("mac", { ...apple, CSC_LINK: "a" })).toMatchObject({ signed: false, notarised: false });
    expect(signingOf("win", mac)).toMatchObject({ signed: false });
    expect(signingOf("win", { WIN_CSC_LINK: "a", WIN_CSC_KEY_PASSWORD: "b" })).toMatchObject({
      signed: true,
    });
    expect(signingOf("linux", mac)).toMatchObject({ signed: false });
  });

  it("fails the build where a certificate is given and can't be used", () => {
    expect(signingConfig({ system: "win", signed: true, notarised: false }, "- New.")).toMatchObject({
      forceCodeSigning: true,
      publish: { provider: "generic" },
      releaseInfo: { releaseNotes: "- New." },
    });
    expect(signingConfig({ system: "mac", signed: false, notarised: false }, "- New.")).toEqual({
      forceCodeSigning: false,
      mac: { identity: "-", notarize: false },
    });
  });

  it("takes the empty word of a missing secret for none", () => {
    expect(emptySigningNames({ CSC_LINK: "", APPLE_API_KEY: " ", WIN_CSC_LINK: "a" })).toEqual([
      "CSC_LINK",
      "APPLE_API_KEY",
    ]);
  });
});

describe("the notes of a release", () => {
  it("say what is new and, plainly, what is not signed", () => {
    const text = releaseNotes({ version: "1.1.0", changelog: CHANGELOG, signing: [], names: [] });
    expect(text).toContain("- Slips on paper of 80 mm.");
    expect(text).toContain("**the installers are not signed**");
    expect(text).toContain("**the program is neither signed nor notarised**");
    expect(text).toContain("**No list for updates is attached**");
  });

  it("say what is signed", () => {
    const text = releaseNotes({
      version: "1.1.0",
      changelog: CHANGELOG,
      signing: [
        { system: "win", signed: true, notarised: false },
        { system: "mac", signed: true, notarised: true },
      ],
      names: ["latest.yml", "latest-mac.yml"],
      repository: "shop/counterside",
    });
    expect(text).not.toContain("**");
    expect(text).toContain("macOS: the program is signed and notarised.");
    expect(text).toContain("`latest.yml`, `latest-mac.yml`");
    expect(text).toContain("`gh attestation verify FILE --repo shop/counterside`");
  });
});

describe("SHA256SUMS", () => {
  it("names each file as sha256sum does", async () => {
    const folder = mkdtempSync(join(tmpdir(), "counterside-sums-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "b.deb"), "two");
    writeFileSync(join(folder, "a.deb"), "one");
    const sum = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(await checksums(folder, ["b.deb", "a.deb"])).toBe(`${sum("one")}  a.deb\n${sum("two")}  b.deb\n`);
  });
});

describe("the bill of materials", () => {
  const component = (name: string) => ({
    "bom-ref": `${name}@1.0.0`,
    type: "library",
    name,
    version: "1.0.0",
    scope: "optional",
    properties: [{ name: "cdx:npm:package:development", value: "true" }],
  });
  const bom = {
    bomFormat: "CycloneDX",
    metadata: { component: { ...component("folder"), scope: "required" } },
    components: [component("react"), component("vite")],
    dependencies: [
      { ref: "folder@1.0.0", dependsOn: ["react@1.0.0", "vite@1.0.0"] },
      { ref: "react@1.0.0", dependsOn: ["vite@1.0.0"] },
      { ref: "vite@1.0.0" },
    ],
  };

  it("keeps what ships and says that it does", () => {
    expect(shippedBom(bom, new Set(["react@1.0.0"]), { name: "counterside", version: "2.0.0" })).toEqual({
      bomFormat: "CycloneDX",
      metadata: {
        component: {
          ...bom.metadata.component,
          "bom-ref": "counterside@2.0.0",
          type: "application",
          name: "counterside",
          version: "2.0.0",
        },
      },
      components: [{ ...component("react"), scope: "required", properties: [] }],
      dependencies: [
        { ref: "counterside@2.0.0", dependsOn: ["react@1.0.0"] },
        { ref: "react@1.0.0", dependsOn: [] },
      ],
    });
  });

  it("refuses to leave out what ships", () => {
    const own = { name: "counterside", version: "2.0.0" };
    expect(() => shippedBom(bom, new Set(["zod@4.0.0"]), own)).toThrow("doesn't name zod@4.0.0");
  });
});
