import { expect, it } from "vitest";
import { replayCommand } from "./seeds.ts";
import { simulate } from "./simulator/simulation.ts";

it("runs the same again under the same seed, and otherwise under another", { timeout: 120_000 }, async () => {
  const options = { seed: 77, hours: 2, merging: false };
  const first = await simulate(options);
  const second = await simulate(options);
  expect(second.journal).toEqual(first.journal);
  expect(second.fingerprint).toBe(first.fingerprint);
  expect((await simulate({ ...options, seed: 78 })).fingerprint).not.toBe(first.fingerprint);
});

it("fails again at the same place", { timeout: 120_000 }, async () => {
  const options = { seed: 1, hours: 2, merging: true, plant: "count-wrongly" } as const;
  const [first, second] = [await simulate(options), await simulate(options)];
  expect(first.problems).not.toEqual([]);
  expect(second.problems).toEqual(first.problems);
  expect(second.steps).toBe(first.steps);
  expect(replayCommand(first)).toBe("npm run simulate -- --seed 1 --hours 2 --merging --plant count-wrongly");
});
