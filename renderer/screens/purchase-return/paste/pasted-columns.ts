/** Which column of a pasted block is what: by the names of its first row, else by the usual order. */
import type { ColumnId } from "../draft/columns.ts";

/** The order that a block without names is read in. */
const ORDER: readonly ColumnId[] = [
  ...(["product", "quantity", "price", "production", "expiry", "free", "received", "description"] as const),
  "unit",
];

const NAMES: Record<ColumnId, string> = {
  product:
    "product|product id|product name|item|item no|item name|goods|barcode|code|sku|name|id|صنف|اسم صنف|رقم صنف|منتج|اسم منتج|رقم منتج|باركود|بضاعة|سلعة|مادة|رمز|كود|اسم",
  unit: "unit|uom|measure|measure unit|unit id|unit name|unit of measure|وحدة|وحدة قياس|قياس",
  quantity: "quantity|qty|amount|count|pieces|كمية|عدد",
  price: "price|unit price|cost|cost price|سعر|سعر وحدة|سعر شراء|تكلفة|ثمن",
  production:
    "production|produced|production date|produced at|manufactured|mfg|mfg date|انتاج|تاريخ انتاج|صنع|تاريخ صنع",
  expiry:
    "expiry|expires|expiry date|expiration|expiration date|exp|exp date|best before|انتهاء|تاريخ انتهاء|صلاحية|انتهاء صلاحية|تاريخ صلاحية|تاريخ انتهاء صلاحية",
  free: "free|free quantity|free qty|bonus|مجاني|كمية مجانية|بونص|هدية",
  received: "received|received quantity|received qty|مستلم|كمية مستلمة|استلام",
  description: "description|note|notes|remark|remarks|reason|وصف|ملاحظة|ملاحظات|بيان|سبب",
};

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

const BY_NAME = new Map(
  ORDER.flatMap((column) => NAMES[column].split("|").map((name) => [plainName(name), column] as const)),
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
    columns: Array.from({ length: width }, (_, index) => ORDER[index] ?? null),
    named: false,
    ignored: [],
  };
}
