/** What the sums of a day are made of. Every statement walks an index of times, of that day alone. */
import type { EntryState } from "../../../../contract/entry-states.ts";
import type { OperationKind } from "../../../../contract/operations.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";

/** From `from` up to but not including `to`, in milliseconds since 1970. */
export interface DayRange {
  from: number;
  to: number;
}

export interface DayEntryRow {
  entry_id: string;
  kind: OperationKind;
  currency_id: string | null;
  local_amount: string | null;
  state: EntryState;
  resolution_kind: string | null;
}

/** A record of the activity about an entry, with what is known of it. */
export interface DayActRow {
  at: number;
  user_id: ExactInteger;
  action: "entry.discarded" | "entry.markedRecorded";
  entry_id: string;
  details: string;
  kind: OperationKind | null;
  serial_no: string | null;
  entry_subject: string | null;
  currency_id: string | null;
  local_amount: string | null;
}

export function createDayReads(db: Db) {
  const entries = db.prepare<[number, number], DayEntryRow>(
    `SELECT entry_id, kind, currency_id, local_amount, state, resolution_kind FROM entry INDEXED BY entry_by_time
     WHERE created_at >= ? AND created_at < ?`,
  );
  const enterers = db.prepare<[number, number], { entry_id: string | null; user_id: ExactInteger }>(
    `SELECT json_extract(details, '$.entryId') AS entry_id, user_id FROM audit INDEXED BY audit_by_time
     WHERE at >= ? AND at < ? AND action IN ('purchaseReturn.posted','taxVoucher.updated','restore.requested')`,
  );
  const acts = db.prepare<[number, number], DayActRow>(
    `SELECT a.at, a.user_id, a.action, a.subject AS entry_id, a.details, e.kind, e.serial_no,
       e.subject AS entry_subject, e.currency_id, e.local_amount
     FROM audit AS a INDEXED BY audit_by_time LEFT JOIN entry AS e ON e.entry_id = a.subject
     WHERE a.at >= ? AND a.at < ? AND a.action IN ('entry.discarded','entry.markedRecorded')
     ORDER BY a.at, a.sequence`,
  );
  return {
    entries: ({ from, to }: DayRange): IterableIterator<DayEntryRow> => entries.iterate(from, to),
    /** Who entered what, by the entry's id. */
    enterers: ({ from, to }: DayRange): Map<string, ExactInteger> =>
      new Map(
        enterers
          .all(from, to)
          .flatMap(({ entry_id, user_id }) => (entry_id === null ? [] : [[entry_id, user_id]])),
      ),
    /** Discards, corrections and confirmations by staff of the day, the first first. */
    acts: ({ from, to }: DayRange): IterableIterator<DayActRow> => acts.iterate(from, to),
  };
}
