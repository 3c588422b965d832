/** Which of a file's columns is which of ours: as a person said, or as the names let guess. */
import type { ColumnMapping } from "../../../../contract/channels/file-reading.ts";
import type { FileKind } from "../../../../contract/lists.ts";
import { type ColumnName, columnOf, fileOf, namesOfColumn, wordsIn } from "../../../../contract/lists.ts";
import { type FieldIssue, invalidInput } from "../../../../contract/reply.ts";
import { searchable } from "../../mirror/search/search-text.ts";
import { columnNames } from "../file-rows.ts";
import {
  type Header,
  type HeaderRefusal,
  MAX_IGNORED,
  missingColumns,
  NO_WORDS,
  readableColumns,
} from "./columns.ts";

/** One spelling for headers that differ in case, blanks, any signs, and Arabic letters' forms. */
export const folded = (name: string): string => searchable(name).replace(/[^\p{L}\p{N}]/gu, "");

/** What a kind's column may be called as a whole, the surest first. */
export function namesOf(kind: FileKind, column: ColumnName): string[] {
  const own = wordsIn(fileOf(kind).called);
  const ofKind = (...words: string[]): string[] =>
    own.flatMap((one) => words.map((word) => word.replace("*", one)));
  return [
    column,
    ...(column === "id" ? ofKind("* id", "* no", "* number", "* code", "رقم *", "كود *", "رمز *") : []),
    ...(column === "name" ? [...ofKind("* name", "اسم *"), ...own] : []),
    ...wordsIn(namesOfColumn(column).called),
  ];
}

/** Throws `invalid_input` for a column that the kind doesn't have, and for one that is named twice. */
export function assertMapping(kind: FileKind, mapping: ColumnMapping): void {
  const used = Object.entries(mapping).filter(([, column]) => column !== null);
  const issues = used.flatMap(([name, column], at): FieldIssue[] => {
    const issue = { field: `mapping.${name}`, reason: "unknown_choice" as const, params: {} };
    if (columnOf(kind, column ?? "") === null)
      return [{ ...issue, message: `${kind} has no column ${JSON.stringify(column)}` }];
    const first = used.findIndex(([, other]) => other === column);
    return first === at ? [] : [{ ...issue, message: `another column is ${column} already` }];
  });
  if (issues.length > 0) throw invalidInput(issues);
}

/** Finds the mapped columns in a header row; all the others are ignored. */
export function mappedHeader(
  kind: FileKind,
  header: readonly string[],
  mapping: ColumnMapping,
): Header | HeaderRefusal {
  const names = columnNames(header);
  const used = Object.entries(mapping).filter(([, column]) => column !== null);
  const absent = used.map(([name]) => name).filter((name) => !names.includes(name));
  if (absent.length > 0)
    return {
      reason: "other_file_now",
      words: `the column ${absent.map((name) => `"${name}"`).join(", ")} of the mapping is not in it`,
      columns: absent,
    };
  const places = readableColumns(kind).map((column) => {
    const name = used.find(([, ours]) => ours === column.name)?.[0];
    return { column, index: name === undefined ? null : names.indexOf(name) };
  });
  const missing = missingColumns(places);
  if (missing.length > 0)
    return {
      reason: "missing_columns",
      words: `nothing is mapped to the column ${missing.map((name) => `"${name}"`).join(", ")}`,
      columns: missing,
    };
  const taken = new Set(used.map(([name]) => name));
  const ignoredColumns = names.filter((name) => !taken.has(name)).slice(0, MAX_IGNORED);
  return { width: header.length, numbers: "point", wordReader: NO_WORDS, places, ignoredColumns };
}
