/** Which entry a draft became. */
import { CountersideError } from "../../../../contract/reply.ts";
import type { Db } from "../file/open-database.ts";
import type { EntryRow } from "./entry-rows.ts";

/** A draft that is posted: `inputHash` tells one content of it from another. */
export interface PostedDraft {
  id: string;
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
  if (earlier.kind !== "purchaseReturn") {
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

export type PostedDraftStore = ReturnType<typeof createPostedDraftStore>;

export function createPostedDraftStore(db: Db) {
  const find = db.prepare<[string], Earlier>(
    `SELECT sequence, entry_id, serial_no, kind, state, input_hash FROM posted_draft JOIN entry USING (sequence)
     WHERE draft_id = ?`,
  );
  const put = db.prepare(
    `INSERT INTO posted_draft (draft_id, input_hash, sequence) VALUES (?, ?, ?)
     ON CONFLICT (draft_id) DO UPDATE SET input_hash = excluded.input_hash, sequence = excluded.sequence`,
  );
  const alreadyPosted = (draftId: string, { entry_id, state }: Earlier): CountersideError =>
    new CountersideError(
      "wrong_state",
      "This draft was posted already; look at its entry in the outbox. Nothing was recorded by this call.",
      { draftId, entryId: entry_id, state },
    );
  return {
    /** The entry that this posting of the draft is; null where it is a new one. Throws `wrong_state` for another content. */
    earlier({ id, inputHash }: PostedDraft): Earlier | null {
      const found = find.get(id);
      if (found === undefined) return null;
      const repeat = repeatOf(found, inputHash);
      if (repeat === "refused") throw alreadyPosted(id, found);
      return repeat === "same" ? found : null;
    },
    put: ({ id, inputHash }: PostedDraft, sequence: number): void => void put.run(id, inputHash, sequence),
    /** Throws `wrong_state` for the draft of a return that became an entry: kept again it would become a second one. */
    assertOpen(draftId: string): void {
      const found = find.get(draftId);
      if (found !== undefined && found.kind === "purchaseReturn" && found.state !== "discarded")
        throw alreadyPosted(draftId, found);
    },
  };
}
