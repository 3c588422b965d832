/** What people may decide of an entry, by its state; and what a correction leaves behind. */
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { EntryState } from "../../../../../contract/entry-states.ts";
import { START } from "../../../../helpers/clock.ts";
import {
  aReturn,
  aVoucher,
  connect,
  openTestEngine,
  type TestEngine,
  until,
} from "../../../../helpers/engine.ts";
import { answer, type Behave, type HttpService, startHttpService } from "../../../../helpers/http-service.ts";

let service: HttpService;
let engine: TestEngine;
beforeEach(async () => {
  service = await startHttpService();
  engine = openTestEngine();
  await connect(engine, service.url);
});

const stateOf = async (entryId: string): Promise<EntryState> => (await engine.entry(entryId)).state;

async function met(behave: Behave, state: EntryState): Promise<string> {
  service.behave = behave;
  const { entryId } = await engine.call("purchaseReturn.post", aReturn());
  engine.clock.runUntil(engine.clock.now());
  await until(async () => (await stateOf(entryId)) === state);
  return entryId;
}

/** A return in the state, brought there the way it comes there. */
async function inState(state: EntryState): Promise<string> {
  switch (state) {
    case "pending":
      await engine.call("sync.pause", {});
      return (await engine.call("purchaseReturn.post", aReturn())).entryId;
    case "in_flight":
      // Runs before the engine's own end, which waits for what is under way.
      onTestFinished(() => service.setUp(false));
      return met(() => undefined, state);
    case "retry_wait":
      return met(answer(429, "busy"), state);
    case "outcome_unknown":
      return met(answer(500, "broken"), state);
    case "dead_letter":
      return met(answer(422, '"no"'), state);
    case "confirmed":
      return met(answer(200), state);
    case "discarded": {
      const entryId = await inState("pending");
      await engine.call("outbox.discard", { entryId, reason: "a test" });
      return entryId;
    }
  }
}

const STATES = [
  ...(["pending", "in_flight", "retry_wait", "outcome_unknown"] as const),
  ...(["dead_letter", "confirmed", "discarded"] as const),
];
const MAY = {
  resend: ["pending", "retry_wait", "outcome_unknown", "dead_letter"],
  discard: ["pending", "retry_wait", "outcome_unknown", "dead_letter"],
  markRecorded: ["outcome_unknown", "dead_letter"],
  correct: ["pending", "retry_wait", "dead_letter"],
} satisfies Record<string, EntryState[]>;
const allows = (states: EntryState[], state: EntryState): boolean => states.includes(state);

describe.each(STATES)("an entry that is %s", (state) => {
  it("may be resent only where that is no second effect by mistake", async () => {
    const entryId = await inState(state);
    const { requestBody } = await engine.entry(entryId);
    const sentBefore = service.came.length;
    if (!allows(MAY.resend, state)) {
      expect(await engine.refusal("outbox.resend", { entryId })).toMatchObject({
        code: "wrong_state",
        details: { state },
      });
      expect(await stateOf(entryId)).toBe(state);
      return;
    }
    service.behave = answer(200);
    await engine.call("outbox.resend", { entryId });
    await engine.call("sync.resume", {});
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await stateOf(entryId)) === "confirmed");
    expect(service.came.slice(sentBefore).map(({ body }) => body)).toEqual([requestBody]);
  });

  it("may be discarded with a reason, which is kept", async () => {
    const entryId = await inState(state);
    if (!allows(MAY.discard, state)) {
      expect(await engine.refusal("outbox.discard", { entryId, reason: "why" })).toMatchObject({
        code: "wrong_state",
        details: { state },
      });
      expect(await stateOf(entryId)).toBe(state);
      return;
    }
    const entry = await engine.call("outbox.discard", { entryId, reason: "  typed twice  " });
    expect(entry).toMatchObject({
      state: "discarded",
      resolution: { kind: "discarded", words: "typed twice" },
    });
    const sent = service.came.length;
    await engine.call("sync.resume", {});
    engine.clock.runUntil(START + 3_600_000);
    expect(service.came).toHaveLength(sent);
  });

  it("may be marked as recorded only after it was sent, with evidence", async () => {
    const entryId = await inState(state);
    if (!allows(MAY.markRecorded, state)) {
      expect(await engine.refusal("outbox.markRecorded", { entryId, evidence: "seen" })).toMatchObject({
        code: "wrong_state",
        details: { state },
      });
      expect(await stateOf(entryId)).toBe(state);
      return;
    }
    const entry = await engine.call("outbox.markRecorded", { entryId, evidence: "slip 12" });
    expect(entry).toMatchObject({
      state: "confirmed",
      needsAttention: false,
      resolution: { kind: "marked_recorded", words: "slip 12" },
    });
  });

  it("may be corrected only while it was certainly not applied", async () => {
    const entryId = await inState(state);
    expect(await engine.entry(entryId)).toMatchObject({ replaceable: allows(MAY.correct, state) });
    if (!allows(MAY.correct, state)) {
      const error = await engine.refusal("purchaseReturn.post", aReturn({ corrects: entryId }));
      expect(error).toMatchObject({ code: "wrong_state", details: { field: "corrects", state } });
      expect((await engine.call("outbox.list", {})).entries).toHaveLength(1);
      return;
    }
    const made = await engine.call("purchaseReturn.post", aReturn({ corrects: entryId, note: "right now" }));
    expect(await engine.entry(entryId)).toMatchObject({
      state: "discarded",
      correctedByEntryId: made.entryId,
      resolution: { kind: "corrected" },
    });
    expect(await engine.entry(made.entryId)).toMatchObject({ correctsEntryId: entryId });
    expect(made.serialNo).not.toBe((await engine.entry(entryId)).serialNo);
  });
});

describe("a decision", () => {
  it.each(["", "   ", "\n"])("needs words: %j", async (words) => {
    const entryId = await inState("dead_letter");
    expect((await engine.refusal("outbox.discard", { entryId, reason: words })).code).toBe("invalid_input");
    expect((await engine.refusal("outbox.markRecorded", { entryId, evidence: words })).code).toBe(
      "invalid_input",
    );
    expect(await stateOf(entryId)).toBe("dead_letter");
  });

  it("on an entry that isn't there is refused by its field", async () => {
    const entryId = "99999999-9999-4999-8999-999999999999";
    for (const channel of ["outbox.get", "outbox.resend"] as const)
      expect(await engine.refusal(channel, { entryId })).toMatchObject({
        code: "not_found",
        details: { entryId },
      });
    expect(await engine.refusal("purchaseReturn.post", aReturn({ corrects: entryId }))).toMatchObject({
      code: "not_found",
      details: { field: "corrects" },
    });
  });

  it("corrects only an entry of the same kind", async () => {
    const entryId = await inState("dead_letter");
    expect(await engine.refusal("taxVoucher.update", aVoucher({ corrects: entryId }))).toMatchObject({
      code: "wrong_state",
      details: { field: "corrects", kind: "purchaseReturn" },
    });
  });

  it("doesn't correct a waiting return that an earlier attempt may have applied", async () => {
    const entryId = await inState("outcome_unknown");
    service.behave = answer(429, "busy");
    await engine.call("outbox.resend", { entryId });
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await stateOf(entryId)) === "retry_wait");
    expect(await engine.refusal("purchaseReturn.post", aReturn({ corrects: entryId }))).toMatchObject({
      code: "wrong_state",
      details: { field: "corrects", state: "retry_wait" },
    });
  });

  it("is the last word also after a start anew", async () => {
    const entryId = await inState("outcome_unknown");
    await engine.call("outbox.markRecorded", { entryId, evidence: "seen in the books" });
    await engine.close();
    const again = openTestEngine({ profile: engine.profile, resendUnknown: true });
    expect(await again.entry(entryId)).toMatchObject({ state: "confirmed", attemptCount: 1 });
  });
});
