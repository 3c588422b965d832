/** What a day's entries sum to, by person and by what became of them. */
import { expect, it } from "vitest";
import {
  type DayEntryRow,
  dayStateOf,
  sumsOf,
} from "../../../../../main/engine/subjects/reports/day-sheets.ts";

const entry = (fields: Partial<DayEntryRow>): DayEntryRow => ({
  kind: "purchaseReturn",
  currency_id: "YER",
  local_amount: "0.1",
  state: "confirmed",
  resolution_kind: null,
  user_id: 501,
  person: null,
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
  const salma = { personId: "s", name: "Salma", userId: 502 };
  const rows = [
    entry({}),
    entry({ local_amount: "0.2" }),
    entry({ currency_id: "USD", resolution_kind: "marked_recorded", user_id: 502 }),
    entry({ currency_id: "USD", user_id: 502, person: JSON.stringify(salma) }),
    entry({ kind: "restoreAccount", currency_id: null, local_amount: null, state: "pending" }),
  ];
  const sums = sumsOf(rows);
  expect(sums).toEqual(sumsOf(rows.toReversed()));
  const usd = { kind: "purchaseReturn", currencyId: "USD", entries: 1, amount: "0.1", userId: 502 };
  expect(sums.entered).toEqual([
    { ...usd, person: null },
    { ...usd, person: salma },
    { kind: "purchaseReturn", currencyId: "YER", entries: 2, amount: "0.3", userId: 501, person: null },
    { kind: "restoreAccount", currencyId: null, entries: 1, amount: null, userId: 501, person: null },
  ]);
  expect(sums.states.map(({ state, amount }) => [state, amount])).toEqual([
    ["confirmed", "0.1"],
    ["confirmedByStaff", "0.1"],
    ["confirmed", "0.3"],
    ["unsent", null],
  ]);
});
