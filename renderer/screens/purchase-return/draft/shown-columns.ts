/** Which columns of the grid are drawn: the four every return needs, and of the others those in use or asked for. Pure. */
import {
  COLUMNS,
  type ColumnId,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
} from "../../../../contract/return-line.ts";
import type { ReturnLine } from "./draft.ts";

/** A set of `OPTIONAL_COLUMNS`, one bit each: compared as a number with every key in a line. */
export type ColumnSet = number;
export const NO_COLUMNS: ColumnSet = 0;

const BITS = new Map<string, ColumnSet>(OPTIONAL_COLUMNS.map((id, at) => [id, 1 << at]));
const bitOf = (id: string): ColumnSet => BITS.get(id) ?? NO_COLUMNS;
const FIELDS = COLUMNS.flatMap(({ id, field }) => (bitOf(id) === 0 ? [] : [{ field, bit: bitOf(id) }]));

/** The set of some columns; one that every return needs adds nothing. */
export const setOf = (ids: readonly string[]): ColumnSet =>
  ids.reduce((columns, id) => columns | bitOf(id), NO_COLUMNS);

export const isIn = (columns: ColumnSet, id: OptionalColumn): boolean => (columns & bitOf(id)) !== 0;

const known = new WeakMap<ReturnLine, ColumnSet>();

function usedBy(line: ReturnLine): ColumnSet {
  const before = known.get(line);
  if (before !== undefined) return before;
  const used = FIELDS.reduce((set, { field, bit }) => (line[field] === "" ? set : set | bit), NO_COLUMNS);
  known.set(line, used);
  return used;
}

/** The columns that some line uses. Lines never change in place: each is looked at once. */
export const usedColumns = (lines: readonly ReturnLine[]): ColumnSet =>
  lines.reduce((set, line) => set | usedBy(line), NO_COLUMNS);

export interface ShownColumn {
  column: (typeof COLUMNS)[number];
  /** Its place in `COLUMNS`, by which a cell is found whatever is drawn. */
  index: number;
}

const isOptional = (id: ColumnId): id is OptionalColumn => bitOf(id) !== 0;

/** The columns drawn, in their order. */
export const columnsShown = (columns: ColumnSet): readonly ShownColumn[] =>
  COLUMNS.flatMap((column, index) =>
    !isOptional(column.id) || isIn(columns, column.id) ? [{ column, index }] : [],
  );
