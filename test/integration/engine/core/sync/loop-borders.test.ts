/** What the loop must not get wrong at its borders: a client that throws, small jumps of the clock, lanes that hang. */
import { expect, it } from "vitest";
import { START, writtenRandomness } from "../../../../helpers/clock.ts";
import { connect, enter, openTestEngine, until } from "../../../../helpers/engine.ts";
import { answer, type Behave, startHttpService } from "../../../../helpers/http-service.ts";

it("a client that throws may have sent: a return is of unknown outcome, and not sent again", async () => {
  let sent = 0;
  const engine = openTestEngine({
    connect: async () => ({
      kind: "connected",
      certificate: null,
      carrier: {
        dispatch: () => {
          sent += 1;
          throw new Error("the client is broken");
        },
        isOpen: () => true,
        onDropped: () => undefined,
        close: () => undefined,
      },
    }),
  });
  await connect(engine, "http://127.0.0.1:9");
  const id = await enter(engine, "purchaseReturn");
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(id)).state === "outcome_unknown");
  expect((await engine.entry(id)).lastError).toMatch(/the client is broken/);
  expect(sent).toBe(1);
});

it("a clock that goes back by three seconds makes no wait longer", async () => {
  const service = await startHttpService(answer(500, "{}"));
  const engine = openTestEngine({ randomness: writtenRandomness(0.5) });
  await connect(engine, service.url);
  const id = await enter(engine, "taxVoucher");
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(id)).state === "retry_wait");
  service.behave = answer(200);
  engine.clock.turnTo(START - 3_000);
  await until(async () => {
    engine.clock.runUntil(Math.min(engine.clock.now() + 100, START - 2_000));
    return (await engine.entry(id)).state === "confirmed";
  });
});

it("an entry that falls due while another's answer is waited for doesn't wait for it", async () => {
  const service = await startHttpService(answer(429, "busy", { "retry-after": "60" }));
  const engine = openTestEngine({ randomness: writtenRandomness(0.5) });
  await connect(engine, service.url);
  const put = await enter(engine, "taxVoucher");
  engine.clock.runUntil(START);
  await until(async () => (await engine.entry(put)).state === "retry_wait");
  service.behave = answer(200);
  const taken = await enter(engine, "restorePermission");
  await until(async () => {
    engine.clock.runUntil(engine.clock.now() + 100);
    return (await engine.entry(taken)).state === "confirmed";
  });
  const silent: Behave = (outgoing, came) => {
    if (came.kind !== "purchaseReturn") answer(200)(outgoing, came);
  };
  service.behave = silent;
  // The first of the two is taken, and so the second leaves room beside it.
  await engine.call("sync.pause", {});
  await enter(engine, "restoreAccount");
  const hangs = await enter(engine, "purchaseReturn");
  await engine.call("sync.resume", {});
  await until(async () => (await engine.entry(hangs)).state === "in_flight");
  engine.clock.runUntil(START + 62_000);
  await until(async () => (await engine.entry(put)).state === "confirmed");
  expect((await engine.entry(hangs)).state).toBe("in_flight");
  await service.setUp(false);
});
