/** Entries whose outcome is unknown, looked for in a file of the service's books. Nothing is written. */
import { z } from "zod";
import { operationKind } from "../operations.ts";
import { rowProblem } from "../reasons/row-reason.ts";
import { decimalOut, filePath, timeOut } from "./common.ts";
import { engine } from "./declare.ts";
import { fileWord, readingFields, wordAnswers } from "./file-reading.ts";

/**
 * What the file says of an entry. `recorded`: its serial number once, with our amount and currency. `differs`: once, with
 * another amount or currency. `voucher`: the entry is an edit, and the file shows that the voucher exists with our
 * amount, which it may have had before. `twice`: the serial number is in several rows. `unreadable`: its row can't be
 * read. `missing`: not in the file, which covers its days. `notCovered`: not in the file, which doesn't cover them.
 */
export const MATCHES = [
  "recorded",
  "differs",
  "voucher",
  "twice",
  "unreadable",
  "missing",
  "notCovered",
] as const;
export const match = z.enum(MATCHES);
export type Match = z.infer<typeof match>;

const proposal = z.object({
  entryId: z.string(),
  serialNo: z.string(),
  /** Whether the serial number is in the file at all. */
  found: z.boolean(),
  /** The line of a CSV file, or the row number of a sheet, of its first row; null where it is not found. */
  row: z.number().nullable(),
  /** A day of the books, or an instant; null where the row can't be read. */
  date: z.string().nullable(),
  /** As the books have it. */
  amount: decimalOut.nullable(),
  currencyId: z.string().nullable(),
  /** The books' own word or number; its meaning is not known here. */
  status: z.string().nullable(),
  match,
  /** All of its rows, where there is more than one. */
  rows: z.array(z.number()),
  /** Why its row can't be read; empty where it can, or is not there. */
  problems: z.array(rowProblem),
  kind: operationKind,
  subject: z.string(),
  createdAt: timeOut,
  ours: z.object({ amount: decimalOut.nullable(), currencyId: z.string().nullable() }),
});
export type Proposal = z.infer<typeof proposal>;

export const unknownChannels = {
  /**
   * Looks for every entry with an unknown outcome in an export of the books, by its serial number. Throws
   * `file_unreadable` and `file_invalid`.
   */
  "unknown.match": engine.reads(
    "anybody",
    z.strictObject({
      path: filePath,
      ...readingFields,
      /** What words in the column of the currency mean. */
      words: wordAnswers.optional(),
    }),
    z.object({
      proposals: z.array(proposal),
      /** The first and the last day of the rows that can be read. */
      covers: z.object({ from: z.string(), to: z.string() }),
      /** SHA-256 of the file's bytes, hexadecimal. */
      fileHash: z.string(),
      fileName: z.string(),
      /** Rows that can be read. */
      rows: z.number(),
      /** Rows that can't, the first of them with their reasons: an entry that is not found may be in one. */
      rejected: z.array(z.object({ line: z.number(), problems: z.array(rowProblem) })),
      rejectedCount: z.number(),
      /** Each word in the column of the currency, and what it became. */
      words: z.array(fileWord),
      /** Entries of unknown outcome that have no serial number and so can't be looked for. */
      withoutSerial: z.number(),
    }),
    { path: "booksFile" },
  ),
};
