/** What an outage costs: written time, real HTTP, three hundred returns that wait. */
import { describe, expect, it } from "vitest";
import { START, writtenRandomness } from "../../../../helpers/clock.ts";
import { aReturn, connect, enter, openTestEngine, type TestEngine } from "../../../../helpers/engine.ts";
import { answer, type Behave, startHttpService } from "../../../../helpers/http-service.ts";
import { countedConnect, writtenTime } from "../../../../helpers/written-time.ts";

const MINUTE = 60_000;
/** An engine with waiting returns and a service that behaves so. */
async function startWorld(returns: number, behave: Behave) {
  const { connect: counted, opening } = countedConnect();
  const engine = openTestEngine({ randomness: writtenRandomness(0.5), connect: counted });
  const { clock } = engine;
  const service = await startHttpService(behave, clock.now);
  await connect(engine, service.url);
  await engine.call("sync.pause", {});
  for (let n = 1; n <= returns; n += 1) await enter(engine, "purchaseReturn", n);
  await engine.call("sync.resume", {});
  const status = () => engine.call("sync.status", {});
  const { pass } = writtenTime(engine, opening);
  return { engine, service, pass, status };
}

const states = async (engine: TestEngine): Promise<string[]> =>
  (await engine.call("outbox.list", { limit: 500 })).entries.map(({ state }) => state).reverse();

const page = "<html><body><h1>Not found</h1></body></html>";
let turn = 0;
const OUTAGES: readonly [string, Behave, string][] = [
  ["502", answer(502, page), "service_trouble"],
  ["503 without Retry-After", answer(503, page), "service_trouble"],
  [
    "404 in JSON",
    (out, came) => answer(404, JSON.stringify({ error: "no route", at: came.at }))(out, came),
    "service_trouble",
  ],
  [
    "404 in two servers' words in turn",
    (out, came) => answer(404, turn++ % 2 === 0 ? '{"error":"no route"}' : '{"m":"nothing"}')(out, came),
    "service_trouble",
  ],
  ["404 with a page", answer(404, page), "service_trouble"],
  ["403 in JSON", answer(403, '{"error":"forbidden"}'), "service_trouble"],
  ["a page with 200", answer(200, page), "service_trouble"],
  ["a redirect to a sign-in page", answer(302, page, { location: "http://127.0.0.1:9/" }), "service_trouble"],
  ["no answer at all", (outgoing) => void outgoing.socket?.destroy(), "service_trouble"],
];

describe("ten minutes of", () => {
  it.each(OUTAGES)(
    "%s leave at most three of 300 returns to a person, and the rest go on by themselves",
    async (_what, behave, state) => {
      const { service, pass, status } = await startWorld(300, behave);
      await pass(10 * MINUTE - 1_000);
      const during = await status();
      expect(during.state).toBe(state);
      const { pending, retry_wait, outcome_unknown, dead_letter } = during.counts;
      expect(pending + retry_wait).toBeGreaterThanOrEqual(297);
      expect(outcome_unknown + dead_letter).toBeLessThanOrEqual(3);
      service.behave = answer(200);
      await pass(12 * MINUTE);
      const after = await status();
      expect(after.state).toBe("online");
      expect(after.counts).toEqual({ pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown, dead_letter });
    },
  );
});

describe("the same refusal", () => {
  it("of two bad returns of five refuses both, and the good ones are confirmed, within seconds", async () => {
    const bad: Behave = (outgoing, came) => {
      (/return [12]\b/.test(came.body) ? answer(422, '{"message":"the store is closed"}') : answer(200))(
        outgoing,
        came,
      );
    };
    const { engine, pass } = await startWorld(5, bad);
    await pass(10_000);
    expect(await states(engine)).toEqual([
      "dead_letter",
      "dead_letter",
      "confirmed",
      "confirmed",
      "confirmed",
    ]);
  });

  it("of the only two returns that wait refuses both in the end", async () => {
    const { engine, pass } = await startWorld(2, answer(422, '{"message":"the store is closed"}'));
    await pass(5 * MINUTE);
    expect(await states(engine)).toEqual(["dead_letter", "retry_wait"]);
    const [newest] = (await engine.call("outbox.list", {})).entries;
    expect(newest?.lastError).toBe("422: the store is closed");
    await pass(15 * MINUTE);
    expect(await states(engine)).toEqual(["dead_letter", "dead_letter"]);
  });

  it("for a night spends one entry", async () => {
    const { engine, service, pass, status } = await startWorld(20, answer(404, '{"error":"no route"}'));
    await pass(8 * 60 * MINUTE);
    expect((await status()).counts).toMatchObject({ dead_letter: 1, retry_wait: 19 });
    expect((await status()).needsAttention).toBeGreaterThan(1);
    service.behave = answer(200);
    await pass(5 * MINUTE);
    expect((await status()).counts).toMatchObject({ dead_letter: 1, retry_wait: 0 });
    expect(engine.logged).toEqual([]);
  });
});

describe("while the service is in trouble", () => {
  it("a voucher is the probe rather than a return, and ends the trouble when it is taken", async () => {
    const { engine, service, pass, status } = await startWorld(3, answer(502, page));
    await pass(100);
    await engine.call("sync.pause", {});
    const voucher = await enter(engine, "taxVoucher");
    await engine.call("sync.resume", {});
    await pass(4_000);
    expect((await status()).counts).toMatchObject({ outcome_unknown: 1, pending: 2, retry_wait: 1 });
    expect((await engine.entry(voucher)).attemptCount).toBeGreaterThanOrEqual(2);
    service.behave = answer(200);
    await pass(5_000);
    expect((await status()).counts).toMatchObject({ outcome_unknown: 1, pending: 0, retry_wait: 0 });
  });

  it.each([1, 8])(
    "%i vouchers that the service never takes hold up no return that it would take",
    async (vouchers) => {
      const onlyReturns: Behave = (outgoing, came) =>
        answer(came.method === "PUT" ? 500 : 200)(outgoing, came);
      const { engine, service, pass } = await startWorld(0, onlyReturns);
      await engine.call("sync.pause", {});
      for (let n = 1; n <= vouchers; n += 1) await enter(engine, "taxVoucher", n);
      for (let n = 1; n <= 3; n += 1) await enter(engine, "purchaseReturn", n);
      await engine.call("sync.resume", {});
      await pass(10 * MINUTE);
      expect(service.came.filter(({ method }) => method === "POST")).toHaveLength(3);
      expect((await engine.call("sync.status", {})).counts).toMatchObject({
        pending: 0,
        retry_wait: vouchers,
        outcome_unknown: 0,
      });
    },
  );

  it("a person's wish to send now is tried once", async () => {
    const { engine, service, pass, status } = await startWorld(5, answer(502, page));
    await pass(80_000);
    expect((await status()).counts).toMatchObject({ outcome_unknown: 3, pending: 2 });
    await pass(60_000);
    expect(service.came).toHaveLength(3);
    await engine.call("sync.now", {});
    await pass(1_000);
    expect(service.came).toHaveLength(4);
  });

  it("returns that come later wait as well", async () => {
    const { engine, service, pass } = await startWorld(1, answer(500, "{}"));
    await pass(100);
    await engine.call("purchaseReturn.post", aReturn({ note: "later" }));
    await pass(4_000);
    expect(service.came.map(({ at }) => at - START)).toEqual([0]);
    await pass(2_000);
    expect(service.came).toHaveLength(2);
  });
});
