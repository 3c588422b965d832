/** What a clock that jumps and a disk that refuses must not do together with the sync loop. Found by the simulator. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { tokenKey } from "../../../../../contract/process-messages.ts";
import { openDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import { ManualClock, START } from "../../../../helpers/clock.ts";
import {
  aReturn,
  connect,
  openPaused,
  openTestEngine,
  type TestEngine,
  TOKEN,
  until,
} from "../../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../../helpers/http-service.ts";

const DAY = 86_400_000;

/** As the engine opens it, without SQLite's own five seconds of waiting for a lock. */
const impatient: typeof openDatabase = (path, binding) => {
  const db = openDatabase(path, binding);
  db.pragma("busy_timeout = 0");
  return db;
};

/** Another program holds the connection's file for writing; the returned function ends that. */
function lockFile(engine: TestEngine): () => void {
  const folder = join(engine.profile, "connections");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite")) ?? "";
  const other = new Database(join(folder, file));
  onTestFinished(() => void other.close());
  other.exec("BEGIN EXCLUSIVE");
  return () => void other.close();
}

const stateOf = async (engine: TestEngine) => (await engine.call("sync.status", {})).state;
/** Lets time pass in small steps until it is so. */
const untilLater = (engine: TestEngine, condition: () => boolean | Promise<boolean>) =>
  until(async () => {
    engine.clock.runUntil(engine.clock.now() + 500);
    await new Promise((done) => setImmediate(done));
    return condition();
  });

it("sends a pending entry that was pushed while the clock stood ahead", async () => {
  const service = await startHttpService();
  const engine = await openPaused({}, service.url);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  engine.clock.turnTo(START + DAY);
  await engine.call("outbox.resend", { entryId });
  engine.clock.turnTo(START);
  await engine.call("sync.resume", {});
  engine.clock.runUntil(START + 60_000);
  await until(async () => (await engine.entry(entryId)).state === "confirmed");
});

it("sends what waits as soon as it is opened with a token", async () => {
  const service = await startHttpService();
  const first = openTestEngine();
  await connect(first, service.url);
  // Its alarm never rings: this clock stays still.
  const { entryId } = await first.call("purchaseReturn.post", aReturn());
  await first.close();

  // The token is held from before, so the loop claims while the session is still being opened.
  const tokens = { [tokenKey(service.url, 7001)]: TOKEN };
  const second = openTestEngine({ profile: first.profile, tokens });
  second.clock.runUntil(START);
  await until(async () => (await second.entry(entryId)).state === "confirmed");
  expect((await second.entry(entryId)).attempts).toHaveLength(1);
});

it("waits as long as it was asked to, though the clock stood ahead when an earlier run ended", async () => {
  const service = await startHttpService(answer(429, "busy", { "retry-after": "7" }));
  const first = openTestEngine({ clock: new ManualClock(START + DAY) });
  await connect(first, service.url);
  const { entryId } = await first.call("purchaseReturn.post", aReturn());
  first.clock.runUntil(first.clock.now());
  await until(async () => (await first.entry(entryId)).state === "retry_wait");
  await first.close();

  const tokens = { [tokenKey(service.url, 7001)]: TOKEN };
  const second = openTestEngine({ profile: first.profile, tokens });
  second.clock.runUntil(START);
  const waits = Date.parse((await second.entry(entryId)).nextAttemptAt ?? "");
  expect(waits).toBeGreaterThanOrEqual(START + 7_000);
  expect(waits).toBeLessThan(START + 9_000);
});

it("goes on after the link came back while the file was locked", async () => {
  const service = await startHttpService();
  await service.setUp(false);
  const engine = openTestEngine({ openDatabase: impatient });
  await connect(engine, service.url);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  engine.clock.runUntil(START);
  await until(async () => (await engine.call("sync.status", {})).nextAttemptAt !== null);
  const unlock = lockFile(engine);
  await service.setUp(true);
  await untilLater(engine, async () => (await stateOf(engine)) === "online");
  unlock();
  await untilLater(engine, async () => (await engine.entry(entryId)).state === "confirmed");
});

it("keeps looking at the link while a result can't be written", async () => {
  const service = await startHttpService();
  const engine = openTestEngine({ openDatabase: impatient });
  await connect(engine, service.url);
  let unlock = (): void => undefined;
  service.behave = (outgoing, came) => {
    unlock = lockFile(engine);
    answer(200)(outgoing, came);
  };
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  engine.clock.runUntil(START);
  await until(() => engine.logged.some((line) => line.startsWith("a result could not be written")));
  expect(await stateOf(engine)).toBe("online");
  await service.setUp(false);
  await untilLater(engine, async () => (await stateOf(engine)) === "offline");
  expect((await engine.entry(entryId)).state).toBe("in_flight");
  unlock();
  await untilLater(engine, async () => (await engine.entry(entryId)).state === "confirmed");
  expect(service.came).toHaveLength(1);
});

it("keeps looking at the link while nothing can be claimed", async () => {
  const service = await startHttpService();
  const engine = openTestEngine({ openDatabase: impatient });
  await connect(engine, service.url);
  engine.clock.runUntil(START);
  await until(async () => (await stateOf(engine)) === "online");
  await engine.call("purchaseReturn.post", aReturn());
  const unlock = lockFile(engine);
  await service.setUp(false);
  await untilLater(engine, async () => (await stateOf(engine)) === "offline");
  unlock();
});

it("calls the entry that was entered first the oldest, whatever the clock said", async () => {
  const service = await startHttpService(answer(422, '"no"'));
  const engine = openTestEngine();
  await connect(engine, service.url);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(entryId)).state === "dead_letter");
  await engine.call("sync.pause", {});
  engine.clock.turnTo(START - DAY);
  await engine.call("purchaseReturn.post", aReturn());
  const { oldestUnsentAt } = await engine.call("sync.status", {});
  expect(oldestUnsentAt).toBe(new Date(START).toISOString());
});

it("doesn't replace a return that was refused after an answer was lost: it may be in the books", async () => {
  const service = await startHttpService(answer(502, "broken"));
  const engine = openTestEngine();
  await connect(engine, service.url);
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(entryId)).state === "outcome_unknown");
  service.behave = answer(409, '"known already"');
  await engine.call("outbox.resend", { entryId });
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(entryId)).state === "dead_letter");
  expect(await engine.entry(entryId)).toMatchObject({ replaceable: false });
  const error = await engine.refusal("purchaseReturn.post", aReturn({ corrects: entryId }));
  expect(error).toMatchObject({ code: "wrong_state", details: { field: "corrects", state: "dead_letter" } });
  await engine.call("outbox.markRecorded", { entryId, evidence: "the service knows it" });
});

it("a pause that began just after the clock was set back lasts as long as it was meant to", async () => {
  const service = await startHttpService(answer(500));
  const engine = openTestEngine();
  await connect(engine, service.url);
  for (let n = 0; n < 4; n += 1) await engine.call("purchaseReturn.post", aReturn({ note: `return ${n}` }));
  await untilLater(engine, () => service.came.length === 2);
  let answerNow: () => void = () => undefined;
  service.behave = (outgoing) => {
    answerNow = () => void outgoing.writeHead(500).end();
  };
  await untilLater(engine, () => service.came.length === 3);
  // Nothing happens between the clock's change and the answer.
  engine.clock.turnTo(engine.clock.now() - 60 * 60_000);
  answerNow();
  await until(async () => (await engine.call("sync.status", {})).counts.outcome_unknown === 3);
  // The third lost outcome is followed by ten minutes.
  for (let n = 0; n < 10; n += 1) {
    engine.clock.runUntil(engine.clock.now() + 30_000);
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(service.came).toHaveLength(3);
});
