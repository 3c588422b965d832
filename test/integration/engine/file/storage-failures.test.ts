/** What the disk and its files can do to the engine, and what it says then. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, type TestContext } from "vitest";
import { CountersideError } from "../../../../contract/error.ts";
import { openDatabase } from "../../../../main/engine/file/database/open-database.ts";
import { START, writtenRandomness } from "../../../helpers/clock.ts";
import { noise, seeded } from "../../../helpers/damage.ts";
import { aReturn, connect, NOWHERE, newFolder, openTestEngine, until } from "../../../helpers/engine.ts";
import { spawnHeadless } from "../../../helpers/headless.ts";
import { answer, startHttpService } from "../../../helpers/http-service.ts";
import { mountDisk } from "../../../helpers/small-disk.ts";

/** The error that opening the engine on this profile ends with. */
function openingFails(profile: string): CountersideError {
  try {
    openTestEngine({ profile });
  } catch (error) {
    if (error instanceof CountersideError) return error;
    throw error;
  }
  throw new Error("it opened");
}

/** The file of the profile's only connection. */
function connectionFile(profile: string): string {
  const folder = join(profile, "connections");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite"));
  if (file === undefined) throw new Error("no file of a connection");
  return join(folder, file);
}

/** A profile with one connection and one entry, closed again; and its connection's file. */
async function closedProfile(): Promise<{ profile: string; file: string }> {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  await engine.call("purchaseReturn.post", aReturn());
  await engine.close();
  return { profile: engine.profile, file: connectionFile(engine.profile) };
}

function change(file: string, sql: string): void {
  const db = new Database(file);
  db.pragma("journal_mode = DELETE");
  db.exec(sql);
  db.close();
}

function foreignFile(file: string): void {
  rmSync(file, { force: true });
  mkdirSync(join(file, ".."), { recursive: true });
  change(file, "CREATE TABLE invoices (id INTEGER PRIMARY KEY); INSERT INTO invoices VALUES (7)");
}

describe("the file of a connection", () => {
  it("is opened with what the outbox's promises rest on", () => {
    const db = openDatabase(join(newFolder(), "a.sqlite"), null);
    const held = (name: string): unknown => db.pragma(name, { simple: true });
    expect([held("journal_mode"), held("synchronous"), held("foreign_keys")]).toEqual(["wal", 2, 1]);
    expect(held("busy_timeout")).toBe(5_000);
    db.close();
  });

  it("of a newer version is refused in words and left as it is", async () => {
    const { profile, file } = await closedProfile();
    change(file, "PRAGMA user_version = 99990");
    const before = readFileSync(file);
    const error = openingFails(profile);
    expect(error.code).toBe("newer_database");
    expect(error.message).toMatch(/newer version of Counterside.*99990.*nothing was changed/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("that is another program's is refused and left as it is", async () => {
    const { profile, file } = await closedProfile();
    foreignFile(file);
    const before = readFileSync(file);
    expect(openingFails(profile)).toMatchObject({ code: "file_invalid", details: { path: file } });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ["a text", Buffer.from("Dear diary, this is no database. ".repeat(200))],
    ["noise", noise(seeded(7), 20_000)],
  ])("that is %s is kept aside as it is, and what was lost is named", async (_name, content) => {
    const { profile, file } = await closedProfile();
    writeFileSync(file, content);
    const engine = openTestEngine({ profile });
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({ kind: "damaged", details: { base: "none", fileReadable: false } });
    expect(readFileSync(join(dirname(file), report?.details.aside ?? "")).equals(content)).toBe(true);
  });

  it("that lost its end is reported as damaged and never as empty", async () => {
    const { profile, file } = await closedProfile();
    truncateSync(file, 8_192);
    const engine = openTestEngine({ profile });
    const [report] = (await engine.call("recovery.report", {})).reports;
    expect(report).toMatchObject({ kind: "damaged", details: { base: "none" } });
  });

  it("that can't be opened keeps the old connection standing", async () => {
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    const other = openTestEngine();
    await connect(other, NOWHERE, "t", { tenantId: 8 });
    await other.close();
    const inTheWay = join(engine.profile, "connections", basename(connectionFile(other.profile)));
    copyFileSync(connectionFile(other.profile), inTheWay);
    change(inTheWay, "PRAGMA user_version = 99990");
    const save = { serviceUrl: NOWHERE, tenantId: 8, userId: 1, token: "t" };
    expect((await engine.refusal("connection.save", save)).code).toBe("newer_database");
    expect((await engine.entry(entryId)).attempts.map(({ outcome }) => outcome)).not.toContain("accepted");
    expect(await engine.call("connection.get", {})).toMatchObject({ tenantId: 7001 });
  });
});

describe("the profile", () => {
  it("is one engine's at a time", () => {
    const { profile } = openTestEngine();
    const error = openingFails(profile);
    expect(error).toMatchObject({ code: "profile_in_use", details: { path: profile } });
    expect(error.message).toMatch(/already running on this profile/);
  });

  it.each([
    ["another program's database", "file_invalid", foreignFile],
    [
      "of a newer version",
      "newer_database",
      (file: string) =>
        change(file, "PRAGMA application_id = 1129530448; PRAGMA user_version = 2; CREATE TABLE t (x)"),
    ],
  ])("file that is %s is refused (%s) and left as it is", (_name, code, make) => {
    const profile = newFolder();
    const file = join(profile, "profile.sqlite");
    make(file);
    const before = readFileSync(file);
    expect(openingFails(profile).code).toBe(code);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("file that is a text is kept aside, and a new one is made", async () => {
    const profile = newFolder();
    writeFileSync(join(profile, "profile.sqlite"), "no database at all, ".repeat(100));
    const engine = openTestEngine({ profile });
    expect(await engine.call("connection.get", {})).toBeNull();
    const aside = readdirSync(profile).find((name) => name.includes(".corrupt-"));
    expect(readFileSync(join(profile, aside ?? ""), "utf8")).toMatch(/^no database at all/);
  });

  it("that is a file and no folder is refused, and headless says so in one sentence", async () => {
    const profile = join(newFolder(), "profile");
    writeFileSync(profile, "in the way");
    expect(openingFails(profile)).toMatchObject({ code: "storage_read_only" });
    const engine = spawnHeadless(["--profile", profile]);
    expect((await engine.ended).code).toBe(1);
    expect(engine.output()).toBe("");
    expect(engine.words().trim()).toMatch(/^This place can't be written to: .*$/);
  });

  it.runIf(process.platform === "linux")("below a folder that nobody can make is refused at once", () => {
    // Node's own recursion never ends here.
    expect(openingFails("/proc/counterside/profile")).toMatchObject({ code: "storage_read_only" });
  });

  it("on a disk that is read-only is refused in one sentence", async (context) => {
    const profile = mountDisk(context, "ro");
    expect(openingFails(profile)).toMatchObject({ code: "storage_read_only" });
    const engine = spawnHeadless(["--profile", profile]);
    expect((await engine.ended).code).toBe(1);
    expect(engine.words().trim()).toMatch(
      /^(This place can't be written to|The file can't be opened for writing): .*$/,
    );
  });
});

it("room is kept for entries soon after the start and not before, and only by an engine that still runs", () => {
  const open = () => {
    const engine = openTestEngine();
    const room = join(engine.profile, "room-kept-for-entries");
    engine.clock.runUntil(START + 4_999);
    expect(existsSync(room)).toBe(false);
    return { engine, room };
  };
  const { engine, room } = open();
  engine.clock.runUntil(START + 5_000);
  expect(statSync(room)).toMatchObject({ size: 2_000_000, mode: 0o100600 });
  const ended = open();
  void ended.engine.close();
  ended.engine.clock.runUntil(START + 5_000);
  expect(existsSync(ended.room)).toBe(false);
});

describe("a full disk", () => {
  const fill = (folder: string): (() => void) => {
    const filler = join(folder, "filler");
    // Ever smaller pieces, until not one byte more goes in.
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch {
        // Full for a piece of this size.
      }
    }
    return () => rmSync(filler);
  };
  /** Posts until the disk refuses: what fits into the space that SQLite had already is taken rightly. */
  async function postUntilRefused(engine: ReturnType<typeof openTestEngine>) {
    const taken: string[] = [];
    for (;;) {
      const input = aReturn({ note: "n".repeat(20_000) });
      try {
        taken.push((await engine.call("purchaseReturn.post", input)).entryId);
      } catch {
        return { taken, error: await engine.refusal("purchaseReturn.post", input) };
      }
    }
  }

  it("refuses in words what it can't keep, keeps what it acknowledged, and goes on when there is room", async (context) => {
    const disk = mountDisk(context, "size=6m");
    const engine = openTestEngine({ profile: join(disk, "profile") });
    await connect(engine, NOWHERE);
    const before = (await engine.call("purchaseReturn.post", aReturn())).entryId;
    const makeRoom = fill(disk);
    const { taken, error } = await postUntilRefused(engine);
    expect(error).toMatchObject({ code: "storage_full" });
    expect(error.message).toMatch(/disk is full, nothing was written/);
    const ids = async () => (await engine.call("outbox.list", {})).entries.map(({ entryId }) => entryId);
    expect(await ids()).toEqual([before, ...taken].toReversed());
    makeRoom();
    const after = (await engine.call("purchaseReturn.post", aReturn())).entryId;
    expect(await ids()).toEqual([before, ...taken, after].toReversed());
    await engine.close();
    const file = new Database(connectionFile(engine.profile), { readonly: true });
    const posted = file.prepare("SELECT count(*) FROM audit WHERE action = 'purchaseReturn.posted'").pluck();
    expect(posted.get()).toBe(taken.length + 2);
    file.close();
  });

  it("lets the engine start and entries be made, in the room that was kept for them", async (context) => {
    const disk = mountDisk(context, "size=112m");
    const randomness = writtenRandomness(0.5);
    const engine = openTestEngine({ profile: join(disk, "profile"), randomness });
    await connect(engine, NOWHERE);
    const before = (await engine.call("purchaseReturn.post", aReturn())).entryId;
    engine.clock.runUntil(START + 5_000);
    await engine.close();
    fill(disk);
    expect(statfsSync(disk).bavail).toBe(0);
    const again = openTestEngine({ profile: engine.profile, randomness });
    const after = (await again.call("purchaseReturn.post", aReturn())).entryId;
    const { entries } = await again.call("outbox.list", {});
    expect(entries.map(({ entryId }) => entryId)).toEqual([after, before]);
  });

  /** A return whose answer the service holds back, on a disk that fills meanwhile; `arrive`: the answer comes. */
  async function inFlightOnFullDisk(context: TestContext) {
    const disk = mountDisk(context, "size=6m");
    const engine = openTestEngine({ profile: join(disk, "profile") });
    const late: (() => void)[] = [];
    const service = await startHttpService((outgoing, came) => {
      late.push(() => answer(200)(outgoing, came));
    });
    await connect(engine, service.url);
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    engine.clock.runUntil(START);
    await until(() => late.length === 1);
    const makeRoom = fill(disk);
    await postUntilRefused(engine);
    return { engine, service, entryId, makeRoom, arrive: () => late[0]?.() };
  }

  it("keeps a result that it can't write, and writes it later without a second send", async (context) => {
    const { engine, service, entryId, makeRoom, arrive } = await inFlightOnFullDisk(context);
    arrive();
    await until(() => engine.logged.some((line) => line.startsWith("a result could not be written")));
    expect((await engine.entry(entryId)).state).toBe("in_flight");
    engine.clock.runUntil(START + 1_000);
    expect(engine.logged.filter((line) => line.startsWith("a result could not be written")).length).toBe(2);
    makeRoom();
    engine.clock.runUntil(START + 2_000);
    const entry = await engine.entry(entryId);
    expect(entry).toMatchObject({ state: "confirmed", attemptCount: 1, answerUnderstood: true });
    expect(entry.attempts).toMatchObject([{ outcome: "accepted", httpStatus: 200 }]);
    expect(service.came.filter(({ body }) => body === entry.requestBody)).toHaveLength(1);
    // The way is free again for the others: nothing of the failure stays behind.
    service.behave = answer(200);
    engine.clock.runUntil(START + 10_000);
    await until(async () => (await engine.call("sync.status", {})).counts.pending === 0);
  });
  it("doesn't keep the program from ending: what can't be written is unknown at the next start", async (context) => {
    const { engine, entryId, makeRoom, arrive } = await inFlightOnFullDisk(context);
    let closed = false;
    const closing = engine.close().then(() => {
      closed = true;
    });
    arrive();
    await until(() => {
      engine.clock.runUntil(engine.clock.now() + 1_000);
      return closed;
    });
    await closing;
    expect(engine.logged.filter((line) => line.startsWith("a result could not be written")).length).toBe(5);
    makeRoom();
    const again = openTestEngine({ profile: engine.profile });
    expect((await again.entry(entryId)).state).toBe("outcome_unknown");
  });
});
