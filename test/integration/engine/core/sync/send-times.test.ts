/** When the loop sends, to the millisecond: written time, written chance, real HTTP. */
import { describe, expect, it } from "vitest";
import type { ChannelOutput } from "../../../../../contract/channels.ts";
import { ManualClock, START, writtenRandomness } from "../../../../helpers/clock.ts";
import { connect, enter, openTestEngine, type TestEngine, until } from "../../../../helpers/engine.ts";
import { answer, type HttpService, startHttpService } from "../../../../helpers/http-service.ts";
import { countedConnect, writtenTime } from "../../../../helpers/written-time.ts";

interface World {
  engine: TestEngine;
  service: HttpService;
  clock: ManualClock;
  /** Nothing is under way, and the loop waits for its next time. */
  atRest(): Promise<void>;
  /** Lets time pass, stopping at each time at which something is due. */
  pass(ms: number): Promise<void>;
  /** When requests came, in milliseconds since the start. */
  times(): number[];
  /** When a connection was tried, likewise. */
  tries: number[];
  status(): Promise<ChannelOutput<"sync.status">>;
}

/** `fractions` are the draws of the jitter, one after the other. */
async function startWorld(...fractions: number[]): Promise<World> {
  const clock = new ManualClock();
  const service = await startHttpService(answer(200), clock.now);
  const tries: number[] = [];
  const { connect: counted, opening } = countedConnect(() => tries.push(clock.now() - START));
  const engine = openTestEngine({ clock, randomness: writtenRandomness(...fractions), connect: counted });
  const status = () => engine.call("sync.status", {});
  const { atRest, pass } = writtenTime(engine, opening);
  const times = () => service.came.map(({ at }) => at - START);
  return { engine, service, clock, atRest, pass, times, tries, status };
}

describe("while the service is down", () => {
  it("claims nothing, and tries one connection for all that wait, after what each try drew of a doubling ceiling", async () => {
    const drawn = [0.9, 0.25, 0.75, 0.999, 0.125, 0.5, 0.333, 0.6];
    const world = await startWorld(...drawn);
    const { engine, service } = world;
    await service.setUp(false);
    await connect(engine, service.url);
    await world.atRest();
    const first = await enter(engine, "purchaseReturn");
    const second = await enter(engine, "taxVoucher");
    await world.pass(180_000);
    const expected = drawn
      .map((draw, index) => Math.floor(draw * Math.min(120_000, 1_000 * 2 ** index)))
      .map((_, index, waits) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0));
    const entries = await Promise.all([first, second].map((id) => engine.entry(id)));
    expect(world.tries.slice(0, expected.length + 1)).toEqual([0, ...expected]);
    for (const entry of entries) expect(entry).toMatchObject({ state: "pending", attempts: [] });
  });

  it("lets all go at the first contact", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    await service.setUp(false);
    await connect(engine, service.url);
    await world.atRest();
    for (let n = 1; n <= 20; n += 1) await enter(engine, "restorePermission", n);
    await world.pass(10_000);
    expect(world.times()).toEqual([]);
    await service.setUp(true);
    const next = Date.parse((await world.status()).nextAttemptAt ?? "") - START;
    await world.pass(60_000);
    // One probe at its time, and all the others at that very moment.
    expect(world.times()).toEqual(Array(20).fill(next));
    expect(await world.status()).toMatchObject({ state: "online", counts: { pending: 0, retry_wait: 0 } });
  });

  it("begins gently where it was down for long, one entry at a time with pauses that shrink", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    await service.setUp(false);
    await connect(engine, service.url);
    await world.atRest();
    for (let n = 1; n <= 12; n += 1) await enter(engine, "restorePermission", n);
    await world.pass(90_000);
    await service.setUp(true);
    await world.pass(120_000);
    const times = world.times();
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toEqual([2_000, 1_800, 1_620, 1_458, 1_312, 1_180, 1_062, 956, 860, 774, 697]);
    expect(await world.status()).toMatchObject({ state: "online", counts: { pending: 0, retry_wait: 0 } });
  });

  it("goes on at full speed where a person asks for a try, however long it was down", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    await service.setUp(false);
    await connect(engine, service.url);
    await world.atRest();
    for (let n = 1; n <= 20; n += 1) await enter(engine, "restorePermission", n);
    await world.pass(90_000);
    await service.setUp(true);
    await engine.call("sync.now", {});
    await world.pass(1_000);
    expect(world.times()).toEqual(Array(20).fill(90_000));
  });

  it.each([
    ["a person asks", (engine: TestEngine) => engine.call("sync.now", {})],
    ["the system says that the network is back", async (engine: TestEngine) => engine.hint()],
  ])("tries at once when %s", async (_name, ask) => {
    const world = await startWorld(0.5);
    const { engine, service, clock } = world;
    await service.setUp(false);
    await connect(engine, service.url);
    await world.atRest();
    const id = await enter(engine, "purchaseReturn");
    await world.pass(40_000);
    await ask(engine);
    await world.atRest();
    expect((await engine.entry(id)).state).toBe("pending");
    await service.setUp(true);
    await ask(engine);
    await until(async () => (await engine.entry(id)).state === "confirmed");
    expect(clock.now()).toBe(START + 40_000);
    expect(world.times()).toEqual([40_000]);
  });

  it("finds the service again by itself when nothing waits", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    await service.setUp(false);
    await connect(engine, service.url);
    await world.pass(1_000);
    expect((await world.status()).state).toBe("offline");
    await service.setUp(true);
    await world.pass(10_000);
    expect((await world.status()).state).toBe("online");
    await service.setUp(false);
    // An idle link is looked at every half minute, so that its word stays true.
    await world.pass(31_000);
    expect((await world.status()).state).toBe("offline");
    expect(service.came).toEqual([]);
  });
});

describe("a service that answers but doesn't take it", () => {
  it("is asked again under full jitter, and needs attention after ten", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    service.behave = answer(500, "broken");
    await connect(engine, service.url);
    await world.atRest();
    const id = await enter(engine, "taxVoucher");
    const waits = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000];
    const expected = waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0));
    await world.pass((expected[8] ?? 0) + 1);
    expect(await engine.entry(id)).toMatchObject({ attemptCount: 9, needsAttention: false });
    expect((await world.status()).needsAttention).toBe(0);
    await world.pass(128_000);
    expect(await engine.entry(id)).toMatchObject({
      attemptCount: 10,
      needsAttention: true,
      state: "retry_wait",
    });
    expect(await world.status()).toMatchObject({ needsAttention: 1, state: "service_trouble" });
    await world.pass(300_000);
    expect(world.times()).toEqual(expected);
  });

  it.each([
    ["seconds", () => ({ "retry-after": "90" })],
    // A minute and a half by the service's own clock, which is years from the counter's.
    [
      "a date",
      () => ({ "retry-after": "Wed, 02 Jan 2030 10:01:30 GMT", date: "Wed, 02 Jan 2030 10:00:00 GMT" }),
    ],
  ])(
    "is never asked before its Retry-After in %s, until a person wants it sent now",
    async (_name, headers) => {
      const world = await startWorld(0.5);
      const { engine, service } = world;
      service.behave = answer(429, "busy", headers());
      await connect(engine, service.url);
      await world.atRest();
      const id = await enter(engine, "taxVoucher");
      await world.pass(30_000);
      engine.hint();
      await world.pass(60_300);
      expect(world.times()).toEqual([0]);
      await world.pass(300);
      expect(world.times()).toEqual([0, 90_500]);
      service.behave = answer(200);
      await engine.call("sync.now", {});
      await world.pass(0);
      expect(world.times()).toEqual([0, 90_500, 90_600]);
      expect((await engine.entry(id)).state).toBe("confirmed");
    },
  );

  it("is asked again after an hour however long it asks for, and then a person is notified", {
    timeout: 60_000,
  }, async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    service.behave = answer(503, "next year", { "retry-after": "31536000" });
    await connect(engine, service.url);
    await world.atRest();
    const id = await enter(engine, "purchaseReturn");
    await world.pass(3_500_000);
    expect(await engine.entry(id)).toMatchObject({ needsAttention: false, attemptCount: 1 });
    await world.pass(200_000);
    expect(await engine.entry(id)).toMatchObject({ needsAttention: true, attemptCount: 2 });
    expect((await world.status()).needsAttention).toBe(1);
    expect(world.times()).toEqual([0, 3_600_500]);
  });

  it("keeps one key's order while a refused edit is sent again and a newer one is under way", async () => {
    const world = await startWorld(0.5);
    const { engine, service, clock } = world;
    await connect(engine, service.url);
    await world.atRest();
    service.behave = answer(422, '{"message":"no"}');
    const old = await enter(engine, "taxVoucher");
    await world.pass(0);
    expect((await engine.entry(old)).state).toBe("dead_letter");
    const held: (() => void)[] = [];
    service.behave = (outgoing, came) => void held.push(() => answer(200)(outgoing, came));
    const newer = await enter(engine, "taxVoucher");
    clock.runUntil(clock.now());
    await until(() => held.length === 1);
    service.behave = answer(200);
    await engine.call("outbox.resend", { entryId: old });
    // Another key goes on, so the loop has had its turn.
    const other = await enter(engine, "restorePermission");
    held[0]?.();
    await world.pass(1_000);
    const bodies = service.came.map(({ body }) => body);
    const [first, second, third] = [old, newer, other].map(
      async (id) => (await engine.entry(id)).requestBody,
    );
    expect(bodies.slice(0, 2)).toEqual([await first, await second]);
    expect(bodies).toContain(await third);
    expect((await engine.entry(old)).attempts.at(-1)?.startedAt).toBe(
      (await engine.entry(newer)).attempts[0]?.endedAt,
    );
  });

  it("holds up only what has the same key, in order", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    await connect(engine, service.url);
    await world.atRest();
    const voucher = (n: number, note: string) =>
      engine.call("taxVoucher.update", {
        serialNo: `7a0c4e50-0000-4000-8000-${String(n).padStart(12, "0")}`,
        currencyId: "YER",
        amount: "1",
        note,
        status: 1,
      });
    let broken = true;
    service.behave = (outgoing, came) => {
      const stuck = came.body.includes('"note":"A') && broken;
      (stuck ? answer(500, "x") : answer(200))(outgoing, came);
    };
    const posted = [
      await voucher(1, "A1"),
      await voucher(1, "A2"),
      await voucher(2, "B1"),
      await voucher(1, "A3"),
      await voucher(2, "B2"),
    ];
    await world.pass(10_000);
    const notes = () => service.came.map(({ body }) => /"note":"(\w+)"/.exec(body)?.[1]);
    expect(notes().filter((note) => note?.startsWith("B"))).toEqual(["B1", "B2"]);
    expect(new Set(notes().filter((note) => note?.startsWith("A")))).toEqual(new Set(["A1"]));
    broken = false;
    const before = service.came.length;
    await world.pass(30_000);
    expect(notes().slice(before)).toEqual(["A1", "A2", "A3"]);
    for (const { entryId } of posted) expect((await engine.entry(entryId)).state).toBe("confirmed");
  });

  it("leaves an unknown outcome in the way of its key until a person decides", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    service.behave = answer(500, "x");
    await connect(engine, service.url);
    await world.atRest();
    await enter(engine, "purchaseReturn", 1);
    await world.pass(1_000);
    service.behave = answer(200);
    const other = await enter(engine, "purchaseReturn", 2);
    await world.pass(3_600_000);
    expect((await engine.entry(other)).state).toBe("confirmed");
    expect((await world.status()).counts.outcome_unknown).toBe(1);
    await engine.call("policy.set", { resendUnknown: true });
    await world.pass(1_000);
    expect((await world.status()).counts.outcome_unknown).toBe(0);
  });
});

describe("the clock", () => {
  it("going back makes no wait longer than it was, and Retry-After no shorter", async () => {
    const world = await startWorld(0.5);
    const { engine, service, clock } = world;
    await connect(engine, service.url);
    await world.atRest();
    service.behave = (outgoing, came) =>
      (came.kind === "taxVoucher" ? answer(429, "busy", { "retry-after": "60" }) : answer(500, "x"))(
        outgoing,
        came,
      );
    const asked = await enter(engine, "taxVoucher");
    const broken = await enter(engine, "restorePermission");
    await world.pass(10_000);
    service.behave = answer(200);
    // The clock stood a day ahead and is put right.
    clock.turnTo(clock.now() - 86_400_000);
    await world.pass(20_000);
    expect((await engine.entry(broken)).state).toBe("confirmed");
    expect((await engine.entry(asked)).state).toBe("retry_wait");
    await world.pass(60_000);
    expect((await engine.entry(asked)).state).toBe("confirmed");
  });

  it("that stood ahead in an earlier run leaves no wait beyond five minutes", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    service.behave = answer(500, "x");
    await connect(engine, service.url);
    await world.atRest();
    const id = await enter(engine, "restorePermission");
    await world.pass(0);
    await engine.close();
    service.behave = answer(200);
    const clock = new ManualClock(START - 30 * 86_400_000);
    const again = openTestEngine({ profile: engine.profile, clock });
    await connect(again, service.url);
    clock.runUntil(clock.now());
    await until(async () => (await again.entry(id)).state === "confirmed");
    expect(clock.now()).toBeLessThan(START);
  });

  it("of the service is compared with the counter's", async () => {
    const world = await startWorld(0.5);
    const { engine, service } = world;
    service.behave = answer(200, undefined, { date: new Date(START - 3_600_000).toUTCString() });
    await connect(engine, service.url);
    await world.atRest();
    expect((await world.status()).clockDriftMs).toBeNull();
    await enter(engine, "restorePermission");
    await world.pass(0);
    // An hour ahead of the service, whose header has whole seconds.
    expect((await world.status()).clockDriftMs).toBe(3_600_000 - 500);
  });
});
