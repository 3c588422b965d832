/**
 * One turn's transaction: what was answered since the last one is settled, and the free lanes claim what is next, with
 * one commit for all. A lane's own commit would cost a forced write to the disk each time, twice for each entry.
 *
 * Each result, and the claims together, stand in a savepoint: one that can't be written takes nothing else with it.
 */
import { hash } from "node:crypto";
import type { Outcome } from "../../../contract/channels/posting.ts";
import type { RemoteResult } from "../remote/client.ts";
import { type Db, damageFound } from "../store/file/open-database.ts";
import type { EntryRow, EntryStore, Which } from "../store/outbox/entries.ts";
import type { UnsentClaim, UnsentClaims } from "../store/outbox/unsent-claims.ts";
import type { Verdict } from "./outcome-policy.ts";
import type { Claim, Judged, NextAttempt, Settle } from "./settle.ts";

/** An attempt's result that isn't on the disk yet. */
export interface Answered {
  claimed: Claim;
  result: RemoteResult;
  judged: Judged;
  /** How often it couldn't be written since the program began to end. */
  triesAtEnd: number;
}

export interface Settlement {
  claimed: Claim;
  state: Verdict["state"];
  outcome: Outcome;
}

/** What stands on the disk after a turn, and what the file refused. */
export interface Turn {
  settled: Settlement[];
  unsettled: { answered: Answered; error: unknown }[];
  claims: Claim[];
  /** Why nothing could be claimed; null where that went well. */
  claimError: unknown;
}

export interface TurnInput {
  answers: readonly Answered[];
  now: number;
  resendUnknown: boolean;
  /** How many may be claimed once this many were settled. */
  free: (settled: number) => { most: number; which: Which };
  next: (result: RemoteResult) => (verdict: Verdict, countedBefore: number) => NextAttempt;
}

/** The last look before bytes go out: the entry is as it was frozen at entry, or the file is damaged. */
function assertFrozen(db: Db, entries: EntryStore, entry: EntryRow): void {
  if (!entries.isFitting(entry.sequence))
    throw damageFound(db.name, `entry ${entry.sequence} holds what can't be`);
  if (hash("sha256", entry.request_body) === entry.request_hash) return;
  throw damageFound(db.name, `the body of entry ${entry.sequence} is not the one that was written`);
}

/** How the notes beside the file name a claim. */
export const nameOf = ({ entry, attemptId, at }: Claim): UnsentClaim => ({
  entryId: entry.entry_id,
  attemptId,
  at,
});

/** Returns the function that writes a turn; it throws a storage error and then nothing of the turn was written. */
export function createTurn(
  db: Db,
  entries: EntryStore,
  settle: Settle,
  unsent: Pick<UnsentClaims, "note">,
): (input: TurnInput) => Turn {
  const claim = db.transaction((now: number, most: number, which: Which, resendUnknown: boolean): Claim[] =>
    entries.claimable(now, most, which, resendUnknown).map((entry) => {
      assertFrozen(db, entries, entry);
      return { entry, attemptId: entries.begin(entry.sequence, now), at: now };
    }),
  );

  /** Runs one part, a savepoint of its own. SQLite gives up the whole transaction for some errors: then nothing goes on. */
  const part = (task: () => void, refused: (error: unknown) => void): void => {
    try {
      task();
    } catch (error) {
      if (!db.inTransaction) throw error;
      refused(error);
    }
  };

  return db.transaction(({ answers, now, resendUnknown, free, next }: TurnInput): Turn => {
    const turn: Turn = { settled: [], unsettled: [], claims: [], claimError: null };
    for (const answered of answers) {
      const { claimed, result, judged } = answered;
      part(
        () => {
          const { outcome, verdict } = settle(claimed, result, judged, resendUnknown, now, next(result));
          turn.settled.push({ claimed, outcome, state: verdict.state });
        },
        (error) => turn.unsettled.push({ answered, error }),
      );
    }
    const { most, which } = free(turn.settled.length);
    if (most > 0)
      part(
        () => {
          turn.claims = claim(now, most, which, resendUnknown);
        },
        (error) => {
          turn.claimError = error;
        },
      );
    if (turn.claims.length > 0) unsent.note(turn.claims.map(nameOf));
    return turn;
  }).immediate;
}
