/** Which entry a posting became, by the draft that it comes of and by the id that its caller made. */

import { CountersideError } from "../../../../contract/error.ts";
import { OPERATIONS } from "../../../../contract/operations.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { EntryRow } from "./entry-rows.ts";

/** By what a posting is known again, one of the two at least: `inputHash` tells one content from another. */
export interface PostedBy {
  draftId: string | null;
  postingId: string | null;
  inputHash: string;
}

type Earlier = Pick<EntryRow, "sequence" | "entry_id" | "serial_no" | "kind" | "state"> & {
  input_hash: string;
};

/**
 * What a posting of a draft is that became an entry before. A return's draft is posted once; a voucher's keeps its
 * number for each later edit of the voucher, so only the same edit is the same while it is still to be sent.
 */
export function repeatOf(earlier: Earlier, inputHash: string): "same" | "new" | "refused" {
  const isSame = earlier.input_hash === inputHash;
  if (OPERATIONS[earlier.kind].orderedBy === "record") {
    switch (earlier.state) {
      case "pending":
      case "in_flight":
      case "retry_wait":
      case "outcome_unknown":
        return isSame ? "same" : "new";
      case "confirmed":
      case "dead_letter":
      case "discarded":
        return "new";
    }
  }
  if (earlier.state === "discarded") return "new";
  return isSame ? "same" : "refused";
}

export function createPostedDraftStore(db: Db) {
  const by = (column: "draft_id" | "posting_id") => ({
    find: db.prepare<[string], Earlier>(
      `SELECT sequence, entry_id, serial_no, kind, state, input_hash FROM posted_draft JOIN entry USING (sequence)
       WHERE ${column} = ?`,
    ),
    put: db.prepare(
      `INSERT INTO posted_draft (${column}, input_hash, sequence) VALUES (?, ?, ?)
       ON CONFLICT (${column}) DO UPDATE SET input_hash = excluded.input_hash, sequence = excluded.sequence`,
    ),
  });
  const drafts = by("draft_id");
  const postings = by("posting_id");
  const alreadyPosted = (draftId: string, { entry_id, state }: Earlier): CountersideError =>
    new CountersideError("wrong_state", { reason: "draft_posted", draftId, entryId: entry_id, state });
  const ofDraft = (draftId: string, inputHash: string): Earlier | null => {
    const found = drafts.find.get(draftId);
    if (found === undefined) return null;
    const repeat = repeatOf(found, inputHash);
    if (repeat === "refused") throw alreadyPosted(draftId, found);
    return repeat === "same" ? found : null;
  };
  return {
    /**
     * The entry that this posting is; null where it is a new one. Throws `wrong_state` for another content. A posting's
     * own id means one entry for ever, whatever became of it.
     */
    earlier({ draftId, postingId, inputHash }: PostedBy): Earlier | null {
      const found = postingId === null ? undefined : postings.find.get(postingId);
      if (found === undefined) return draftId === null ? null : ofDraft(draftId, inputHash);
      const { entry_id: entryId, state } = found;
      if (found.input_hash !== inputHash)
        throw new CountersideError("wrong_state", {
          reason: "posting_id_used",
          field: "postingId",
          entryId,
          state,
        });
      return found;
    },
    put({ draftId, postingId, inputHash }: PostedBy, sequence: number): void {
      if (draftId !== null) drafts.put.run(draftId, inputHash, sequence);
      if (postingId !== null) postings.put.run(postingId, inputHash, sequence);
    },
    /** Throws `wrong_state` for the draft of a return that became an entry: kept again it would become a second one. */
    assertOpen(draftId: string): void {
      const found = drafts.find.get(draftId);
      if (found !== undefined && OPERATIONS[found.kind].orderedBy === "entry" && found.state !== "discarded")
        throw alreadyPosted(draftId, found);
    },
  };
}
