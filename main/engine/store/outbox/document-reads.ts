/** Reads documents for people: pages of them, newest first, and everything about one. */
import type { EntryState } from "../../../../contract/channels/common.ts";
import type { ExactInteger } from "../../../../contract/values.ts";
import type { Db } from "../file/open-database.ts";
import type { EntryRow } from "./entry-rows.ts";

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
  corrected_by_entry_id: string | null;
  resolution_kind: string | null;
  subject: string;
  created_at: number;
}
export interface StoredAnswer {
  answered_at: number;
  raw: string;
  /** What came, where `raw` isn't exactly that. */
  bytes: Buffer | null;
  tenant_id: ExactInteger;
}
export type StoredEntry = Pick<
  EntryRow,
  | "entry_id"
  | "state"
  | "corrected_by_entry_id"
  | "created_at"
  | "kind"
  | "request_body"
  | "last_outcome"
  | "resolution_kind"
  | "resolution_words"
  | "changed_at"
>;
/** Where a page ends: the next one begins after it. */
export interface DocumentPlace {
  at: number;
  serialNo: string;
}

/** A search that finds too little goes on where it stopped: no answer holds the engine up for longer than this takes. */
const LOOKED_AT = 12_000;

const OF_DOCUMENT = `SELECT document.serial_no, document.kind, document.note, document.currency_id,
    document.local_amount, service_amount, service_status, entry.state, entry.corrected_by_entry_id,
    entry.resolution_kind,
    document.subject, document.created_at
  FROM document LEFT JOIN entry ON entry.sequence = last_sequence WHERE document.serial_no = ?`;
// A voucher that no entry was made for here: a file's amount is nothing that the service answered.
const OF_VOUCHER = `SELECT serial_no, 'taxVoucher' AS kind, coalesce(note, '') AS note, currency_id,
    NULL AS local_amount, iif(source = 'service', amount, NULL) AS service_amount,
    iif(source = 'service', status, NULL) AS service_status, NULL AS state, NULL AS corrected_by_entry_id,
    NULL AS resolution_kind,
    coalesce(note, '') AS subject,
    mirrored_at AS created_at
  FROM voucher WHERE serial_no = ?`;

interface PageQuery extends DocumentPlace {
  kind: DocumentKind | null;
  looked: number;
  limit: number;
}
interface Page {
  places: DocumentPlace[];
  /** Where looking stopped; null where there is nothing more to look at. */
  end: DocumentPlace | null;
}

/** Each word by a place of its own: a list of them would be read anew for every document. */
const hasAll = (words: readonly string[]): string =>
  ["1", ...words.map((_, index) => `instr(search_text, @word${index}) > 0`)].join(" AND ");

export function createDocumentReads(db: Db) {
  // Each half is answered by its own index, in order; the halves are merged, never sorted.
  const inOrder = (fits: string): string =>
    `SELECT created_at AS at, serial_no AS serialNo, ${fits} AS fits FROM document
     WHERE (created_at, serial_no) < (@at, @serialNo) AND (@kind IS NULL OR kind = @kind)
     UNION ALL
     SELECT mirrored_at, serial_no, ${fits} FROM voucher
     WHERE (mirrored_at, serial_no) < (@at, @serialNo) AND @kind IS NOT 'purchaseReturn'
       AND NOT EXISTS (SELECT 1 FROM document WHERE document.serial_no = voucher.serial_no)
     ORDER BY 1 DESC, 2 DESC LIMIT @looked`;
  const preparePage = (words: readonly string[]) =>
    db.prepare<[PageQuery & Record<string, unknown>], DocumentPlace>(
      `SELECT at, serialNo FROM (${inOrder(hasAll(words))}) WHERE fits LIMIT @limit`,
    );
  const lastLooked = db.prepare<[PageQuery], DocumentPlace>(
    `SELECT at, serialNo FROM (${inOrder("1")} OFFSET @limit)`,
  );
  const everything = preparePage([]);
  const pages = new Map([[0, everything]]);
  const pageOf = (words: readonly string[]): typeof everything => {
    const page = pages.get(words.length) ?? preparePage(words);
    pages.set(words.length, page);
    return page;
  };
  const ofDocument = db.prepare<[string], StoredDocument>(OF_DOCUMENT);
  const ofVoucher = db.prepare<[string], StoredDocument>(OF_VOUCHER);
  const answer = db.prepare<[string], StoredAnswer>(
    `SELECT answered_at, raw, tenant_id, (SELECT response_bytes FROM attempt
       WHERE attempt.sequence = entry.sequence AND outcome IN ('accepted','accepted_not_understood')) AS bytes
     FROM transaction_answer JOIN entry USING (sequence) WHERE transaction_answer.serial_no = ?`,
  );
  const answerWithoutEvidence = db.prepare<[string], StoredAnswer>(
    `SELECT ended_at AS answered_at, response_body AS raw, tenant_id, response_bytes AS bytes
     FROM entry CROSS JOIN attempt USING (sequence)
     WHERE serial_no = ? AND serial_no IS NOT NULL AND outcome IN ('accepted_not_understood','no_evidence')
     ORDER BY sequence DESC, attempt_id DESC LIMIT 1`,
  );
  const entries = db.prepare<[string], StoredEntry>(
    `SELECT entry_id, state, corrected_by_entry_id, created_at, kind, request_body, last_outcome,
       resolution_kind, resolution_words, changed_at FROM entry
     WHERE serial_no = ? AND serial_no IS NOT NULL ORDER BY sequence DESC`,
  );
  return {
    /**
     * Up to `limit` places after `after` whose serial number, subject or note holds every (folded) word. Only so many
     * documents are looked at; `end` says from where to go on.
     */
    page(
      words: readonly string[],
      kind: DocumentKind | null,
      after: DocumentPlace | null,
      limit: number,
    ): Page {
      const from = after ?? { at: Number.MAX_SAFE_INTEGER, serialNo: "" };
      const most = words.length === 0 ? limit : Math.max(limit, LOOKED_AT);
      const bound = Object.fromEntries(words.map((word, index) => [`word${index}`, word]));
      const asked = { ...from, kind, limit };
      const places = pageOf(words).all({ ...asked, ...bound, looked: most });
      if (places.length === limit) return { places, end: places.at(-1) ?? null };
      if (words.length === 0) return { places, end: null };
      return { places, end: lastLooked.get({ ...asked, looked: 1, limit: most - 1 }) ?? null };
    },
    /** A document entered here, or a voucher that the mirror knows. */
    document: (serialNo: string): StoredDocument | undefined =>
      ofDocument.get(serialNo) ?? ofVoucher.get(serialNo),
    /** The newest answer that was evidence; where there is none, the newest 2xx. */
    answer: (serialNo: string): StoredAnswer | undefined =>
      answer.get(serialNo) ?? answerWithoutEvidence.get(serialNo),
    /** Every entry about the document, newest first. */
    entries: (serialNo: string): StoredEntry[] => entries.all(serialNo),
  };
}
