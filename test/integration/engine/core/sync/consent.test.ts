/** The owner's consent to send unknown outcomes again counts at the moment of the claim, and can be withdrawn. */
import { describe, expect, it } from "vitest";
import { START, writtenRandomness } from "../../../../helpers/clock.ts";
import { aReturn, connect, enter, openPaused, openTestEngine, until } from "../../../../helpers/engine.ts";
import { answer, type Behave, startHttpService } from "../../../../helpers/http-service.ts";
import { countedConnect, writtenTime } from "../../../../helpers/written-time.ts";

const HOUR = 3_600_000;
const lost: Behave = (outgoing) => void outgoing.socket?.destroy();

function openCounted(options: { resendUnknown?: boolean; profile?: string }) {
  const { connect: counted, opening } = countedConnect();
  const engine = openTestEngine({ ...options, randomness: writtenRandomness(0.9), connect: counted });
  return { engine, pass: writtenTime(engine, opening).pass };
}

/** A return whose answer was lost once, under the consent, and that waits for its next try. */
async function startWorld(options: { resendUnknown?: boolean; behave?: Behave } = {}) {
  const service = await startHttpService(options.behave ?? lost);
  const { engine, pass } = openCounted({ resendUnknown: options.resendUnknown ?? false });
  await connect(engine, service.url);
  if (options.resendUnknown !== true) await engine.call("policy.set", { resendUnknown: true });
  const id = await enter(engine, "purchaseReturn");
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(id)).state === "retry_wait");
  return { engine, pass, service, id };
}

describe("a return whose answer was lost and that waits by consent", () => {
  it("is of unknown outcome again when the consent is withdrawn, and is not sent", async () => {
    const { engine, pass, service, id } = await startWorld();
    service.behave = answer(200);
    await engine.call("policy.set", { resendUnknown: false });
    expect(await engine.entry(id)).toMatchObject({ state: "outcome_unknown", needsAttention: true });
    expect((await engine.entry(id)).lastProblem?.code).toBe("no_longer_resent");
    expect(engine.events).toContainEqual(
      expect.objectContaining({
        event: "outbox.changed",
        payload: expect.objectContaining({ entryId: id, state: "outcome_unknown" }),
      }),
    );
    await pass(HOUR);
    expect(service.came).toHaveLength(1);
  });

  it("is of unknown outcome again after a run with --resend-unknown has ended", async () => {
    const { engine, service, id } = await startWorld({ resendUnknown: true });
    await engine.close();
    service.behave = answer(200);
    const { engine: again, pass } = openCounted({ profile: engine.profile });
    await connect(again, service.url);
    await pass(HOUR);
    expect((await again.entry(id)).state).toBe("outcome_unknown");
    expect(service.came).toHaveLength(1);
  });

  it.each([
    ["the owner's setting", false],
    ["a run with --resend-unknown", true],
  ])("is sent after a start anew, while the consent by %s lasts", async (_, resendUnknown) => {
    const { engine, service, id } = await startWorld({ resendUnknown });
    await engine.close();
    service.behave = answer(200);
    const { engine: again, pass } = openCounted({ profile: engine.profile, resendUnknown });
    await connect(again, service.url);
    await pass(HOUR);
    expect((await again.entry(id)).state).toBe("confirmed");
    expect(service.came).toHaveLength(2);
  });

  it("stays so after its next try was put off: what was lost before may be in the books", async () => {
    const { engine, pass, service, id } = await startWorld();
    service.behave = answer(429, "busy", { "retry-after": "600" });
    engine.clock.runUntil(engine.clock.now() + 60_000);
    await until(async () => (await engine.entry(id)).attempts.at(1)?.endedAt != null);
    expect((await engine.entry(id)).attempts.map(({ outcome }) => outcome)).toEqual([
      "answer_lost",
      "asked_to_wait",
    ]);
    service.behave = answer(200);
    await engine.call("policy.set", { resendUnknown: false });
    expect((await engine.entry(id)).state).toBe("outcome_unknown");
    await pass(HOUR);
    expect(service.came).toHaveLength(2);
  });

  it("is of unknown outcome where the consent is withdrawn while it is under way", async () => {
    const { engine, service, id } = await startWorld();
    const held: (() => void)[] = [];
    service.behave = (outgoing, came) => void held.push(() => answer(429, "busy")(outgoing, came));
    engine.clock.runUntil(engine.clock.now() + 60_000);
    await until(() => held.length === 1);
    await engine.call("policy.set", { resendUnknown: false });
    held[0]?.();
    await until(async () => (await engine.entry(id)).state === "outcome_unknown");
  });

  it("is sent where a person says so, whatever the consent", async () => {
    const { engine, service, id } = await startWorld();
    await engine.call("policy.set", { resendUnknown: false });
    service.behave = answer(200);
    await engine.call("outbox.resend", { entryId: id });
    await until(async () => {
      engine.clock.runUntil(engine.clock.now() + 1_000);
      return (await engine.entry(id)).state === "confirmed";
    });
  });
});

describe("a correction", () => {
  it("replaces an entry about the same record only", async () => {
    const service = await startHttpService(answer(422, '{"message":"no"}'));
    const engine = await openPaused({}, service.url);
    const [voucher, other] = [await enter(engine, "taxVoucher", 1), await enter(engine, "taxVoucher", 2)];
    const of = (n: number, corrects: string) => ({
      serialNo: `7a0c4e50-0000-4000-8000-${String(n).padStart(12, "0")}`,
      currencyId: "YER",
      amount: "1",
      note: "right",
      status: 1,
      corrects,
    });
    expect(await engine.refusal("taxVoucher.update", of(1, other))).toMatchObject({
      code: "wrong_state",
      details: { field: "corrects" },
      message: expect.stringMatching(/another record/),
    });
    expect((await engine.entry(other)).state).toBe("pending");
    await engine.call("taxVoucher.update", of(1, voucher.toUpperCase()));
    expect((await engine.entry(voucher)).state).toBe("discarded");
    const returned = await enter(engine, "purchaseReturn");
    await engine.call("purchaseReturn.post", aReturn({ corrects: returned }));
    expect((await engine.entry(returned)).state).toBe("discarded");
  });
});
