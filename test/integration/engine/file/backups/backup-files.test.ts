/** The files behind references, in backups and out of them. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { type KeptFile, storedName } from "../../../../../contract/kept-file.ts";
import { counterFolder } from "../../../../../main/engine/file/backups/backup-files.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { openCounter } from "../../../../helpers/counter-backups.ts";
import { connectionFile } from "../../../../helpers/damage.ts";
import {
  aReturn,
  DEVICE,
  newFolder,
  openPaused,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../../helpers/engine.ts";

/** Attaches a file as the shell does, and enters a return whose reference names it. */
async function enterWithFile(engine: TestEngine, text: string, name = "invoice.pdf"): Promise<KeptFile> {
  const content = Buffer.from(text);
  const file = { sha256: createHash("sha256").update(content).digest("hex"), name, bytes: content.length };
  mkdirSync(join(engine.profile, "attachments"), { recursive: true });
  writeFileSync(join(engine.profile, "attachments", storedName(file)), content);
  await engine.call("purchaseReturn.post", {
    ...aReturn(),
    documentReferences: [{ type: 1, reference: name, kept: file }],
  });
  return file;
}
const attached = (engine: TestEngine, file: KeptFile): string =>
  join(engine.profile, "attachments", storedName(file));

describe("a backup to a place that a person chose", () => {
  it("is one file that holds the attached files too, and another counter takes them out of it", async () => {
    const old = await openPaused();
    const files = [
      await enterWithFile(old, "a".repeat(2_500_000)),
      await enterWithFile(old, "small", "note.txt"),
    ];
    const stick = newFolder();
    const made = await old.call("backup.create", { path: join(stick, "shop.backup") });
    expect(made.missingFiles).toEqual({ count: 0, names: [] });
    expect(readdirSync(stick)).toEqual(["shop.backup"]);

    const engine = openTestEngine({ randomness: systemRandomness });
    const restored = await engine.call("backup.restore", { path: made.path });
    expect(restored).toMatchObject({ files: 2, missingFiles: { count: 0, names: [] } });
    for (const file of files)
      expect(readFileSync(attached(engine, file))).toEqual(readFileSync(attached(old, file)));
    // What was carried is no part of the file in use, nor of its backups.
    const db = new Database(connectionFile(engine.profile), { readonly: true });
    expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'carried_file'").get()).toBeUndefined();
    db.close();
  });

  it("names the files that it could not take along, and so does the counter that loads it", async () => {
    const old = await openPaused();
    const [gone, cut, there] = [
      await enterWithFile(old, "gone", "gone.pdf"),
      await enterWithFile(old, "cut short", "cut.pdf"),
      await enterWithFile(old, "there", "there.pdf"),
    ];
    rmSync(attached(old, gone));
    // Nobody writes into it: opening it to read would wait.
    if (process.platform !== "win32") execFileSync("mkfifo", [attached(old, gone)]);
    truncateSync(attached(old, cut), 3);
    const path = join(newFolder(), "shop.backup");
    const { missingFiles } = await old.call("backup.create", { path });
    expect({ ...missingFiles, names: missingFiles.names.toSorted() }).toEqual({
      count: 2,
      names: ["cut.pdf", "gone.pdf"],
    });
    const engine = openTestEngine({ randomness: systemRandomness });
    const restored = await engine.call("backup.restore", { path });
    expect(restored).toMatchObject({ files: 1, missingFiles: { count: 2 } });
    expect(existsSync(attached(engine, there))).toBe(true);
    expect(existsSync(attached(engine, cut))).toBe(false);
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report?.details.files).toMatchObject({ brought: 1, missing: { count: 2 } });
  });
});

it("loading a backup out of a counter's folder brings the files that lie beside it", async () => {
  const old = await openPaused();
  const file = await enterWithFile(old, "beside");
  await old.call("backup.create", {});
  const second = newFolder();
  await old.call("backup.setSecondFolder", { path: second });
  const folder = counterFolder(second, DEVICE);
  const [name = ""] = readdirSync(folder).filter((each) => each.endsWith(".sqlite"));
  const engine = openTestEngine({ randomness: systemRandomness });
  expect(await engine.call("backup.restore", { path: join(folder, name) })).toMatchObject({ files: 1 });
  expect(readFileSync(attached(engine, file), "utf8")).toBe("beside");
});

it.each([
  ["own folder", false],
  ["second folder", true],
])("a missing attached file is recovered from the backups in the %s", async (_, onlySecond) => {
  const first = await openPaused();
  const [lost, cut] = [
    await enterWithFile(first, "lost", "lost.pdf"),
    await enterWithFile(first, "cut short"),
  ];
  const draft = await enterWithFile(first, "of a draft", "draft.pdf");
  await first.call("draft.save", {
    draftId: "7a0c4e50-0000-4000-8000-000000000001",
    kind: "purchaseReturn",
    content: JSON.stringify({ references: [{ file: draft }] }),
  });
  await first.call("backup.create", {});
  const second = newFolder();
  await first.call("backup.setSecondFolder", { path: second });
  await first.close();
  rmSync(join(first.profile, "attachments", storedName(lost)));
  truncateSync(join(first.profile, "attachments", storedName(cut)), 2);
  rmSync(join(first.profile, "attachments", storedName(draft)));
  if (onlySecond) rmSync(join(first.profile, "backups", `counter-${DEVICE}`), { recursive: true });
  const engine = openTestEngine({ profile: first.profile });
  engine.clock.runUntil(engine.clock.now() + 10_000);
  await until(() => [lost, cut, draft].every((file) => existsSync(attached(engine, file))));
  await until(() => readFileSync(attached(engine, cut), "utf8") === "cut short");
  expect((await engine.call("backup.status", {})).missingFiles).toEqual({ count: 0, names: [] });
});

it.each([
  ["a start at which the books were recovered", true, 0],
  ["any other start, when everything else is open", false, 5_000],
])("after %s missing files are looked for: %s, after %i ms", async (_, isRecovered, afterMs) => {
  const first = await openPaused();
  const file = await enterWithFile(first, "nowhere", "nowhere.pdf");
  await first.close();
  rmSync(attached(first, file));
  const books = connectionFile(first.profile);
  if (isRecovered) writeFileSync(books, readFileSync(books).fill(7, 0, 100));
  const engine = openTestEngine({ profile: first.profile });
  const isLookedFor = () => engine.logged.includes("attached files are missing");
  engine.clock.runUntil(engine.clock.now() + afterMs - 1);
  await new Promise((done) => setTimeout(done, 100));
  expect(isLookedFor()).toBe(false);
  engine.clock.runUntil(engine.clock.now() + 1);
  await until(isLookedFor);
});

it("an attached file that is nowhere is named, and nothing else suffers", async () => {
  const first = await openPaused();
  const file = await enterWithFile(first, "nowhere", "nowhere.pdf");
  await first.close();
  rmSync(attached(first, file));
  const engine = openTestEngine({ profile: first.profile });
  engine.clock.runUntil(engine.clock.now() + 10_000);
  await until(async () => (await engine.call("backup.status", {})).missingFiles.count > 0);
  expect((await engine.call("backup.status", {})).missingFiles).toEqual({ count: 1, names: ["nowhere.pdf"] });
  expect((await engine.call("backup.create", {})).missingFiles.count).toBe(1);
});

describe("the files beside backups", () => {
  const filesIn = (folder: string): string[] =>
    existsSync(join(folder, "files")) ? readdirSync(join(folder, "files")) : [];

  it("lie there once each, and are copied again only where one is not whole", async () => {
    const counter = openCounter();
    const file = counter.attach("content");
    counter.enter([file]);
    await counter.backup.create({});
    expect(filesIn(counter.folder)).toEqual([file.sha256]);
    const kept = join(counter.folder, "files", file.sha256);
    chmodSync(kept, 0o600);
    truncateSync(kept, 3);
    counter.clock.turnTo(counter.clock.now() + 1);
    await counter.backup.create({});
    expect(readFileSync(kept, "utf8")).toBe("content");
  });

  it("never hold a file whose content is not what was kept", async () => {
    const counter = openCounter();
    const file = counter.attach("content");
    writeFileSync(join(counter.profile, "attachments", storedName(file)), "c0ntent");
    counter.enter([file]);
    expect((await counter.backup.create({})).missing).toEqual([file]);
    expect(filesIn(counter.folder)).toEqual([]);
  });

  it("go only when no kept backup names them", async () => {
    const counter = openCounter();
    const [old, now] = [counter.attach("old"), counter.attach("now")];
    counter.enter([old, now]);
    const first = await counter.backup.create({});
    // As a kill between the removal of backups and that of files leaves it: a file that none names.
    const stray = join(counter.folder, "files", "f".repeat(64));
    writeFileSync(stray, "stray");
    const prune = () =>
      counter.own.ask({
        do: "prune",
        place: {
          root: join(counter.profile, "backups"),
          databasePath: counter.path,
          owner: counter.owner,
          sqliteBinding: null,
        },
      });
    await prune();
    expect(existsSync(stray)).toBe(false);
    expect(filesIn(counter.folder).toSorted()).toEqual([old.sha256, now.sha256].toSorted());
    // One that can't be read may name any of them.
    writeFileSync(stray, "stray");
    copyFileSync(first.path, join(counter.folder, "unreadable.sqlite"));
    truncateSync(join(counter.folder, "unreadable.sqlite"), 5_000);
    await prune();
    expect(existsSync(stray)).toBe(true);
    rmSync(join(counter.folder, "unreadable.sqlite"));
    rmSync(first.path);
    await prune();
    expect(filesIn(counter.folder)).toEqual([]);
  });

  it("are there before the backup that names them gets its name", async () => {
    const seen: string[][] = [];
    const counter = openCounter({
      verify: async () => {
        const named = readdirSync(counter.folder).filter((name) => name.endsWith(".sqlite"));
        seen.push([...filesIn(counter.folder), ...named]);
      },
    });
    const file = counter.attach("content");
    counter.enter([file]);
    const { path } = await counter.backup.create({});
    expect(seen).toEqual([[file.sha256]]);
    expect(readdirSync(counter.folder)).toContain(basename(path));
  });
});
