/** The columns of each kind of file: the contract's names, and how a cell of each is read. */
import type { HeaderProblem } from "../../../contract/channels/file-reading.ts";
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import type { NumberStyle } from "../../../contract/typed-decimal.ts";
import type { NamedList } from "../store/reference-data/record-names.ts";
import { searchable } from "../store/reference-data/search-text.ts";
import type { Cell, ReferenceRow } from "../store/reference-data/values.ts";
import * as cells from "./cells.ts";
import type { ReadRow } from "./file-rows.ts";

export interface Column {
  name: string;
  read: cells.ReadCell;
  /** Whether the file must have the column; whether its cells may be empty, and what an empty one means. */
  column: "required" | "optional";
  empty: "refused" | { means: Cell };
  words?: ColumnWords;
}

/** Words that a column takes besides its own values: names of a list's records, or of its choices. */
export type ColumnWords =
  | { list: NamedList; among?: "supplier" }
  | { choices: Readonly<Record<string, readonly string[]>> };

/** A cell's value, or what is wrong with it in words that follow the column's name. */
export type CellRead = { value: Cell } | { problem: string };

/** Reads words; undefined for a cell that the column reads itself. */
export interface WordReader {
  read(column: Column, cell: string): CellRead | undefined;
}
/** For a file of which only its own values are read. */
export const NO_WORDS: WordReader = { read: () => undefined };

/** How rows of a kind may leave out what the row above says of the same record. */
interface Continued {
  /** What names the record: a row that lacks some of it, and contradicts none of the rest, may belong to the one above. */
  record: readonly string[];
  /** What it has of the row above too where it is empty, as long as `unless` is empty or the same in both. */
  also: readonly string[];
  unless: string | null;
}

interface KindOfFile {
  columns: readonly Column[];
  continued?: Continued;
  /** What is wrong with the row as a whole, or null. */
  check?: (row: ReferenceRow) => string | null;
  searchText: (row: ReferenceRow) => string;
}

const must = (name: string, read: cells.ReadCell): Column => ({
  name,
  read,
  column: "required",
  empty: "refused",
});
const may = (name: string, read: cells.ReadCell, column: Column["column"], means: Cell = null): Column => ({
  name,
  read,
  column,
  empty: { means },
});
/** A column of ids, or of currency codes, in which a file may name records instead. */
const named = (list: NamedList, column: Column, among?: "supplier"): Column => ({
  ...column,
  words: among === undefined ? { list } : { list, among },
});
/** Words for an account's type and for a mark of yes or no, as programs and people write them. */
const TYPE_WORDS = {
  supplier: [
    ...["suppliers", "vendor", "vendors", "creditor", "payable", "accounts payable"],
    ...["مورد", "موردون", "موردين", "المورد", "الموردون", "الموردين", "مجهز", "دائن", "دائنون"],
  ],
  cash: [
    ...["cash account", "cash box", "cash drawer", "cash on hand", "petty cash", "till"],
    ...["نقد", "نقدي", "نقدية", "النقدية", "كاش", "صندوق", "الصندوق", "صناديق", "خزينة", "الخزينة", "خزنة"],
  ],
  bank: [
    ...["banks", "bank account", "bank accounts", "checking"],
    ...["بنك", "البنك", "بنوك", "البنوك", "بنكي", "مصرف", "المصرف", "مصارف", "حساب بنكي", "حساب مصرفي"],
  ],
  other: [
    ...[
      "others",
      "misc",
      "miscellaneous",
      "general",
      "customer",
      "customers",
      "client",
      "receivable",
      "employee",
    ],
    ...["expense", "expenses", "income", "revenue", "asset", "liability", "equity"],
    ...[
      "أخرى",
      "آخر",
      "غير ذلك",
      "متفرقات",
      "متنوع",
      "عام",
      "عميل",
      "عملاء",
      "زبون",
      "زبائن",
      "مدين",
      "موظف",
    ],
    ...["مصروف", "مصروفات", "إيراد", "إيرادات", "أصول", "خصوم"],
  ],
};
const DELETED_WORDS = {
  "0": [
    ...["no", "n", "false", "f", "active", "enabled", "live", "in use", "available"],
    ...["لا", "كلا", "خطأ", "خاطئ", "نشط", "فعال", "مفعل", "متاح", "مستخدم", "غير محذوف"],
  ],
  "1": [
    ...[
      "yes",
      "y",
      "true",
      "t",
      "x",
      "deleted",
      "removed",
      "inactive",
      "disabled",
      "archived",
      "discontinued",
    ],
    ...["نعم", "صح", "صحيح", "محذوف", "محذوفة", "ملغي", "ملغى", "موقوف", "متوقف", "معطل", "مؤرشف", "غير نشط"],
  ],
};
const deleted: Column = {
  ...may("deleted", cells.deletedMark, "optional", 0n),
  words: { choices: DELETED_WORDS },
};
const datesFit = (row: ReferenceRow): string | null =>
  row.productionAt !== "" && row.expiryAt !== "" && String(row.expiryAt) < String(row.productionAt)
    ? `expiryAt: ${cells.shown(String(row.expiryAt))} is before the production date`
    : null;
const productionAt = may("productionAt", cells.date("firstDay"), "optional", "");
const expiryAt = may("expiryAt", cells.date("lastDay"), "optional", "");
const byName = (row: ReferenceRow): string => String(row.name);

/** What a file may be about: reference data, or the books as the service's own program exports them. */
export type FileKind = ReferenceKind | "booksExport";

/** "Reference data files" of the contract, and the books' export, as a table. */
export const KINDS_OF_FILES: Record<FileKind, KindOfFile> = {
  product: {
    columns: [
      must("id", cells.id),
      must("name", cells.name),
      may("barcode", cells.barcode, "optional"),
      named("measureUnit", may("measureUnitId", cells.id, "optional")),
      may("price", cells.nonNegative, "optional"),
      may("costPrice", cells.nonNegative, "optional"),
      deleted,
    ],
    // The price of another unit is another one.
    continued: {
      record: ["id", "name"],
      also: ["measureUnitId", "price", "costPrice", "deleted"],
      unless: "measureUnitId",
    },
    searchText: byName,
  },
  measureUnit: {
    columns: [
      must("id", cells.id),
      must("name", cells.name),
      named("measureUnit", may("baseUnitId", cells.id, "required")),
      may("factor", cells.positive, "required"),
      deleted,
    ],
    check: (row) => {
      if (row.baseUnitId !== null && row.factor === null)
        return "factor is empty, and baseUnitId says that the unit is made of another";
      if (row.baseUnitId === row.id && row.factor !== "1")
        return `factor: ${cells.shown(String(row.factor))} can't be, for the unit is its own base unit`;
      return null;
    },
    searchText: byName,
  },
  account: {
    columns: [
      must("id", cells.id),
      must("name", cells.name),
      { ...must("type", cells.oneOf(Object.keys(TYPE_WORDS))), words: { choices: TYPE_WORDS } },
      deleted,
    ],
    searchText: byName,
  },
  store: { columns: [must("id", cells.id), must("name", cells.name)], searchText: byName },
  currency: {
    columns: [must("id", cells.currency), must("name", cells.name), may("digits", cells.digits, "required")],
    searchText: (row) => `${row.name} ${row.id}`,
  },
  exchangeRate: {
    columns: [
      named("currency", must("fromCurrencyId", cells.currency)),
      named("currency", must("toCurrencyId", cells.currency)),
      must("rate", cells.positive),
      deleted,
    ],
    searchText: (row) => `${row.fromCurrencyId} ${row.toCurrencyId}`,
  },
  permission: { columns: [must("id", cells.id), must("name", cells.name), deleted], searchText: byName },
  taxVoucher: {
    columns: [
      must("serialNo", cells.uuidText),
      named("currency", must("currencyId", cells.currency)),
      must("amount", cells.decimal),
      may("note", cells.note, "required", ""),
      must("status", cells.id),
      may("creatorUserId", cells.id, "required"),
      may("creatorDeviceId", cells.uuidText, "required"),
      must("updatedAt", cells.instant),
    ],
    searchText: () => "",
  },
  stock: {
    columns: [
      named("product", must("productId", cells.id)),
      named("measureUnit", must("measureUnitId", cells.id)),
      named("store", must("storeId", cells.id)),
      may("barcode", cells.barcode, "optional"),
      productionAt,
      expiryAt,
      may("costPrice", cells.nonNegative, "optional", ""),
      must("quantity", cells.decimal),
      named("currency", may("currencyId", cells.currency, "optional", "")),
      may("updatedAt", cells.dayOrInstant, "optional"),
    ],
    // Not the store: what lacks it may be a row of sums.
    continued: { record: ["productId"], also: ["measureUnitId"], unless: null },
    check: datesFit,
    searchText: () => "",
  },
  purchase: {
    columns: [
      must("documentNo", cells.code),
      must("date", cells.date(null)),
      named("account", must("supplierAccountId", cells.id), "supplier"),
      named("currency", must("currencyId", cells.currency)),
      named("product", must("productId", cells.id)),
      named("measureUnit", must("measureUnitId", cells.id)),
      must("quantity", cells.nonNegative),
      may("freeQuantity", cells.nonNegative, "optional", "0"),
      may("price", cells.nonNegative, "optional"),
      productionAt,
      expiryAt,
      may("batch", cells.code, "optional", ""),
    ],
    continued: {
      record: ["documentNo", "date", "supplierAccountId", "currencyId"],
      also: [],
      unless: null,
    },
    check: datesFit,
    searchText: (row) => String(row.documentNo),
  },
  booksExport: {
    columns: [
      must("serialNo", cells.uuidText),
      must("date", cells.bookedAt),
      named("currency", must("currencyId", cells.currency)),
      must("amount", cells.decimal),
      may("status", cells.code, "optional", ""),
    ],
    searchText: () => "",
  },
};

export const MAX_IGNORED = 200;

/** Where one of the kind's columns stands in a file; null where it stands nowhere. */
interface Place {
  column: Column;
  index: number | null;
}

/** Where each known column stands in a file, what else stands there, and how its numbers are written. */
export interface Header {
  width: number;
  numbers: NumberStyle | null;
  wordReader: WordReader;
  places: readonly Place[];
  ignoredColumns: string[];
}

/** What is wrong with a header, and the same in words. */
export interface HeaderRefusal {
  reason: HeaderProblem;
  words: string;
  columns: string[];
}

/** What separates the columns where commas don't; null where nothing shows that. */
const otherDelimiter = ([only = "", ...more]: readonly string[]): "semicolons" | "tabs" | null =>
  more.length > 0 || !/[;\t]/.test(only) ? null : only.includes(";") ? "semicolons" : "tabs";

/** Finds the kind's columns in a header row: any order, case and blanks around a name don't matter. */
export function readHeader(kind: FileKind, header: readonly string[]): Header | HeaderRefusal {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const { columns } = KINDS_OF_FILES[kind];
  const places = columns.map((column) => {
    const index = names.indexOf(column.name.toLowerCase());
    return { column, index: index < 0 ? null : index };
  });
  const missing = places.flatMap(({ column, index }) =>
    index === null && column.column === "required" ? [column.name] : [],
  );
  if (missing.length > 0) {
    const other = otherDelimiter(header);
    const hint = other === null ? "" : ` (its columns seem to be separated by ${other}; use commas)`;
    return {
      reason: other === null ? "missing_columns" : `missing_by_${other}`,
      words: `the column ${missing.map((name) => `"${name}"`).join(", ")} is missing${hint}`,
      columns: missing,
    };
  }
  const known = columns.map((column) => column.name.toLowerCase());
  const twice = columns.filter(
    (column) => names.filter((name) => name === column.name.toLowerCase()).length > 1,
  );
  if (twice.length > 0)
    return {
      reason: "column_twice",
      words: `the column "${twice[0]?.name}" stands in it twice`,
      columns: twice.map((column) => column.name),
    };
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

const DECIMALS: readonly cells.ReadCell[] = [cells.decimal, cells.nonNegative, cells.positive];
/** Where the file's columns stand whose numbers may have a fraction. */
export const decimalPlaces = ({ places }: Pick<Header, "places">): number[] =>
  places.flatMap(({ column, index }) => (index !== null && DECIMALS.includes(column.read) ? [index] : []));

function readCell(column: Column, cell: string, numbers: NumberStyle | null): Cell {
  if (cell.trim() !== "") return column.read(cell, numbers);
  if (column.empty === "refused") throw new cells.CellRefusal("is empty");
  return column.empty.means;
}

const UNREAD = /[\0\uFFFD]/;

/** What keeps the row as a whole from being read, or null. */
function shapeProblem(header: Header, { cells: row, refused }: ReadRow): string | null {
  if (refused !== undefined) return refused;
  if (
    row.length < header.width ||
    (row.length > header.width && row.slice(header.width).some((cell) => cell !== ""))
  )
    return `the row has ${row.length} cells where the header has ${header.width}`;
  if (!row.some((cell) => UNREAD.test(cell))) return null;
  return row.some((cell) => cell.includes("\0"))
    ? "the row holds a zero byte"
    : "the row holds bytes that are not UTF-8 text";
}

const IS_BOOLEAN = "holds TRUE or FALSE, not a text or a number: make the cell text and type it again";

/** Reads the cell of a row that is in that place. */
export function readPlace(
  { column, index }: Place,
  { cells: row, wrong, exact, booleans }: ReadRow,
  { numbers, wordReader }: Pick<Header, "numbers" | "wordReader">,
): CellRead {
  if (index === null) return readValue(column, "", numbers);
  const known = wrong?.get(index);
  if (known !== undefined) return { problem: known };
  if (booleans?.has(index) === true && column.read !== cells.deletedMark) return { problem: IS_BOOLEAN };
  const cell = row[index] ?? "";
  const word = column.words === undefined || cell.trim() === "" ? undefined : wordReader.read(column, cell);
  return word ?? readValue(column, cell, exact?.has(index) === true ? "point" : numbers);
}

function readValue(column: Column, cell: string, numbers: NumberStyle | null): CellRead {
  try {
    return { value: readCell(column, cell, numbers) };
  } catch (error) {
    if (!(error instanceof cells.CellRefusal)) throw error;
    return { problem: error.message };
  }
}

/** Reads one row: the checked values, or the reasons why not, each of which names its column. */
export function readRow(kind: FileKind, header: Header, row: ReadRow): ReferenceRow | string {
  const shape = shapeProblem(header, row);
  if (shape !== null) return shape;
  const values: Record<string, Cell> = {};
  const problems: string[] = [];
  for (const place of header.places) {
    const read = readPlace(place, row, header);
    if ("problem" in read) problems.push(`${place.column.name}: ${read.problem}`);
    else values[place.column.name] = read.value;
  }
  if (problems.length > 0) return problems.join("; ");
  const { check, searchText } = KINDS_OF_FILES[kind];
  const problem = check?.(values) ?? null;
  if (problem !== null) return problem;
  values.deleted ??= 0n;
  values.searchName = searchable(searchText(values));
  return values;
}

/** Every mapped cell of a row as it would be taken in, each with its own problem. */
export function readEachCell(
  header: Header,
  row: ReadRow,
): { column: string; value: string | null; problem: string | null }[] {
  return header.places
    .filter(({ index }) => index !== null)
    .map((place) => {
      const column = place.column.name;
      const read = readPlace(place, row, header);
      if ("problem" in read) return { column, value: null, problem: read.problem };
      return { column, value: read.value === null ? null : String(read.value), problem: null };
    });
}
