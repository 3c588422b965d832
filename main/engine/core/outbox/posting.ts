/** The one transaction behind every `ok` of a posting channel: document, outbox entry and audit entry. */

import type { Actor } from "../../../../contract/call.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { OPERATIONS } from "../../../../contract/operations.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { AuditAction, AuditStore } from "../audit.ts";
import type { DocumentStore, DocumentWrite, RestoreWrite } from "./documents.ts";
import type { EntryStore, NewEntry } from "./entries.ts";
import { createKeptFileStore, type PlacedFile } from "./kept-files.ts";
import { createPostedDraftStore, type PostedBy } from "./posted-drafts.ts";
import { createReturnLineStore, type NewReturnLine } from "./return-lines.ts";

export interface Posting {
  entry: NewEntry;
  document: Omit<DocumentWrite, "sequence" | "at"> | null;
  restore: Omit<RestoreWrite, "sequence" | "at"> | null;
  audit: { actor: Actor; action: AuditAction; subject: string; details: Record<string, unknown> };
  /** Null where nothing tells it from another posting of the same. */
  by: PostedBy | null;
  /** Throws where this may not be entered now; a repeat of what was entered is not asked again. */
  check?: () => void;
  /** The files that the references stand for. */
  files?: readonly PlacedFile[];
  /** Of a return: its lines that name a purchase or a batch. */
  returnLines?: readonly NewReturnLine[];
}

export interface Recorded {
  sequence: number;
  entryId: string;
  serialNo: string | null;
  /** False: it became this entry before. */
  isNew: boolean;
}
export type RecordPosting = (posting: Posting) => Recorded;

/** Returns the function that writes a posting durably, or throws and writes nothing. `mayEnter` throws where nothing new may be. */
export function createPostingStore(
  db: Db,
  entries: EntryStore,
  documents: DocumentStore,
  audit: AuditStore,
  mayEnter: () => void,
): RecordPosting {
  const keptFiles = createKeptFileStore(db);
  const postedDrafts = createPostedDraftStore(db);
  const returnLines = createReturnLineStore(db);
  const replace = (oldEntryId: string, posting: Posting): void => {
    const old = entries.byId(oldEntryId);
    if (old === undefined)
      throw new CountersideError("not_found", { reason: "entry", field: "corrects", entryId: oldEntryId });
    const wrong = { field: "corrects" } as const;
    if (old.kind !== posting.entry.kind)
      throw new CountersideError("wrong_state", { reason: "another_kind", ...wrong, kind: old.kind });
    // Each return has a separate key, so it may become any other return.
    if (OPERATIONS[old.kind].orderedBy === "record" && old.ordering_key !== posting.entry.ordering_key)
      throw new CountersideError("wrong_state", { reason: "another_record", ...wrong });
    if (!entries.isReplaceable(old))
      throw new CountersideError("wrong_state", { reason: "not_replaceable", ...wrong, state: old.state });
    entries.resolve(
      old.sequence,
      "discarded",
      "corrected",
      `replaced by ${posting.entry.entry_id}`,
      posting.entry.entry_id,
      posting.entry.created_at,
      posting.audit.actor,
    );
    audit.append(posting.audit.actor, posting.entry.created_at, "entry.discarded", old.entry_id, {
      reason: "corrected",
      by: posting.entry.entry_id,
    });
  };

  return db.transaction((posting: Posting): Recorded => {
    const { by } = posting;
    const earlier = by === null ? null : postedDrafts.earlier(by);
    if (by !== null && earlier !== null) {
      // Of a draft that was posted: this posting's id means that entry too, also once the draft may be posted anew.
      if (by.postingId !== null) postedDrafts.put({ ...by, draftId: null }, earlier.sequence);
      return {
        sequence: earlier.sequence,
        entryId: earlier.entry_id,
        serialNo: earlier.serial_no,
        isNew: false,
      };
    }
    if (by !== null && by.draftId !== null) documents.assertOwnDraft(by.draftId, posting.audit.actor.person);
    mayEnter();
    posting.check?.();
    if (posting.entry.corrects_entry_id !== null) replace(posting.entry.corrects_entry_id, posting);
    const sequence = entries.insert(posting.entry, posting.audit.actor);
    const at = posting.entry.created_at;
    keptFiles.put(sequence, posting.files ?? []);
    returnLines.put(sequence, posting.returnLines ?? []);
    if (posting.document !== null) documents.put({ ...posting.document, at, sequence });
    if (posting.restore !== null) documents.putRestore({ ...posting.restore, at, sequence });
    if (by !== null) {
      if (by.draftId !== null) documents.removeDraft(by.draftId);
      postedDrafts.put(by, sequence);
    }
    audit.append(posting.audit.actor, at, posting.audit.action, posting.audit.subject, posting.audit.details);
    return { sequence, entryId: posting.entry.entry_id, serialNo: posting.entry.serial_no, isNew: true };
  }).immediate;
}
