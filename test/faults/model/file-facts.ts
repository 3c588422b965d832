/** What a connection's file says of its entries, in the words of the model. */
import type Database from "better-sqlite3";
import { START } from "../../helpers/clock.ts";
import type { ModelState } from "./trace.ts";

const FAR_AHEAD = START + 365 * 86_400_000;

/** What the file says of one entry. */
export interface FileEntry {
  state: string;
  seq: number;
  byConsent: boolean;
  held: boolean;
  noEvidence: boolean;
}

interface Row {
  entry_id: string;
  sequence: number;
  state: string;
  by_consent: number;
  last_outcome: string | null;
  held: number;
}

export type FileFlags = Pick<ModelState["flags"], "consent" | "confirmAny" | "paused">;

/** Every entry, by the model's number for its id. */
export function entriesIn(
  db: Database.Database,
  numbers: ReadonlyMap<string, number>,
): Map<number, FileEntry> {
  const rows = db
    .prepare<[], Row>(
      `SELECT entry_id, sequence, state, by_consent, last_outcome,
         EXISTS (SELECT 1 FROM recovery_entry AS r WHERE r.sequence = entry.sequence AND held = 1) AS held
       FROM entry`,
    )
    .all();
  return new Map(
    rows.map((row) => [
      numbers.get(row.entry_id) ?? 0,
      {
        state: row.state,
        seq: row.sequence,
        byConsent: row.by_consent === 1,
        held: row.held === 1,
        noEvidence: row.last_outcome === "no_evidence",
      },
    ]),
  );
}

export function flagsIn(db: Database.Database): FileFlags {
  const isSet = (key: string): boolean =>
    db.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck().get(key) === "1";
  return {
    consent: isSet("resendUnknown"),
    confirmAny: isSet("confirmAnySuccess"),
    paused: isSet("paused"),
  };
}

/** Time is the trace's: of what waits, this is due now, and nothing else. */
export function makeDue(db: Database.Database, ids: readonly string[]): void {
  const set = db.prepare(
    "UPDATE entry SET next_attempt_at = ? WHERE state IN ('pending','retry_wait') AND entry_id = ?",
  );
  db.prepare("UPDATE entry SET next_attempt_at = ? WHERE state IN ('pending','retry_wait')").run(FAR_AHEAD);
  for (const id of ids) set.run(0, id);
}
