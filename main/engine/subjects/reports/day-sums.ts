/** Sums a day: exact, and the same whatever the order of the rows. Pure. */
import Big from "big.js";
import { type DayContent, type DayState, MOST_LISTED } from "../../../../contract/channels/day-sheets.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import type { DayActRow, DayEntryRow } from "./day-reads.ts";

type Sums = Pick<DayContent, "entered" | "states">;
type Decisions = Pick<DayContent, "corrections" | "discards" | "confirmedByStaff" | "counts">;

/** What became of an entry, as the sheet tells it. */
export function dayStateOf({
  state,
  resolution_kind,
}: Pick<DayEntryRow, "state" | "resolution_kind">): DayState {
  switch (state) {
    case "pending":
    case "in_flight":
    case "retry_wait":
      return "unsent";
    case "outcome_unknown":
      return "unknown";
    case "dead_letter":
      return "refused";
    case "confirmed":
      return resolution_kind === "marked_recorded" ? "confirmedByStaff" : "confirmed";
    case "discarded":
      return resolution_kind === "corrected" ? "corrected" : "discarded";
  }
}

interface Group<Key> {
  key: Key;
  kind: DayEntryRow["kind"];
  currencyId: string | null;
  entries: number;
  amount: Big | null;
}

/** Adds rows up by kind, currency and a further key. */
function createGroups<Key extends ExactInteger | string | null>() {
  const groups = new Map<string, Group<Key>>();
  return {
    add(row: DayEntryRow, key: Key): void {
      const { kind, currency_id: currencyId, local_amount } = row;
      const name = JSON.stringify([kind, currencyId, key]);
      const before = groups.get(name) ?? { key, kind, currencyId, entries: 0, amount: null };
      const amount = local_amount === null ? before.amount : (before.amount ?? new Big(0)).plus(local_amount);
      groups.set(name, { ...before, entries: before.entries + 1, amount });
    },
    /** By their names, so that the same day always reads alike. */
    sums: () =>
      [...groups.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { key, kind, currencyId, entries, amount }]) => ({
          key,
          sum: { kind, currencyId, entries, amount: amount?.toFixed() ?? null },
        })),
  };
}

/** Sums what was entered by who entered it, and by what became of it. */
export function sumsOf(entries: Iterable<DayEntryRow>, enterers: ReadonlyMap<string, ExactInteger>): Sums {
  const byUser = createGroups<ExactInteger | null>();
  const byState = createGroups<DayState>();
  for (const entry of entries) {
    byUser.add(entry, enterers.get(entry.entry_id) ?? null);
    byState.add(entry, dayStateOf(entry));
  }
  return {
    entered: byUser.sums().map(({ key, sum }) => ({ ...sum, userId: key })),
    states: byState.sums().map(({ key, sum }) => ({ ...sum, state: key })),
  };
}

function wordsOf(details: string): { words: string; isCorrection: boolean } {
  const told: unknown = JSON.parse(details);
  if (typeof told !== "object" || told === null) return { words: "", isCorrection: false };
  const text = (key: string): string | null => {
    const value: unknown = Reflect.get(told, key);
    return typeof value === "string" ? value : null;
  };
  const by = text("by");
  return { words: by ?? text("reason") ?? text("evidence") ?? "", isCorrection: by !== null };
}

/** Sorts the day's decisions; the first of each sort are listed, all are counted. */
export function decisionsOf(acts: Iterable<DayActRow>): Decisions {
  const found: Decisions = {
    corrections: [],
    discards: [],
    confirmedByStaff: [],
    counts: { corrections: 0, discards: 0, confirmedByStaff: 0 },
  };
  for (const act of acts) {
    const { words, isCorrection } = wordsOf(act.details);
    const sort =
      act.action === "entry.markedRecorded" ? "confirmedByStaff" : isCorrection ? "corrections" : "discards";
    found.counts[sort] += 1;
    if (found[sort].length < MOST_LISTED)
      found[sort].push({
        at: timestampOf(act.at),
        userId: act.user_id,
        entryId: act.entry_id,
        kind: act.kind,
        serialNo: act.serial_no,
        subject: act.entry_subject ?? "",
        currencyId: act.currency_id,
        amount: act.local_amount,
        words,
      });
  }
  return found;
}
