/** Which column of a pasted block is what: by the names of its first row, else by the usual order. */
import { COLUMNS, type ColumnId, PASTED_ORDER } from "../../../../contract/return-line.ts";

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
