/** Finds the table in a file: its header row, and how its numbers are written. */
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import type { NumberStyle } from "../../../../contract/typed-decimal.ts";
import { type FileRow, ImportRefusal, isBlank, type ReadRow } from "../file-rows.ts";
import { type Known, type OpenRows, sheetDetails } from "../opened.ts";
import { reasonWords } from "../row-reason-words.ts";
import type { HeaderRefusal } from "./columns.ts";
import { findHeader, HEAD_ROWS, type HeaderFit } from "./header-row.ts";
import { NumberEvidence } from "./number-style.ts";

/** The file's first rows that hold something: the header row is among them. */
export async function readHead(opened: OpenRows): Promise<FileRow[]> {
  const head: FileRow[] = [];
  for await (const row of opened.rows(null)) {
    if ("cells" in row && isBlank(row)) continue;
    head.push(row);
    if (head.length === HEAD_ROWS) break;
  }
  return head;
}

/** The row of that line can't be the header row: it is beyond a bound, or can't be read. */
export const brokenHeader = (why: RowReason): HeaderRefusal => ({
  reason: why.code === "rowTooWide" || why.code === "rowTooLong" ? "wide_header" : "broken_header",
  words: `its header row is broken: ${reasonWords(why)}`,
  columns: [],
});

/** No row is in that line, which was named as the header row. */
export const noHeaderIn = (line: number): HeaderRefusal => ({
  reason: "other_file_now",
  words: `no row is in line ${line}, which was named as its header row`,
  columns: [],
});

export const invalidHeader = (
  path: string,
  { reason, words, columns }: HeaderRefusal,
  known: Known,
): CountersideError =>
  new CountersideError("file_invalid", `The file can't be imported: ${words}: ${path}`, {
    path,
    reason,
    columns,
    ...sheetDetails(known),
  });

/** The header row among the file's first rows: the one of line `named`, else found. Throws `file_invalid`. */
export function headerIn(
  head: readonly FileRow[],
  fitOf: (cells: readonly string[]) => HeaderFit,
  path: string,
  known: Known,
  named?: number,
): ReadRow {
  const asNamed = head.find(({ line }) => line === named);
  const row = asNamed !== undefined && "cells" in asNamed ? asNamed : findHeader(head, fitOf);
  const broken = row === null ? head.find((one) => "broken" in one)?.broken : row.refused;
  if (row !== null && broken === undefined) return row;
  const refusal: HeaderRefusal =
    broken === undefined
      ? { reason: "empty_file", words: "it is empty; a header row is needed", columns: [] }
      : brokenHeader(broken);
  throw invalidHeader(path, refusal, known);
}

/** Adds a row's numbers, which stand in those columns. */
export function addNumbers(evidence: NumberEvidence, places: readonly number[], row: ReadRow): void {
  for (const index of places) if (row.exact?.has(index) !== true) evidence.add(row.cells[index] ?? "");
}

/** What all numbers of the file show that stand in those columns. */
export async function numberEvidence(
  opened: OpenRows,
  headerRow: number,
  places: readonly number[],
): Promise<NumberEvidence> {
  const evidence = new NumberEvidence();
  if (places.length === 0 || !(await opened.mayNeedStyle())) return evidence;
  for await (const row of opened.rows(headerRow)) {
    if ("broken" in row) break;
    if (row.line > headerRow) addNumbers(evidence, places, row);
  }
  return evidence;
}

/**
 * The style in which a file is imported that nobody looked at. Where points are in use they are the contract's, and
 * numbers with a decimal comma are wrong rows. Throws an ImportRefusal where nothing decides it.
 */
export function settledStyle(evidence: NumberEvidence): NumberStyle {
  const style = evidence.style ?? (evidence.hasPoints ? "point" : null);
  if (style !== null) return style;
  const [example] = evidence.examples;
  throw new ImportRefusal(
    "numbers_undecided",
    `nothing in it shows whether ${example?.text} is ${example?.point} or ${example?.comma}: name the decimal sign in ` +
      '`numbers` ("point" or "comma"), or write the numbers without commas',
    { field: "numbers", choices: ["point", "comma"] },
  );
}

/** Throws an ImportRefusal where the file's letters may be read in more than one way, and nobody chose. */
export function assertEncoding({ isEncodingCertain, encodings }: OpenRows): void {
  if (isEncodingCertain) return;
  const names = encodings.map(({ encoding }) => encoding);
  throw new ImportRefusal(
    "encoding_undecided",
    `its letters may be ${names.join(", ")}: name the right one in \`encoding\`, or save it as CSV in UTF-8 and import that`,
    { field: "encoding", choices: names },
  );
}
