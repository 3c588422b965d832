/** The thread that works in the shop folder: whatever the place does, the engine goes on, and the process ends. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EngineContext } from "../../../../../main/engine/core/context.ts";
import { systemClock, systemRandomness } from "../../../../../main/engine/ports.ts";
import { openJobThread } from "../../../../../main/engine/subjects/counters/job-thread.ts";
import { aReturn, NOWHERE, newFolder } from "../../../../helpers/engine.ts";
import { connectHeadless, startHeadless } from "../../../../helpers/headless.ts";
import { listenOnLoopback } from "../../../../helpers/https-service.ts";
import { type MountedShare, startSamba } from "../../../../helpers/place-servers.ts";
import { BUCKET, openStrictBucket } from "../../../../helpers/strict-bucket.ts";
import { lacking } from "../../../../helpers/system-programs.ts";

const THREAD = new URL("../../../../../main/engine/counters-thread.ts", import.meta.url);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const context: Pick<EngineContext, "profile" | "clock" | "log" | "randomness"> = {
  profile: "/nowhere",
  clock: systemClock,
  log: quiet,
  randomness: systemRandomness,
};
const toFolder = (place: string) => ({
  named: { place, region: null, key: null, secret: null },
  proxy: null,
  profile: "/nowhere",
});

/** A server that takes every request and answers none. */
async function startSilentServer(): Promise<string> {
  return `http://127.0.0.1:${await listenOnLoopback(createServer(() => undefined))}`;
}

describe("the thread", () => {
  it("works where the place is, and is closed at once", async () => {
    const thread = openJobThread(context, toFolder(newFolder()), THREAD);
    expect(await thread.ask("probe", null)).toEqual({ putIfAbsent: true, rename: true, list: true });
    const began = performance.now();
    await thread.close();
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("says why where the place can't be used, and is asked again when it can", async () => {
    const folder = join(newFolder(), "share");
    const thread = openJobThread(context, toFolder(folder), THREAD);
    await expect(thread.ask("probe", null)).rejects.toMatchObject({
      code: "place_failed",
      details: { reason: "not_found" },
    });
    mkdirSync(folder);
    expect(await thread.ask("probe", null)).toMatchObject({ list: true });
    await thread.close();
  });

  it("says what the own disk refused, and not that something unexpected happened", async () => {
    const profile = join(newFolder(), "profile");
    writeFileSync(profile, "a file where the folder should be");
    const wish = { deviceId: "a", connection: null, stem: null, key: "", sqliteBinding: null };
    const thread = openJobThread(context, toFolder(newFolder()), THREAD);
    await expect(
      thread.ask("backups.fetch", { ...wish, folder: join(profile, "claim") }),
    ).rejects.toMatchObject({
      code: "storage_read_only",
      details: { os: "ENOTDIR" },
    });
    await thread.close();
  });

  it("is given up where it hangs, isn't asked while it does, and another works when it has ended", async () => {
    const folder = newFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    // A pipe that nobody writes to: a call into a dead mount looks the same, and it can't be ended either.
    const entry = join(folder, "thread.mjs");
    writeFileSync(
      entry,
      `import { openSync } from "node:fs"; openSync(${JSON.stringify(join(folder, "pipe"))}, "r"); process.exit();`,
    );
    const impatient = {
      ...context,
      clock: { ...systemClock, schedule: (_: number, task: () => void) => systemClock.schedule(300, task) },
    };
    const thread = openJobThread(impatient, toFolder(folder), new URL(`file://${entry}`));
    const silent = { code: "place_failed", details: { reason: "no_answer" } };
    await expect(thread.ask("probe", null)).rejects.toMatchObject(silent);
    const began = performance.now();
    await expect(thread.ask("probe", null)).rejects.toMatchObject(silent);
    expect(performance.now() - began).toBeLessThan(100);
    // The mount answers again, as a pipe does that is open for both: the thread that hung ends, and so does the next.
    const both = openSync(join(folder, "pipe"), constants.O_RDWR | constants.O_NONBLOCK);
    await expect
      .poll(() => thread.ask("probe", null).catch((error: unknown) => error))
      .toMatchObject({ details: { reason: "other" } });
    closeSync(both);
    await thread.close();
  });
});

/** Whether the system holds a thread of the process in a call to a mount, which nothing ends but the mount. */
const isHeldByMount = (pid: number): boolean => {
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) =>
      /fuse|request_wait/.test(readFileSync(`/proc/${pid}/task/${thread}/wchan`, "utf8")),
    );
  } catch {
    // It has ended meanwhile.
    return false;
  }
};

/** A second, on a machine that does much else; far below what the place is waited for. */
const TAKEN_MS = 9_000;

describe("the engine, while a place gives no answer", () => {
  it("saves, and ends soon and well, with a server that answers nothing", async () => {
    const engine = await startHeadless(newFolder());
    await connectHeadless(engine, NOWHERE);
    const place = await startSilentServer();
    engine.ask("shopFolder.set", { place, key: "k", secret: "a secret of the place" });
    const { entryId } = await engine.call("purchaseReturn.post", aReturn());
    expect(entryId).not.toBe("");
    process.kill(engine.pid, "SIGTERM");
    const began = performance.now();
    expect(await engine.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(TAKEN_MS);
  });

  it("answers what it was asked, and ends with 0, where the input is over and the place never answers", async () => {
    const engine = await startHeadless(newFolder());
    const id = engine.ask("shopFolder.set", { place: await startSilentServer() });
    const began = performance.now();
    expect(await engine.finish()).toEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(5_000 + TAKEN_MS);
    expect(engine.lines.find((line) => line.id === id)).toMatchObject({ error: { code: "place_failed" } });
  }, 30_000);

  const missing = lacking("smbd", "rclone", "fusermount3");
  it.skipIf(missing !== null)(
    `saves, and ends soon and well, with a share that hangs${missing === null ? "" : ` (${missing})`}`,
    async (context) => {
      let share: MountedShare | null = null;
      try {
        share = await startSamba();
      } catch {
        context.skip("no share can be mounted here");
      }
      onTestFinished(async () => share?.stop());
      if (share === null || share.by === "system")
        return context.skip("only what a program serves can be made to hang");
      const engine = await startHeadless(newFolder());
      await connectHeadless(engine, NOWHERE);
      const set = await engine.call("shopFolder.set", { place: share.folder });
      expect(set).toMatchObject({ kind: "folder", can: { list: true } });
      // Nothing is under way then: the system can't end a call that the mount has begun to answer.
      await engine.call("shopFolder.refresh", {});
      share.hang(true);
      engine.ask("shopFolder.refresh", {});
      const { entryId } = await engine.call("purchaseReturn.post", aReturn());
      expect((await engine.call("outbox.get", { entryId })).entryId).toBe(entryId);
      process.kill(engine.pid, "SIGTERM");
      const began = performance.now();
      let isHeld = false;
      const again = setTimeout(() => {
        isHeld = isHeldByMount(engine.pid);
        share?.hang(false);
      }, 15_000);
      const ended = await engine.ended;
      clearTimeout(again);
      if (isHeld) context.skip("the mount had begun to answer a call when it was made to hang");
      expect(ended).toEqual({ code: 0, signal: null });
      expect(performance.now() - began).toBeLessThan(TAKEN_MS);
    },
  );

  it("ends with 0 after a place was named and the input is over", async () => {
    const engine = await startHeadless(newFolder());
    await engine.call("shopFolder.set", { place: newFolder() });
    expect(await engine.finish()).toEqual({ code: 0, signal: null });
  });
});

/** Every file below a folder, as bytes. */
const filesIn = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));

describe("a place with a key", () => {
  it("is tried before it is kept, and its key is in no file, answer or word", async () => {
    const bucket = await openStrictBucket();
    onTestFinished(bucket.close);
    const profile = newFolder();
    const engine = await startHeadless(profile);
    const place = `s3://${BUCKET.bucket}?endpoint=${bucket.endpoint}`;
    const { key, secret, region } = BUCKET;
    const wrong = await engine.reply(
      engine.ask("shopFolder.set", { place, key, secret: "wrong-secret", region }),
    );
    expect(wrong).toMatchObject({ error: { code: "place_failed", details: { reason: "refused" } } });
    expect(await engine.call("shopFolder.get", {})).toMatchObject({ place: null, hasSecret: false });
    const set = await engine.call("shopFolder.set", { place, key, secret, region });
    expect(set).toMatchObject({
      place,
      kind: "s3",
      hasSecret: true,
      can: { putIfAbsent: true },
      trouble: null,
    });
    // The same place without a key keeps it; another begins without.
    expect(await engine.call("shopFolder.set", { place, region })).toMatchObject({ hasSecret: true });
    bucket.instead = (incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(503).end(`<Error><Code>${secret}</Code></Error>`);
      return true;
    };
    const refused = await engine.reply(engine.ask("shopFolder.refresh", {}));
    expect(refused).toMatchObject({ error: { details: { reason: "no_answer", said: "HTTP 503" } } });
    expect(await engine.call("shopFolder.get", {})).toMatchObject({ trouble: { code: "no_answer" } });
    bucket.instead = null;
    expect(await engine.call("shopFolder.refresh", {})).toMatchObject({ trouble: null });
    const elsewhere = `${place.replace(BUCKET.bucket, `${BUCKET.bucket}/elsewhere`)}`;
    const without = await engine.reply(engine.ask("shopFolder.set", { place: elsewhere, region }));
    expect(without).toMatchObject({ error: { details: { reason: "refused" } } });
    expect(await engine.finish()).toEqual({ code: 0, signal: null });
    for (const text of [secret, key, "wrong-secret"]) {
      expect(engine.output()).not.toContain(text);
      expect(engine.words()).not.toContain(text);
      for (const file of filesIn(profile)) expect(file.includes(text)).toBe(false);
    }
    expect(bucket.came.length).toBeGreaterThan(20);
  });

  it("is gone and comes again without being named anew", async () => {
    const folder = join(newFolder(), "share");
    mkdirSync(folder);
    const engine = await startHeadless(newFolder());
    await engine.call("shopFolder.set", { place: folder });
    renameSync(folder, `${folder}-away`);
    const gone = await engine.reply(engine.ask("shopFolder.refresh", {}));
    expect(gone).toMatchObject({ error: { details: { reason: "not_found" } } });
    expect(await engine.call("shopFolder.get", {})).toMatchObject({ trouble: { code: "not_found" } });
    renameSync(`${folder}-away`, folder);
    expect(await engine.call("shopFolder.refresh", {})).toMatchObject({ trouble: null, place: folder });
    await engine.finish();
  });
});
