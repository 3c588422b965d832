/** How a file of reference data is read: what a program or a person may say of it. */
import { z } from "zod";
import { text } from "../values.ts";
import { wholeOut } from "./common.ts";

/** What a file of reference data is, by what it holds. */
export const fileType = z.enum(["csv", "xlsx", "xls", "xlsb", "ods"]);
export type FileType = z.infer<typeof fileType>;

export const DELIMITERS = ["comma", "semicolon", "tab", "pipe", "arabicSemicolon", "arabicComma"] as const;
/** What separates the columns of a CSV file. */
export const delimiter = z.enum(DELIMITERS);
export type Delimiter = z.infer<typeof delimiter>;

/** How the letters of a CSV file are written: Unicode, Arabic, Western. */
export const TEXT_ENCODINGS = [
  ...["utf8", "utf16le", "utf16be"],
  ...["windows1256", "iso88596", "cp720", "windows1252"],
] as const;
export const textEncoding = z.enum(TEXT_ENCODINGS);
export type TextEncoding = z.infer<typeof textEncoding>;

/** A file's column, by its name in `referenceData.preview`, to the kind's column; null: nothing is done with it. */
export const columnMapping = z.record(text(200), text(40).nullable());
export type ColumnMapping = z.infer<typeof columnMapping>;

/**
 * What words of the file's cells mean: by our column and the word, the id of a record or a choice of the column; null:
 * its rows are imported without it, and left out where the column may not be empty.
 */
export const wordAnswers = z.record(
  text(40),
  z.record(text(1_000), z.union([z.number(), text(1_000)]).nullable()),
);
export type WordAnswers = z.infer<typeof wordAnswers>;

/** How a word was read. `none` and `several` records have this name: a person decides. */
const WORD_SOURCES = ["name", "choice", "answer", "remembered", "none", "several"] as const;

/** A word in a column of ids or of choices. */
export const fileWord = z.object({
  column: z.string(),
  /** As its first row has it. */
  word: z.string(),
  rows: z.number(),
  /** The record or the choice that it is; null where that is not decided, and where its rows do without it. */
  recordId: wholeOut.nullable(),
  recordName: z.string().nullable(),
  by: z.enum(WORD_SOURCES),
  /** What it may be, where that is not decided: the records of that name, else all of a short list. */
  candidates: z.array(z.object({ id: wholeOut, name: z.string() })),
});
export type FileWord = z.infer<typeof fileWord>;

/** So many examples are given at most: there may be more. */
export const MOST_EXAMPLES = 5;

/** Ids in the file that no record of this computer has. */
export const unknownRecords = z.array(
  z.object({ column: z.string(), rows: z.number(), examples: z.array(z.string()) }),
);

export const NUMBER_STYLES = ["point", "comma"] as const;
/** The decimal sign of a file's numbers: 1,234.56 or 1.234,56. */
export const numberStyle = z.enum(NUMBER_STYLES);

/** What may be said of how a file is read; each is found or guessed where it is left out. */
export const readingFields = {
  /** Of a spreadsheet; its first visible one where left out. */
  sheet: text(200).min(1).optional(),
  /** Of a CSV file; where left out a comma, or with a mapping and in a preview what its first rows show. */
  delimiter: delimiter.optional(),
  /** Of a CSV file; where left out UTF-8, or with a mapping and in a preview what its bytes show. */
  encoding: textEncoding.optional(),
  /** Where left out: what the numbers of the whole file show. */
  numbers: numberStyle.optional(),
  /** The header row's line in a CSV file, or its row number in a sheet; found where left out. */
  headerRow: z.number().int().min(1).optional(),
};

/** What may be said of the rows of a file of reference data, besides. */
export const rowFields = {
  /** Where left out: what was answered at the last import of this kind. */
  words: wordAnswers.optional(),
  /** Whether rows that lack the name of their record belong to the record above. Left out: they are rejected. */
  continues: z.boolean().optional(),
};
