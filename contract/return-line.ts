/**
 * The one table of what a line of a purchase return holds: in the service's request, in the posting channel, in the grid, in
 * a pasted block, on paper. A new field is a row here, its words, and its place on the slip.
 */
import { z } from "zod";
import { LIMITS, typedText } from "./channels/common.ts";
import { wireDecimal, wireInteger } from "./service/primitives.ts";
import { decimal, isoDate, measureUnitId, nonNegativeDecimal, productId } from "./values.ts";

/** Section 2.2: an element of tenantTransactionProductInputs, its fields in the interface's order. */
export const productInput = z.strictObject({
  productId: wireInteger,
  measureUnitId: wireInteger,
  productionAt: isoDate.nullable(),
  expiryAt: isoDate.nullable(),
  price: wireDecimal,
  quantity: wireDecimal,
  freeQuantity: wireDecimal,
  receivedQuantity: wireDecimal,
  description: z.string().nullable(),
});

export type LineField = keyof typeof productInput.shape;

const ZERO = decimal.parse("0");

/** The same as `purchaseReturn.post` takes them. */
export const returnLineInput = {
  productId,
  measureUnitId,
  productionAt: isoDate.nullable().default(null),
  expiryAt: isoDate.nullable().default(null),
  price: nonNegativeDecimal,
  quantity: nonNegativeDecimal,
  freeQuantity: nonNegativeDecimal.default(ZERO),
  receivedQuantity: nonNegativeDecimal.default(ZERO),
  description: typedText(LIMITS.description).nullable().default(null),
} as const satisfies Record<LineField, z.ZodType>;

/** One value for each field. */
export const byLineField = <T>(of: (field: LineField) => T): Record<LineField, T> => ({
  productId: of("productId"),
  measureUnitId: of("measureUnitId"),
  productionAt: of("productionAt"),
  expiryAt: of("expiryAt"),
  price: of("price"),
  quantity: of("quantity"),
  freeQuantity: of("freeQuantity"),
  receivedQuantity: of("receivedQuantity"),
  description: of("description"),
});

export type ColumnKind = "product" | "unit" | "productionDate" | "expiryDate" | "decimal" | "text";

interface LineColumn {
  /** The column in the grid, and the last part of its words' keys. */
  id: string;
  field: LineField;
  kind: ColumnKind;
  /** Every line needs it; the others are drawn where a line uses them or the person asked for them. */
  required: boolean;
  /** It counts goods: nothing is given back where all such are empty, and another unit changes them. */
  countsGoods: boolean;
  /** How a pasted block's head may call it, in English and Arabic. */
  heads: string;
}

/** The columns of the grid in which one types, in their order. */
export const COLUMNS = [
  {
    id: "product",
    field: "productId",
    kind: "product",
    required: true,
    countsGoods: false,
    heads:
      "product|product id|product name|item|item no|item name|goods|barcode|code|sku|name|id|صنف|اسم صنف|رقم صنف|منتج|اسم منتج|رقم منتج|باركود|بضاعة|سلعة|مادة|رمز|كود|اسم",
  },
  {
    id: "unit",
    field: "measureUnitId",
    kind: "unit",
    required: true,
    countsGoods: false,
    heads: "unit|uom|measure|measure unit|unit id|unit name|unit of measure|وحدة|وحدة قياس|قياس",
  },
  {
    id: "production",
    field: "productionAt",
    kind: "productionDate",
    required: false,
    countsGoods: false,
    heads:
      "production|produced|production date|produced at|manufactured|mfg|mfg date|انتاج|تاريخ انتاج|صنع|تاريخ صنع",
  },
  {
    id: "expiry",
    field: "expiryAt",
    kind: "expiryDate",
    required: false,
    countsGoods: false,
    heads:
      "expiry|expires|expiry date|expiration|expiration date|exp|exp date|best before|انتهاء|تاريخ انتهاء|صلاحية|انتهاء صلاحية|تاريخ صلاحية|تاريخ انتهاء صلاحية",
  },
  {
    id: "price",
    field: "price",
    kind: "decimal",
    required: true,
    countsGoods: false,
    heads: "price|unit price|cost|cost price|سعر|سعر وحدة|سعر شراء|تكلفة|ثمن",
  },
  {
    id: "quantity",
    field: "quantity",
    kind: "decimal",
    required: true,
    countsGoods: true,
    heads: "quantity|qty|amount|count|pieces|كمية|عدد",
  },
  {
    id: "free",
    field: "freeQuantity",
    kind: "decimal",
    required: false,
    countsGoods: true,
    heads: "free|free quantity|free qty|bonus|مجاني|كمية مجانية|بونص|هدية",
  },
  {
    id: "received",
    field: "receivedQuantity",
    kind: "decimal",
    required: false,
    countsGoods: true,
    heads: "received|received quantity|received qty|مستلم|كمية مستلمة|استلام",
  },
  {
    id: "description",
    field: "description",
    kind: "text",
    required: false,
    countsGoods: false,
    heads: "description|note|notes|remark|remarks|reason|وصف|ملاحظة|ملاحظات|بيان|سبب",
  },
] as const satisfies readonly LineColumn[];

type Column = (typeof COLUMNS)[number];
export type ColumnId = Column["id"];
export type OptionalColumn = Extract<Column, { required: false }>["id"];
export type GoodsField = Extract<Column, { countsGoods: true }>["field"];

export const OPTIONAL_COLUMNS: readonly OptionalColumn[] = COLUMNS.flatMap((column) =>
  column.required ? [] : [column.id],
);
export const GOODS_FIELDS: readonly GoodsField[] = COLUMNS.flatMap((column) =>
  column.countsGoods ? [column.field] : [],
);

/** The order that a pasted block without a head is read in. */
export const PASTED_ORDER: readonly ColumnId[] = [
  ...(["product", "quantity", "price", "production", "expiry", "free", "received", "description"] as const),
  "unit",
];

/** Where a column is in the grid. */
export const columnIndex = (id: ColumnId): number => COLUMNS.findIndex((column) => column.id === id);

/** The column in which a line's field is typed; null for a field that has none. */
export const columnOfField = (field: string): ColumnId | null =>
  COLUMNS.find((column) => column.field === field)?.id ?? null;
