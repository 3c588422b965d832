/** Which column is which, by what its cells look like: only for columns whose names say nothing. */
import { NUMBER_STYLES } from "../../../../contract/channels/file-reading.ts";
import { hasCheckDigit } from "../../../../contract/check-digit.ts";
import type { FileKind } from "../../../../contract/lists.ts";
import { columnOf } from "../../../../contract/lists.ts";
import type { ReadRow } from "../file-rows.ts";
import { CellRefusal, readBarcode, readDate, readDecimal } from "./cells.ts";
import { readableColumns } from "./columns.ts";

/** A column's cells that hold something. */
export const cellsAt = (rows: readonly ReadRow[], index: number): string[] =>
  rows.flatMap(({ cells }) => (cells[index] ?? "").trim() || []);

function asText(read: () => unknown): string | null {
  try {
    return String(read());
  } catch (error) {
    if (error instanceof CellRefusal) return null;
    throw error;
  }
}

/** Whether the cell can be read as one of the kind's columns. */
export function isReadAs(kind: FileKind, column: string, cell: string): boolean {
  const known = readableColumns(kind).find(({ name }) => name === column);
  return known !== undefined && asText(() => known.read(cell, null)) !== null;
}

interface GuessedColumn {
  column: string;
  index: number;
}

/** Fewer rows show nothing. */
const LEAST_ROWS = 2;

function isGtin(cell: string): boolean {
  const code = asText(() => readBarcode(cell, null)) ?? "";
  return /^(?:\d{8}|\d{12,14})$/.test(code) && hasCheckDigit(code);
}

const SHORT = /^[\d\u0660-\u0669]{1,8}$/;

/** Whole numbers, another in each row; 1, 2, 3 … only count the rows. */
function areIds(cells: readonly string[], rows: readonly ReadRow[]): boolean {
  const isCount = cells.every((cell, at) => Number(cell) === at + Number(cells[0])) && Number(cells[0]) <= 1;
  return (
    cells.length === rows.length &&
    new Set(cells).size === cells.length &&
    !isCount &&
    cells.every((cell) => SHORT.test(cell))
  );
}

const dayOf = readDate("lastDay");
/** The column's dates by rows, where all its cells are dates; a bare number is none. */
function daysAt(rows: readonly ReadRow[], index: number): (string | null)[] | null {
  const days = rows.map(({ cells }) => {
    const cell = (cells[index] ?? "").trim();
    return cell === "" ? null : /\D/.test(cell) ? (asText(() => dayOf(cell, null)) ?? "") : "";
  });
  const known = days.filter((day) => day !== null);
  return known.length >= LEAST_ROWS && !known.includes("") ? days : null;
}

/** The column's numbers by rows, where every row has one. */
function numbersAt(rows: readonly ReadRow[], index: number): number[] | null {
  const numbers = rows.map(({ cells }) => {
    const cell = (cells[index] ?? "").trim();
    const read = NUMBER_STYLES.map((style) => asText(() => readDecimal(cell, style))).find(
      (value) => value !== null,
    );
    return read === undefined ? Number.NaN : Number(read);
  });
  return numbers.every((one) => one >= 0) ? numbers : null;
}

/** As much more than a cost as a price is. */
const MOST_TIMES = 10;

/** Two columns of numbers of which one is never the smaller, and of the same magnitude. */
function areCostAndPrice(costs: readonly number[], prices: readonly number[]): boolean {
  const fits = costs.every((cost, at) => {
    const price = prices[at] ?? 0;
    return cost <= price && price <= MOST_TIMES * cost;
  });
  return fits && costs.some((cost, at) => cost < (prices[at] ?? 0));
}

type Days = readonly (string | null)[];
const isNeverAfter = (a: Days, b: Days): boolean =>
  a.every((day, at) => day === null || (b[at] ?? null) === null || day <= (b[at] ?? "")) &&
  a.some((day, at) => day !== null && (b[at] ?? null) !== null && day < (b[at] ?? ""));

/** The days in the order in which they come to goods: made, bought, expired. */
const BY_TIME = ["productionAt", "date", "expiryAt"];
/** Which they are, where there are fewer of them. */
const BY_COUNT: Partial<Record<FileKind, readonly (readonly string[])[]>> = {
  stock: [[], ["productionAt", "expiryAt"]],
  purchase: [["date"], ["date", "expiryAt"], BY_TIME],
};

function datePlaces(
  kind: FileKind,
  rows: readonly ReadRow[],
  free: readonly number[],
  settled: ReadonlySet<string>,
  indexOf: (column: string) => number | null,
): GuessedColumn[] {
  const columns = BY_TIME.filter((column) => columnOf(kind, column) !== null);
  if (columns.length === 0) return [];
  const known = columns.flatMap((column) => {
    const index = indexOf(column);
    const days = index === null ? null : daysAt(rows, index);
    return index === null || days === null ? [] : [{ column, index, days }];
  });
  const fresh = free.flatMap((index) => {
    const days = daysAt(rows, index);
    return days === null ? [] : [{ column: null, index, days }];
  });
  // A column that is settled without dates to compare leaves the order open.
  if (
    fresh.length === 0 ||
    columns.some((column) => settled.has(column) && !known.some((one) => one.column === column))
  )
    return [];
  const all = [...known, ...fresh].toSorted((a, b) =>
    isNeverAfter(a.days, b.days) ? -1 : isNeverAfter(b.days, a.days) ? 1 : 0,
  );
  const isOrdered = all.every((one, at) => at === 0 || isNeverAfter(all[at - 1]?.days ?? [], one.days));
  if (!isOrdered) return [];
  return all.flatMap(({ column, index }, at) => {
    const ours = orderOf(kind, columns, all)[at];
    return column === null && ours !== undefined ? [{ column: ours, index }] : [];
  });
}

/** The columns that dates in this order are; nothing where they may be several. */
function orderOf(
  kind: FileKind,
  columns: readonly string[],
  all: readonly { column: string | null }[],
): readonly string[] {
  const orders = columns.length === all.length ? [columns] : subsetsOf(columns, all.length);
  const agreeing = orders.filter((order) =>
    all.every(({ column }, at) => column === null || column === order[at]),
  );
  const [only] = agreeing;
  if (agreeing.length === 1 && only !== undefined) return only;
  const usual = BY_COUNT[kind]?.[all.length - 1] ?? [];
  return all.every(({ column }, at) => column === null || column === usual[at]) ? usual : [];
}

function subsetsOf(columns: readonly string[], size: number): string[][] {
  const [first, ...others] = columns;
  if (size === 0) return [[]];
  if (first === undefined) return [];
  return [...subsetsOf(others, size - 1).map((rest) => [first, ...rest]), ...subsetsOf(others, size)];
}

/**
 * The columns among `free` that are known by their cells: barcodes by their check digits, an ID, a cost and a price,
 * dates by their order. Nothing of what is `settled`; `indexOf`: where a column is that is mapped already.
 */
export function guessByCells(
  kind: FileKind,
  rows: readonly ReadRow[],
  free: readonly number[],
  settled: ReadonlySet<string>,
  indexOf: (column: string) => number | null,
): GuessedColumn[] {
  if (rows.length < LEAST_ROWS) return [];
  const wants = (column: string): boolean => !settled.has(column) && columnOf(kind, column) !== null;
  const only = (
    column: string,
    fits: (cells: string[]) => boolean,
    among: readonly number[],
  ): GuessedColumn[] => {
    const found = wants(column) ? among.filter((index) => fits(cellsAt(rows, index))) : [];
    return found.length === 1 && found[0] !== undefined ? [{ column, index: found[0] }] : [];
  };
  const places = only("barcode", (cells) => cells.length >= LEAST_ROWS && cells.every(isGtin), free);
  const unused = (): number[] => free.filter((index) => !places.some((place) => place.index === index));
  if (columnOf(kind, "id")?.holds === "id")
    places.push(...only("id", (cells) => areIds(cells, rows), unused()));
  if (wants("price") && wants("costPrice")) {
    const numbers = unused().flatMap((index) => {
      const values = numbersAt(rows, index);
      return values === null ? [] : [{ index, values }];
    });
    const [one, two] = numbers;
    if (numbers.length === 2 && one !== undefined && two !== undefined)
      for (const [cost, price] of [
        [one, two],
        [two, one],
      ] as const)
        if (areCostAndPrice(cost.values, price.values))
          places.push({ column: "costPrice", index: cost.index }, { column: "price", index: price.index });
  }
  places.push(...datePlaces(kind, rows, unused(), settled, indexOf));
  return places;
}
