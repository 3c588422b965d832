/** The days that Home counts are those of the counter's own calendar. */
import { describe, expect, it } from "vitest";
import { ManualClock } from "../../../helpers/clock.ts";
import { connect, enter, NOWHERE, openTestEngine, until } from "../../../helpers/engine.ts";
import { answer, startHttpService } from "../../../helpers/http-service.ts";

async function dayCounts(zone: string, moments: string[], now: string): Promise<Map<string, number>> {
  const [first = now] = moments;
  const clock = new ManualClock(Date.parse(first), zone);
  const engine = openTestEngine({ clock });
  await connect(engine, NOWHERE);
  for (const [index, moment] of moments.entries()) {
    clock.turnTo(Date.parse(moment));
    await enter(engine, "purchaseReturn", index);
  }
  clock.turnTo(Date.parse(now));
  const { days } = await engine.call("outbox.summary", {});
  expect(days).toHaveLength(14);
  return new Map(days.map(({ date, purchaseReturns }) => [date, purchaseReturns]));
}

describe("the days of Home", () => {
  it("count returns, vouchers and restores each by itself", async () => {
    const engine = openTestEngine();
    await connect(engine, NOWHERE);
    for (const kind of ["purchaseReturn", "purchaseReturn", "purchaseReturn"] as const)
      await enter(engine, kind);
    for (const n of [1, 2]) await enter(engine, "taxVoucher", n);
    await enter(engine, "restorePermission", 7);
    const { days } = await engine.call("outbox.summary", {});
    expect(days.at(-1)).toMatchObject({ purchaseReturns: 3, taxVouchers: 2, restores: 1 });
  });

  it("change at midnight in Aden, not at three in the morning", async () => {
    const entered = ["2026-03-01T20:59:00.000Z", "2026-03-01T21:00:00.000Z", "2026-03-01T23:30:00.000Z"];
    const days = await dayCounts("Asia/Aden", entered, "2026-03-01T23:45:00.000Z");
    expect([...days.keys()].at(-1)).toBe("2026-03-02");
    expect(days.get("2026-03-02")).toBe(2);
    expect(days.get("2026-03-01")).toBe(1);
    expect([...days.keys()][0]).toBe("2026-02-17");
  });

  it("hold the whole first day, and the hour that the clocks repeat", async () => {
    const entered = [
      "2026-10-19T22:00:00.000Z", // 20 October begins in Berlin, in summer time
      "2026-10-24T22:30:00.000Z", // 25 October, 00:30
      "2026-10-25T22:59:00.000Z", // 25 October, 23:59, a day of 25 hours
      "2026-10-25T23:00:00.000Z", // 26 October
    ];
    const days = await dayCounts("Europe/Berlin", entered, "2026-11-02T22:00:00.000Z");
    expect([...days.keys()].at(0)).toBe("2026-10-20");
    expect(days.get("2026-10-20")).toBe(1);
    expect(days.get("2026-10-25")).toBe(2);
    expect(days.get("2026-10-26")).toBe(1);
  });

  it("tell how long half of a day's confirming answers took, and nothing of a day without any", async () => {
    const clock = new ManualClock(Date.parse("2026-03-01T08:00:00.000Z"));
    const took = [900, 400, 600];
    const service = await startHttpService((outgoing, came) => {
      clock.turnTo(clock.now() + (took.shift() ?? 0));
      answer(200)(outgoing, came);
    });
    const engine = openTestEngine({ clock });
    await connect(engine, service.url);
    for (const n of [1, 2, 3]) {
      const entryId = await enter(engine, "restorePermission", n);
      await until(async () => {
        clock.runUntil(clock.now() + 1);
        return (await engine.entry(entryId)).state === "confirmed";
      });
    }
    clock.turnTo(Date.parse("2026-03-02T08:00:00.000Z"));
    const { days } = await engine.call("outbox.summary", {});
    const [before, then, today] = days.slice(-3).map(({ answerMs }) => answerMs);
    expect([before, today]).toEqual([null, null]);
    // The clock also went on while each answer was awaited.
    expect(then).toBeGreaterThanOrEqual(600);
    expect(then).toBeLessThan(900);
  });
});
