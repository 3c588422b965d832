import { expect, test } from "vitest";
import {
  isStatusName,
  type KnownCounters,
  meet,
  missed,
  statusIndex,
} from "../../../contract/status-file.ts";
import { makeCounter } from "../../helpers/chain-folder.ts";

const DAY = 24 * 3_600_000;
const NOW = Date.parse("2026-11-28T12:00:00Z");
const known = (lastAt: string): KnownCounters => ({
  "till-1": { key: "a".repeat(43), name: "Till 1", changedAt: null, lastAt, missedAt: null },
});

test.each(["2026-11-28T11:00:00Z", "1970-01-01T00:00:00Z", "no time"])(
  "a counter whose file is gone, and which wrote last at %s by its own clock, is missed for 30 days",
  (lastAt) => {
    const first = missed(known(lastAt), new Set(), NOW);
    expect(first.missing).toEqual([{ deviceId: "till-1", name: "Till 1", lastAt }]);
    const last = missed(first.known, new Set(), NOW + 30 * DAY);
    expect(last.missing).toHaveLength(1);
    expect(missed(last.known, new Set(), NOW + 30 * DAY + 1)).toEqual({ missing: [], known: {} });
  },
);

test("a counter whose file is there again is missed anew when it goes once more", () => {
  const gone = missed(known("2026-11-28T11:00:00Z"), new Set(), NOW).known;
  const back = missed(gone, new Set(["till-1"]), NOW + 20 * DAY);
  expect(back.missing).toEqual([]);
  expect(missed(back.known, new Set(), NOW + 40 * DAY).missing).toHaveLength(1);
});

test("a counter that was missed first by a clock that was years ahead is missed for 30 days of the right one", () => {
  const first = missed(known("2026-11-28T11:00:00Z"), new Set(), NOW + 3_650 * DAY);
  const right = missed(first.known, new Set(), NOW);
  expect(right.missing).toHaveLength(1);
  expect(missed(right.known, new Set(), NOW + 31 * DAY).missing).toEqual([]);
});

test("a key that changed first by a clock that was years ahead is new for a week of the right one", () => {
  const before = known("2026-11-28T11:00:00Z")["till-1"];
  const { status } = makeCounter(1, NOW);
  const file = { key: "b".repeat(43), signature: "c".repeat(86), status: JSON.stringify(status) };
  const changed = meet(before, { file, status }, NOW + 3_650 * DAY);
  expect(changed.signature).toBe("new");
  const right = meet(changed.known, { file, status }, NOW);
  expect(right.signature).toBe("new");
  expect(meet(right.known, { file, status }, NOW + 8 * DAY).signature).toBe("good");
});

test.each([
  ["status/till-1.json", true],
  ["status/index.json", false],
  ["status/till-1.sync-conflict-20261128-120000-ABCDEFG.json", false],
  ["status/till-1_conflict.json", false],
  ["status/old/till-1.json", false],
])("%s is the name of a status, and read from an index: %s", (name, isOne) => {
  expect(isStatusName(name)).toBe(isOne);
  expect(statusIndex.parse({ names: [name] }).names).toEqual(isOne ? [name] : []);
});
