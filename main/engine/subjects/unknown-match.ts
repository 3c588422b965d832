/** Looks for the entries of unknown outcome in a file of the books. Writes nothing: a person decides. */

import { basename, resolve } from "node:path";
import Big from "big.js";
import { asTyped } from "../../../contract/channels/common.ts";
import type { Match, Proposal } from "../../../contract/channels/unknown.ts";
import type { ChannelOutput, ParsedInput } from "../../../contract/channels.ts";
import { timestampOf } from "../../../contract/values.ts";
import { createSerialQueue } from "../../lib/serial-queue.ts";
import type { Handlers, OpenFile } from "../core/context.ts";
import type { UnknownRow } from "../core/outbox/entries.ts";
import type { BooksRow, UnreadBooksRow } from "../import/run/books-export.ts";

// What an export of the books says of one entry. Pure.

/** What was found of one serial number. */
interface Found {
  rows: BooksRow[];
  unread: UnreadBooksRow[];
}

/** What the file covers; days as this counter's wall has them. */
interface Coverage {
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
function proposalOf(
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

const LISTED_REJECTIONS = 100;
const DAY_LETTERS = "2026-01-31".length;

const hasSerial = (entry: UnknownRow): entry is UnknownRow & { serial_no: string } =>
  entry.serial_no !== null;

export function createUnknownService({
  db,
  entries,
  clock,
}: Pick<OpenFile, "db" | "clock"> & { entries: Pick<OpenFile["entries"], "unknown"> }) {
  const closing = new AbortController();
  const queue = createSerialQueue();

  const match = async (input: ParsedInput<"unknown.match">): Promise<ChannelOutput<"unknown.match">> => {
    const path = resolve(input.path);
    // Loaded when a file is read: most starts read none.
    const [{ readBooks }, { FileWords }, { createRecordNames }] = await Promise.all([
      import("../import/run/books-export.ts"),
      import("../import/mapping/words.ts"),
      import("../mirror/lists/record-names.ts"),
    ]);
    const { words, ...reading } = input;
    const wordReader = new FileWords(createRecordNames(db), words);
    const unknown = entries.unknown();
    const wanted = new Map<string, Found>();
    for (const { serial_no } of unknown)
      if (serial_no !== null) wanted.set(serial_no.toLowerCase(), { rows: [], unread: [] });
    const covers = { from: "9999-12-31", to: "0000-01-01" };
    const rejected: ChannelOutput<"unknown.match">["rejected"] = [];
    let rows = 0;
    let rejectedCount = 0;
    const file = await readBooks(
      { ...reading, path, wordReader },
      closing.signal,
      (row) => {
        rows += 1;
        const day = row.date.length > DAY_LETTERS ? clock.dayOf(Date.parse(row.date)) : row.date;
        if (day < covers.from) covers.from = day;
        if (day > covers.to) covers.to = day;
        wanted.get(row.serialNo)?.rows.push(row);
      },
      (row) => {
        rejectedCount += 1;
        if (rejected.length < LISTED_REJECTIONS) rejected.push({ line: row.line, problems: row.problems });
        if (row.serialNo !== null) wanted.get(row.serialNo)?.unread.push(row);
      },
    );
    const coverage: Coverage = { ...covers, writtenAt: file.writtenAt };
    return {
      // Not those that were decided while the file was read, nor those that became unknown: nobody looked for them.
      proposals: entries
        .unknown()
        .filter(hasSerial)
        .flatMap((entry) => {
          const found = wanted.get(entry.serial_no.toLowerCase());
          return found === undefined ? [] : [proposalOf(entry, found, coverage, clock.dayOf)];
        }),
      covers,
      fileHash: file.hash,
      fileName: asTyped(basename(path)),
      rows,
      rejected,
      rejectedCount,
      words: wordReader.list(),
      withoutSerial: unknown.filter((entry) => !hasSerial(entry)).length,
    };
  };

  return {
    /** One file at a time. Throws `file_unreadable`, `file_invalid`, `cancelled`. */
    match: (input: ParsedInput<"unknown.match">) => queue.runExclusive(() => match(input)),
    /** Stops what is read; resolves when nothing uses the database any more. */
    async close(): Promise<void> {
      closing.abort();
      await queue.ended();
    },
  };
}

export function unknownHandlers(file: OpenFile): Handlers<"unknown.match"> {
  const service = createUnknownService(file);
  file.whenClosing(service.close);
  return { "unknown.match": (_, input) => service.match(input) };
}
