/** What a day's entries sum to, by person and by what became of them. */
import { expect, it } from "vitest";
import {
  type DayEntryRow,
  dayStateOf,
  sumsOf,
} from "../../../../../main/engine/subjects/reports/day-sheets.ts";

const entry = (fields: Partial<DayEntryRow>): DayEntryRow => ({
  entry_id: "e",
  kind: "purchaseReturn",
  currency_id: "YER",
  local_amount: "0.1",
  state: "confirmed",
  resolution_kind: null,
  ...fields,
});

it.each([
  ["pending", null, "unsent"],
  ["in_flight", null, "unsent"],
  ["retry_wait", null, "unsent"],
  ["outcome_unknown", null, "unknown"],
  ["dead_letter", null, "refused"],
  ["confirmed", null, "confirmed"],
  ["confirmed", "marked_recorded", "confirmedByStaff"],
  ["discarded", "discarded", "discarded"],
  ["discarded", "corrected", "corrected"],
] as const)("an entry that is %s (%s) counts as %s", (state, resolution_kind, counted) => {
  expect(dayStateOf({ state, resolution_kind })).toBe(counted);
});

it("sums are exact, apart by kind, currency, person and state, and the same whatever the order", () => {
  const rows = [
    entry({ entry_id: "a" }),
    entry({ entry_id: "b", local_amount: "0.2" }),
    entry({ entry_id: "c", currency_id: "USD", resolution_kind: "marked_recorded" }),
    entry({ entry_id: "d", kind: "restoreAccount", currency_id: null, local_amount: null, state: "pending" }),
  ];
  const users = new Map([["a", 501] as const, ["b", 501] as const, ["c", 502] as const]);
  const sums = sumsOf(rows, users);
  expect(sums).toEqual(sumsOf(rows.toReversed(), users));
  expect(sums.entered).toEqual([
    { kind: "purchaseReturn", currencyId: "USD", entries: 1, amount: "0.1", userId: 502 },
    { kind: "purchaseReturn", currencyId: "YER", entries: 2, amount: "0.3", userId: 501 },
    { kind: "restoreAccount", currencyId: null, entries: 1, amount: null, userId: null },
  ]);
  expect(sums.states.map(({ state, amount }) => [state, amount])).toEqual([
    ["confirmedByStaff", "0.1"],
    ["confirmed", "0.3"],
    ["unsent", null],
  ]);
});
