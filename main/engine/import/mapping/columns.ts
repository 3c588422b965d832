/** How a cell of each column is read, and the rows of each kind of file. */

import type { ColumnMapping } from "../../../../contract/channels/file-reading.ts";
import type { HeaderProblem } from "../../../../contract/english.ts";
import { invalidInput } from "../../../../contract/error.ts";
import {
  ACCOUNT_TYPES,
  type ColumnName,
  columnOf,
  columnsOf,
  type DELETED_MARKS,
  FILE_KINDS,
  type FileColumn,
  type FileKind,
  fileOf,
  type Holds,
  listOf,
  type NamedList,
  namesOfColumn,
  wordsIn,
} from "../../../../contract/lists.ts";
import type { RowProblem, RowReason } from "../../../../contract/reasons/row-reason.ts";
import type { FieldIssue } from "../../../../contract/reply.ts";
import type { NumberStyle } from "../../../../contract/typed-decimal.ts";
import type { Cell, ReferenceRow } from "../../mirror/lists/values.ts";
import { searchable } from "../../mirror/search/search-text.ts";
import { columnNames, type ReadRow } from "../file-rows.ts";
import * as cells from "./cells.ts";

export interface ReadColumn extends FileColumn {
  read: cells.ReadCell;
  words: ColumnWords | null;
}

/** Words that a column takes besides its own values: names of a list's records, or of its choices. */
export type ColumnWords =
  | { list: NamedList; among?: "supplier" }
  | { choices: Readonly<Record<string, readonly string[]>> };

/** A cell's value, or what is wrong with it. */
export type CellRead = { value: Cell } | { problem: RowReason };

/** Reads words; undefined for a cell that the column reads itself. */
export interface WordReader {
  read(column: ReadColumn, cell: string): CellRead | undefined;
}
/** For a file of which only its own values are read. */
export const NO_WORDS: WordReader = { read: () => undefined };

/** Words for an account's type and for a mark of yes or no, as programs and people write them. */
const TYPE_WORDS: Record<(typeof ACCOUNT_TYPES)[number], readonly string[]> = {
  supplier: wordsIn(
    "suppliers|vendor|vendors|creditor|payable|accounts payable|مورد|موردون|موردين|المورد|الموردون|الموردين|مجهز|دائن|دائنون",
  ),
  cash: wordsIn(
    "cash account|cash box|cash drawer|cash on hand|petty cash|till|نقد|نقدي|نقدية|النقدية|كاش|صندوق|الصندوق|صناديق|خزينة|الخزينة|خزنة",
  ),
  bank: wordsIn(
    "banks|bank account|bank accounts|checking|بنك|البنك|بنوك|البنوك|بنكي|مصرف|المصرف|مصارف|حساب بنكي|حساب مصرفي",
  ),
  other: wordsIn(
    "others|misc|miscellaneous|general|customer|customers|client|receivable|employee|expense|expenses|income|revenue|asset|liability|equity|أخرى|آخر|غير ذلك|متفرقات|متنوع|عام|عميل|عملاء|زبون|زبائن|مدين|موظف|مصروف|مصروفات|إيراد|إيرادات|أصول|خصوم",
  ),
};
const DELETED_WORDS: Record<(typeof DELETED_MARKS)[number], readonly string[]> = {
  "0": wordsIn(
    "no|n|false|f|active|enabled|live|in use|available|لا|كلا|خطأ|خاطئ|نشط|فعال|مفعل|متاح|مستخدم|غير محذوف",
  ),
  "1": wordsIn(
    "yes|y|true|t|x|deleted|removed|inactive|disabled|archived|discontinued|نعم|صح|صحيح|محذوف|محذوفة|ملغي|ملغى|موقوف|متوقف|معطل|مؤرشف|غير نشط",
  ),
};
/** How a cell is read, by what it holds. */
const READERS: Record<Holds, cells.ReadCell> = {
  id: cells.readId,
  name: cells.readName,
  barcode: cells.readBarcode,
  unitId: cells.readId,
  notNegative: cells.readNonNegative,
  factor: cells.readPositive,
  accountType: cells.readOneOf(ACCOUNT_TYPES),
  currency: cells.readCurrency,
  digits: cells.readDigits,
  rate: cells.readPositive,
  uuid: cells.readUuid,
  decimal: cells.readDecimal,
  note: cells.readNote,
  status: cells.readId,
  userId: cells.readId,
  time: cells.readInstant,
  productId: cells.readId,
  storeId: cells.readId,
  supplierId: cells.readId,
  day: cells.readDate(null),
  dayOrMonth: cells.readDate("firstDay"),
  dayOrTime: cells.readDayOrInstant,
  documentNo: cells.readCode,
  text: cells.readCode,
  deleted: cells.readDeletedMark,
};
/** Readers of columns that others of the same kind of cell don't share: goods expire at a month's end. */
const readerOf = (kind: FileKind, { name, holds }: FileColumn): cells.ReadCell => {
  if (name === "expiryAt") return cells.readDate("lastDay");
  return kind === "booksExport" && name === "date" ? cells.readBookedAt : READERS[holds];
};

function wordsOf({ holds, list }: FileColumn): ColumnWords | null {
  if (holds === "accountType") return { choices: TYPE_WORDS };
  if (holds === "deleted") return { choices: DELETED_WORDS };
  if (list === null) return null;
  return list === "supplier" ? { list: "account", among: "supplier" } : { list };
}

const READABLE = new Map(
  FILE_KINDS.map((kind) => [
    kind,
    columnsOf(kind).map(
      (column): ReadColumn => ({ ...column, read: readerOf(kind, column), words: wordsOf(column) }),
    ),
  ]),
);
/** A kind's columns, and how the cells of each are read. */
export const readableColumns = (kind: FileKind): readonly ReadColumn[] => READABLE.get(kind) ?? [];

const datesFit = (row: ReferenceRow): RowProblem | null =>
  row.productionAt !== "" && row.expiryAt !== "" && String(row.expiryAt) < String(row.productionAt)
    ? {
        column: "expiryAt",
        code: "beforeProduction",
        params: { cell: cells.quotedCell(String(row.expiryAt)) },
      }
    : null;
const unitFits = (row: ReferenceRow): RowProblem | null => {
  if (row.baseUnitId !== null && row.factor === null)
    return { column: null, code: "factorMissing", params: {} };
  if (row.baseUnitId === row.id && row.factor !== "1")
    return { column: null, code: "ownBase", params: { cell: cells.quotedCell(String(row.factor)) } };
  return null;
};
/** What is wrong with the row as a whole, or null. */
const CHECKS: Partial<Record<FileKind, (row: ReferenceRow) => RowProblem | null>> = {
  measureUnit: unitFits,
  stock: datesFit,
  purchase: datesFit,
};

/** The columns of a kind whose text is searched. */
const searchedIn = (kind: FileKind): readonly ColumnName[] =>
  kind === "booksExport" ? [] : (listOf(kind).searched ?? ["name"]);

const MAX_IGNORED = 200;

/** Where one of the kind's columns is in a file; null where it isn't. */
interface ColumnPlace {
  column: ReadColumn;
  index: number | null;
}

/** Where each known column is in a file, what else is there, and how its numbers are written. */
export interface Header {
  width: number;
  numbers: NumberStyle | null;
  wordReader: WordReader;
  places: readonly ColumnPlace[];
  ignoredColumns: string[];
}

/** What separates the columns where commas don't, which may be in its numbers; null where nothing shows that. */
const otherDelimiter = ([first = ""]: readonly string[]): "semicolons" | "tabs" | null =>
  first.includes(";") ? "semicolons" : first.includes("\t") ? "tabs" : null;

/** Finds the kind's columns in a header row: any order, case and blanks around a name don't matter. */
export function readHeader(kind: FileKind, header: readonly string[]): Header | HeaderProblem {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const columns = readableColumns(kind);
  const places = columns.map((column) => {
    const index = names.indexOf(column.name.toLowerCase());
    return { column, index: index < 0 ? null : index };
  });
  const missing = missingColumns(places);
  if (missing.length > 0) {
    const other = otherDelimiter(header);
    return { reason: other === null ? "missing_columns" : `missing_by_${other}`, columns: missing };
  }
  const known = columns.map((column) => column.name.toLowerCase());
  const twice = columns.filter(
    (column) => names.filter((name) => name === column.name.toLowerCase()).length > 1,
  );
  if (twice.length > 0) return { reason: "column_twice", columns: twice.map((column) => column.name) };
  const ignoredColumns = header.flatMap((cell, index) =>
    known.includes(names[index] ?? "") ? [] : [cell.trim().slice(0, 100) || `(column ${index + 1})`],
  );
  return {
    width: header.length,
    numbers: "point",
    wordReader: NO_WORDS,
    places,
    ignoredColumns: ignoredColumns.slice(0, MAX_IGNORED),
  };
}

/** The needed columns that are nowhere. */
export const missingColumns = (places: Header["places"]): string[] =>
  places.flatMap(({ column, index }) => (index === null && column.need !== "optional" ? [column.name] : []));

const DECIMALS: readonly cells.ReadCell[] = [cells.readDecimal, cells.readNonNegative, cells.readPositive];
/** Where the file's columns stand whose numbers may have a fraction. */
export const decimalPlaces = ({ places }: Pick<Header, "places">): number[] =>
  places.flatMap(({ column, index }) => (index !== null && DECIMALS.includes(column.read) ? [index] : []));

function readCell(column: ReadColumn, cell: string, numbers: NumberStyle | null): Cell {
  if (cell.trim() !== "") return column.read(cell, numbers);
  if (column.need === "needed") throw new cells.CellRefusal({ code: "empty", params: {} });
  return column.empty;
}

const UNREAD = /[\0\uFFFD]/;

/** What keeps the row as a whole from being read, or null. */
function shapeProblem(header: Header, { cells: row, refused, wrong }: ReadRow): RowReason | null {
  if (refused !== undefined) return refused;
  if (
    row.length < header.width ||
    row.slice(header.width).some((cell, at) => cell !== "" || wrong?.has(header.width + at))
  )
    return { code: "cells", params: { count: row.length, header: header.width } };
  if (!row.some((cell) => UNREAD.test(cell))) return null;
  return { code: row.some((cell) => cell.includes("\0")) ? "zeroByte" : "notUtf8", params: {} };
}

/** Reads the cell of a row that is in that place. */
export function readPlace(
  { column, index }: ColumnPlace,
  { cells: row, wrong, exact, booleans }: ReadRow,
  { numbers, wordReader }: Pick<Header, "numbers" | "wordReader">,
): CellRead {
  if (index === null) return readValue(column, "", numbers);
  const known = wrong?.get(index);
  if (known !== undefined) return { problem: known };
  if (booleans?.has(index) === true && column.read !== cells.readDeletedMark)
    return { problem: { code: "trueOrFalse", params: {} } };
  const cell = row[index] ?? "";
  if (!cell.isWellFormed()) return { problem: { code: "halfCharacter", params: {} } };
  const word = column.words === null || cell.trim() === "" ? undefined : wordReader.read(column, cell);
  return word ?? readValue(column, cell, exact?.has(index) === true ? "point" : numbers);
}

function readValue(column: ReadColumn, cell: string, numbers: NumberStyle | null): CellRead {
  try {
    return { value: readCell(column, cell, numbers) };
  } catch (error) {
    if (!(error instanceof cells.CellRefusal)) throw error;
    return { problem: error.reason };
  }
}

/** Reads one row: the checked values, or all reasons why not. */
export function readRow(
  kind: FileKind,
  header: Header,
  row: ReadRow,
): { values: ReferenceRow } | { problems: RowProblem[] } {
  const shape = shapeProblem(header, row);
  if (shape !== null) return { problems: [{ column: null, ...shape }] };
  const values: Record<string, Cell> = {};
  const problems: RowProblem[] = [];
  for (const place of header.places) {
    const read = readPlace(place, row, header);
    if ("problem" in read) problems.push({ column: place.column.name, ...read.problem });
    else values[place.column.name] = read.value;
  }
  if (problems.length > 0) return { problems };
  const problem = CHECKS[kind]?.(values) ?? null;
  if (problem !== null) return { problems: [problem] };
  values.deleted ??= 0n;
  values.searchName = searchable(
    searchedIn(kind)
      .map((name) => String(values[name]))
      .join(" "),
  );
  return { values };
}

/** Every mapped cell of a row as it would be taken in, each with its own problem. */
export function readEachCell(
  header: Header,
  row: ReadRow,
): { column: string; value: string | null; problem: RowReason | null }[] {
  return header.places
    .filter(({ index }) => index !== null)
    .map((place) => {
      const column = place.column.name;
      const read = readPlace(place, row, header);
      if ("problem" in read) return { column, value: null, problem: read.problem };
      return { column, value: read.value === null ? null : String(read.value), problem: null };
    });
}

// Which of a file's columns is which of ours: as a person said, or as the names let guess.

/** One spelling for headers that differ in case, blanks, any signs, and Arabic letters' forms. */
export const foldedHeader = (name: string): string => searchable(name).replace(/[^\p{L}\p{N}]/gu, "");

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
    const field = `mapping.${name}`;
    if (columnOf(kind, column ?? "") === null) {
      const choices = columnsOf(kind).map((known) => known.name);
      return [{ field, reason: "unknown_choice", params: { choices: choices.join(", ") } }];
    }
    const first = used.findIndex(([, other]) => other === column);
    return first === at ? [] : [{ field, reason: "taken", params: { value: column ?? "" } }];
  });
  if (issues.length > 0) throw invalidInput(issues);
}

/** Finds the mapped columns in a header row; all the others are ignored. */
export function mappedHeader(
  kind: FileKind,
  header: readonly string[],
  mapping: ColumnMapping,
): Header | HeaderProblem {
  const names = columnNames(header);
  const used = Object.entries(mapping).filter(([, column]) => column !== null);
  const absent = used.map(([name]) => name).filter((name) => !names.includes(name));
  if (absent.length > 0) return { reason: "other_file_now", columns: absent, line: null };
  const places = readableColumns(kind).map((column) => {
    const name = used.find(([, ours]) => ours === column.name)?.[0];
    return { column, index: name === undefined ? null : names.indexOf(name) };
  });
  const missing = missingColumns(places);
  if (missing.length > 0) return { reason: "missing_columns", columns: missing };
  const taken = new Set(used.map(([name]) => name));
  const ignoredColumns = names.filter((name) => !taken.has(name)).slice(0, MAX_IGNORED);
  return { width: header.length, numbers: "point", wordReader: NO_WORDS, places, ignoredColumns };
}
