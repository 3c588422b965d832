/** Puts a sheet's row together from its cells, each within the bounds of a row. */
import type { RowReason } from "../../../../contract/reasons/row-reason.ts";
import type { ReadRow } from "../file-rows.ts";
import { MAX_ROW_CELLS, MAX_ROW_LETTERS, rowTooLong, TOO_MANY_CELLS } from "../row-bounds.ts";
import type { CellText } from "./xlsx/cells.ts";

/** What a number or a truth value is beside its text. */
export type CellKind = "text" | "number" | "boolean";

export class SheetRow {
  readonly #line: number;
  /** Of the header row; cells right of it are told, not kept. Null above it, and where it isn't known yet. */
  readonly #width: number | null;
  readonly #cells: string[] = [];
  #wrong: Map<number, RowReason> | null = null;
  #exact: Set<number> | null = null;
  #booleans: Set<number> | null = null;
  #letters = 0;
  #refused: RowReason | null = null;

  constructor(line: number, width: number | null) {
    this.#line = line;
    this.#width = width;
  }

  /** Cells come from left to right. */
  put(index: number, read: CellText, kind: CellKind): void {
    if ("wrong" in read) this.#put(index, "", read.wrong);
    else if (read.text !== "") {
      this.#put(index, read.text, null);
      // A whole number is the same in every style.
      if (kind === "number" && read.text.includes(".")) this.#exact = (this.#exact ?? new Set()).add(index);
      if (kind === "boolean") this.#booleans = (this.#booleans ?? new Set()).add(index);
    }
  }

  #put(index: number, text: string, wrong: RowReason | null): void {
    this.#letters += text.length;
    if (this.#letters > MAX_ROW_LETTERS) this.#refused ??= rowTooLong(index);
    // The header itself: in the rows below it, what stands beyond its width is told as that.
    if (this.#width === null && index >= MAX_ROW_CELLS) this.#refused ??= TOO_MANY_CELLS;
    if (this.#refused !== null) return;
    // One cell beyond the header's width says all that there is to say.
    const place = this.#width === null ? index : Math.min(index, this.#width);
    while (this.#cells.length < place) this.#cells.push("");
    this.#cells[place] = text;
    if (wrong === null) return;
    this.#wrong ??= new Map();
    this.#wrong.set(place, wrong);
  }

  /** The row, as wide as the header row. */
  read(): ReadRow {
    const row: ReadRow = { line: this.#line, cells: this.#cells };
    if (this.#wrong !== null) row.wrong = this.#wrong;
    if (this.#exact !== null) row.exact = this.#exact;
    if (this.#booleans !== null) row.booleans = this.#booleans;
    if (this.#refused !== null) row.refused = this.#refused;
    while (this.#width !== null && this.#cells.length < this.#width) this.#cells.push("");
    return row;
  }
}
