/** What the loop does at once when something changes, on a real file, with a wire that the test answers. */

import { hash } from "node:crypto";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { NOBODY } from "../../../../../contract/call.ts";
import { saying } from "../../../../../contract/reasons/entry-problem.ts";
import { createAnswerStore } from "../../../../../main/engine/core/outbox/answers.ts";
import { createEntryStore } from "../../../../../main/engine/core/outbox/entries.ts";
import { openFence } from "../../../../../main/engine/core/outbox/fence.ts";
import type { RemoteResult } from "../../../../../main/engine/core/remote/client.ts";
import { createSyncLoop } from "../../../../../main/engine/core/sync/loop.ts";
import { createSettle } from "../../../../../main/engine/core/sync/settle.ts";
import { createMetaStore } from "../../../../../main/engine/file/database/meta.ts";
import { ManualClock, START, writtenRandomness } from "../../../../helpers/clock.ts";
import { newFolder, until } from "../../../../helpers/engine.ts";
import { SILENT } from "../../../../helpers/file-context.ts";
import { openMigrated } from "../../../../helpers/migrated.ts";

/** A loop with one entry, a restore, and all that it sent and reported. `settled` may throw in the place of a result's writing. */
function loopWithEntry(
  reply: () => RemoteResult | Promise<RemoteResult>,
  settled: () => void = () => undefined,
) {
  const db = openMigrated(join(newFolder(), "loop.sqlite"));
  onTestFinished(() => void db.close());
  const entries = createEntryStore(db);
  const settle = createSettle(entries, createAnswerStore(db));
  const clock = new ManualClock(START);
  const sent: string[] = [];
  const failures: unknown[] = [];
  const body = '{"id":7}';
  const entry = {
    entry_id: "00000000-0000-4000-8000-000000000001",
    kind: "restoreAccount" as const,
    ordering_key: "restoreAccount 7",
    tenant_id: 7001,
    serial_no: null,
    request_body: body,
    request_hash: hash("sha256", body),
    subject: "account 7",
    currency_id: null,
    local_amount: null,
    created_at: START,
    corrects_entry_id: null,
  };
  const sequence = entries.insert(entry, { userId: 501, ...NOBODY });
  let idle = 0;
  let opening = 0;
  let opened = 0;
  const aborted: string[] = [];
  const file = {
    db,
    entries,
    clock,
    randomness: writtenRandomness(0.5),
    log: SILENT,
    fence: openFence({ db, meta: createMetaStore(db), clock, isNamed: () => false }),
    storageFailed: (error: unknown) => void failures.push(error),
  };
  const loop = createSyncLoop(file, {
    unsent: { note: () => undefined, clear: () => undefined },
    reading: { begin: () => undefined, end: () => undefined },
    settle: (...args) => {
      settled();
      return settle(...args);
    },
    confirmAny: () => false,
    remote: {
      send: async ({ token }) => {
        idle -= 1;
        sent.push(token);
        return reply();
      },
      abort: (reason) => void aborted.push(reason.code),
    },
    lanes: {
      idle: () => idle,
      opening: () => opening,
      open: async () => {
        opening += 1;
        opened += 1;
        await Promise.resolve();
        opening -= 1;
        idle += 1;
        return true;
      },
    },
    parallel: 8,
    entryChanged: () => undefined,
    statusChanged: () => undefined,
    mirrorChanged: () => undefined,
    claimed: () => undefined,
  });
  const state = () => entries.bySequence(sequence)?.state;
  const waitsFor = () => (entries.bySequence(sequence)?.next_attempt_at ?? 0) - clock.now();
  return { loop, clock, sent, failures, state, waitsFor, aborted, opened: () => opened };
}

const unconnected = (): RemoteResult => ({ kind: "no_connection", problem: saying("refused", "") });

it("a result that the file refuses is passed to what recovers the file", async () => {
  const damage = new Error("database disk image is malformed");
  const { loop, clock, failures } = loopWithEntry(unconnected, () => {
    throw damage;
  });
  loop.setToken("t");
  clock.runUntil(START);
  await until(() => failures.length > 0);
  expect(failures).toEqual([damage]);
});

it("an end of the question about a restored backup sends at once, and its beginning holds", async () => {
  const { loop, clock, sent } = loopWithEntry(unconnected);
  loop.setHeld(true);
  loop.setToken("t");
  clock.runUntil(START);
  expect(loop.state().hold).toBe("paused");
  // The first look at the way to the service is over: nothing but the end of the question wakes the loop now.
  await until(() => loop.state().connectivity.kind === "up");
  expect(sent).toEqual([]);
  loop.setHeld(false);
  await until(() => sent.length > 0);
  expect(sent).toEqual(["t"]);
});

it("a new token sends at once what waited for a connection", async () => {
  const { loop, clock, sent, state } = loopWithEntry(unconnected);
  loop.setToken("old");
  clock.runUntil(START);
  await until(() => state() === "retry_wait");
  expect(sent).toEqual(["old"]);
  loop.setToken("new");
  await until(() => sent.length > 1);
  expect(sent).toEqual(["old", "new"]);
});

it("an entry that no connection took waits for its own time, and for the next look at the link while that is down", async () => {
  const up = loopWithEntry(unconnected);
  up.loop.setToken("t");
  up.clock.runUntil(START);
  await until(() => up.state() === "retry_wait");
  expect(up.waitsFor()).toBe(500);

  let fail: (result: RemoteResult) => void = () => undefined;
  const down = loopWithEntry(() => new Promise((resolve) => (fail = resolve)));
  down.loop.setToken("t");
  down.clock.runUntil(START);
  await until(() => down.sent.length > 0);
  // A connection that is closed unused brings the link down; the entry's own time would be another.
  down.loop.dropped(0);
  down.clock.turnTo(START + 10);
  const { connectivity } = down.loop.state();
  if (connectivity.kind !== "down") throw new Error("the link is up");
  fail(unconnected());
  await until(() => down.state() === "retry_wait");
  expect(down.waitsFor()).toBe(connectivity.until - (START + 10));
});

it("no second connection is opened for an entry while the first is being opened", async () => {
  const { loop, clock, sent, opened } = loopWithEntry(unconnected);
  loop.setToken("t");
  await until(() => loop.state().connectivity.kind === "up" || sent.length > 0);
  const before = opened();
  loop.now();
  loop.now();
  clock.runUntil(START);
  await until(() => sent.length > 0);
  expect(opened() - before).toBeLessThanOrEqual(1);
});

it("at the end an answer is waited for four seconds, and then what is under way is cut off", async () => {
  let cutOff: (result: RemoteResult) => void = () => undefined;
  const { loop, clock, sent, state, aborted } = loopWithEntry(
    () => new Promise((resolve) => (cutOff = resolve)),
  );
  loop.setToken("t");
  clock.runUntil(START);
  await until(() => sent.length > 0);
  const closed = loop.close();
  clock.runUntil(START + 3_999);
  expect(aborted).toEqual([]);
  clock.runUntil(START + 4_000);
  expect(aborted).toEqual(["stopped"]);
  cutOff(unconnected());
  await closed;
  expect(state()).toBe("retry_wait");
});
