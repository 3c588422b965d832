/** Documents as they were entered here, restore requests, and drafts. Reads for people are elsewhere. */
import type { EntryState } from "../../../../contract/entry-states.ts";
import { CountersideError } from "../../../../contract/error.ts";
import type { OperationKind } from "../../../../contract/operations.ts";
import type { PersonName } from "../../../../contract/rights.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { draftTable } from "../../file/schema/entries.ts";
import type { Row } from "../../file/schema/table.ts";
import { boundId } from "../../file/schema/table.ts";
import { nameIn } from "./entry-rows.ts";

export interface DocumentWrite {
  serialNo: string;
  kind: "purchaseReturn" | "taxVoucher";
  subject: string;
  note: string;
  currencyId: string;
  localAmount: string;
  /** Whose account a return is of; null for a voucher. */
  accountId: ExactInteger | null;
  at: number;
  sequence: number;
}

export interface RestoreWrite {
  recordKey: string;
  kind: string;
  at: number;
  sequence: number;
}

export type DraftRow = Row<typeof draftTable>;

export interface StoredRestore {
  record_key: string;
  entry_id: string;
  state: EntryState;
  requested_at: number;
  confirmed_at: number | null;
}
export type DocumentStore = ReturnType<typeof createDocumentStore>;

export function createDocumentStore(db: Db) {
  const put = db.prepare(
    `INSERT INTO document (serial_no, kind, subject, note, currency_id, local_amount, account_id, created_at, changed_at, last_sequence)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (serial_no) DO UPDATE SET subject = excluded.subject, note = excluded.note,
       currency_id = excluded.currency_id, local_amount = excluded.local_amount, account_id = excluded.account_id,
       changed_at = excluded.changed_at, last_sequence = excluded.last_sequence`,
  );
  const putRestore = db.prepare(
    `INSERT INTO restore_record (record_key, kind, requested_at, last_sequence) VALUES (@recordKey, @kind, @at, @sequence)
     ON CONFLICT (record_key) DO UPDATE SET requested_at = excluded.requested_at, last_sequence = excluded.last_sequence`,
  );
  // A range of the key: that table grows with the shop.
  const restores = db.prepare<[string, string, number], StoredRestore>(
    `SELECT record_key, entry.entry_id, entry.state, requested_at, confirmed_at
     FROM restore_record JOIN entry ON entry.sequence = last_sequence
     WHERE record_key > ? AND record_key < ? ORDER BY record_key LIMIT ?`,
  );
  // The length is in the row's header: no content is read for it.
  const otherDraftBytes = db
    .prepare<[string], number>(
      "SELECT coalesce(sum(octet_length(content)), 0) FROM draft WHERE draft_id <> ?",
    )
    .pluck();
  const drafts = db.prepare<[], DraftRow>("SELECT * FROM draft ORDER BY updated_at DESC");
  const putDraft = db.prepare(
    `INSERT INTO draft (draft_id, kind, content, updated_at, person) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (draft_id) DO UPDATE SET kind = excluded.kind, content = excluded.content, updated_at = excluded.updated_at`,
  );
  const draft = db.prepare<[string], DraftRow>("SELECT * FROM draft WHERE draft_id = ?");
  const takeOver = db.prepare("UPDATE draft SET taken_from = person, person = ? WHERE draft_id = ?");
  const removeDraft = db.prepare("DELETE FROM draft WHERE draft_id = ?");
  return {
    put({
      serialNo,
      kind,
      subject,
      note,
      currencyId,
      localAmount,
      accountId,
      at,
      sequence,
    }: DocumentWrite): void {
      const account = accountId === null ? null : boundId(accountId);
      put.run(serialNo, kind, subject, note, currencyId, localAmount, account, at, at, sequence);
    },
    putRestore: (record: RestoreWrite): void => void putRestore.run(record),
    /** The records of one kind that a restore was ever asked for, with its newest entry; at most `limit`. */
    restores: (kind: OperationKind, limit: number): StoredRestore[] =>
      restores.all(`${kind} `, `${kind}!`, limit),
    drafts: (): DraftRow[] => drafts.all(),
    /** What the other drafts hold, in bytes. */
    otherDraftBytes: (draftId: string): number => otherDraftBytes.get(draftId) ?? 0,
    /** Throws `wrong_state` for the draft of another person: who takes it over says so. */
    assertOwnDraft(draftId: string, person: PersonName | null): void {
      const owner = nameIn(draft.get(draftId)?.person ?? null);
      if (owner !== null && owner.personId !== person?.personId)
        throw new CountersideError("wrong_state", {
          reason: "another_persons_draft",
          draftId,
          person: owner.name,
        });
    },
    draft: (draftId: string): DraftRow | null => draft.get(draftId) ?? null,
    /** Whose a draft is stays as it is. */
    putDraft: (draft: Omit<DraftRow, "taken_from">): void =>
      void putDraft.run(draft.draft_id, draft.kind, draft.content, draft.updated_at, draft.person),
    takeDraftOver: (draftId: string, by: string | null): void => void takeOver.run(by, draftId),
    removeDraft: (draftId: string): void => void removeDraft.run(draftId),
  };
}
