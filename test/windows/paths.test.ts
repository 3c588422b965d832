/** Where Windows lets a shop put its profile and its files, and the names that it keeps for itself. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { keepsNamesApart } from "../../main/engine/subjects/counters/place/synced.ts";
import { connect, enter, NOWHERE, newFolder, openTestEngine } from "../helpers/engine.ts";

const LONG = "a folder of a name of forty letters, so so";
/** Three hundred letters and more in all, none of its parts too long by itself. */
const deep = (folder: string): string => join(folder, ...Array<string>(7).fill(LONG));
const small = (path: string): string => path.slice(0, 1).toLowerCase() + path.slice(1);
const capital = (path: string): string => path.slice(0, 1).toUpperCase() + path.slice(1);
const swapped = (path: string): string => (small(path) === path ? capital(path) : small(path));

const PROFILES: [string, (folder: string) => string][] = [
  ["a small drive letter", small],
  ["a capital drive letter", capital],
  ["blanks", (folder) => join(folder, "our shop  1")],
  ["Arabic letters", (folder) => join(folder, "متجر ١ – الفرع")],
  ["signs that shells read", (folder) => join(folder, "100% & (new) ^ ! '#; =,~")],
  ["300 characters", deep],
  ["the prefix of long paths", (folder) => `\\\\?\\${join(folder, "shop")}`],
  ["forward slashes", (folder) => join(folder, "shop").replaceAll("\\", "/")],
];

/** Enters one thing, backs it up, and closes. */
async function work(profile: string): Promise<string> {
  const engine = openTestEngine({ profile });
  await connect(engine, NOWHERE);
  const id = await enter(engine, "purchaseReturn");
  const { path } = await engine.call("backup.create", {});
  expect(existsSync(path)).toBe(true);
  await engine.close();
  return id;
}

describe("a profile whose path has", () => {
  it.each(PROFILES)("%s keeps an entry and backs it up", async (_, of) => {
    const profile = of(newFolder());
    mkdirSync(profile, { recursive: true });
    const id = await work(profile);
    const again = openTestEngine({ profile });
    expect((await again.entry(id)).state).toBe("pending");
    expect(again.logged).toEqual([]);
  });

  it.each(PROFILES)("%s is one engine's at a time, however it is spelled", async (_, of) => {
    const profile = of(newFolder());
    mkdirSync(profile, { recursive: true });
    const engine = openTestEngine({ profile });
    await connect(engine, NOWHERE);
    const other = profile.startsWith("\\\\") ? profile.slice(4) : swapped(profile).toUpperCase();
    expect(() => openTestEngine({ profile: other })).toThrow(/Another Counterside/);
  });
});

describe("a backup by hand", () => {
  it("is not put where live files are, however the folder is spelled", async () => {
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    const live = join(engine.profile, "connections");
    for (const path of [
      live,
      live.toUpperCase(),
      swapped(live),
      `\\\\?\\${live}`,
      live.replaceAll("\\", "/"),
    ])
      expect(await engine.refusal("backup.create", { path: join(path, "mine.sqlite") })).toMatchObject({
        code: "file_invalid",
        details: { reason: "live_folder" },
      });
  });

  const KEPT_BY_WINDOWS = ["CON", "con.sqlite", "NUL", "nul.sqlite", "aux.csv", "LPT1.txt", "COM¹"];
  const CUT_BY_WINDOWS = ["mine.sqlite.", "mine.sqlite ", "mine.sqlite. ."];
  it.each([...KEPT_BY_WINDOWS, ...CUT_BY_WINDOWS, "mine:stream.sqlite", "mine?.sqlite", "mi|ne.sqlite"])(
    "is not put under a name that Windows doesn't give to files: '%s'",
    async (name) => {
      const engine = openTestEngine();
      await connect(engine, NOWHERE);
      const folder = newFolder();
      expect((await engine.refusal("backup.create", { path: join(folder, name) })).code).toBe("file_invalid");
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe("a second folder for backups", () => {
  it("on a server that doesn't answer is refused, and the own backups go on", async () => {
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    const refusal = await engine.refusal("backup.setSecondFolder", {
      path: "\\\\no-such-server\\share\\backups",
    });
    expect(refusal).toMatchObject({
      code: "file_invalid",
      details: { reason: "not_writable", os: "ENOENT" },
    });
    expect(existsSync((await engine.call("backup.create", {})).path)).toBe(true);
  });
});

describe("a folder that can't be written to", () => {
  /** A disk that is locked, which `npm run windows` puts beside the tests' own folders where it may. */
  const locked = (context: TestContext): string => {
    const folder = join(tmpdir(), "locked");
    if (!existsSync(folder)) context.skip("no disk can be mounted here that is locked: this takes root");
    return folder;
  };

  it("takes no profile, which is said", (context) => {
    const profile = locked(context);
    expect(() => openTestEngine({ profile })).toThrow(expect.objectContaining({ code: "storage_read_only" }));
  });

  it("takes no backup, and the own backups go on", async (context) => {
    const path = locked(context);
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    expect(await engine.refusal("backup.create", { path })).toMatchObject({
      code: expect.stringMatching(/^(file_invalid|storage_read_only)$/),
      details: { os: expect.stringMatching(/^(EROFS|EPERM|EACCES)$/) },
    });
    expect(existsSync((await engine.call("backup.create", {})).path)).toBe(true);
  });
});

it("a shop folder that OneDrive carries to other computers is known by its name", () => {
  const synced = join(newFolder(), "OneDrive - متجر", "counters");
  mkdirSync(synced, { recursive: true });
  expect([keepsNamesApart(synced), keepsNamesApart(newFolder())]).toEqual([false, true]);
});
