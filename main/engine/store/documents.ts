/** Documents as they were entered here, restore requests, and drafts. Reads for people are elsewhere. */
import type { DraftKind } from "../../../contract/channels/posting.ts";
import type { Db } from "./open-database.ts";

export interface DocumentWrite {
  serialNo: string;
  kind: "purchaseReturn" | "taxVoucher";
  subject: string;
  note: string;
  currencyId: string;
  localAmount: string;
  at: number;
  sequence: number;
}

export interface RestoreWrite {
  recordKey: string;
  kind: string;
  at: number;
  sequence: number;
}

export interface DraftRow {
  draft_id: string;
  kind: DraftKind;
  content: string;
  updated_at: number;
}

export type DocumentStore = ReturnType<typeof createDocumentStore>;

export function createDocumentStore(db: Db) {
  const put = db.prepare(
    `INSERT INTO document (serial_no, kind, subject, note, currency_id, local_amount, created_at, changed_at, last_sequence)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (serial_no) DO UPDATE SET subject = excluded.subject, note = excluded.note,
       currency_id = excluded.currency_id, local_amount = excluded.local_amount,
       changed_at = excluded.changed_at, last_sequence = excluded.last_sequence`,
  );
  const putRestore = db.prepare(
    `INSERT INTO restore_record (record_key, kind, requested_at, last_sequence) VALUES (@recordKey, @kind, @at, @sequence)
     ON CONFLICT (record_key) DO UPDATE SET requested_at = excluded.requested_at, last_sequence = excluded.last_sequence`,
  );
  const drafts = db.prepare<[], DraftRow>("SELECT * FROM draft ORDER BY updated_at DESC");
  const putDraft = db.prepare(
    `INSERT INTO draft (draft_id, kind, content, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (draft_id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
  );
  const removeDraft = db.prepare("DELETE FROM draft WHERE draft_id = ?");
  return {
    put: ({ serialNo, kind, subject, note, currencyId, localAmount, at, sequence }: DocumentWrite): void =>
      void put.run(serialNo, kind, subject, note, currencyId, localAmount, at, at, sequence),
    putRestore: (record: RestoreWrite): void => void putRestore.run(record),
    drafts: (): DraftRow[] => drafts.all(),
    putDraft: (draft: DraftRow): void =>
      void putDraft.run(draft.draft_id, draft.kind, draft.content, draft.updated_at),
    removeDraft: (draftId: string): void => void removeDraft.run(draftId),
  };
}
