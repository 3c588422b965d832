import { describe, expect, it } from "vitest";
import {
  becauseOf,
  delayWithin,
  FIRST_LOOK_WITHIN_MS,
  LOOK_EVERY_MS,
} from "../../../../../main/engine/subjects/counters/lists/lists.ts";
import { isAmong, type Rollout } from "../../../../../main/engine/subjects/counters/lists/published.ts";
import { seeded } from "../../../../helpers/damage.ts";

const SECOND = 1_000;
const START_AT = "2026-03-01T08:00:00.000Z";
const NOW = Date.parse(START_AT);

describe("when counters look for lists", () => {
  it("200 that start at one time never look three times as often in a second as on average", () => {
    // 90 times as fast, so that a second holds as many looks as one of a chain of 18,000.
    const faster = 90;
    const seconds = 120;
    const bySecond = Array.from({ length: seconds }, () => 0);
    for (let counter = 0; counter < 200; counter += 1) {
      const fraction = seeded(counter);
      for (
        let at = delayWithin(FIRST_LOOK_WITHIN_MS, { fraction });
        at / faster < seconds * SECOND;
        at += delayWithin(2 * LOOK_EVERY_MS, { fraction })
      ) {
        const second = Math.floor(at / faster / SECOND);
        bySecond[second] = (bySecond[second] ?? 0) + 1;
      }
    }
    const mean = bySecond.reduce((sum, each) => sum + each, 0) / seconds;
    expect(mean).toBeCloseTo((200 * SECOND * faster) / LOOK_EVERY_MS, -1);
    expect(Math.max(...bySecond) / mean).toBeLessThan(3);
  });
});

describe("whose turn a version is", () => {
  const rollout: Rollout = { percent: 30, startAt: START_AT, allAt: null };
  const among = (version: number, at = NOW, of = rollout) =>
    Array.from({ length: 2_000 }, (_, n) => `device-${n}`).filter((device) =>
      isAmong(of, "product", version, device, at),
    );

  it("is that of the share, the same counters each time and others for another version", () => {
    const first = among(1);
    expect(first.length / 2_000).toBeCloseTo(0.3, 1);
    expect(among(1)).toEqual(first);
    const again = among(2).filter((device) => first.includes(device)).length;
    expect(again / first.length).toBeCloseTo(0.3, 1);
  });

  it("keeps those that had it where the share grows", () => {
    const grown = new Set(among(1, NOW, { ...rollout, percent: 60 }));
    expect(among(1).filter((device) => !grown.has(device))).toEqual([]);
  });

  it("is nobody's before its start, and everybody's from its last time on", () => {
    expect(among(1, NOW - 1)).toEqual([]);
    expect(among(1, NOW + SECOND, { ...rollout, allAt: new Date(NOW + SECOND).toISOString() })).toHaveLength(
      2_000,
    );
  });
});

describe("what waits for a person", () => {
  const trial = { added: 0, changed: 0, removed: 0, prices: 0, known: 100, rejected: 0, shown: [] };
  const rules = { rowsPercent: 10, pricesPercent: 5 };

  it("is what changes more than the share of rows or of prices, and not what fills an empty list", () => {
    expect(becauseOf({ ...trial, changed: 10, prices: 5 }, rules)).toEqual([]);
    expect(becauseOf({ ...trial, changed: 5, removed: 6 }, rules)).toEqual(["rows"]);
    expect(becauseOf({ ...trial, changed: 6, prices: 6 }, rules)).toEqual(["prices"]);
    expect(becauseOf({ ...trial, added: 500, known: 0 }, rules)).toEqual([]);
  });
});
