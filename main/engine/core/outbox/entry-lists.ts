/** What screens and the status ask of many entries: lists and counts. */

import type { ParsedInput } from "../../../../contract/channels.ts";
import type { EntryState } from "../../../../contract/entry-states.ts";
import type { Db } from "../../file/database/open-database.ts";
import { ASKED_ATTENTION_MS, ATTENTION_AFTER, type EntryRow } from "./entry-rows.ts";

/** The most states a list can ask for; absent ones are filled with a state no entry has. */
const STATE_SLOTS = 7;

/** What is asked of an entry whose outcome is unknown, without its request. */
export type UnknownRow = Pick<
  EntryRow,
  "entry_id" | "kind" | "subject" | "serial_no" | "currency_id" | "local_amount" | "created_at" | "changed_at"
>;

/** `bySequence` is the entry of that number. Part of the entry store. */
export function createEntryLists(db: Db, bySequence: (sequence: number) => EntryRow | undefined) {
  // `LIMIT ?` would be compiled again at each run; by `+?` it isn't.
  const listAll = db.prepare<[number, number], EntryRow>(
    "SELECT * FROM entry WHERE sequence < ? ORDER BY sequence DESC LIMIT +?",
  );
  // Each state's entries stand in order in their index; the states are merged, so that a rare one costs no walk.
  const listOf = db
    .prepare<unknown[], number>(
      `${Array(STATE_SLOTS)
        .fill("SELECT sequence FROM entry INDEXED BY entry_by_state WHERE state = ? AND sequence < ?")
        .join(" UNION ALL ")} ORDER BY sequence DESC LIMIT +?`,
    )
    .pluck();
  const listDiscarded = db.prepare<[number, number, number], EntryRow>(
    `SELECT * FROM entry INDEXED BY entry_by_state
     WHERE state = 'discarded' AND (resolution_kind = 'corrected') = ? AND sequence < ?
     ORDER BY sequence DESC LIMIT +?`,
  );
  const unknown = db.prepare<[], UnknownRow>(
    `SELECT entry_id, kind, subject, serial_no, currency_id, local_amount, created_at, changed_at
     FROM entry INDEXED BY entry_by_state WHERE state = 'outcome_unknown' ORDER BY sequence`,
  );
  const count = db.prepare<[string], number>("SELECT n FROM entry_count WHERE state = ?").pluck();
  // Not a bare "?": SQLite would compare it with the states of the partial indexes, and compile this at each run.
  const oldestOf = db.prepare<[string], { sequence: number; created_at: number }>(
    "SELECT sequence, created_at FROM entry INDEXED BY entry_by_state WHERE state = CAST(? AS TEXT) ORDER BY sequence LIMIT 1",
  );
  const lastConfirmed = db
    .prepare<[], number>(
      "SELECT max(ended_at) FROM attempt WHERE outcome IN ('accepted','accepted_not_understood')",
    )
    .pluck();
  const triedOften = db
    .prepare<[], number>(
      `SELECT count(*) FROM entry INDEXED BY entry_tried_often
       WHERE state = 'retry_wait' AND attempts >= ${ATTENTION_AFTER}`,
    )
    .pluck();
  const askedLong = db
    .prepare<[], number>(
      `SELECT count(*) FROM entry INDEXED BY entry_asked_long
       WHERE state = 'retry_wait' AND asked_ms > ${ASKED_ATTENTION_MS} AND attempts < ${ATTENTION_AFTER}`,
    )
    .pluck();

  return {
    /** Newest first. `corrected`: only discarded entries, those that another one replaced or all the others. */
    list(
      { states, corrected }: ParsedInput<"outbox.list">,
      beforeSequence: number,
      limit: number,
    ): EntryRow[] {
      if (corrected !== undefined) return listDiscarded.all(Number(corrected), beforeSequence, limit);
      if (states === undefined) return listAll.all(beforeSequence, limit);
      const slots = Array.from({ length: STATE_SLOTS }, (_, index) => [states[index] ?? "", beforeSequence]);
      return listOf.all(...slots.flat(), limit).flatMap((sequence) => bySequence(sequence) ?? []);
    },
    /** All of unknown outcome, in the order they were entered. */
    unknown: (): UnknownRow[] => unknown.all(),
    count: (state: EntryState): number => count.get(state) ?? 0,
    /** The one that was entered first, of those in this state. */
    oldest: (state: EntryState) => oldestOf.get(state) ?? null,
    lastConfirmedAt: (): number | null => lastConfirmed.get() ?? null,
    needingAttention: (): number =>
      (triedOften.get() ?? 0) +
      (askedLong.get() ?? 0) +
      (count.get("dead_letter") ?? 0) +
      (count.get("outcome_unknown") ?? 0),
  };
}
