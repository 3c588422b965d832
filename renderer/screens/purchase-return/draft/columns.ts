/** The columns of the grid in which one types, in their order. */
import type { ReturnLine } from "./draft.ts";

export type ColumnKind = "product" | "unit" | "productionDate" | "expiryDate" | "decimal" | "text";

export const COLUMNS = [
  { id: "product", field: "productId", kind: "product" },
  { id: "unit", field: "measureUnitId", kind: "unit" },
  { id: "production", field: "productionAt", kind: "productionDate" },
  { id: "expiry", field: "expiryAt", kind: "expiryDate" },
  { id: "price", field: "price", kind: "decimal" },
  { id: "quantity", field: "quantity", kind: "decimal" },
  { id: "free", field: "freeQuantity", kind: "decimal" },
  { id: "received", field: "receivedQuantity", kind: "decimal" },
  { id: "description", field: "description", kind: "text" },
] as const satisfies readonly { id: string; field: keyof ReturnLine; kind: ColumnKind }[];

export type ColumnId = (typeof COLUMNS)[number]["id"];
export type LineField = (typeof COLUMNS)[number]["field"];

/** Where a column stands. */
export function columnIndex(id: ColumnId): number {
  return COLUMNS.findIndex((column) => column.id === id);
}

/** The column in which a line's field is typed; null for a field that has none. */
export function columnOfField(field: string): ColumnId | null {
  return COLUMNS.find((column) => column.field === field)?.id ?? null;
}
