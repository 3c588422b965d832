import { expect, test } from "vitest";
import {
  isStatusName,
  judgeStatuses,
  type KnownCounters,
  MOST_COUNTERS,
  statusIndex,
} from "../../../contract/status-file.ts";
import { makeCounter } from "../../helpers/chain-folder.ts";

const DAY = 24 * 3_600_000;
const NOW = Date.parse("2026-11-28T12:00:00Z");
const TILL = { ...makeCounter(1, NOW).status, deviceId: "till-1" };
/** A well signed file of the counter. */
const signed = (key: string) => ({
  status: TILL,
  file: { key: key.repeat(43), signature: "c".repeat(86), status: JSON.stringify(TILL) },
  isSigned: true,
});
const known = (lastAt: string): KnownCounters => ({
  "till-1": { key: "a".repeat(43), name: "Till 1", changedAt: null, lastAt, missedAt: null },
});

test.each(["2026-11-28T11:00:00Z", "1970-01-01T00:00:00Z", "no time"])(
  "a counter whose file is gone, and which wrote last at %s by its own clock, is missed for 30 days",
  (lastAt) => {
    const first = judgeStatuses([], known(lastAt), NOW);
    expect(first.missing).toEqual([{ deviceId: "till-1", name: "Till 1", lastAt }]);
    const last = judgeStatuses([], first.known, NOW + 30 * DAY);
    expect(last.missing).toHaveLength(1);
    expect(judgeStatuses([], last.known, NOW + 30 * DAY + 1).missing).toEqual([]);
  },
);

test("a counter whose file is there again is missed anew when it goes once more", () => {
  const gone = judgeStatuses([], known("2026-11-28T11:00:00Z"), NOW).known;
  const back = judgeStatuses([signed("a")], gone, NOW + 20 * DAY);
  expect(back.missing).toEqual([]);
  expect(judgeStatuses([], back.known, NOW + 40 * DAY).missing).toHaveLength(1);
});

test("a counter that was missed first by a clock that was years ahead is missed for 30 days of the right one", () => {
  const first = judgeStatuses([], known("2026-11-28T11:00:00Z"), NOW + 3_650 * DAY);
  const right = judgeStatuses([], first.known, NOW);
  expect(right.missing).toHaveLength(1);
  expect(judgeStatuses([], right.known, NOW + 31 * DAY).missing).toEqual([]);
});

test("a counter that is missed while the reader's clock is a month ahead is missed again by the right one", () => {
  const first = judgeStatuses([], known("2026-11-28T11:00:00Z"), NOW);
  const ahead = judgeStatuses([], first.known, NOW + 31 * DAY);
  expect(ahead.missing).toEqual([]);
  expect(judgeStatuses([], ahead.known, NOW + DAY).missing).toHaveLength(1);
});

test("of counters that are gone those missed last stay known, as many as a folder may have", () => {
  const one = known("2026-11-28T11:00:00Z")["till-1"];
  const gone = Array.from({ length: MOST_COUNTERS + 1 }, (_, n) => [
    `till-${n}`,
    { ...one, missedAt: NOW + n },
  ]);
  const left = Object.keys(judgeStatuses([], Object.fromEntries(gone), NOW + DAY).known);
  expect(left).toHaveLength(MOST_COUNTERS);
  expect(left).not.toContain("till-0");
});

test("a key that changed first by a clock that was years ahead is new for a week of the right one", () => {
  const other = [signed("b")];
  const changed = judgeStatuses(other, known("2026-11-28T11:00:00Z"), NOW + 3_650 * DAY);
  expect(changed.counters).toMatchObject([{ signature: "new" }]);
  const right = judgeStatuses(other, changed.known, NOW);
  expect(right.counters).toMatchObject([{ signature: "new" }]);
  expect(judgeStatuses(other, right.known, NOW + 8 * DAY).counters).toMatchObject([{ signature: "good" }]);
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
