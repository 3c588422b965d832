/** A file that is written whole or not at all, on a real disk whose calls are noted and made to fail. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  beside,
  nameWhole,
  nameWholeAtOnce,
  PAUSES_MS,
  renameAtOnce,
  whileHeld,
  whileHeldAtOnce,
  writeWhole,
  writeWholeAtOnce,
} from "../../../main/lib/whole-file.ts";
import type { Operation } from "../../faults/crash-states/operations.ts";
import { powerCuts } from "../../faults/crash-states/power-cuts.ts";
import { newFolder } from "../../helpers/engine.ts";
import { noteFileCalls } from "../../helpers/file-calls.ts";

const OLD = "as it was";
const NEW = "as it will be";

/** Writes NEW over OLD, in both ways. */
const WAYS: [string, (path: string, fill: (unfinished: string) => void) => Promise<void>][] = [
  ["at once", async (path, fill) => writeWholeAtOnce(path, fill, `${path}.new`)],
  ["while others have their turn", (path, fill) => writeWhole(path, async (to) => fill(to), `${path}.new`)],
];

const fill = (unfinished: string): void => writeFileSync(unfinished, NEW);

function oldFile(): string {
  const path = join(newFolder(), "file");
  writeFileSync(path, OLD);
  return path;
}

const failing =
  (what: string, code = "EIO") =>
  (call: string) => {
    if (call === what) throw Object.assign(new Error(`${code}: no, fsync`), { code, syscall: "fsync" });
  };

/** What may be read under the name after a power cut at any moment of these calls. */
function leftByPowerCuts(calls: readonly string[]): Set<string | undefined> {
  const put = (path: string, text: string): Operation[] => [
    { kind: "make", path },
    { kind: "write", path, at: 0, data: Buffer.from(text) },
  ];
  const flushed: Operation[] = ["file", ""].map((path) => ({ kind: "sync", path }));
  const before = [...put("file", OLD), ...flushed];
  const done = calls.map((call): Operation => {
    const [what, from = "", to] = call.split(" ");
    if (to !== undefined) return { kind: "rename", from, to };
    return { kind: "sync", path: what === "flush" && from.startsWith("file") ? from : "" };
  });
  const cuts = powerCuts([...before, ...put("file.new", NEW), ...done], {
    seed: 1,
    random: 0,
    from: before.length,
  });
  return new Set([...cuts].map(({ content }) => content.get("file")?.toString()));
}

function onWindows(): void {
  vi.spyOn(process, "platform", "get").mockReturnValue("win32");
  onTestFinished(() => void vi.restoreAllMocks());
}

describe.each(WAYS)("a file that is written %s", (_, write) => {
  it("is flushed, named, and then its folder is flushed; at each step the old or the new one is there whole", async () => {
    const path = oldFile();
    const standing: string[] = [];
    const calls = noteFileCalls(() => standing.push(readFileSync(path, "utf8")));
    await write(path, fill);
    const folder = basename(join(path, ".."));
    expect(calls).toEqual(["flush file.new", "rename file.new file", `flush ${folder}`]);
    expect(standing).toEqual([OLD, OLD, NEW]);
    expect(readFileSync(path, "utf8")).toBe(NEW);
    expect(readdirSync(join(path, ".."))).toEqual(["file"]);
  });

  it("is after a power cut at any moment the old or the new one, which it would not be without the flush", async () => {
    const path = oldFile();
    const calls = noteFileCalls();
    await write(path, fill);
    expect(leftByPowerCuts(calls)).toEqual(new Set([OLD, NEW]));
    const unflushed = calls.filter((call) => call !== "flush file.new");
    expect(leftByPowerCuts(unflushed)).toEqual(new Set([OLD, NEW, ""]));
  });

  it.each(["flush file.new", "rename file.new file"])(
    "and fails at '%s' leaves the old one and nothing beside it, and the error names it",
    async (step) => {
      const path = oldFile();
      noteFileCalls(failing(step));
      await expect(write(path, fill)).rejects.toMatchObject({
        code: "EIO",
        message: `EIO: no, fsync, '${path}'`,
        path,
      });
      expect(readFileSync(path, "utf8")).toBe(OLD);
      expect(readdirSync(join(path, ".."))).toEqual(["file"]);
    },
  );

  it("and fails while it is filled leaves the old one, and nothing of what SQLite puts beside the new one", async () => {
    const path = oldFile();
    const stopped = new Error("stopped");
    const stop = (unfinished: string) => {
      for (const rest of ["", "-journal", "-wal", "-shm"]) fill(unfinished + rest);
      throw stopped;
    };
    await expect(write(path, stop)).rejects.toBe(stopped);
    expect(stopped.message).toBe("stopped");
    expect(readFileSync(path, "utf8")).toBe(OLD);
    expect(readdirSync(join(path, ".."))).toEqual(["file"]);
  });

  it("and whose folder can't be flushed is there whole, and the error names it", async () => {
    const path = oldFile();
    noteFileCalls(failing(`flush ${basename(join(path, ".."))}`));
    await expect(write(path, fill)).rejects.toThrow(path);
    expect(readFileSync(path, "utf8")).toBe(NEW);
  });

  it.each(["EINVAL", "EACCES"])(
    "is written where the folder itself can't be flushed or opened (%s)",
    async (code) => {
      const path = oldFile();
      noteFileCalls(failing(`flush ${basename(join(path, ".."))}`, code));
      await write(path, fill);
      expect(readFileSync(path, "utf8")).toBe(NEW);
    },
  );

  it("tells what failed first, where its leftovers can't be removed either", async () => {
    const path = join(newFolder(), "file");
    const stop = (unfinished: string) => {
      // A folder is not removed as a file is.
      mkdirSync(unfinished);
      throw new Error("stopped");
    };
    await expect(write(path, stop)).rejects.toThrow("stopped");
  });

  it("takes the place of a read-only one on Windows too, where no folder is flushed", async () => {
    const path = oldFile();
    chmodSync(path, 0o400);
    onWindows();
    const calls = noteFileCalls();
    await write(path, fill);
    expect(calls).toEqual(["flush file.new", "chmod file", "rename file.new file"]);
    expect(readFileSync(path, "utf8")).toBe(NEW);
    await write(`${path}-2`, fill);
    expect(calls).not.toContain("chmod file-2");
  });
});

it("what fill answers is answered, and the unfinished file is one that nobody takes for a finished one", async () => {
  const path = join(newFolder(), "shop.sqlite");
  const noted = (unfinished: string): string => {
    fill(unfinished);
    return basename(unfinished);
  };
  for (const name of [writeWholeAtOnce(path, noted), await writeWhole(path, async (to) => noted(to))])
    expect(name).toMatch(/^\.shop\.sqlite\.[0-9a-f-]{36}\.part$/);
  expect(beside(path)).not.toBe(beside(path));
});

it("a file that is written already is named by the same steps", async () => {
  const folder = newFolder();
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  for (const path of [one, two]) fill(`${path}.part`);
  const calls = noteFileCalls();
  nameWholeAtOnce(`${one}.part`, one);
  await nameWhole(`${two}.part`, two);
  expect(calls).toEqual(
    ["one", "two"].flatMap((name) => [
      ...[`flush ${name}.part`, `rename ${name}.part ${name}`, `flush ${basename(folder)}`],
    ]),
  );
});

it("a file that is renamed is kept under its first name where that fails: nothing else may have it", () => {
  const path = oldFile();
  noteFileCalls(failing("rename file other"));
  expect(() => renameAtOnce(path, join(path, "..", "other"))).toThrow("EIO");
  expect(readFileSync(path, "utf8")).toBe(OLD);
});

describe("a file that another program holds", () => {
  /** Refuses so many times; what was slept is noted. */
  const holder = (times: number, code: string) => {
    const slept: number[] = [];
    let tries = 0;
    const step = (): string => {
      tries += 1;
      if (tries <= times) throw Object.assign(new Error(code), { code });
      return "done";
    };
    return { slept, step, sleep: (ms: number) => void slept.push(ms) };
  };
  const WAITS: [string, (by: ReturnType<typeof holder>, platform: NodeJS.Platform) => Promise<string>][] = [
    ["at once", async ({ step, sleep }, platform) => whileHeldAtOnce(step, platform, sleep)],
    [
      "while others have their turn",
      ({ step, sleep }, platform) =>
        whileHeld(
          async () => step(),
          platform,
          async (ms) => sleep(ms),
        ),
    ],
  ];

  describe.each(WAITS)("%s", (_, wait) => {
    it.each(["EBUSY", "EPERM", "EACCES"])(
      "is tried again on Windows until it is let go: %s",
      async (code) => {
        const by = holder(4, code);
        expect(await wait(by, "win32")).toBe("done");
        expect(by.slept).toEqual(PAUSES_MS.slice(0, 4));
      },
    );

    it("is given up after two seconds, with what the system said", async () => {
      const by = holder(Number.POSITIVE_INFINITY, "EBUSY");
      await expect(wait(by, "win32")).rejects.toMatchObject({ code: "EBUSY" });
      expect(by.slept.reduce((total, ms) => total + ms)).toBe(2_000);
    });

    it.each<[NodeJS.Platform, string]>([
      ["win32", "ENOENT"],
      ["win32", "ENOSPC"],
      ["linux", "EACCES"],
      ["darwin", "EBUSY"],
    ])("is not waited for on %s where the answer is %s", async (platform, code) => {
      const by = holder(1, code);
      await expect(wait(by, platform)).rejects.toMatchObject({ code });
      expect(by.slept).toEqual([]);
    });
  });
});
