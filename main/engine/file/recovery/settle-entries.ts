/** What becomes of each entry when its file was brought back or taken over. */

import type { EntryState } from "../../../../contract/entry-states.ts";
import { OPEN_STATES } from "../../../../contract/entry-states.ts";
import type { HeldReason } from "../../../../contract/reasons/entry-problem.ts";
import type { Db } from "../database/open-database.ts";
import { createRecoveryStore } from "./recovery-rows.ts";
import { type EntriesTaken, MOST_LOST } from "./salvage/entries.ts";

const OPEN: readonly EntryState[] = OPEN_STATES;

/** Why an unsettled entry becomes a person's decision; null where it goes on as it was. */
export function holdReason(state: EntryState, isVouched: boolean): HeldReason | null {
  switch (state) {
    case "in_flight":
      return "was_in_flight";
    case "outcome_unknown":
      return "was_unknown";
    case "pending":
    case "retry_wait":
    case "dead_letter":
      return isVouched ? null : "may_have_been_sent";
    case "confirmed":
    case "discarded":
      return null;
  }
}

interface StateRow {
  sequence: number;
  state: EntryState;
}

/** Decides what becomes of each entry and writes it down. Returns how many became a person's decision. */
export function settleEntries(
  db: Db,
  recoveryId: number,
  before: ReadonlyMap<number, EntryState>,
  taken: Pick<EntriesTaken, "vouched" | "added">,
  { isStale, origin, now }: { isStale: boolean; origin: "backup" | "file"; now: number },
): number {
  const store = createRecoveryStore(db);
  let held = 0;
  for (const { sequence, state } of db.prepare<[], StateRow>("SELECT sequence, state FROM entry").all()) {
    const was = before.get(sequence) ?? null;
    const reason = holdReason(state, taken.vouched.has(sequence) && !isStale);
    const isAdded = taken.added.has(sequence);
    if (reason !== null) {
      held += 1;
      store.makeUnknown(sequence, reason, now);
    } else if (!isAdded && was === state && !OPEN.includes(state)) continue;
    store.put(recoveryId, sequence, {
      origin: isAdded ? "file" : taken.vouched.has(sequence) ? "both" : origin,
      state_before: was ?? (isAdded ? state : null),
      state_after: reason === null ? state : "outcome_unknown",
      reason,
      held: reason !== null,
    });
  }
  return held;
}

export const statesOf = (db: Db): Map<number, EntryState> =>
  new Map(
    db
      .prepare<[], StateRow>("SELECT sequence, state FROM entry")
      .all()
      .map(({ sequence, state }) => [sequence, state]),
  );

/** Numbers are given one after the other: one that is missing was an entry. */
export function missingFrom(known: ReadonlyMap<number, unknown>, last: number): EntriesTaken["lost"] {
  const lost: EntriesTaken["lost"] = [];
  for (let sequence = 1; sequence <= last && lost.length < MOST_LOST; sequence += 1)
    if (!known.has(sequence)) lost.push({ sequence, entryId: null, serialNo: null });
  return lost;
}
