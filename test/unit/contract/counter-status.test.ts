import { describe, expect, test } from "vitest";
import { type CounterStatus, counterStatus, rankCounters } from "../../../contract/counter-status.ts";
import { asDecimal } from "../../../contract/values.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const status = (name: string, more: Partial<CounterStatus> = {}): CounterStatus => ({
  format: 1,
  deviceId: name,
  name,
  version: "1.0.0",
  practice: false,
  writtenAt: "2026-11-28T11:58:00Z",
  everySeconds: 600,
  state: "online",
  counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 },
  unsentValue: {},
  oldestUnsentAt: null,
  lastConfirmedAt: null,
  lists: [],
  backupAt: null,
  clockDriftMs: null,
  freeBytes: null,
  people: 0,
  needs: [],
  ...more,
});
const namesOf = (counters: CounterStatus[]) =>
  rankCounters(counters, NOW).ranked.map(({ counter }) => counter.name);
const alarmsOf = (counter: CounterStatus & { signature?: "good" | "bad" | "new" }) =>
  rankCounters([counter], NOW).ranked[0]?.alarms;

describe("ranking counters", () => {
  test("puts what nobody else sees first, then the worst need, then the fuller outbox", () => {
    const counts = { ...status("").counts, pending: 9 };
    expect(
      namesOf([
        status("10"),
        status("9"),
        status("fuller", { needs: ["refused"], counts }),
        status("full", { needs: ["refused"] }),
        status("silent", { writtenAt: "2026-11-24T09:00:00Z" }),
        status("disk", { needs: ["disk_low"] }),
        status("fenced", { needs: ["fenced", "refused"] }),
      ]),
    ).toEqual(["silent", "fenced", "fuller", "full", "disk", "9", "10"]);
  });

  test("calls a counter silent after three times what it promised, and not before", () => {
    expect(alarmsOf(status("a", { writtenAt: new Date(NOW - 1_800_000).toISOString() }))).toEqual([]);
    expect(alarmsOf(status("a", { writtenAt: new Date(NOW - 1_800_001).toISOString() }))).toEqual(["silent"]);
    expect(alarmsOf(status("a", { writtenAt: "yesterday" }))).toEqual(["silent"]);
  });

  test("does not let a clock that is ahead hide a silence", () => {
    expect(alarmsOf(status("a", { writtenAt: "2026-12-05T00:00:00Z" }))).toEqual(["clock_off"]);
  });

  test("names a wrong signature and a key not seen before", () => {
    expect(alarmsOf({ ...status("a", { needs: ["refused"] }), signature: "bad" })).toEqual([
      "bad_signature",
      "refused",
    ]);
    expect(alarmsOf({ ...status("a"), signature: "new" })).toEqual(["new_key"]);
    expect(alarmsOf({ ...status("a"), signature: "good" })).toEqual([]);
  });

  test("sums exactly, counts those whose value is left out, and leaves out who practises", () => {
    const counts = { pending: 3, in_flight: 0, retry_wait: 1, outcome_unknown: 2, dead_letter: 1 };
    const unsentValue = { YER: asDecimal("0.1"), USD: asDecimal("9007199254740993") };
    const { totals } = rankCounters(
      [
        status("a", { counts, unsentValue }),
        status("b", { counts, unsentValue: { YER: asDecimal("0.2") }, needs: ["unknown"] }),
        status("c", { counts: { ...counts, pending: 0 } }),
        status("d", { practice: true, counts, unsentValue }),
      ],
      NOW,
    );
    expect(totals).toEqual({
      counters: 4,
      needPerson: 1,
      silent: 0,
      unsent: 18,
      unknown: 6,
      refused: 3,
      value: { USD: "9007199254740993", YER: "0.3" },
      withoutValue: 1,
    });
  });

  test("reads a need of a newer program as another one, and refuses a value that is no decimal", () => {
    const read = counterStatus.parse({ ...status("a"), needs: ["refused", "on_fire"] });
    expect(read.needs).toEqual(["refused", "other"]);
    expect(counterStatus.safeParse({ ...status("a"), unsentValue: { YER: "1e9" } }).success).toBe(false);
  });
});
