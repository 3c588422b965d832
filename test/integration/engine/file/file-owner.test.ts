/** The connection's file while it is not simply open: being changed, recovered, waited for. What is said then, and what stays. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fileBusy } from "../../../../contract/channels/connection.ts";
import type { EngineChannel } from "../../../../contract/channels.ts";
import { NOTHING_KNOWN } from "../../../../main/engine/core/sync/status.ts";
import { createFileOwner } from "../../../../main/engine/file/file-owner.ts";
import { systemRandomness } from "../../../../main/engine/ports.ts";
import { breathe } from "../../../../main/lib/breathe.ts";
import { ManualClock } from "../../../helpers/clock.ts";
import { connectionFile, spoilFirstPage } from "../../../helpers/damage.ts";
import {
  aReturn,
  connect,
  enter,
  NOWHERE,
  newFolder,
  openPaused,
  openTestEngine,
  runUntilTrue,
  statesOf,
  TENANT,
  type TestEngine,
  TOKEN,
  USER,
  until,
} from "../../../helpers/engine.ts";
import { closedFile, SILENT } from "../../../helpers/file-context.ts";
import { answer, startHttpService } from "../../../helpers/http-service.ts";
import { mountDisk } from "../../../helpers/small-disk.ts";

const DRAFT = "9d3f2a1c-0000-4000-8000-000000000001";

/** Three entries that wait, and a page of the counts gone while the engine holds nothing of it in memory. */
async function spoiled(profile = newFolder()): Promise<{ engine: TestEngine; ids: string[] }> {
  const engine = await openPaused({ profile, randomness: systemRandomness });
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await enter(engine, "purchaseReturn", n));
  await engine.call("sync.status", {});
  spoilFirstPage(connectionFile(engine.profile), "entry_count");
  engine.release();
  return { engine, ids };
}
/** The system's word on the network has the status reported: nobody asked for it. */
function letTheTimerLook(engine: TestEngine): void {
  engine.hint();
  engine.clock.runUntil(engine.clock.now() + 200);
}
const recovered = (engine: TestEngine) =>
  runUntilTrue(engine, () => engine.events.some(({ event }) => event === "recovery.changed"));

const ASKED: EngineChannel[] = [
  "connection.get",
  "sync.status",
  "sync.now",
  "sync.pause",
  "policy.get",
  "outbox.list",
  "outbox.summary",
  "documents.search",
  "audit.list",
  "backup.status",
  "recovery.report",
  "mirror.counts",
  "draft.list",
];

describe("damage found in the open file", () => {
  it("by the status timer begins the live recovery and never ends the process", async () => {
    const { engine, ids } = await spoiled();
    letTheTimerLook(engine);
    await recovered(engine);
    const now = await statesOf(engine);
    for (const id of ids) expect(now.get(id)).toBe("pending");
    expect((await engine.call("sync.status", {})).counts.pending).toBe(3);
  });

  it("has every channel answer storage_busy with the last counts while it is recovered, and none that nothing is unsent", async () => {
    const { engine } = await spoiled();
    letTheTimerLook(engine);
    // In one breath: the live recovery itself takes only some turns.
    const refused = await Promise.all(ASKED.map((channel) => engine.refusal(channel, {})));
    for (const { code, details } of refused) {
      expect(code).toBe("storage_busy");
      expect(fileBusy.parse(details)).toMatchObject({ state: "recovering", counts: { pending: 3 } });
      expect(details.knownAt).not.toBeNull();
    }
    await recovered(engine);
    expect((await engine.call("sync.status", {})).counts.pending).toBe(3);
  });

  it("by a backup that is made by itself begins the live recovery and never ends the process", async () => {
    const engine = await openPaused({ automaticBackups: true, randomness: systemRandomness });
    const id = await enter(engine, "purchaseReturn", 1);
    spoilFirstPage(connectionFile(engine.profile), "draft");
    engine.release();
    engine.clock.runUntil(engine.clock.now() + 3_600_000);
    await until(() => engine.events.some(({ event }) => event === "recovery.changed"));
    expect((await statesOf(engine)).get(id)).toBe("pending");
  });

  it("comes with counts that hold what was entered since the last look", async () => {
    const engine = await openPaused({ randomness: systemRandomness });
    await engine.call("sync.status", {});
    for (let n = 0; n < 2; n += 1) await enter(engine, "purchaseReturn", n);
    spoilFirstPage(connectionFile(engine.profile), "entry_count");
    engine.release();
    letTheTimerLook(engine);
    expect((await engine.refusal("sync.status", {})).details).toMatchObject({ counts: { pending: 2 } });
    await recovered(engine);
  });

  it("that can't be recovered for want of room is waited for, reported with the last counts, and recovered when there is room", async (context) => {
    const disk = mountDisk(context, "size=6m");
    const { engine, ids } = await spoiled(join(disk, "profile"));
    const filler = join(disk, "filler");
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch {
        // Full for a piece of this size.
      }
    }
    letTheTimerLook(engine);
    const refused = () => engine.refusal("sync.status", {});
    await until(async () => (await refused()).details.state === "waiting");
    const { code, message, details } = await refused();
    expect(code).toBe("storage_busy");
    expect(message).toMatch(/disk is full/);
    expect(details).toMatchObject({ cause: "storage_full", counts: { pending: 3 } });
    expect((await engine.refusal("purchaseReturn.post", aReturn())).code).toBe("storage_busy");
    expect((await engine.call("connection.list", {})).connections).toMatchObject([
      { current: true, file: "waiting", unsent: 3 },
    ]);
    expect(await engine.call("support.facts", {})).toMatchObject({
      file: "waiting",
      status: null,
      connection: { tenantId: TENANT },
      busy: { cause: "storage_full" },
    });
    // Still no room: it goes on waiting.
    engine.clock.runUntil(engine.clock.now() + 60_000);
    await until(async () => (await refused()).details.state === "waiting");
    rmSync(filler);
    await recovered(engine);
    const now = await statesOf(engine);
    for (const id of ids) expect(now.get(id)).toBe("pending");
    await engine.call("purchaseReturn.post", aReturn());
  });

  it("while another connection is being opened is left to the next opening, and one file is open at a time", async () => {
    const { engine, ids } = await spoiled();
    const switching = connect(engine, NOWHERE, TOKEN, { tenantId: 8 });
    letTheTimerLook(engine);
    await switching;
    expect(await engine.call("connection.get", {})).toMatchObject({ tenantId: 8 });
    await connect(engine, NOWHERE);
    const now = await statesOf(engine);
    for (const id of ids) expect(now.get(id)).toBe("pending");
  });
});

describe("a change of the connection", () => {
  it("answers what is asked meanwhile with storage_busy, and never that there is no connection", async () => {
    const engine = await openPaused();
    await enter(engine, "purchaseReturn");
    const other = { serviceUrl: NOWHERE, tenantId: 8, userId: USER, token: TOKEN };
    const saving = engine.call("connection.save", other);
    // The change begins in a later turn.
    await Promise.resolve();
    const [status, posted, got] = await Promise.all([
      engine.refusal("sync.status", {}),
      engine.refusal("purchaseReturn.post", aReturn()),
      engine.refusal("connection.get", {}),
    ]);
    for (const error of [status, posted, got])
      expect(error).toMatchObject({ code: "storage_busy", details: { state: "opening" } });
    await saving;
    expect((await engine.call("sync.status", {})).counts.pending).toBe(0);
    expect((await engine.call("connection.list", {})).connections).toMatchObject([
      { current: false, unsent: 1, file: "closed" },
      { current: true, unsent: 0, file: "open" },
    ]);
  });
});

describe("a backup loaded into an open connection", () => {
  it("loses no draft that was typed there, and no entry that was acknowledged while it was loaded", async () => {
    const old = await openPaused({ randomness: systemRandomness });
    await enter(old, "purchaseReturn");
    await old.call("draft.save", { draftId: DRAFT, kind: "purchaseReturn", content: "of the old counter" });
    const { path } = await old.call("backup.create", {});
    await old.close();

    const engine = openTestEngine({ randomness: systemRandomness });
    await connect(engine, NOWHERE);
    await engine.call("draft.save", { draftId: DRAFT, kind: "purchaseReturn", content: "typed here" });
    // Typed while the load is asked for: whatever is acknowledged is found afterwards.
    const late = "9d3f2a1c-0000-4000-8000-000000000002";
    const loading = engine.call("backup.restore", { path });
    await engine.call("draft.save", { draftId: late, kind: "taxVoucher", content: "half a voucher" });
    await loading;
    const { drafts } = await engine.call("draft.list", {});
    expect(drafts.map(({ content }) => content).sort()).toEqual([
      "half a voucher",
      "of the old counter",
      "typed here",
    ]);

    // And an entry that was acknowledged meanwhile: the load is refused, and the connection goes on.
    const third = await openPaused({ randomness: systemRandomness });
    const refused = third.refusal("backup.restore", { path });
    const { entryId } = await third.call("purchaseReturn.post", aReturn());
    expect((await refused).code).toBe("wrong_state");
    expect((await third.entry(entryId)).state).toBe("pending");
  });
});

describe("a connection that is reached through a link", () => {
  it("is one engine's at a time, also from another profile that leads to it", async () => {
    const first = openTestEngine({ randomness: systemRandomness });
    await connect(first, NOWHERE);
    const other = newFolder();
    symlinkSync(join(first.profile, "connections"), join(other, "connections"));
    const openSecond = () => openTestEngine({ profile: other, randomness: systemRandomness });
    expect(openSecond).toThrow(/Another Counterside has this file open/);
    await first.call("purchaseReturn.post", aReturn());
    await first.close();
    const second = openSecond();
    expect((await second.call("outbox.list", {})).entries).toHaveLength(1);
  });

  it("is refused where the file itself is the link, and nothing behind it or beside it is touched", async () => {
    const engine = await openPaused({ randomness: systemRandomness });
    const id = await enter(engine, "purchaseReturn");
    await engine.call("backup.create", {});
    await engine.close();
    const file = connectionFile(engine.profile);
    const outside = newFolder();
    const books = join(outside, "books.sqlite");
    const letters = join(outside, "letters.txt");
    const pipe = join(outside, "pipe");
    renameSync(file, books);
    writeFileSync(letters, "nothing of Counterside");
    execFileSync("env", ["mkfifo", pipe]);
    const changed = () => [books, letters, pipe].map((path) => statSync(path).mtimeMs);
    const before = changed();
    const beside = readdirSync(join(engine.profile, "connections"));
    for (const target of [books, letters, pipe, "/nowhere/at/all.sqlite"]) {
      symlinkSync(target, file);
      expect(() => openTestEngine({ profile: engine.profile })).toThrow(`${file} leads to ${target}`);
      expect(readlinkSync(file)).toBe(target);
      rmSync(file);
    }
    expect(changed()).toEqual(before);
    // Only SQLite's own, of reading how much is unsent.
    expect(readdirSync(outside).filter((name) => !/-(?:shm|wal)$/.test(name))).toHaveLength(before.length);
    expect(readdirSync(join(engine.profile, "connections")).sort()).toEqual(beside.sort());
    renameSync(books, file);
    const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
    expect([...(await statesOf(again)).keys()]).toEqual([id]);
  });

  it("whose folder's drive is missing is refused in words, and nothing takes its place", async () => {
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    await engine.close();
    const folder = join(engine.profile, "connections");
    rmSync(folder, { recursive: true });
    symlinkSync("/nowhere/at/all", folder);
    expect(() => openTestEngine({ profile: engine.profile })).toThrow(
      /link to a place that can't be reached/,
    );
  });

  it.each(["-wal", "-mark", ".recovering"])(
    "with a folder or a link where its %s belongs is refused in words, and that stays",
    async (rest) => {
      const engine = openTestEngine();
      await connect(engine, NOWHERE);
      await engine.close();
      const beside = `${connectionFile(engine.profile)}${rest}`;
      rmSync(beside, { force: true });
      mkdirSync(beside);
      expect(() => openTestEngine({ profile: engine.profile })).toThrow(/no plain file/);
      expect(statSync(beside).isDirectory()).toBe(true);
      rmSync(beside, { recursive: true });
      const letters = join(newFolder(), "letters.txt");
      writeFileSync(letters, "nothing of Counterside");
      symlinkSync(letters, beside);
      expect(() => openTestEngine({ profile: engine.profile })).toThrow(/no plain file/);
      expect(readFileSync(letters, "utf8")).toBe("nothing of Counterside");
    },
  );

  it("of a profile that is a link counts a backup made by hand, and copies it to the second folder", async () => {
    const real = newFolder();
    const link = join(newFolder(), "profile");
    symlinkSync(real, link);
    const engine = openTestEngine({ profile: link });
    await connect(engine, NOWHERE);
    const second = join(newFolder(), "second");
    mkdirSync(second);
    await engine.call("backup.setSecondFolder", { path: second });
    await engine.call("backup.create", {});
    expect((await engine.call("backup.status", {})).second).toMatchObject({ files: 1 });
  });
});

it("an answer without evidence is settled though the file can't say what the owner counts as confirmed", async () => {
  let answerNow: () => void = () => undefined;
  const service = await startHttpService((outgoing, came) => {
    answerNow = () => answer(200, "[]")(outgoing, came);
  });
  const engine = openTestEngine();
  await connect(engine, service.url);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  await until(() => {
    engine.clock.runUntil(engine.clock.now());
    return service.came.length === 1;
  });
  spoilFirstPage(connectionFile(engine.profile), "meta");
  engine.release();
  answerNow();
  await until(async () => {
    engine.clock.runUntil(engine.clock.now() + 1_000);
    return (await engine.entry(entryId)).state === "outcome_unknown";
  });
  expect((await engine.entry(entryId)).attempts).toMatchObject([
    { outcome: "no_evidence", responseBody: "[]" },
  ]);
  expect(service.came).toHaveLength(1);
});

it("the end hurries a file that is still being closed for another, and one that is open", async () => {
  let closed: () => void = () => undefined;
  const session = {
    lastKnown: () => NOTHING_KNOWN,
    close: () =>
      new Promise<boolean>((done) => {
        closed = () => done(false);
      }),
    hurry: vi.fn(),
  };
  const { row } = closedFile("/x/connections/a.sqlite");
  const newOwner = () =>
    createFileOwner<typeof session>(
      { clock: new ManualClock(), log: SILENT },
      {
        open: () => session,
        recover: () => undefined,
        peek: () => NOTHING_KNOWN,
        refuse: () => null,
        reported: () => undefined,
      },
    );
  const owner = newOwner();
  owner.enterFirst(row);
  const left = owner.runExclusive(({ leave }) => leave({ ...row, connection_key: "another" }));
  await breathe();
  expect(session.hurry).not.toHaveBeenCalled();
  const ended = owner.close();
  expect(session.hurry).toHaveBeenCalledOnce();
  closed();
  await left;
  await ended;

  const open = newOwner();
  open.enterFirst(row);
  const end = open.close();
  await breathe();
  expect(session.hurry).toHaveBeenCalledTimes(2);
  closed();
  await end;
});
