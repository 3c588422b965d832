/** Rows that leave out what the row above says: other barcodes, units or lines of one record. */

import { type FileKind, fileOf, wordsIn } from "../../../../contract/lists.ts";
import type { ReadRow } from "../file-rows.ts";
import { foldedHeader, type Header } from "./columns.ts";

/** Headers of a column that says which rows are variants of one product. */
const GROUP_HEADERS = new Set(
  wordsIn(
    "handle|parent|parent id|parent sku|parent code|variant of|template|product template|group id|model|master|master sku|الصنف الأساسي|الصنف الرئيسي|الصنف الأب|رقم المجموعة",
  ).map(foldedHeader),
);

const textAt = (row: ReadRow, index: number): string => row.cells[index]?.trim() ?? "";
const isFilled = (row: ReadRow, index: number): boolean =>
  textAt(row, index) !== "" || row.wrong?.has(index) === true;

/** Follows the rows of a file from the first one on. Call `take` once for each row, in their order. */
export class Continuing {
  /** Columns of the record that such rows lacked, by their names. */
  readonly lacks = new Set<string>();
  readonly #record: readonly number[] = [];
  readonly #also: readonly number[] = [];
  readonly #unless: number | null = null;
  readonly #groups: readonly number[] = [];
  readonly #nameAt: ReadonlyMap<number | null, string>;
  readonly #width: number;
  #head: ReadRow | null = null;

  constructor(kind: FileKind, header: Header, headerCells: readonly string[]) {
    this.#width = header.width;
    this.#nameAt = new Map(header.places.map(({ column, index }) => [index, column.name]));
    const { continued } = fileOf(kind);
    if (continued === undefined) return;
    const indexOf = (name: string): number | null =>
      header.places.find(({ column }) => column.name === name)?.index ?? null;
    const indexes = (names: readonly string[]): number[] =>
      names.map(indexOf).filter((index) => index !== null);
    this.#record = indexes(continued.record);
    this.#also = indexes(continued.also);
    this.#unless = continued.unless === null ? null : indexOf(continued.unless);
    const used = new Set(header.places.map(({ index }) => index));
    this.#groups = headerCells.flatMap((cell, index) =>
      !used.has(index) && GROUP_HEADERS.has(foldedHeader(cell)) ? [index] : [],
    );
  }

  /** The row with what it has of the row above; null for a row that names its own record, or none. */
  take(row: ReadRow): ReadRow | null {
    // What can't be read may name another record: nothing after it belongs to the one above.
    if (row.refused !== undefined || row.apart === true || row.cells.length < this.#width) {
      this.#head = null;
      return null;
    }
    const missing = this.#record.filter((index) => !isFilled(row, index));
    if (missing.length === 0) {
      this.#head = row;
      return null;
    }
    const head = this.#head;
    if (head === null || this.#record.length === 0) return null;
    const given = this.#record.filter((index) => isFilled(row, index));
    const isSame = given.every((index) => textAt(row, index) === textAt(head, index));
    if (!isSame && !this.#isOfGroup(row, head)) {
      this.#head = null;
      return null;
    }
    const unless = this.#unless;
    const isOther = unless !== null && isFilled(row, unless) && textAt(row, unless) !== textAt(head, unless);
    const whole = filled(row, head, [...missing, ...(isSame && !isOther ? this.#also : [])]);
    // A variant that has its own ID is what the rows after it belong to.
    if (!isSame) this.#head = whole;
    for (const index of missing) this.lacks.add(this.#nameAt.get(index) ?? "");
    return whole;
  }

  #isOfGroup(row: ReadRow, head: ReadRow): boolean {
    return this.#groups.some((index) => isFilled(row, index) && textAt(row, index) === textAt(head, index));
  }
}

const withFrom = <T>(
  from: ReadonlySet<T> | undefined,
  of: ReadonlySet<T> | undefined,
  taken: readonly T[],
): ReadonlySet<T> | undefined => {
  const added = taken.filter((index) => from?.has(index) === true);
  return added.length === 0 ? of : new Set([...(of ?? []), ...added]);
};

/** The row with those cells of the other where it has none. */
function filled(row: ReadRow, from: ReadRow, indexes: readonly number[]): ReadRow {
  const taken = indexes.filter((index) => !isFilled(row, index));
  const cells = [...row.cells];
  for (const index of taken) cells[index] = from.cells[index] ?? "";
  const exact = withFrom(from.exact, row.exact, taken);
  const booleans = withFrom(from.booleans, row.booleans, taken);
  const wrong = new Map(row.wrong);
  for (const index of taken) {
    const words = from.wrong?.get(index);
    if (words !== undefined) wrong.set(index, words);
  }
  return {
    line: row.line,
    cells,
    ...(exact === undefined ? {} : { exact }),
    ...(booleans === undefined ? {} : { booleans }),
    ...(wrong.size === 0 ? {} : { wrong }),
  };
}
