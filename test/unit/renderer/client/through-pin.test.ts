/** A call that the PIN holds back: asked for once, repeated once, never lost. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply, ReplyError } from "../../../../contract/reply.ts";
import { askForPin, isSamePress, throughPin, usePinAsk } from "../../../../renderer/client/api.ts";

const refusal = (action = "outbox"): ReplyError => ({
  code: "pin_needed",
  message: "",
  details: { action },
});
const held: Reply<number> = { ok: false, error: refusal() };
const done: Reply<number> = { ok: true, value: 7 };

/** A call that answers these replies, one after the other. */
const answering = (...replies: Reply<number>[]) => vi.fn(async () => replies.shift() ?? done);

describe("a call that is held back", () => {
  it("is made again exactly once after the right PIN", async () => {
    const call = answering(held, done);
    const ask = vi.fn(async () => true);
    expect(await throughPin(call, ask)).toEqual(done);
    expect([call.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1]);
  });

  it("is not made again where the person declines, and its refusal is the answer", async () => {
    const call = answering(held);
    expect(await throughPin(call, async () => false)).toEqual(held);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it("is asked for again where another call took the one opening", async () => {
    const call = answering(held, held, done);
    const ask = vi.fn(async () => true);
    expect(await throughPin(call, ask)).toEqual(done);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("is never repeated after any other refusal", async () => {
    const failed: Reply<number> = { ok: false, error: { ...refusal(), code: "engine_unavailable" } };
    const call = answering(held, failed, done);
    expect(await throughPin(call, async () => true)).toEqual(failed);
    expect(call).toHaveBeenCalledTimes(2);
    const ask = vi.fn(async () => true);
    expect(await throughPin(answering(failed, done), ask)).toEqual(failed);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("asking for the PIN", () => {
  beforeEach(() => usePinAsk.setState({ asking: null, declined: null }));

  it("is one prompt for all calls that wait", async () => {
    const both = Promise.all([askForPin(refusal()), askForPin(refusal("restore"))]);
    expect(usePinAsk.getState().asking?.action).toBe("outbox");
    usePinAsk.getState().asking?.answer(true);
    expect(await both).toEqual([true, true]);
    expect(usePinAsk.getState().asking).toBeNull();
  });

  it("comes once for one press of a button that was declined", async () => {
    const first = askForPin(refusal("restore"));
    usePinAsk.getState().asking?.answer(false);
    expect(await first).toBe(false);
    expect(await askForPin(refusal("restore"))).toBe(false);
    expect(usePinAsk.getState().asking).toBeNull();
    const other = askForPin(refusal("outbox"));
    expect(usePinAsk.getState().asking).not.toBeNull();
    usePinAsk.getState().asking?.answer(true);
    expect(await other).toBe(true);
  });

  it("comes again at the next press", () => {
    const declined = { action: "restore" as const, at: 1_000 };
    expect(isSamePress(declined, "restore", 1_499)).toBe(true);
    expect(isSamePress(declined, "restore", 1_500)).toBe(false);
    expect(isSamePress(declined, "outbox", 1_001)).toBe(false);
    expect(isSamePress(null, "restore", 0)).toBe(false);
  });

  it("takes an action that it doesn't know for none", () => {
    void askForPin(refusal("made up"));
    expect(usePinAsk.getState().asking?.action).toBeNull();
    usePinAsk.getState().asking?.answer(false);
  });
});
