/**
 * What a power cut may leave of the real engine's work is laid out from its own system calls, and each state is opened
 * with the real engine. A short form; `npm run crash-states` opens more.
 */
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "../helpers/engine.ts";
import { startPractice } from "../helpers/practice/requests.ts";
import { needsPrograms } from "../helpers/system-programs.ts";
import { openStates } from "./crash-states/campaign.ts";
import { Disk } from "./crash-states/disk.ts";
import { judge, lay, promisedBy } from "./crash-states/judge.ts";
import { type Operation, operationsOf, saidEarly } from "./crash-states/operations.ts";
import { countPowerCuts, powerCuts } from "./crash-states/power-cuts.ts";
import { recordWork, unfitness } from "./crash-states/record.ts";
import { systemCallsOf } from "./crash-states/system-calls.ts";

const hex = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
const text = (content: Map<string, Buffer | null>) =>
  Object.fromEntries([...content].map(([path, bytes]) => [path, bytes?.toString() ?? null]));

describe("system calls", () => {
  const file = `7<${hex("/p/a")}>`;
  const read = (...lines: string[]) => operationsOf(systemCallsOf(lines), "/p");

  it("are read as what they did to the files of one folder, also those that were interrupted", () => {
    expect(
      read(
        `1 openat(AT_FDCWD<${hex("/")}>, "${hex("/p/a")}", O_RDWR|O_CREAT, 0644) = ${file}`,
        `1 pwrite64(${file}, "${hex("ab")}", 2, 0) = 2`,
        `1 write(${file}, "${hex("cd")}", 2) = 1`,
        `2 fsync(${file} <unfinished ...>`,
        `1 rename("${hex("/p/a")}", "${hex("/p/b")}") = 0`,
        "2 <... fsync resumed>) = 0",
        `1 fsync(8<${hex("/p")}>) = 0`,
        `1 fsync(8<${hex("/elsewhere")}>) = 0`,
        `1 unlink("${hex("/p/b")}") = -1 ENOENT (No such file or directory)`,
        `1 write(1<pipe:[3]>, "${hex("said")}", 4) = 4`,
        `1 write(9<TCP:[127.0.0.1:1->127.0.0.1:2]>, "${hex("sent")}", 4) = 4`,
      ),
    ).toEqual([
      { kind: "make", path: "a" },
      { kind: "write", path: "a", at: 0, data: Buffer.from("ab") },
      { kind: "write", path: "a", at: 0, data: Buffer.from("c") },
      { kind: "rename", from: "a", to: "b" },
      { kind: "sync", path: "a" },
      { kind: "sync", path: "" },
      { kind: "said", text: "said" },
      { kind: "sent", text: "sent" },
    ]);
  });

  it("that nothing here knows how to read are refused", () => {
    expect(() => read(`1 fallocate(${file}, 0, 0, 9) = 0`)).toThrow("room is taken beforehand: a");
  });
});

describe("a disk after a power cut", () => {
  const write = (path: string, at: number, data: string): Operation => ({
    kind: "write",
    path,
    at,
    data: Buffer.from(data),
  });
  const leftOf = (operations: Operation[], choice: (boolean | number)[]) => {
    const disk = new Disk();
    for (const operation of operations) disk.do(operation);
    return text(disk.after(choice));
  };
  const made: Operation[] = [
    { kind: "make", path: "a" },
    { kind: "sync", path: "" },
    write("a", 0, "one"),
    { kind: "sync", path: "a" },
  ];

  it("has what was synced, and of the rest what the choice says, whole or torn", () => {
    const operations = [...made, write("a", 0, "TWO"), write("a", 3, "three")];
    expect(leftOf(operations, [])).toEqual({ a: "one" });
    expect(leftOf(operations, [true, false])).toEqual({ a: "TWO" });
    expect(leftOf(operations, [false, 2])).toEqual({ a: "oneth" });
    expect(leftOf([...made, { kind: "cut", path: "a", length: 1 }], [true])).toEqual({ a: "o" });
  });

  it("has a name only once its folder was synced, and a rename whole or not at all", () => {
    const folder: Operation[] = [
      { kind: "folder", path: "f" },
      { kind: "make", path: "f/b" },
      { kind: "sync", path: "f" },
    ];
    expect(leftOf(folder, [false])).toEqual({});
    expect(leftOf(folder, [true])).toEqual({ f: null, "f/b": "" });
    const renamed: Operation[] = [...made, { kind: "rename", from: "a", to: "b" }];
    expect(leftOf(renamed, [false])).toEqual({ a: "one" });
    expect(leftOf(renamed, [true])).toEqual({ b: "one" });
  });

  it("is looked at where most may be lost, each state once, and in the same order for the same seed", () => {
    const operations: Operation[] = [
      ...made,
      write("a", 0, "x".repeat(1_000)),
      { kind: "said", text: "done" },
    ];
    const looks = { seed: 1, random: 4, from: 0 };
    const states = [...powerCuts(operations, looks)].map(({ content, said }) => [
      said.length,
      content.get("a")?.length,
    ]);
    expect(new Set(states.map(String)).size).toBe(states.length);
    expect(states).toEqual(
      expect.arrayContaining([
        [1, 3],
        [1, 512],
        [1, 1_000],
      ]),
    );
    expect([...powerCuts(operations, looks)]).toEqual([...powerCuts(operations, looks)]);
    // Absent, whole, or cut at the one sector between.
    expect(countPowerCuts(operations, { ...looks, from: 6 }).possible).toBe(6n);
  });
});

describe("a power cut", () => {
  beforeEach(async (context) => {
    needsPrograms(context, "strace");
    const why = await unfitness();
    if (why !== null) context.skip(why);
  });

  it("at any moment of postings, answers, an import, a backup, a restore and a recovery costs nothing that was promised, and a sync that is left out would", async () => {
    const folder = newFolder();
    const records = await recordWork(folder, await startPractice(), { postings: 2, rows: 40 });
    for (const record of records) {
      expect(saidEarly(record.operations)).toEqual([]);
      const figures = await openStates(record, folder, { seed: 1, states: 8, random: 2 });
      expect(figures.wrong).toEqual([]);
      expect(figures.opened).toBeGreaterThan(1);
    }

    /** What is wrong right after something was said, where the last sync of these before it had been left out. */
    const without = async (isLeftOut: (path: string) => boolean, isSaid: (text: string) => boolean) => {
      const [work] = records;
      const all = work?.operations ?? [];
      const before = all.slice(0, all.findIndex((one) => one.kind === "said" && isSaid(one.text)) + 1);
      const leftOut = before.findLastIndex((one) => one.kind === "sync" && isLeftOut(one.path));
      const fewer = before.toSpliced(leftOut, 1);
      const [cut] = powerCuts(fewer, { seed: 1, random: 0, from: fewer.length });
      const place = join(folder, `without-${leftOut}`);
      lay(place, cut?.content ?? new Map());
      const { wrong } = await judge(place, promisedBy(cut ?? { said: [], sent: [] }, work?.profile ?? ""));
      return wrong.join("\n");
    };
    const isPosted = (line: string) => line.includes('"serialNo"') && line.includes('"ok":true');
    expect(await without((path) => path.includes("connections/") && path.endsWith("-wal"), isPosted)).toMatch(
      /acknowledged posting .* is lost/,
    );
    expect(await without((path) => path === "", isPosted)).toMatch(/acknowledged posting .* is lost/);
    expect(
      await without(
        (path) => path === "backups",
        (line) => line.includes("/backups/"),
      ),
    ).toMatch(/can't be opened/);
  }, 240_000);
});
