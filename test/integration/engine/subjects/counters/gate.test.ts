/** What the engine has of the counters of a shop before a place is named: nothing. */
import { expect, it } from "vitest";
import { type FixedCounters, NO_FIXED_COUNTERS } from "../../../../../contract/channels/policy.ts";
import { createCountersGate } from "../../../../../main/engine/subjects/counters/gate.ts";
import { ManualClock } from "../../../../helpers/clock.ts";
import { newFolder, openTestEngine } from "../../../../helpers/engine.ts";
import { closedFile } from "../../../../helpers/file-context.ts";

/** When something is due of a gate over an empty profile. */
function dueOf(fixed: FixedCounters): number[] {
  const clock = new ManualClock();
  const engine = closedFile("/a/connections/b.sqlite", { profile: newFolder(), clock });
  const takeOver = () => Promise.reject(new Error("nothing is taken over"));
  createCountersGate({ engine, proxy: null, fixed, placeSecrets: {}, books: () => null, takeOver });
  return clock.due().map((at) => at - clock.now());
}

it("nothing is due where no place is named and no figures go anywhere", () => {
  expect(dueOf(NO_FIXED_COUNTERS)).toEqual([]);
});

it("the counters are loaded two seconds after the start where the policy names a place, or where figures go", () => {
  const shopFolder = { place: "/mnt/shop" };
  expect(dueOf({ ...NO_FIXED_COUNTERS, shopFolder })).toEqual([2_000]);
  expect(dueOf({ ...NO_FIXED_COUNTERS, monitoring: { textfile: "/var/lib/figures" } })).toEqual([2_000]);
});

it("the policy's place is used in place of the one that was set, and its rules and key with it", async () => {
  const rules = { rowsPercent: 1, pricesPercent: 2 };
  const place = newFolder();
  const fixedCounters = { shopFolder: { place, rules, recipient: "age1owner" }, monitoring: null };
  const profile = newFolder();
  const before = openTestEngine({ profile });
  const other = newFolder();
  await before.call("shopFolder.set", { place: other });
  await before.close();
  const engine = openTestEngine({ profile, fixedCounters });
  expect(await engine.call("shopFolder.get", {})).toMatchObject({
    place,
    rules,
    backups: { recipient: "age1owner" },
  });
  await engine.close();
  const after = openTestEngine({ profile });
  expect(await after.call("shopFolder.get", {})).toMatchObject({ place: other });
});
