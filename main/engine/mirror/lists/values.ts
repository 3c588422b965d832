/** How the values of a reference row are bound. */
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import type { ProductCrowd } from "./product-crowd.ts";

/** Whole numbers are bigints: better-sqlite3 binds a plain number as a REAL, and an `ANY` column keeps it so. */
export type Cell = string | bigint | null;

/** One row of a file, checked, by the contract's column names. */
export type ReferenceRow = Readonly<Record<string, Cell>>;

/** What became of a row; a reason: it can be read and is not taken. */
export type RowOutcome = "added" | "updated" | "unchanged" | RowReason;

/** An earlier row of the same file says otherwise. */
export const CONTRADICTS: RowReason = { code: "contradicts", params: {} };

/** How a row compares to what is known: not known, the same, another, or older than what the service answered. */
export type RowLook = "absent" | "same" | "different" | "outdated";

/** Writes the rows of a kind, and says without writing how they stand. Call both inside a transaction. */
export interface RowWriter {
  put(row: ReferenceRow, seen: SeenRows, at: number): RowOutcome;
  /** Of a dry run: `seen` are the rows that it has met, `isFirst` where the file's rows before are about another record. */
  look(row: ReferenceRow, seen: SeenRows, isFirst: boolean): RowLook;
  /** Called before the first row of a transaction and after its last one, inside of it. */
  begin?(): void;
  finish?(): void;
  /** Whether `finish` has as much to write by now as one transaction should. */
  isFull?(): boolean;
  /** The product of this row, as the database has it; only where rows make products. */
  crowdOf?(row: ReferenceRow): ProductCrowd;
  /** How many lines the row's purchase has in the database; only where rows make purchases. */
  linesOf?(row: ReferenceRow): number;
}

/** How a row that was looked for compares to the one found. */
export const lookOf = (found: { same: number } | undefined): RowLook =>
  found === undefined ? "absent" : found.same === 1 ? "same" : "different";

/** The row keys that one import has already met: a bit each, so a million of them take 125 KB. */
export class SeenRows {
  #bits = new Uint8Array(1_024);

  /** Whether the key was added before. */
  has(key: number): boolean {
    return ((this.#bits[Math.floor(key / 8)] ?? 0) & (1 << (key % 8))) !== 0;
  }

  /** Adds the key; false where it was there already. */
  add(key: number): boolean {
    const byte = Math.floor(key / 8);
    if (byte >= this.#bits.length) {
      const wider = new Uint8Array(Math.max(byte + 1, this.#bits.length * 2));
      wider.set(this.#bits);
      this.#bits = wider;
    }
    const mask = 1 << (key % 8);
    const before = this.#bits[byte] ?? 0;
    this.#bits[byte] = before | mask;
    return (before & mask) === 0;
  }
}

/** Decides a row that was found: the same, or to be changed, or against an earlier row of this file. */
export function rowOutcome(found: { same: number }, firstMeeting: boolean): RowOutcome {
  if (found.same === 1) return "unchanged";
  return firstMeeting ? "updated" : CONTRADICTS;
}
