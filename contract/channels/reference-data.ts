/** Files of reference data: a look into one before anything is done with it, and its import. */
import { z } from "zod";
import { rowProblem, rowReason } from "../reasons/row-reason.ts";
import { text } from "../values.ts";
import { filePath } from "./common.ts";
import { engine } from "./declare.ts";
import {
  columnMapping,
  delimiter,
  fileType,
  fileWord,
  numberStyle,
  readingFields,
  rowFields,
  textEncoding,
  unknownRecords,
} from "./file-reading.ts";
import { referenceKind } from "./mirror.ts";

const previewRow = z.object({
  /** The line of a CSV file, or the row number of a sheet. */
  line: z.number(),
  /** The cells as they stand in the file, in the order of `header`. */
  cells: z.array(z.string()),
  /** What would be taken in, by the kind's columns; null for an empty cell, and where there is a problem. */
  values: z.array(
    z.object({ column: z.string(), value: z.string().nullable(), problem: rowReason.nullable() }),
  ),
  /** Why the row would be rejected; empty where it would be taken. */
  problems: z.array(rowProblem),
});
export type PreviewRow = z.infer<typeof previewRow>;

const findings = z.object({
  /** Each word in a column of ids or of choices, and what it became; undecided ones first. The first ones of many. */
  words: z.array(fileWord),
  unknownRecords,
  /** Rows with a number behind the apostrophe by which spreadsheet programs mark a text; it was left out. */
  apostrophes: z.number(),
  /** Barcodes that lost the zeros they began with, by how many digits are left; a scan finds them. */
  shortBarcodes: z.array(z.object({ digits: z.number(), rows: z.number() })),
});
/** How the cells of a whole file were read. */
export type Findings = z.infer<typeof findings>;

export const referenceDataChannels = {
  "referenceData.import": engine.changes(
    "import",
    z.strictObject({
      kind: referenceKind,
      path: filePath,
      /** Left out: the columns are those with the contract's names. */
      mapping: columnMapping.optional(),
      ...readingFields,
      ...rowFields,
      /** The caller's own name for this import, by which `referenceData.cancelImport` finds it. */
      importId: text(100).min(1).optional(),
      /** Counts exactly what an import would do, and writes nothing. */
      dryRun: z.boolean().optional(),
      /** Where the rejected rows go, as a CSV file to correct and import; not written if there are none. */
      rejectedPath: filePath.optional(),
    }),
    z.object({
      added: z.number(),
      updated: z.number(),
      unchanged: z.number(),
      /** `reason`: its problems in English, for programs without a window. */
      rejected: z.array(z.object({ line: z.number(), reason: z.string(), problems: z.array(rowProblem) })),
      /** Rows refused in all; `rejected` lists the first ones where they are too many to list. */
      rejectedCount: z.number(),
      /** Columns of the file that nothing was done with. */
      ignoredColumns: z.array(z.string()),
      /** Only of a dry run: how the file's cells were read. */
      findings: findings.optional(),
      /** Only of a dry run. */
      dryRun: z.literal(true).optional(),
      /** Only where rejected rows were written. */
      rejectedPath: z.string().optional(),
    }),
    { path: "referenceData", rejectedPath: "saveRejected" },
  ),
  /**
   * Stops an import or a dry run that runs or waits. Its own call then ends with `cancelled`: what was taken in
   * before stays, and `details` counts it. `found` is false where none of that name runs or waits any more.
   */
  "referenceData.cancelImport": engine.changes(
    "anybody",
    z.strictObject({ importId: text(100).min(1) }),
    z.object({ found: z.boolean() }),
  ),
  /** Reads the beginning of a file and writes nothing. A file that is named is read for who works alone. */
  "referenceData.preview": engine.reads(
    "anybody",
    z.strictObject({
      kind: referenceKind,
      path: filePath,
      ...readingFields,
      ...rowFields,
      /** Looks at the first rows only: words, rows that continue and unknown records are not counted. */
      headOnly: z.boolean().optional(),
      /** Left out: as the last import of this kind had it, where the file has all its columns; else guessed. */
      mapping: columnMapping.optional(),
    }),
    z.object({
      fileType,
      bytes: z.number(),
      /** Of a CSV file: what separates its columns. */
      delimiter: delimiter.nullable(),
      /** Of a CSV file: how its letters were read, as named or as its bytes show. */
      encoding: textEncoding.nullable(),
      /** Where its bytes are no Unicode: what they may be, the likeliest first, each with words of the file. */
      encodings: z.array(z.object({ encoding: textEncoding, words: z.array(z.string()) })),
      /** How the numbers were read, as named or as all of them show; null where nothing decides it. */
      numbers: numberStyle.nullable(),
      /** Numbers of the file and what each style reads in them; null: nothing. Empty where both read the same. */
      numberExamples: z.array(
        z.object({ text: z.string(), point: z.string().nullable(), comma: z.string().nullable() }),
      ),
      /** What a person must say before the file can be imported. */
      undecided: z.array(z.enum(["encoding", "numbers", "columns", "continues", "words"])),
      /** Each word in a column of ids or of choices, and what it becomes; undecided ones first. The first ones of many. */
      words: z.array(fileWord),
      /** Rows that seem to belong to the record above, the lines of the first ones, and what was answered. */
      continues: z
        .object({
          rows: z.number(),
          lines: z.array(z.number()),
          /** Our columns that these rows lack. */
          lacks: z.array(z.string()),
          answer: z.boolean().nullable(),
        })
        .nullable(),
      unknownRecords,
      /** How many rows `words`, `continues` and `unknownRecords` were counted in, where the file has more; null: in all. */
      countedRows: z.number().nullable(),
      /** The line of the header row, as named or as found. */
      headerRow: z.number(),
      /** The first rows of the file, any of which may be the header row: the beginning of their cells. */
      headRows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
      sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
      /** Of a spreadsheet: the sheet that was read. */
      sheet: z.string().nullable(),
      /** The header's cells; `name` is the column's in a mapping. At most the first 500. */
      header: z.array(z.object({ name: z.string(), text: z.string() })),
      columnCount: z.number(),
      /** The mapping that the rows below were read with: guessed, or as given. */
      mapping: z.record(z.string(), z.string()),
      mappedBy: z.enum(["given", "remembered", "guessed"]),
      /** The kind's columns that were not found by a whole name: by parts of one, or by what the cells look like. */
      guessed: z.array(z.object({ column: z.string(), by: z.enum(["parts", "cells"]) })),
      /** The kind's columns that several of the file's claim alike; none of these is mapped. A given mapping answers it. */
      askedColumns: z.array(z.object({ column: z.string(), among: z.array(z.string()) })),
      /** The kind's columns; a file must have the needed ones. */
      columns: z.array(z.object({ name: z.string(), needed: z.boolean() })),
      /** Needed columns that nothing is mapped to yet. */
      missing: z.array(z.string()),
      rows: z.array(previewRow),
      /** What keeps the rows after these from being read, where it is met so soon. */
      broken: rowReason.nullable(),
    }),
    { path: "referenceData" },
  ),
};
