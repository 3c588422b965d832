import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { THE_PROGRAM } from "../../../contract/call.ts";
import type { CountersideEvent } from "../../../contract/events.ts";
import { createEngineHost, type EngineHost, STOP_GRACE_MS } from "../../../main/shell/engine/engine-host.ts";
import { initOf } from "../../helpers/init-message.ts";
import { quietLog, type ToyChild, toyChild } from "./stand-ins.ts";

const ASKED = { type: "invoke", channel: "sync.status", input: {} };
const INIT = initOf("/p");

let children: ToyChild[] = [];
let events: CountersideEvent[] = [];
let host: EngineHost;
/** The newest child. */
const child = (): ToyChild => {
  const newest = children.at(-1);
  if (newest === undefined) throw new Error("no engine was started");
  return newest;
};
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  children = [];
  events = [];
  host = createEngineHost({
    startChild: (receive) => {
      const started = toyChild(receive);
      children.push(started);
      return started;
    },
    surroundings: async () => INIT,
    emit: (event) => events.push(event),
    log: quietLog,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function started(): Promise<void> {
  host.start();
  await settle();
  child().receive({ type: "ready", pid: 7 });
}

describe("the engine's host", () => {
  it("hands over the surroundings first, then passes calls and replies", async () => {
    await started();
    const reply = host.invoke("sync.status", {});
    await settle();
    expect(child().sent).toEqual([INIT, { ...ASKED, id: 1, from: THE_PROGRAM }]);
    void host.invoke("sync.status", {}, { ...THE_PROGRAM, page: "program" });
    await settle();
    expect(child().sent.at(-1)).toEqual({ ...ASKED, id: 2, from: { ...THE_PROGRAM, page: "program" } });
    child().receive({ type: "reply", id: 1, reply: { ok: true, value: 3 } });
    expect(await reply).toEqual({ ok: true, value: 3 });
    expect(events).toEqual([{ event: "engine.ready", payload: { pid: 7 } }]);
  });

  it("lets a call made during the start wait for it", async () => {
    host.start();
    const reply = host.invoke("outbox.list", {});
    await settle();
    expect(child().sent).toEqual([INIT]);
    child().receive({ type: "ready", pid: 7 });
    await settle();
    child().receive({ type: "reply", id: 1, reply: { ok: true, value: [] } });
    expect(await reply).toEqual({ ok: true, value: [] });
  });

  it("passes events on, and drops what was not agreed on", async () => {
    await started();
    child().receive({ type: "event", event: { event: "connection.changed", payload: { connected: true } } });
    child().receive({ type: "event", event: { event: "connection.changed", payload: { connected: "yes" } } });
    child().receive({ type: "gossip" });
    child().receive(null);
    expect(events.slice(1)).toEqual([{ event: "connection.changed", payload: { connected: true } }]);
  });

  it("says of a lost posting that the entry may be recorded, and starts the engine again", async () => {
    await started();
    const posting = host.invoke("purchaseReturn.post", {});
    const reading = host.invoke("outbox.list", {});
    await settle();
    child().end(1);
    expect(await posting).toMatchObject({
      ok: false,
      error: { code: "engine_unavailable", message: expect.stringContaining("may or may not be recorded") },
    });
    expect(await reading).toMatchObject({ ok: false, error: { code: "engine_unavailable" } });
    expect(events.at(-1)).toMatchObject({ event: "engine.stopped", payload: { restarting: true } });
    expect(await host.invoke("restore.request", {})).toMatchObject({
      error: { message: expect.stringContaining("Nothing was recorded") },
    });
    await vi.advanceTimersByTimeAsync(499);
    expect(children).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(children).toHaveLength(2);
  });

  it("answers with the engine's own reason where it gave one", async () => {
    host.start();
    const reply = host.invoke("outbox.list", {});
    await settle();
    const error = { code: "newer_database", message: "Written by a newer version.", details: {} };
    child().receive({ type: "failed", error });
    child().end(3);
    expect(await reply).toEqual({ ok: false, error });
    expect(events.at(-1)).toMatchObject({ payload: { error } });
  });

  it("ignores what an ended engine still says", async () => {
    await started();
    const first = child();
    first.end(1);
    await vi.advanceTimersByTimeAsync(500);
    first.receive({ type: "ready", pid: 1 });
    expect(events.filter(({ event }) => event === "engine.ready")).toHaveLength(1);
  });

  it("stops it with time to finish, delivering what comes meanwhile", async () => {
    await started();
    const reply = host.invoke("sync.now", {});
    await settle();
    const stopping = host.stop();
    expect(child().sent.at(-1)).toEqual({ type: "stop" });
    child().receive({ type: "reply", id: 1, reply: { ok: true, value: 1 } });
    child().end(0);
    await stopping;
    expect(await reply).toEqual({ ok: true, value: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(children).toHaveLength(1);
    expect(events.some(({ event }) => event === "engine.stopped")).toBe(false);
  });

  it("does not take one that gets ready while it is stopped for a running one", async () => {
    host.start();
    await settle();
    const stopping = host.stop();
    child().receive({ type: "ready", pid: 7 });
    child().end(0);
    await stopping;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(children).toHaveLength(1);
    expect(events).toEqual([]);
  });

  it("ends one that doesn't stop", async () => {
    await started();
    const stopping = host.stop();
    await vi.advanceTimersByTimeAsync(STOP_GRACE_MS);
    await stopping;
    expect(await child().ended).toBe(137);
  });

  it("starts anew on purpose without a word of alarm", async () => {
    await started();
    const restarting = host.restart();
    child().end(0);
    await restarting;
    await settle();
    expect(children).toHaveLength(2);
    expect(events.some(({ event }) => event === "engine.stopped")).toBe(false);
  });
});
