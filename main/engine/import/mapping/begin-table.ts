/** Finds where the table of a whole file begins, which of its columns is which, and how its numbers are written. */

import type { ColumnMapping } from "../../../../contract/channels/file-reading.ts";
import type { FileKind } from "../../../../contract/lists.ts";
import type { NumberStyle } from "../../../../contract/typed-decimal.ts";
import type { ReadRow } from "../file-rows.ts";
import type { OpenRows } from "../opened.ts";
import { decimalPlaces, type Header, type HeaderRefusal, readHeader, type WordReader } from "./columns.ts";
import { guessColumns } from "./guess-columns.ts";
import { mappedHeader } from "./mapping.ts";
import { brokenHeader, headerIn, invalidHeader, numberEvidence, readHead, settledStyle } from "./table.ts";

export interface TableAsked {
  kind: FileKind;
  path: string;
  /** Null: the columns are those with the contract's names. "byNames": else those that are called alike. */
  mapping: ColumnMapping | "byNames" | null;
  numbers?: NumberStyle | undefined;
  /** The line of the header row; found where left out. */
  headerRow?: number | undefined;
  wordReader: WordReader;
}

function headerOf({ kind, mapping }: TableAsked, cells: readonly string[]): Header | HeaderRefusal {
  if (mapping !== null && mapping !== "byNames") return mappedHeader(kind, cells, mapping);
  const exact = readHeader(kind, cells);
  if (mapping === null || !("words" in exact)) return exact;
  const alike = mappedHeader(kind, cells, guessColumns(kind, cells).mapping);
  // What is missing is said by the contract's names.
  return "words" in alike ? { ...exact, columns: alike.columns } : alike;
}

/** The line of the header row. Throws `file_invalid` where there is none. */
export async function headerLine(asked: TableAsked, opened: OpenRows): Promise<number> {
  if (asked.headerRow !== undefined) return asked.headerRow;
  const fit = (cells: readonly string[]) => {
    const read = headerOf(asked, cells);
    return { mapped: 0, missing: "words" in read ? read.columns.length : 0 };
  };
  return headerIn(await readHead(opened), fit, asked.path, opened).line;
}

/** Reads the header row, and how the numbers below it are written. Throws `file_invalid`. */
export async function beginTable(asked: TableAsked, row: ReadRow, opened: OpenRows): Promise<Header> {
  const { path, numbers, wordReader } = asked;
  if (row.refused !== undefined) throw invalidHeader(path, brokenHeader(row.refused), opened);
  const read = headerOf(asked, row.cells);
  if ("words" in read) throw invalidHeader(path, read, opened);
  if (numbers !== undefined) return { ...read, wordReader, numbers };
  const evidence = await numberEvidence(opened, row.line, decimalPlaces(read));
  return { ...read, wordReader, numbers: settledStyle(evidence) };
}
