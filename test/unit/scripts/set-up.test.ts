import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sourceDigest } from "../../../scripts/lib/build.mjs";
import { lockProblems, nameAt } from "../../../scripts/lib/checks/lock-file.mjs";
import { cacheDir } from "../../../scripts/lib/paths.mjs";
import { nodeFits } from "../../../scripts/lib/set-up/fitting-node.mjs";
import { installedAsLocked } from "../../../scripts/lib/set-up/packages.mjs";
import { requirePinned } from "../../../scripts/lib/set-up/pinned-archive.mjs";
import { forNodeApi9 } from "../../../scripts/lib/set-up/sqlite-binding.mjs";
import {
  ensureSystemLibraries,
  NOTHING_MORE,
  packageOf,
  testPackages,
} from "../../../scripts/lib/set-up/system-libraries.mjs";
import { readWords } from "../../../scripts/lib/words.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-set-up-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a Node that fits", () => {
  it.each([
    ["v20.20.2", false],
    ["v22.13.1", false],
    ["v22.14.0", true],
    ["v24.0.0", true],
  ])("%s: %s", (version, fits) => expect(nodeFits(version)).toBe(fits));
});

describe("installed packages", () => {
  const wanted = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/for-another-system": { version: "2.0.0", optional: true },
  };

  it("may lack optional packages", () => {
    expect(installedAsLocked(wanted, { "node_modules/a": { version: "1.0.0" } })).toBe(true);
  });

  it("must not lack others, as after an interrupted installation", () => {
    expect(installedAsLocked(wanted, {})).toBe(false);
  });

  it("must be the very bytes that are locked", () => {
    const locked = { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } };
    expect(installedAsLocked(locked, { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } })).toBe(
      true,
    );
    expect(installedAsLocked(locked, { "node_modules/a": { version: "1.0.0", integrity: "sha512-b" } })).toBe(
      false,
    );
    expect(installedAsLocked(locked, { "node_modules/a": { version: "1.0.0" } })).toBe(false);
  });

  it("must have the locked versions", () => {
    expect(installedAsLocked(wanted, { "node_modules/a": { version: "1.0.1" } })).toBe(false);
  });
});

describe("the lock file", () => {
  const ofCheckout = () =>
    JSON.parse(readFileSync(join(import.meta.dirname, "../../../package-lock.json"), "utf8")).packages;

  it("of this checkout names every package of every system with its SHA-512", () => {
    expect(lockProblems(ofCheckout())).toEqual([]);
  });

  it("from which one digest is removed, or made weak, installs nothing", () => {
    const locked = ofCheckout();
    for (const place of ["node_modules/zod", "node_modules/@biomejs/cli-win32-x64"])
      for (const integrity of [undefined, "sha1-AAAA", "sha512-short"]) {
        const spoilt = { ...locked, [place]: { ...locked[place], integrity } };
        expect(lockProblems(spoilt)).toEqual([
          `${nameAt(place)}@${locked[place].version} has no SHA-512 in package-lock.json`,
        ]);
      }
  });

  it("from which an optional package of another system is left out installs nothing", () => {
    const { "node_modules/@biomejs/cli-win32-x64": _, ...rest } = ofCheckout();
    expect(lockProblems(rest)).toEqual([
      "@biomejs/cli-win32-x64, an option of @biomejs/biome, is not in package-lock.json",
    ]);
  });
});

describe("a pinned file", () => {
  const content = "the very bytes";
  const pinned = {
    integrity: `sha512-${createHash("sha512").update(content).digest("base64")}`,
    sha256: createHash("sha256").update(content).digest("hex"),
  };

  it("passes when both digests match", async () => {
    const path = join(folder, "archive.tgz");
    writeFileSync(path, content);
    await expect(requirePinned(path, pinned)).resolves.toBeUndefined();
  });

  it("is refused when one byte differs", async () => {
    const path = join(folder, "archive.tgz");
    writeFileSync(path, "the very Bytes");
    await expect(requirePinned(path, pinned)).rejects.toThrow("is not the file that was pinned");
  });

  it("is refused when only one of the digests matches", async () => {
    const path = join(folder, "archive.tgz");
    writeFileSync(path, content);
    await expect(requirePinned(path, { ...pinned, integrity: "sha512-other" })).rejects.toThrow("pinned");
  });
});

describe("the digest of the sources", () => {
  beforeEach(() => {
    mkdirSync(join(folder, "main", "engine"), { recursive: true });
    writeFileSync(join(folder, "main", "engine", "a.ts"), "1");
    writeFileSync(join(folder, "package.json"), "{}");
  });
  const digest = () => sourceDigest(folder, ["main", "package.json", "missing.json"]);

  it("ignores times", () => {
    const before = digest();
    utimesSync(join(folder, "package.json"), 1, 1);
    expect(digest()).toBe(before);
  });

  it("sees a changed, a new and a renamed file", () => {
    const seen = new Set([digest()]);
    writeFileSync(join(folder, "main", "engine", "a.ts"), "2");
    seen.add(digest());
    writeFileSync(join(folder, "main", "b.ts"), "");
    seen.add(digest());
    rmSync(join(folder, "main", "b.ts"));
    writeFileSync(join(folder, "main", "c.ts"), "");
    seen.add(digest());
    expect(seen.size).toBe(4);
  });
});

describe("the binding recipe for Node-API 9", () => {
  it("replaces the version it asks for", () => {
    const changed = forNodeApi9("'defines': ['NAPI_VERSION=10', 'OTHER']");
    expect(changed).toBe(
      "'defines': ['NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT', 'OTHER']",
    );
  });

  it("stops when there is nothing to replace", () => {
    expect(() => forNodeApi9("'defines': []")).toThrow("no longer asks for NAPI_VERSION=10");
  });
});

describe("the cache", () => {
  it("lies where COUNTERSIDE_CACHE says, else in the XDG folder", () => {
    expect(cacheDir({ COUNTERSIDE_CACHE: "/a", XDG_CACHE_HOME: "/b" })).toBe("/a");
    expect(cacheDir({ XDG_CACHE_HOME: "/b" })).toBe("/b/counterside");
  });
});

describe("a command line", () => {
  it("refuses an unknown switch in one sentence", () => {
    expect(() => readWords("help", {}, ["--nonsense"])).toThrow(/^Unknown option '--nonsense'; --help names/);
  });
});

describe("what tests need of the system", () => {
  const tests = join(import.meta.dirname, "../..");
  const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(tests, name), "utf8") }));

  it("is installed before the first of them, whatever program one asks for", () => {
    const asked = sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:lacking\(|needsPrograms\(\w+, )("[^)]*")\)/g)].flatMap(([, programs = ""]) =>
        [...programs.matchAll(/"([^"]+)"/g)].map(([, program = ""]) => program),
      ),
    );
    expect(asked).toContain("strace");
    // dpkg-deb is there wherever apt-get is.
    const packages = [...new Set(asked.filter((program) => program !== "dpkg-deb").map(packageOf))];
    expect(packages.filter((name) => !testPackages.includes(name))).toEqual([]);
  });

  it("is installed by none of them", () => {
    const installing = sources.filter(({ text }) => /apt-get.{0,20}install|ensureSystemLibraries/.test(text));
    // A benchmark that a person runs by itself may; in npm test it may not.
    expect(installing.map(({ name }) => name).sort()).toEqual([
      join("bench", "import-shell.ts"),
      join("unit", "scripts", "set-up.test.ts"),
    ]);
  });

  it("is not installed while they run: what is missing then is named", async () => {
    vi.stubEnv(NOTHING_MORE, "nothing is installed while tests run");
    vi.stubEnv("PATH", "");
    const asking = ensureSystemLibraries(["strace"], "watch");
    if (process.platform === "linux")
      await expect(asking).rejects.toThrow("Missing to watch: strace; nothing is installed while tests run.");
    else await asking;
  });
});
