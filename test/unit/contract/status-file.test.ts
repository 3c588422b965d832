import { expect, test } from "vitest";
import { type KnownCounters, missed } from "../../../contract/status-file.ts";

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
