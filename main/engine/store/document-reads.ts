/** Reads documents for people: pages of them, newest first, and everything about one. */
import type { EntryState } from "../../../contract/channels/common.ts";
import type { OperationKind } from "../../../contract/service/endpoints.ts";
import type { ExactInteger } from "../../../contract/values.ts";
import type { Db } from "./open-database.ts";

export type DocumentKind = "purchaseReturn" | "taxVoucher";

export interface StoredDocument {
  serial_no: string;
  kind: DocumentKind;
  note: string;
  currency_id: string | null;
  local_amount: string | null;
  service_amount: string | null;
  service_status: ExactInteger | null;
  state: EntryState | null;
  subject: string;
  created_at: number;
}
export interface StoredAnswer {
  answered_at: number;
  raw: string;
}
export interface StoredEntry {
  entry_id: string;
  state: EntryState;
  created_at: number;
  kind: OperationKind;
  request_body: string;
}
/** Where a page ends: the next one begins after it. */
export interface DocumentPlace {
  at: number;
  serialNo: string;
}

const HAS_ALL_WORDS = "NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(search_text, value) = 0)";
const OF_DOCUMENT = `SELECT document.serial_no, document.kind, document.note, document.currency_id,
    document.local_amount, service_amount, service_status, entry.state, document.subject, document.created_at
  FROM document LEFT JOIN entry ON entry.sequence = last_sequence WHERE document.serial_no = ?`;
// A voucher that no entry was made for here: a file's amount is nothing that the service answered.
const OF_VOUCHER = `SELECT serial_no, 'taxVoucher' AS kind, coalesce(note, '') AS note, currency_id,
    NULL AS local_amount, iif(source = 'service', amount, NULL) AS service_amount,
    iif(source = 'service', status, NULL) AS service_status, NULL AS state, coalesce(note, '') AS subject,
    mirrored_at AS created_at
  FROM voucher WHERE serial_no = ?`;

interface PageQuery extends DocumentPlace {
  words: string;
  kind: DocumentKind | null;
  limit: number;
}

export function createDocumentReads(db: Db) {
  // Each half is answered by its own index, in order; the halves are merged, never sorted.
  const page = db.prepare<[PageQuery], DocumentPlace>(
    `SELECT created_at AS at, serial_no AS serialNo FROM document
     WHERE (created_at, serial_no) < (@at, @serialNo) AND (@kind IS NULL OR kind = @kind) AND ${HAS_ALL_WORDS}
     UNION ALL
     SELECT mirrored_at, serial_no FROM voucher
     WHERE (mirrored_at, serial_no) < (@at, @serialNo) AND @kind IS NOT 'purchaseReturn' AND ${HAS_ALL_WORDS}
       AND NOT EXISTS (SELECT 1 FROM document WHERE document.serial_no = voucher.serial_no)
     ORDER BY 1 DESC, 2 DESC LIMIT @limit`,
  );
  const ofDocument = db.prepare<[string], StoredDocument>(OF_DOCUMENT);
  const ofVoucher = db.prepare<[string], StoredDocument>(OF_VOUCHER);
  const answer = db.prepare<[string], StoredAnswer>(
    "SELECT answered_at, raw FROM transaction_answer WHERE serial_no = ?",
  );
  const entries = db.prepare<[string], StoredEntry>(
    `SELECT entry_id, state, created_at, kind, request_body FROM entry
     WHERE serial_no = ? AND serial_no IS NOT NULL ORDER BY sequence DESC`,
  );
  return {
    /** Up to `limit` places after `after` whose serial number, subject or note holds every (folded) word. */
    page(
      words: readonly string[],
      kind: DocumentKind | null,
      after: DocumentPlace | null,
      limit: number,
    ): DocumentPlace[] {
      const from = after ?? { at: Number.MAX_SAFE_INTEGER, serialNo: "" };
      return page.all({ ...from, words: JSON.stringify(words), kind, limit });
    },
    /** A document entered here, or a voucher that the mirror knows. */
    document: (serialNo: string): StoredDocument | undefined =>
      ofDocument.get(serialNo) ?? ofVoucher.get(serialNo),
    answer: (serialNo: string): StoredAnswer | undefined => answer.get(serialNo),
    /** Every entry about the document, newest first. */
    entries: (serialNo: string): StoredEntry[] => entries.all(serialNo),
  };
}
