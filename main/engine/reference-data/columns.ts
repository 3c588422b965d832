/** The columns of each kind of file: the contract's names, and how a cell of each is read. */
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import type { Cell, ReferenceRow } from "../store/reference-data-values.ts";
import { searchable } from "../store/reference-search-text.ts";
import * as cells from "./cells.ts";

export interface Column {
  name: string;
  read: cells.ReadCell;
  /** Whether the file must have the column; whether its cells may be empty, and what an empty one means. */
  column: "required" | "optional";
  empty: "refused" | { means: Cell };
}

interface KindOfFile {
  columns: readonly Column[];
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
const deleted = may("deleted", cells.deletedMark, "optional", 0n);
const byName = (row: ReferenceRow): string => String(row.name);

/** "Reference data files" of the contract, as a table. */
export const KINDS_OF_FILES: Record<ReferenceKind, KindOfFile> = {
  product: {
    columns: [
      must("id", cells.id),
      must("name", cells.name),
      may("barcode", cells.barcode, "optional"),
      may("measureUnitId", cells.id, "optional"),
      may("price", cells.nonNegative, "optional"),
      may("costPrice", cells.nonNegative, "optional"),
      deleted,
    ],
    searchText: byName,
  },
  measureUnit: {
    columns: [
      must("id", cells.id),
      must("name", cells.name),
      may("baseUnitId", cells.id, "required"),
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
      must("type", cells.oneOf(["supplier", "cash", "bank", "other"])),
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
      must("fromCurrencyId", cells.currency),
      must("toCurrencyId", cells.currency),
      must("rate", cells.positive),
      deleted,
    ],
    searchText: (row) => `${row.fromCurrencyId} ${row.toCurrencyId}`,
  },
  permission: { columns: [must("id", cells.id), must("name", cells.name), deleted], searchText: byName },
  taxVoucher: {
    columns: [
      must("serialNo", cells.uuidText),
      must("currencyId", cells.currency),
      must("amount", cells.decimal),
      may("note", cells.note, "required", ""),
      must("status", cells.id),
      may("creatorUserId", cells.id, "required"),
      may("creatorDeviceId", cells.uuidText, "required"),
      must("updatedAt", cells.instant),
    ],
    searchText: () => "",
  },
};

/** Where each known column stands in a file, and what else stands there. */
export interface Header {
  width: number;
  places: readonly { column: Column; index: number | null }[];
  ignoredColumns: string[];
}

/** What is wrong with a header, in words. */
export interface HeaderProblem {
  words: string;
  columns: string[];
}

const delimiterHint = (cells: readonly string[]): string => {
  const [only = ""] = cells;
  if (cells.length > 1 || !/[;\t]/.test(only)) return "";
  return ` (its columns seem to be separated by ${only.includes(";") ? "semicolons" : "tabs"}; use commas)`;
};

/** Finds the kind's columns in a header row: any order, case and blanks around a name don't matter. */
export function readHeader(kind: ReferenceKind, header: readonly string[]): Header | HeaderProblem {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const { columns } = KINDS_OF_FILES[kind];
  const places = columns.map((column) => {
    const index = names.indexOf(column.name.toLowerCase());
    return { column, index: index < 0 ? null : index };
  });
  const missing = places.flatMap(({ column, index }) =>
    index === null && column.column === "required" ? [column.name] : [],
  );
  if (missing.length > 0)
    return {
      words: `the column ${missing.map((name) => `"${name}"`).join(", ")} is missing${delimiterHint(header)}`,
      columns: missing,
    };
  const known = columns.map((column) => column.name.toLowerCase());
  const twice = columns.filter(
    (column) => names.filter((name) => name === column.name.toLowerCase()).length > 1,
  );
  if (twice.length > 0)
    return {
      words: `the column "${twice[0]?.name}" stands in it twice`,
      columns: twice.map((column) => column.name),
    };
  const ignoredColumns = header.flatMap((cell, index) =>
    known.includes(names[index] ?? "") ? [] : [cell.trim().slice(0, 100) || `(column ${index + 1})`],
  );
  return { width: header.length, places, ignoredColumns: ignoredColumns.slice(0, 200) };
}

function readCell(column: Column, cell: string): Cell {
  if (cell.trim() !== "") return column.read(cell);
  if (column.empty === "refused") throw new cells.CellProblem("is empty");
  return column.empty.means;
}

/** Reads one row: the checked values, or the reason why not, which names the column. */
export function readRow(kind: ReferenceKind, header: Header, row: readonly string[]): ReferenceRow | string {
  if (row.length < header.width || row.slice(header.width).some((cell) => cell !== ""))
    return `the row has ${row.length} cells where the header has ${header.width}`;
  if (row.some((cell) => cell.includes("\uFFFD"))) return "the row holds bytes that are not UTF-8 text";
  const values: Record<string, Cell> = {};
  for (const { column, index } of header.places) {
    try {
      values[column.name] = readCell(column, index === null ? "" : (row[index] ?? ""));
    } catch (error) {
      if (!(error instanceof cells.CellProblem)) throw error;
      return `${column.name}: ${error.message}`;
    }
  }
  const { check, searchText } = KINDS_OF_FILES[kind];
  const problem = check?.(values) ?? null;
  if (problem !== null) return problem;
  return { ...values, deleted: values.deleted ?? 0n, searchName: searchable(searchText(values)) };
}
