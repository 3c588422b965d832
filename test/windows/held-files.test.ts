/** Files that another program holds: for some hundred milliseconds, which nobody notices, and for as long as it likes. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backupName } from "../../main/engine/file/backups/backup-files.ts";
import { readConfig, writeConfig } from "../../main/engine/subjects/counters/config.ts";
import {
  moveAtOnce,
  removeAtOnce,
  removeFile,
  removeFolder,
  removeFolderAtOnce,
  renameAtOnce,
  writeWhole,
  writeWholeAtOnce,
} from "../../main/lib/whole-file.ts";
import { keepBrokenAside, readSmallFile } from "../../main/shell/files/small-file.ts";
import { openLog } from "../../main/shell/log.ts";
import { ManualClock } from "../helpers/clock.ts";
import { connectionFile } from "../helpers/damage.ts";
import { connect, enter, NOWHERE, newFolder, openTestEngine, until } from "../helpers/engine.ts";
import { rememberingLog } from "../unit/shell/stand-ins.ts";
import { hold } from "./hold.ts";

const A_WHILE_MS = 400;
const HOUR_MS = 3_600_000;
const OLD = "as it was";
const NEW = "as it will be";

/** Each puts NEW in the place of the file, takes it away, or gives it another name. */
const STEPS: [string, (path: string) => unknown, "new" | "gone" | "moved"][] = [
  ["written anew at once", (path) => writeWholeAtOnce(path, (to) => writeFileSync(to, NEW)), "new"],
  ["written anew", (path) => writeWhole(path, async (to) => writeFileSync(to, NEW)), "new"],
  [
    "replaced by a rename",
    (path) => {
      writeFileSync(`${path}.part`, NEW);
      renameAtOnce(`${path}.part`, path);
    },
    "new",
  ],
  ["renamed", (path) => moveAtOnce(path, `${path}.2`), "moved"],
  ["removed at once", (path) => removeAtOnce(path), "gone"],
  ["removed", (path) => removeFile(path), "gone"],
  ["removed with its folder at once", (path) => removeFolderAtOnce(join(path, "..")), "gone"],
  ["removed with its folder", (path) => removeFolder(join(path, "..")), "gone"],
];

function aFile(): string {
  const folder = join(newFolder(), "shop");
  mkdirSync(folder);
  const path = join(folder, "settings.json");
  writeFileSync(path, OLD);
  return path;
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);

describe("a file that another program holds for a while", () => {
  it.each(STEPS)("is %s when it is let go", async (_, step, result) => {
    const path = aFile();
    await hold(path, A_WHILE_MS);
    await step(path);
    expect(textOf(path)).toBe(result === "new" ? NEW : null);
    if (result === "moved") expect(textOf(`${path}.2`)).toBe(OLD);
  });

  it("is read as a file of the profile when it is let go", async () => {
    const path = aFile();
    await hold(path, A_WHILE_MS);
    expect(readSmallFile(path)).toEqual({ kind: "text", text: OLD });
  });
});

describe("a file that another program never lets go", () => {
  it.each(STEPS)("is not %s, which is said, and stays as it was", async (_, step) => {
    const path = aFile();
    const letGo = await hold(path, "forever");
    await expect((async () => step(path))()).rejects.toMatchObject({
      code: expect.stringMatching(/^(EBUSY|EPERM|EACCES)$/),
    });
    expect(existsSync(path)).toBe(true);
    await letGo();
    expect(textOf(path)).toBe(OLD);
    expect(existsSync(`${path}.2`)).toBe(false);
  });

  it("is not believed broken, and not put aside, where it is one of the profile's", async () => {
    const path = aFile();
    const letGo = await hold(path, "forever");
    expect(readSmallFile(path).kind).toBe("held");
    expect(() => keepBrokenAside(path, rememberingLog())).toThrow("EBUSY");
    await letGo();
    expect(readdirSync(join(path, ".."))).toEqual(["settings.json"]);
  });
});

describe("the log", () => {
  const lines = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".log"))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
      .filter((line) => line.startsWith("{"));

  it("goes on where the oldest file can't be removed when it is rotated, and loses no line", async () => {
    const folder = newFolder();
    for (const name of ["main.log", "main.1.log", "main.2.log", "main.3.log", "main.4.log"])
      writeFileSync(join(folder, name), name === "main.log" ? `${"x".repeat(2_000_000)}\n` : "old");
    const letGo = await hold(join(folder, "main.4.log"), "forever");
    const log = openLog(folder, false);
    for (const n of [1, 2, 3]) log.info(`line ${n}`);
    await letGo();
    expect(lines(folder)).toHaveLength(3);
    expect(readdirSync(folder)).toContain("main.4.log");
  });

  it("is written on when it is let go", async () => {
    const folder = newFolder();
    const log = openLog(folder, false);
    await hold(join(folder, "main.log"), A_WHILE_MS);
    log.info("line 1");
    expect(lines(folder)).toHaveLength(1);
  });
});

describe("what was chosen about the shop folder", () => {
  const chosen = (profile: string) => {
    const config = { ...readConfig(profile), name: "Counter two" };
    writeConfig(profile, config);
    return join(profile, "shop-folder.json");
  };

  it("is read when it is let go", async () => {
    const profile = newFolder();
    await hold(chosen(profile), A_WHILE_MS);
    expect(readConfig(profile).name).toBe("Counter two");
  });

  it("is not replaced by first values where it is never let go", async () => {
    const profile = newFolder();
    await hold(chosen(profile), "forever");
    expect(() => readConfig(profile)).toThrow("EBUSY");
  });
});

describe("the books", () => {
  /** A shop with one entry, closed; returns the connection's file. */
  async function aShop() {
    const { engine, profile } = openAlone();
    await connect(engine, NOWHERE);
    await enter(engine, "purchaseReturn");
    await engine.close();
    return { profile, file: connectionFile(profile) };
  }

  function openAlone(profile = newFolder()) {
    return { profile, engine: openTestEngine({ profile, staysRefused: true }) };
  }

  const entriesOf = async (profile: string) => {
    const { engine } = openAlone(profile);
    const { entries } = await engine.call("outbox.list", {});
    await engine.close();
    return entries.length;
  };

  it.each(["", "-mark", "-answers"])(
    "are whole where their file%s is held when they are opened",
    async (rest) => {
      const { profile, file } = await aShop();
      if (!existsSync(file + rest)) writeFileSync(file + rest, "");
      await hold(file + rest, A_WHILE_MS);
      expect(await entriesOf(profile)).toBe(1);
    },
  );

  it("are neither damaged nor gone where their file is never let go: it is said, and they are there later", async () => {
    const { profile, file } = await aShop();
    const letGo = await hold(file, "forever");
    const { engine } = openAlone(profile);
    expect((await engine.refusal("outbox.list", {})).code).toBe("storage_busy");
    await engine.close();
    await letGo();
    expect(
      readdirSync(join(file, "..")).filter((name) => /corrupt|foreign|newer|replaced/.test(name)),
    ).toEqual([]);
    expect(await entriesOf(profile)).toBe(1);
  });

  it("are backed up, and that is no problem, where an old backup is never let go", async () => {
    const profile = newFolder();
    const clock = new ManualClock();
    const engine = openTestEngine({ profile, clock, automaticBackups: true });
    await connect(engine, NOWHERE);
    const backUp = async (n: number) => {
      await enter(engine, "purchaseReturn", n);
      clock.runUntil(clock.now() + HOUR_MS);
      await until(async () =>
        (await engine.call("backup.status", {})).files.some(({ at }) => Date.parse(at) === clock.now()),
      );
      // It waits for the removal of what need not be kept.
      await engine.call("backup.create", { path: join(newFolder(), "by-hand.sqlite") });
    };
    await backUp(1);
    const [first] = (await engine.call("backup.status", {})).files;
    // Of one hour only the newest is kept, which is the last of these.
    const older = [4, 3, 2, 1].map((minutes) => {
      const name = backupName(connectionFile(profile), clock.now() - minutes * 60_000, "by_itself");
      const path = join(first?.path ?? "", "..", name);
      copyFileSync(first?.path ?? "", path);
      return path;
    });
    const [heldOne = "", ...others] = older.slice(0, -1);
    await hold(heldOne, "forever");
    await backUp(2);
    await until(() => others.every((path) => !existsSync(path)));
    expect(existsSync(heldOne)).toBe(true);
    expect((await engine.call("backup.status", {})).problem).toBeNull();
  });
});
