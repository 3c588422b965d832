/** What a spreadsheet puts on the clipboard, as lines of a return, and what of it was not understood. */

import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import { COLUMNS, type ColumnId, PASTED_ORDER } from "../../../../contract/return-line.ts";
import { latinNumber } from "../../../lib/text.ts";
import { emptyLine, type ReturnLine, settled } from "./draft.ts";
import type { FoundGoods } from "./stock.ts";

/** 5,000 lines, the most of a return, of 800 letters; reading much more would hold the window still. */
export const MOST_PASTED = 4_000_000;

/** The separator of a block: a tab wherever there is one, else what is in every line; null for a single column. */
function separatorOf(text: string, lines: readonly string[]): string | null {
  if (text.includes("\t")) return "\t";
  return [";", "؛", ",", "،"].find((sign) => lines.every((line) => line.includes(sign))) ?? null;
}

/** Cells may be quoted, and hold separators, line ends and doubled quotes inside. */
function split(text: string, separator: string | null): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === separator) endCell();
    else if (sign === "\n") endRow();
    else cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows.filter((cells) => cells.some((one) => one !== ""));
}

/**
 * The rows of a copied block; null where the text is one cell, which belongs into the field. A single line is a block
 * only by its tabs: a comma may stand in any name.
 */
export function pastedCells(text: string): string[][] | null {
  const plain = text.replace(/\r\n?/g, "\n");
  const lines = plain.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 && !plain.includes("\t")) return null;
  const rows = split(plain, separatorOf(plain, lines));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}

/** Case, underscores, marks, the article and the kinds of alif don't matter. */
function plainName(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640\u200e\u200f\u061c]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replace(/[_\-.:/]+/g, " ")
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^ال(?=..)/, ""))
    .join(" ");
}

const BY_NAME = new Map<string, ColumnId>(
  COLUMNS.flatMap(({ id, heads }) => heads.split("|").map((name) => [plainName(name), id] as const)),
);

export interface PastedColumns {
  /** What each column is; null for one that nothing is done with. */
  columns: (ColumnId | null)[];
  /** The first row names the columns. */
  named: boolean;
  /** Names that nothing is done with. */
  ignored: string[];
}

/** Reads the first row; it names the columns where two of its cells do, or the only one. */
export function pastedColumns(rows: readonly (readonly string[])[]): PastedColumns {
  const first = rows[0] ?? [];
  const seen = new Set<ColumnId>();
  const named = first.map((text) => {
    const column = BY_NAME.get(plainName(text)) ?? null;
    if (column === null || seen.has(column)) return null;
    seen.add(column);
    return column;
  });
  if (seen.size >= Math.min(2, first.length) && seen.size > 0)
    return {
      columns: named,
      named: true,
      ignored: first.filter((text, index) => named[index] === null && text !== ""),
    };
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return {
    columns: Array.from({ length: width }, (_, index) => PASTED_ORDER[index] ?? null),
    named: false,
    ignored: [],
  };
}

/** What a text in the product's column means. */
export type Resolved = { kind: "found"; found: FoundGoods } | { kind: "none" | "several" };

export interface PastedLine {
  /** The row of the block, from 1, its names counted. */
  row: number;
  /** The product as it was pasted. */
  text: string;
  resolved: Resolved;
  /** The unit that was pasted and that nobody knows. */
  unknownUnit: string | null;
  line: ReturnLine;
}

const sameText = (a: string, b: string): boolean =>
  a.normalize("NFKC").trim().toLocaleLowerCase() === b.normalize("NFKC").trim().toLocaleLowerCase();

/** By barcode, by id and by the exact name; two different goods are never guessed between. */
export function resolvedProduct(
  text: string,
  byBarcode: FoundGoods | null,
  rows: readonly MirrorRow[],
): Resolved {
  const id = latinNumber(text);
  const named = rows.filter((row): row is ProductRow => row.kind === "product" && sameText(row.name, text));
  const live = named.filter(({ deleted }) => !deleted);
  const products = [
    ...rows.filter((row): row is ProductRow => row.kind === "product" && String(row.id) === id),
    ...(live.length > 0 ? live : named),
  ];
  const all = [
    ...(byBarcode === null ? [] : [byBarcode]),
    ...products.map((product) => ({ product, productId: String(product.id), measureUnitId: null })),
  ];
  const [found] = all;
  if (found === undefined) return { kind: "none" };
  return all.every(({ productId }) => productId === found.productId)
    ? { kind: "found", found }
    : { kind: "several" };
}

/** A unit by its id or its name. */
export function unitNamed(text: string, units: readonly { id: string; name: string }[]): string | null {
  const id = latinNumber(text);
  return (
    (units.find((unit) => sameText(unit.name, text)) ?? units.find((unit) => unit.id === id))?.id ?? null
  );
}

/** The text of one column of a row. */
export function pastedCell(
  cells: readonly string[],
  columns: readonly (ColumnId | null)[],
  wanted: ColumnId,
): string {
  const at = columns.indexOf(wanted);
  return at === -1 ? "" : (cells[at] ?? "");
}

/** The line that a row's own cells make; goods, unit and a price to begin with are for the caller to add. */
export function lineOfCells(
  lineId: string,
  cells: readonly string[],
  columns: readonly (ColumnId | null)[],
): ReturnLine {
  const line = emptyLine(lineId);
  for (const { id, field, kind } of COLUMNS)
    if (kind !== "product" && kind !== "unit") line[field] = settled(kind, pastedCell(cells, columns, id));
  return { ...line, priceTyped: line.price !== "" };
}
