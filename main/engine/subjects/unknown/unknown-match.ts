/** Looks for the entries of unknown outcome in a file of the books. Writes nothing: a person decides. */
import { basename, resolve } from "node:path";
import { asTyped } from "../../../../contract/channels/common.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { createSerialQueue } from "../../../lib/serial-queue.ts";
import type { Handlers, OpenFile } from "../../core/context.ts";
import type { UnknownRow } from "../../core/outbox/entry-lists.ts";
import { type Coverage, type Found, proposalOf } from "./matching.ts";

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
      import("../../import/run/books-export.ts"),
      import("../../import/mapping/words.ts"),
      import("../../mirror/lists/record-names.ts"),
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
