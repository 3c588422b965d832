import { expect, test } from "vitest";
import { whenIdle } from "../../../main/engine/idle.ts";
import { ManualClock, START } from "../../helpers/clock.ts";

function watched() {
  const clock = new ManualClock();
  const at: number[] = [];
  return { clock, at, idle: whenIdle(clock, 10_000, () => at.push(clock.now() - START)) };
}

test("the task waits for ten idle seconds, then runs once", () => {
  const { clock, at, idle } = watched();
  idle.used();
  for (const ms of [4_000, 8_000, 15_000]) {
    clock.runUntil(START + ms);
    idle.used();
  }
  clock.runUntil(START + 24_999);
  expect(at).toEqual([]);
  clock.runUntil(START + 200_000);
  expect(at).toEqual([25_000]);
  expect(clock.due()).toEqual([]);
});

test("a use after the task begins a new wait, however many uses follow", () => {
  const { clock, at, idle } = watched();
  idle.used();
  clock.runUntil(START + 10_000);
  for (let use = 0; use < 50; use += 1) idle.used();
  expect(clock.due()).toHaveLength(1);
  clock.runUntil(START + 60_000);
  expect(at).toEqual([10_000, 20_000]);
});

test("a clock that is set back doesn't put the task off", () => {
  const { clock, at, idle } = watched();
  idle.used();
  clock.turnTo(START - 86_400_000);
  clock.runUntil(clock.now() + 10_000);
  expect(at).toEqual([10_000 - 86_400_000]);
});

test("nothing runs after the end", () => {
  const { clock, at, idle } = watched();
  idle.used();
  idle.stop();
  idle.used();
  clock.runUntil(START + 60_000);
  expect(at).toEqual([]);
});
