/** The six parts of an answer as tables: the interface's fields in its order, then what it doesn't name. */
import type { ChannelOutput } from "../../../contract/channels.ts";
import { TRANSACTION_PARTS } from "../../../contract/service/results.ts";

export type DocumentDetail = ChannelOutput<"documents.get">;
export type AnsweredRow = DocumentDetail["transfers"][number];

export const PARTS = ["transfers", "balances", "products", "requests", "logs", "storages"] as const;
export type PartName = (typeof PARTS)[number];

const SHAPES = {
  transfers: TRANSACTION_PARTS.TenantTransactionTransfers,
  balances: TRANSACTION_PARTS.TenantBalances,
  products: TRANSACTION_PARTS.TenantTransactionProducts,
  requests: TRANSACTION_PARTS.TenantRequest,
  logs: TRANSACTION_PARTS.TenantLogs,
  storages: TRANSACTION_PARTS.TenantProductStorages,
} as const;

export type FieldKind =
  | "amount"
  | "quantity"
  | "date"
  | "time"
  | "status"
  | "record"
  | "code"
  | "yesNo"
  | "text";

const KINDS: Record<string, FieldKind> = {
  amount: "amount",
  ceilAmount: "amount",
  price: "amount",
  costPrice: "amount",
  toAmount: "amount",
  quantity: "quantity",
  productionAt: "date",
  expiryAt: "date",
  createdAt: "time",
  updatedAt: "time",
  status: "status",
  accountId: "record",
  productId: "record",
  measureUnitId: "record",
  storeId: "record",
  serialNo: "code",
  barcode: "code",
  deviceId: "code",
  isMain: "yesNo",
  isAutomatic: "yesNo",
  isFree: "yesNo",
};

/** How a field is written; what the interface doesn't name is written as it came. */
export function fieldKind(name: string): FieldKind {
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? "text") : "text";
}

/** What people look for first; the rest follows in the interface's order. */
const FIRST = [
  "rowNo",
  "accountId",
  "productId",
  "measureUnitId",
  "storeId",
  "description",
  "amount",
  "currencyId",
  "price",
  "costPrice",
  "quantity",
];

export interface PartField {
  name: string;
  /** False: the interface doesn't name it. */
  known: boolean;
}

/** The columns of a part: known fields, those people look for first, and then every field that came besides. */
export function fieldsOf(part: PartName, rows: readonly AnsweredRow[]): PartField[] {
  const shape = Object.keys(SHAPES[part].shape);
  const first = FIRST.filter((name) => shape.includes(name));
  const rest = shape.filter((name) => !first.includes(name));
  const known = new Set(shape);
  const unknown = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !known.has(name))));
  return [
    ...[...first, ...rest].map((name) => ({ name, known: true })),
    ...[...unknown].map((name) => ({ name, known: false })),
  ];
}

/** A value as text, exactly: what is no plain value is shown as JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "—";
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : JSON.stringify(value);
}

/** The difference of two exact decimals in words: whether this counter and the service agree. */
export function agreement(local: string | null, service: string | null): "agree" | "differ" | "open" {
  if (local === null || service === null) return "open";
  return local === service ? "agree" : "differ";
}
