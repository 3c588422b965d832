/**
 * How many rows and names one product has. A wrong mapping, such as a category's id for the product's, puts a whole file
 * on one product: what is worked out from all its rows would then cost each of them the time of all the others.
 */
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";

/** One row for each unit and barcode. */
export const MOST_PRODUCT_ROWS = 500;
/** Different names, as search folds them, and the letters of all of them together. */
export const MOST_PRODUCT_NAMES = 100;
const MOST_NAME_LETTERS = 10_000;

/** The first of these names that one product is found by. */
export function boundedNames(names: Iterable<string>): string[] {
  const taken: string[] = [];
  let letters = 0;
  for (const name of names) {
    letters += name.length;
    if (taken.length === MOST_PRODUCT_NAMES || letters > MOST_NAME_LETTERS) break;
    taken.push(name);
  }
  return taken;
}

/** The rows of one product by their key (`crowdKey`), each with its folded name. */
export class ProductCrowd {
  readonly #rows = new Map<string, string>();
  readonly #names = new Map<string, number>();
  #letters = 0;

  get letters(): number {
    return this.#letters;
  }

  /** Why the row can't be taken, or null. A row that is there may always keep its name. */
  refusal(key: string, name: string): RowReason | null {
    const before = this.#rows.get(key);
    if (before === undefined && this.#rows.size >= MOST_PRODUCT_ROWS)
      return { code: "productRows", params: { most: MOST_PRODUCT_ROWS } };
    if (this.#names.has(name)) return null;
    const isFreed = before !== undefined && this.#names.get(before) === 1;
    const names = this.#names.size - (isFreed ? 1 : 0);
    const letters = this.#letters - (isFreed ? before.length : 0) + name.length;
    // One name of any length is taken: the file's reader bounds it.
    return names > 0 && (names >= MOST_PRODUCT_NAMES || letters > MOST_NAME_LETTERS)
      ? { code: "productNames", params: { most: MOST_PRODUCT_NAMES } }
      : null;
  }

  /** The row is there from now on, or has this name. */
  set(key: string, name: string): void {
    const before = this.#rows.get(key);
    if (before === name) return;
    this.#rows.set(key, name);
    const had = this.#names.get(name) ?? 0;
    this.#names.set(name, had + 1);
    if (had === 0) this.#letters += name.length;
    if (before === undefined) return;
    const left = (this.#names.get(before) ?? 1) - 1;
    if (left > 0) this.#names.set(before, left);
    else {
      this.#names.delete(before);
      this.#letters -= before.length;
    }
  }
}

/** A row's key within its product, whether its values come from a file or from the database. */
export const crowdKey = (measureUnitId: unknown, barcode: unknown): string =>
  `${String(measureUnitId ?? "")}\u0000${String(barcode ?? "")}`;
