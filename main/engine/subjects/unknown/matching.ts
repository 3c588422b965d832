/** What an export of the books says of one entry. Pure. */
import Big from "big.js";
import type { Match, Proposal } from "../../../../contract/channels/unknown.ts";
import { timestampOf } from "../../../../contract/values.ts";
import type { UnknownRow } from "../../core/outbox/entry-lists.ts";
import type { BooksRow, UnreadBooksRow } from "../../import/run/books-export.ts";

/** What was found of one serial number. */
export interface Found {
  rows: BooksRow[];
  unread: UnreadBooksRow[];
}

/** What the file covers; days as this counter's wall has them. */
export interface Coverage {
  from: string;
  to: string;
  /** When the file was written, in milliseconds since 1970. */
  writtenAt: number;
}

/** Amounts of two currencies are never compared. */
const isSame = (entry: UnknownRow, row: BooksRow): boolean =>
  entry.currency_id === row.currencyId &&
  entry.local_amount !== null &&
  new Big(entry.local_amount).eq(row.amount);

/** The entry was sent between these two moments: a file that begins later or was written earlier can't show it. */
const isCovered = (entry: UnknownRow, covers: Coverage, dayOf: (moment: number) => string): boolean =>
  covers.from <= dayOf(entry.created_at) &&
  covers.to >= dayOf(entry.changed_at) &&
  covers.writtenAt >= entry.changed_at;

function matchOf(
  entry: UnknownRow,
  { rows, unread }: Found,
  covers: Coverage,
  dayOf: (moment: number) => string,
): Match {
  const [row, another] = rows;
  if (another !== undefined || (row !== undefined && unread.length > 0) || unread.length > 1) return "twice";
  if (unread.length > 0) return "unreadable";
  if (row === undefined) return isCovered(entry, covers, dayOf) ? "missing" : "notCovered";
  if (!isSame(entry, row)) return "differs";
  return entry.kind === "taxVoucher" ? "voucher" : "recorded";
}

/** What a person may go by to decide about the entry. */
export function proposalOf(
  entry: UnknownRow & { serial_no: string },
  found: Found,
  covers: Coverage,
  dayOf: (moment: number) => string,
): Proposal {
  const lines = [...found.rows, ...found.unread].map(({ line }) => line).sort((a, b) => a - b);
  const [row = null] = found.rows;
  return {
    entryId: entry.entry_id,
    serialNo: entry.serial_no,
    found: lines.length > 0,
    row: row?.line ?? lines[0] ?? null,
    date: row?.date ?? null,
    amount: row?.amount ?? null,
    currencyId: row?.currencyId ?? null,
    status: row === null || row.status === "" ? null : row.status,
    match: matchOf(entry, found, covers, dayOf),
    rows: lines.length > 1 ? lines : [],
    problems: found.unread[0]?.problems ?? [],
    kind: entry.kind,
    subject: entry.subject,
    createdAt: timestampOf(entry.created_at),
    ours: { amount: entry.local_amount, currencyId: entry.currency_id },
  };
}
