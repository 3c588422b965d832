/**
 * The one table of what a line of a purchase return holds: in the service's request, in the posting channel, in the grid, in
 * a pasted block. A new field is a row of `COLUMNS` and its words; one that the interface has needs its two types, too.
 */
import Big from "big.js";
import { z } from "zod";
import { LIMITS, typedText } from "./channels/common.ts";
import { wireDecimal, wireInteger } from "./service/primitives.ts";
import {
  asDecimal,
  type Decimal,
  decimal,
  isoDate,
  measureUnitId,
  nonNegativeDecimal,
  productId,
} from "./values.ts";

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

/** A field of a line as the interface names it. */
export type RequestField = keyof typeof productInput.shape;

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
} as const satisfies Record<RequestField, z.ZodType>;

/** This counter's arithmetic: the sum of price × quantity, exact. Free goods cost nothing. */
export function localAmountOf(lines: readonly { price: Decimal; quantity: Decimal }[]): Decimal {
  const sum = lines.reduce(
    (before, { price, quantity }) => before.plus(new Big(price).times(quantity)),
    new Big(0),
  );
  return asDecimal(sum.toFixed());
}

export type ColumnKind = "product" | "unit" | "productionDate" | "expiryDate" | "decimal" | "text";

interface ColumnRow {
  /** The column in the grid. */
  id: string;
  /** What the draft calls it, and the request too unless `sentIn` says otherwise; the last part of its name's key. */
  field: string;
  /** Of what the interface has no field for: the field of the request whose text it is added to. */
  sentIn?: "description";
  kind: ColumnKind;
  /** Every line needs it; the others are drawn where a line uses them or the person asked for them. */
  required: boolean;
  /** It counts goods: nothing is given back where all such are empty, and another unit changes them. */
  countsGoods: boolean;
  /** What is sent where nothing is typed; of what every line needs, the empty text, so that the refusal names it. */
  whenEmpty: "" | "0" | null;
  /** The longest text. */
  most?: number;
  /** Its least width in the grid, and its share of the room that is over. */
  width: readonly [least: string, share: number];
  /** Its place in a pasted block without a head; left out: it is found by its head only. */
  pastedAt?: number;
  /** How a pasted block's head may call it, in English and Arabic. */
  heads: string;
}

/**
 * The columns of the grid in which one types, in their order. The name is what one looks for, and takes the room that is
 * over first; on a wide screen the others grow with it, so that the eye finds a line's numbers.
 */
export const COLUMNS = [
  {
    id: "product",
    field: "productId",
    kind: "product",
    required: true,
    countsGoods: false,
    whenEmpty: "",
    width: ["9.25rem", 4],
    pastedAt: 1,
    heads:
      "product|product id|product name|item|item no|item name|goods|barcode|code|sku|name|id|صنف|اسم صنف|رقم صنف|منتج|اسم منتج|رقم منتج|باركود|بضاعة|سلعة|مادة|رمز|كود|اسم",
  },
  {
    id: "unit",
    field: "measureUnitId",
    kind: "unit",
    required: true,
    countsGoods: false,
    whenEmpty: "",
    width: ["6.5rem", 0.9],
    pastedAt: 9,
    heads: "unit|uom|measure|measure unit|unit id|unit name|unit of measure|وحدة|وحدة قياس|قياس",
  },
  {
    id: "production",
    field: "productionAt",
    kind: "productionDate",
    required: false,
    countsGoods: false,
    whenEmpty: null,
    width: ["6.25rem", 0.8],
    pastedAt: 4,
    heads:
      "production|produced|production date|produced at|manufactured|mfg|mfg date|انتاج|تاريخ انتاج|صنع|تاريخ صنع",
  },
  {
    id: "expiry",
    field: "expiryAt",
    kind: "expiryDate",
    required: false,
    countsGoods: false,
    whenEmpty: null,
    width: ["6.25rem", 0.8],
    pastedAt: 5,
    heads:
      "expiry|expires|expiry date|expiration|expiration date|exp|exp date|best before|انتهاء|تاريخ انتهاء|صلاحية|انتهاء صلاحية|تاريخ صلاحية|تاريخ انتهاء صلاحية",
  },
  {
    id: "price",
    field: "price",
    kind: "decimal",
    required: true,
    countsGoods: false,
    whenEmpty: "",
    width: ["var(--price)", 1],
    pastedAt: 3,
    heads: "price|unit price|cost|cost price|سعر|سعر وحدة|سعر شراء|تكلفة|ثمن",
  },
  {
    id: "quantity",
    field: "quantity",
    kind: "decimal",
    required: true,
    countsGoods: true,
    whenEmpty: "",
    width: ["var(--quantity)", 0.7],
    pastedAt: 2,
    heads: "quantity|qty|amount|count|pieces|كمية|عدد",
  },
  {
    id: "free",
    field: "freeQuantity",
    kind: "decimal",
    required: false,
    countsGoods: true,
    whenEmpty: "0",
    width: ["3.25rem", 0.5],
    pastedAt: 6,
    heads: "free|free quantity|free qty|bonus|مجاني|كمية مجانية|بونص|هدية",
  },
  {
    id: "received",
    field: "receivedQuantity",
    kind: "decimal",
    required: false,
    countsGoods: true,
    whenEmpty: "0",
    // Its Arabic head has two words.
    width: ["max(var(--quantity), 6.5rem)", 0.7],
    pastedAt: 7,
    heads: "received|received quantity|received qty|مستلم|كمية مستلمة|استلام",
  },
  {
    id: "description",
    field: "description",
    kind: "text",
    required: false,
    countsGoods: false,
    whenEmpty: null,
    most: LIMITS.description,
    width: ["3.75rem", 0.8],
    pastedAt: 8,
    heads: "description|note|notes|remark|remarks|reason|وصف|ملاحظة|ملاحظات|بيان|سبب",
  },
] as const satisfies readonly ColumnRow[];

export type LineColumn = (typeof COLUMNS)[number];
export type ColumnId = LineColumn["id"];
/** A field of a line as it is typed. */
export type LineField = LineColumn["field"];
export type OptionalColumn = Extract<LineColumn, { required: false }>["id"];
export type GoodsField = Extract<LineColumn, { countsGoods: true }>["field"];

export const OPTIONAL_COLUMNS: readonly OptionalColumn[] = COLUMNS.flatMap((column) =>
  column.required ? [] : [column.id],
);
export const GOODS_FIELDS: readonly GoodsField[] = COLUMNS.flatMap((column) =>
  column.countsGoods ? [column.field] : [],
);

const pastedPlace = ({ pastedAt = Number.POSITIVE_INFINITY }: { id: ColumnId; pastedAt?: number }) =>
  pastedAt;

/** The order that a pasted block without a head is read in. */
export const PASTED_ORDER: readonly ColumnId[] = COLUMNS.filter(
  (column) => pastedPlace(column) < Number.POSITIVE_INFINITY,
)
  .toSorted((a, b) => pastedPlace(a) - pastedPlace(b))
  .map(({ id }) => id);

/** One value for the field of each of these columns. */
export function byField<Field extends LineField, Column extends { field: Field }, T>(
  columns: readonly Column[],
  of: (column: Column) => T,
): Record<Column["field"], T> {
  const values: Partial<Record<Column["field"], T>> = {};
  for (const column of columns) values[column.field] = of(column);
  const isWhole = (part: typeof values): part is Record<Column["field"], T> =>
    columns.every(({ field }) => Object.hasOwn(part, field));
  if (!isWhole(values)) throw new TypeError("a field of a line has no value");
  return values;
}

/** Where a column is in the grid. */
export const columnIndex = (id: ColumnId): number => COLUMNS.findIndex((column) => column.id === id);

/** The field that is typed in a column. */
export const fieldOf = (id: ColumnId): LineField => COLUMNS[columnIndex(id)]?.field ?? "productId";

/** The column in which a line's field is typed; null for a field that has none. */
export const columnOfField = (field: string): ColumnId | null =>
  COLUMNS.find((column) => column.field === field)?.id ?? null;
