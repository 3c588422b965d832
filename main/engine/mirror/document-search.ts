/** Every transaction this counter has seen: found, and shown with all its parts as last answered. */

import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { type EntryState, isByStaff } from "../../../contract/entry-states.ts";
import { CountersideError, invalidField } from "../../../contract/error.ts";
import { evidenceIn } from "../../../contract/service/evidence.ts";
import type { Extra, ReadableTransaction } from "../../../contract/service/read-answer.ts";
import { type ExactInteger, ExactNumber, timestampOf } from "../../../contract/values.ts";
import type { OpenFile } from "../core/context.ts";
import { type EntryRow, nameIn, resolutionOf } from "../core/outbox/entry-rows.ts";
import type { Db } from "../file/database/open-database.ts";
import type { documentTable } from "../file/schema/documents.ts";
import { foldedWords } from "../file/schema/folded-text.ts";
import type { Row } from "../file/schema/table.ts";
import { balanceChangesOf, createBalanceHistory } from "./balances.ts";
import {
  createDocumentTrigrams,
  DOCUMENTS_OF_KEY,
  type DocumentPlace,
  VOUCHERS_OF_KEY,
} from "./document-trigrams.ts";
import { isShort } from "./search/search-text.ts";

// Reads documents for people: pages of them, newest first, and everything about one.

type DocumentColumns = Row<typeof documentTable>;
type DocumentKind = DocumentColumns["kind"];

type StoredDocument = Omit<
  DocumentColumns,
  "changed_at" | "last_sequence" | "answered_at" | "search_text" | "account_id" | "service_currency_id"
> &
  Pick<EntryRow, "corrected_by_entry_id" | "resolution_kind"> & { state: EntryState | null };
interface StoredAnswer {
  ended_at: number;
  raw: string;
  /** What came, where `raw` isn't exactly that. */
  bytes: Buffer | null;
  tenant_id: ExactInteger;
}
type StoredEntry = Pick<
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
  | "resolution_person"
  | "resolution_approver"
  | "person"
  | "approver"
  | "changed_at"
>;

/** A search that finds too little goes on where it stopped: no answer holds the engine up for longer than this takes. */
const LOOKED_AT = 12_000;
/** Where the trigram index can tell the rest, so many are looked at before: a common word is found among them. */
const LOOKED_AT_FIRST = 1_000;
/** Keys of the index whose rows are read in one go, and how often: first by the long words alone, then by all. */
const HITS = 300;
const GOES = 6;
/** Of so many documents, a word in more than half of them narrows nothing and would only cost the index time. */
const SAMPLE = 40;

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

interface Asked extends DocumentPlace {
  kind: DocumentKind | null;
  limit: number;
}
type PageQuery = Asked & { looked: number };
interface Page {
  places: DocumentPlace[];
  /** Where looking stopped; null where there is nothing more to look at. */
  end: DocumentPlace | null;
}

/** Each word by a separate parameter: a list of them would be read anew for every document. */
const hasAll = (words: readonly string[]): string =>
  ["1", ...words.map((_, index) => `instr(search_text, @word${index}) > 0`)].join(" AND ");

/** A statement for each number of words. */
function byCount<Statement>(prepare: (words: readonly string[]) => Statement) {
  const made = new Map<number, Statement>();
  return (words: readonly string[]): Statement => {
    const statement = made.get(words.length) ?? prepare(words);
    made.set(words.length, statement);
    return statement;
  };
}

/** `behind` is called where a search meets many documents that are not in the index yet. */
function createDocumentReads(db: Db, behind: () => void) {
  // No start waits for the index.
  let opened: ReturnType<typeof createDocumentTrigrams> | null = null;
  const trigrams = () => (opened ??= createDocumentTrigrams(db));
  const isAsked = "(@kind IS NULL OR kind = @kind)";
  const isNoDocument = `@kind IS NOT 'purchaseReturn'
       AND NOT EXISTS (SELECT 1 FROM document WHERE document.serial_no = voucher.serial_no)`;
  // Each half is answered by its own index, in order; the halves are merged, never sorted.
  const inOrder = (fits: string): string =>
    `SELECT created_at AS at, serial_no AS serialNo, ${fits} AS fits FROM document
     WHERE (created_at, serial_no) < (@at, @serialNo) AND ${isAsked}
     UNION ALL
     SELECT mirrored_at, serial_no, ${fits} FROM voucher
     WHERE (mirrored_at, serial_no) < (@at, @serialNo) AND ${isNoDocument}
     ORDER BY 1 DESC, 2 DESC LIMIT @looked`;
  const pageOf = byCount((words) =>
    db.prepare<[PageQuery & Record<string, unknown>], DocumentPlace>(
      `SELECT at, serialNo FROM (${inOrder(hasAll(words))}) WHERE fits LIMIT @limit`,
    ),
  );
  pageOf([]);
  const lastLooked = db.prepare<[PageQuery], DocumentPlace>(
    `SELECT at, serialNo FROM (${inOrder("1")} OFFSET @limit)`,
  );
  const sample = db
    .prepare<[DocumentPlace], string>(
      `SELECT search_text FROM document WHERE (created_at, serial_no) < (@at, @serialNo)
       ORDER BY created_at DESC, serial_no DESC LIMIT ${SAMPLE}`,
    )
    .pluck();
  const rowsOf = byCount((words) =>
    db.prepare<[Asked & { keys: string } & Record<string, unknown>], DocumentPlace>(
      `WITH hit (key) AS (SELECT value FROM json_each(@keys))
       SELECT created_at AS at, serial_no AS serialNo FROM hit CROSS JOIN document ON ${DOCUMENTS_OF_KEY}
       WHERE (created_at, serial_no) < (@at, @serialNo) AND ${isAsked} AND ${hasAll(words)}
       UNION ALL
       SELECT mirrored_at, serial_no FROM hit CROSS JOIN voucher ON ${VOUCHERS_OF_KEY}
       WHERE (mirrored_at, serial_no) < (@at, @serialNo) AND ${isNoDocument} AND ${hasAll(words)}
       ORDER BY 1 DESC, 2 DESC LIMIT @limit`,
    ),
  );
  const ofDocument = db.prepare<[string], StoredDocument>(OF_DOCUMENT);
  const ofVoucher = db.prepare<[string], StoredDocument>(OF_VOUCHER);
  const answer = db.prepare<[string], StoredAnswer>(
    `SELECT ended_at, response_body AS raw, tenant_id, response_bytes AS bytes
     FROM attempt CROSS JOIN entry USING (sequence)
     WHERE attempt_id = (
       SELECT attempt_id FROM entry CROSS JOIN attempt USING (sequence)
       WHERE serial_no = ? AND serial_no IS NOT NULL AND response_body IS NOT NULL
         AND outcome IN ('accepted','accepted_not_understood','no_evidence')
       ORDER BY outcome = 'no_evidence',
         ended_at IS (SELECT answered_at FROM document WHERE document.serial_no = entry.serial_no) DESC,
         ended_at DESC, attempt_id DESC LIMIT 1)`,
  );
  const entries = db.prepare<[string], StoredEntry>(
    `SELECT entry_id, state, corrected_by_entry_id, created_at, kind, request_body, last_outcome,
       resolution_kind, resolution_words, resolution_person, resolution_approver, person, approver, changed_at FROM entry
     WHERE serial_no = ? AND serial_no IS NOT NULL ORDER BY sequence DESC`,
  );
  const boundTo = (words: readonly string[]) =>
    Object.fromEntries(words.map((word, index) => [`word${index}`, word]));

  /** One document after the other, from its place on. */
  const walk = (words: readonly string[], asked: Asked, looked: number): Page => {
    const most = Math.max(asked.limit, looked);
    const places = pageOf(words).all({ ...asked, ...boundTo(words), looked: most });
    if (places.length === asked.limit) return { places, end: places.at(-1) ?? null };
    return { places, end: lastLooked.get({ ...asked, looked: 1, limit: most - 1 }) ?? null };
  };

  /** By the trigram index, which covers everything from the place on. */
  const jump = (words: readonly string[], asked: Asked): Page => {
    const texts = sample.all(asked);
    const narrowing = words.filter(
      (word) => texts.filter((text) => text.includes(word)).length <= texts.length / 2,
    );
    const long = trigrams().matchOf(narrowing.filter((word) => !isShort(word)));
    let match = long === "" ? trigrams().matchOf(narrowing) : long;
    if (match === "") return walk(words, asked, LOOKED_AT);
    const places: DocumentPlace[] = [];
    let from = asked;
    for (let go = 0; go < GOES; go += 1) {
      if (go === 1 && match === long) match = trigrams().matchOf(narrowing);
      const keys = trigrams().hits(match, from, HITS);
      if (keys === null) break;
      places.push(...rowsOf(words).all({ ...from, ...boundTo(words), keys: `[${keys.join()}]` }));
      if (places.length === asked.limit) return { places, end: places.at(-1) ?? null };
      const last = keys.at(-1);
      if (last === undefined || keys.length < HITS) return { places, end: null };
      from = { ...asked, ...trigrams().placeAfter(last), limit: asked.limit - places.length };
    }
    return { places, end: { at: from.at, serialNo: from.serialNo } };
  };

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
      const from = { ...(after ?? { at: Number.MAX_SAFE_INTEGER, serialNo: "" }), kind };
      const { places, end } = walk(words, { ...from, limit }, words.length === 0 ? limit : LOOKED_AT_FIRST);
      if (end === null || places.length === limit) return { places, end };
      const asked = { ...from, ...end, limit: limit - places.length };
      const isCovered = trigrams().covers(end);
      if (!isCovered || trigrams().hasManyLate()) behind();
      const rest = isCovered ? jump(words, asked) : walk(words, asked, LOOKED_AT - LOOKED_AT_FIRST);
      return { places: [...places, ...rest.places], end: rest.end };
    },
    /** A document entered here, or a voucher that the mirror knows. */
    document: (serialNo: string): StoredDocument | undefined =>
      ofDocument.get(serialNo) ?? ofVoucher.get(serialNo),
    /**
     * The answer of which the document's row tells, its newest that is evidence; where there is none the newest that
     * confirmed an entry by the owner's consent, or else the newest 2xx.
     */
    answer: (serialNo: string): StoredAnswer | undefined => answer.get(serialNo),
    /** Every entry about the document, newest first. */
    entries: (serialNo: string): StoredEntry[] => entries.all(serialNo),
  };
}

type SearchInput = ParsedInput<"documents.search">;
type SearchOutput = ChannelOutput<"documents.search">;
type GetOutput = ChannelOutput<"documents.get">;
type AnsweredRow = Record<string, unknown>;

const DEFAULT_LIMIT = 50;

const documentRow = (row: StoredDocument): DocumentRow => ({
  serialNo: row.serial_no,
  kind: row.kind,
  note: row.note,
  currencyId: row.currency_id,
  localAmount: row.local_amount,
  serviceAmount: row.service_amount,
  serviceStatus: row.service_status,
  state: row.state,
  correctedByEntryId: row.corrected_by_entry_id,
  confirmedByStaff: isByStaff(row.resolution_kind),
  subject: row.subject,
  createdAt: timestampOf(row.created_at),
});

const cursorOf = (place: DocumentPlace): string => `${place.at}.${place.serialNo}`;

/** Reads a cursor that `documents.search` gave. Throws `invalid_input`. */
export function placeOf(cursor: string): DocumentPlace {
  const parts = /^(\d{1,15})\.([0-9a-fA-F-]{36})$/.exec(cursor);
  if (parts === null) throw invalidField("cursor", "invalid", { expected: "cursor" });
  return { at: Number(parts[1]), serialNo: parts[2] ?? "" };
}

/** A value as JSON can carry it without loss: exact numbers as their text. */
function plainValue(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValue(inner)]));
}

/** A part's row with the fields that the interface doesn't name back under their own names. */
function answeredRow(row: Extra): AnsweredRow {
  const { extra, ...named } = row;
  const fields = [...Object.entries<unknown>(named), ...Object.entries(extra)];
  return Object.fromEntries(fields.map(([name, value]) => [name, plainValue(value)]));
}

function partsOf(transaction: ReadableTransaction | null) {
  if (transaction === null)
    return {
      transaction: null,
      transfers: [],
      balances: [],
      products: [],
      requests: [],
      logs: [],
      storages: [],
    };
  const {
    TenantTransactionTransfers: transfers,
    TenantBalances: balances,
    TenantTransactionProducts: products,
    TenantRequest: requests,
    TenantLogs: logs,
    TenantProductStorages: storages,
    ...header
  } = transaction;
  return {
    transaction: answeredRow(header),
    transfers: transfers.map(answeredRow),
    balances: balances.map(answeredRow),
    products: products.map(answeredRow),
    requests: requests.map(answeredRow),
    logs: logs.map(answeredRow),
    storages: storages.map(answeredRow),
  };
}

/** `behind` is called where the index lacks many documents. */
export function createDocumentSearchService({ db }: Pick<OpenFile, "db">, behind: () => void) {
  const reads = createDocumentReads(db, behind);
  const history = createBalanceHistory(db);
  return {
    search({ text = "", kind, limit = DEFAULT_LIMIT, cursor }: SearchInput): SearchOutput {
      const after = cursor === undefined ? null : placeOf(cursor);
      const { places, end } = reads.page(foldedWords(text), kind ?? null, after, limit + 1);
      const shown = places.slice(0, limit);
      // One more than asked for was found, or looking stopped before the end.
      const last = places.length > limit ? shown.at(-1) : end;
      return {
        documents: shown.flatMap(({ serialNo }) => {
          const found = reads.document(serialNo);
          return found === undefined ? [] : [documentRow(found)];
        }),
        cursor: last === undefined || last === null ? null : cursorOf(last),
      };
    },
    /** Throws `not_found` for a serial number that neither an entry nor the mirror knows. */
    get({ serialNo }: ParsedInput<"documents.get">): GetOutput {
      const found = reads.document(serialNo);
      if (found === undefined) throw new CountersideError("not_found", { reason: "document", serialNo });
      const answer = reads.answer(serialNo);
      const entries = reads.entries(serialNo);
      const evidence =
        answer === undefined
          ? null
          : evidenceIn({ kind: found.kind, tenantId: answer.tenant_id, serialNo }, answer.raw);
      const { transaction, notes } =
        evidence?.kind === "transactions"
          ? { transaction: evidence.own, notes: evidence.notes }
          : { transaction: null, notes: [] };
      return {
        document: documentRow(found),
        ...partsOf(transaction),
        answeredAt: answer === undefined ? null : timestampOf(answer.ended_at),
        notes,
        balanceChanges:
          answer === undefined || transaction === null
            ? []
            : balanceChangesOf(history, transaction, answer.tenant_id, answer.ended_at),
        rawAnswer: answer?.raw ?? null,
        rawAnswerBase64: answer?.bytes?.toString("base64") ?? null,
        requestBody: entries[0]?.request_body ?? null,
        entries: entries.map((entry) => ({
          entryId: entry.entry_id,
          state: entry.state,
          correctedByEntryId: entry.corrected_by_entry_id,
          createdAt: timestampOf(entry.created_at),
          kind: entry.kind,
          lastOutcome: entry.last_outcome,
          resolution: resolutionOf(entry),
          person: nameIn(entry.person),
          approver: nameIn(entry.approver),
        })),
      };
    },
  };
}
