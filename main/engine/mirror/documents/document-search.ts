/** Every transaction this counter has seen: found, and shown with all its parts as last answered. */

import type { DocumentRow } from "../../../../contract/channels/mirror.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError, invalidInput } from "../../../../contract/reply.ts";
import { evidenceIn } from "../../../../contract/service/evidence.ts";
import type { Extra, ReadableTransaction } from "../../../../contract/service/read-answer.ts";
import { ExactNumber, timestampOf } from "../../../../contract/values.ts";
import type { OpenFile } from "../../core/context.ts";
import { isByStaff, resolutionOf } from "../../core/outbox/entry-rows.ts";
import { foldedWords } from "../../file/schema/folded-text.ts";
import { balanceChangesOf } from "../balances/balance-changes.ts";
import { createBalanceHistory } from "../balances/balance-history.ts";
import { createDocumentReads, type StoredDocument } from "./document-reads.ts";
import type { DocumentPlace } from "./document-trigrams.ts";

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
  confirmedByStaff: isByStaff(row),
  subject: row.subject,
  createdAt: timestampOf(row.created_at),
});

const cursorOf = (place: DocumentPlace): string => `${place.at}.${place.serialNo}`;

/** Reads a cursor that `documents.search` gave. Throws `invalid_input`. */
export function placeOf(cursor: string): DocumentPlace {
  const parts = /^(\d{1,15})\.([0-9a-fA-F-]{36})$/.exec(cursor);
  if (parts === null)
    throw invalidInput([
      { field: "cursor", reason: "invalid", message: "is not a cursor of documents.search", params: {} },
    ]);
  return { at: Number(parts[1]), serialNo: parts[2] ?? "" };
}

/** A value as JSON can carry it without loss: exact numbers as their text. */
export function plainValue(value: unknown): unknown {
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
      if (found === undefined)
        throw new CountersideError("not_found", `No document with the serial number ${serialNo} is known.`, {
          serialNo,
        });
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
        answeredAt: answer === undefined ? null : timestampOf(answer.answered_at),
        notes,
        balanceChanges:
          answer === undefined || transaction === null
            ? []
            : balanceChangesOf(history, transaction, answer.tenant_id, answer.answered_at),
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
        })),
      };
    },
  };
}
