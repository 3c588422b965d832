/**
 * One transaction for each turn of the event loop: what was answered since the last one is settled, and the free lanes
 * claim what is next, with one commit for all. A lane's own commit would cost a forced write to the disk each time,
 * twice for each entry.
 *
 * One result that can't be written takes nothing else with it, nor do the claims: what the file refused so is written
 * again with a savepoint for each part. Not at once with them: for each, SQLite copies every page that the part changes,
 * into a file on the disk.
 */
import { hash } from "node:crypto";
import type { Outcome } from "../../../../contract/channels/posting.ts";
import { type Db, damageFound } from "../../file/database/open-database.ts";
import type { EntryStore, Which } from "../outbox/entries.ts";
import type { ClaimableRow } from "../outbox/entry-rows.ts";
import type { UnsentClaim, UnsentClaims } from "../outbox/unsent-claims.ts";
import type { RemoteResult } from "../remote/client.ts";
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

/** What is on the disk after a commit, and what the file refused. */
export interface CommitBatch {
  settled: Settlement[];
  unsettled: { answered: Answered; error: unknown }[];
  claims: Claim[];
  /** Why nothing could be claimed; null where that went well. */
  claimError: unknown;
}

export interface CommitBatchInput {
  answers: readonly Answered[];
  now: number;
  resendUnknown: boolean;
  /** Entries up to this one wait for something else than their time; left out: none does. */
  heldUpTo?: number;
  /** How many may be claimed once this many were settled. */
  free: (settled: number) => { most: number; which: Which };
  next: (result: RemoteResult) => (verdict: Verdict, countedBefore: number) => NextAttempt;
}

/** The last look before bytes go out: the entry is as it was frozen at entry, or the file is damaged. */
function assertFrozen(db: Db, entry: ClaimableRow): void {
  if (entry.is_fitting !== 1) throw damageFound(db.name, `entry ${entry.sequence} holds what can't be`);
  if (hash("sha256", entry.request_body) === entry.request_hash) return;
  throw damageFound(db.name, `the body of entry ${entry.sequence} is not the one that was written`);
}

/** How the notes beside the file name a claim. */
export const nameOf = ({ entry, attemptId, at }: Claim): UnsentClaim => ({
  entryId: entry.entry_id,
  attemptId,
  at,
});

/** Returns the function that writes a batch; it throws a storage error and then nothing of the batch was written. */
export function createCommitBatch(
  db: Db,
  entries: EntryStore,
  settle: Settle,
  unsent: Pick<UnsentClaims, "note">,
): (input: CommitBatchInput) => CommitBatch {
  /** Runs one part of a batch, with where its error goes. */
  type Part = (task: () => void, refused: (error: unknown) => void) => void;

  /** SQLite gives up the whole transaction for some errors: then nothing goes on. */
  const apart = db.transaction((task: () => void) => task());
  const partApart: Part = (task, refused) => {
    try {
      apart(task);
    } catch (error) {
      if (!db.inTransaction) throw error;
      refused(error);
    }
  };
  /** The file refused one part, and not the whole. */
  let isOfPart = false;
  const partTogether: Part = (task) => {
    try {
      task();
    } catch (error) {
      isOfPart = db.inTransaction;
      throw error;
    }
  };

  const write = db.transaction(
    ({ answers, now, resendUnknown, heldUpTo, free, next }: CommitBatchInput, part: Part) => {
      const batch: CommitBatch = { settled: [], unsettled: [], claims: [], claimError: null };
      for (const answered of answers) {
        const { claimed, result, judged } = answered;
        part(
          () => {
            const { outcome, verdict } = settle(claimed, result, judged, resendUnknown, now, next(result));
            batch.settled.push({ claimed, outcome, state: verdict.state });
          },
          (error) => batch.unsettled.push({ answered, error }),
        );
      }
      const { most, which } = free(batch.settled.length);
      if (most > 0)
        part(
          () => {
            batch.claims = entries.claimable(now, most, which, resendUnknown, heldUpTo).map((entry) => {
              assertFrozen(db, entry);
              return { entry, attemptId: entries.begin(entry.sequence, now), at: now };
            });
          },
          (error) => {
            batch.claimError = error;
          },
        );
      if (batch.claims.length > 0) unsent.note(batch.claims.map(nameOf));
      return batch;
    },
  ).immediate;

  return (input) => {
    isOfPart = false;
    try {
      return write(input, partTogether);
    } catch (error) {
      if (!isOfPart) throw error;
      return write(input, partApart);
    }
  };
}
