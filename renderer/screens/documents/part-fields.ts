/** The fields of an answer's parts: which come first, and how each is written. */
import Big from "big.js";
import type { DocumentDetail } from "./document-status.tsx";

export const PARTS = ["products", "transfers", "balances", "storages", "requests", "logs"] as const;
export type PartName = (typeof PARTS)[number];
export type AnsweredRow = Record<string, unknown>;

/** The interface's own names of the parts. */
export const WIRE_NAMES = {
  products: "TenantTransactionProducts",
  transfers: "TenantTransactionTransfers",
  balances: "TenantBalances",
  storages: "TenantProductStorages",
  requests: "TenantRequest",
  logs: "TenantLogs",
} as const satisfies Record<PartName, string>;

/** The part of that interface name; null for none. */
export function partOfWire(wire: string): PartName | null {
  return PARTS.find((part) => WIRE_NAMES[part] === wire) ?? null;
}

export type FieldShape =
  | "money"
  | "quantity"
  | "date"
  | "time"
  | "status"
  | "flag"
  | "text"
  | "code"
  | "number"
  | "product"
  | "account"
  | "store"
  | "measureUnit";

/** Every field that the interface names, and how it is written. */
export const FIELD_SHAPES = {
  rowNo: "number",
  id: "number",
  serialNo: "code",
  productId: "product",
  measureUnitId: "measureUnit",
  storeId: "store",
  accountId: "account",
  barcode: "code",
  quantity: "quantity",
  price: "money",
  costPrice: "money",
  amount: "money",
  ceilAmount: "money",
  toAmount: "money",
  currencyId: "text",
  toCurrencyId: "text",
  isFree: "flag",
  isMain: "flag",
  isAutomatic: "flag",
  productionAt: "date",
  expiryAt: "date",
  description: "text",
  status: "status",
  typeId: "number",
  groupId: "number",
  upId: "number",
  relatedUserId: "number",
  askTenantId: "number",
  responseTenantId: "number",
  creatorUserId: "number",
  createdAt: "time",
  updatorUserId: "number",
  updatedAt: "time",
  transactionId: "number",
  serviceId: "number",
  tenantId: "number",
  deviceId: "code",
} as const satisfies Record<string, FieldShape>;
export type FieldName = keyof typeof FIELD_SHAPES;

/** Fields that an answer names otherwise than the rest of the program. */
const NAMED_HERE = ["description", "toCurrencyId", "updatedAt"] as const satisfies FieldName[];

/** The key of a field's name. */
export function fieldKey(field: FieldName) {
  const here = NAMED_HERE.find((one) => one === field);
  return here === undefined ? (`field.${field}` as const) : (`documents.field.${here}` as const);
}

const made = ["creatorUserId", "createdAt"] as const;
const changed = [...made, "updatorUserId", "updatedAt"] as const;
const belongs = ["transactionId", "serviceId", "tenantId"] as const;

/** Each part's fields as the interface names them: what is read first comes first. */
export const PART_FIELDS: Record<PartName, readonly FieldName[]> = {
  products: [
    "rowNo",
    "productId",
    "quantity",
    "measureUnitId",
    "price",
    "costPrice",
    "isFree",
    "expiryAt",
    "productionAt",
    "storeId",
    "description",
    "status",
    "currencyId",
    ...changed,
    ...belongs,
  ],
  transfers: [
    "rowNo",
    "accountId",
    "amount",
    "description",
    "status",
    "id",
    "currencyId",
    ...changed,
    ...belongs,
  ],
  balances: [
    "rowNo",
    "accountId",
    "amount",
    "ceilAmount",
    "description",
    "status",
    "isMain",
    "isAutomatic",
    "typeId",
    "groupId",
    "upId",
    "relatedUserId",
    "currencyId",
    ...changed,
    "tenantId",
  ],
  storages: [
    "rowNo",
    "productId",
    "quantity",
    "measureUnitId",
    "costPrice",
    "storeId",
    "expiryAt",
    "productionAt",
    "barcode",
    "description",
    "status",
    "currencyId",
    ...changed,
    "tenantId",
  ],
  requests: [
    "rowNo",
    "description",
    "status",
    "askTenantId",
    "responseTenantId",
    "serialNo",
    "id",
    ...changed,
    "serviceId",
  ],
  logs: ["rowNo", "description", "status", ...made, "id", "tenantId"],
};

/**
 * What of a part is in its table, which must fit beside the list on a small screen: what the row is about, and
 * the figure or state that is read first, each with a second line. All its fields stand below the table.
 */
export const PART_LAYOUT = {
  products: {
    what: "productId",
    under: ["expiryAt", "storeId", "description"],
    end: "price",
    endUnder: ["quantity", "measureUnitId"],
  },
  transfers: { what: "accountId", under: ["description"], end: "amount", endUnder: ["status"] },
  balances: { what: "accountId", under: ["description"], end: "amount", endUnder: ["ceilAmount"] },
  storages: {
    what: "productId",
    under: ["expiryAt", "storeId", "barcode"],
    end: "costPrice",
    endUnder: ["quantity", "measureUnitId"],
  },
  requests: {
    what: "description",
    under: ["askTenantId", "responseTenantId"],
    end: "status",
    endUnder: ["createdAt"],
  },
  logs: { what: "description", under: ["creatorUserId"], end: "status", endUnder: ["createdAt"] },
} as const satisfies Record<
  PartName,
  { what: FieldName; under: readonly FieldName[]; end: FieldName; endUnder: readonly FieldName[] }
>;

/** The header's fields, the same way. */
export const TRANSACTION_FIELDS: readonly FieldName[] = [
  "id",
  "status",
  "description",
  "amount",
  "toAmount",
  "createdAt",
  "creatorUserId",
  "updatedAt",
  "updatorUserId",
  "currencyId",
  "toCurrencyId",
  "serialNo",
  "deviceId",
  "serviceId",
  "tenantId",
];

/** Fields that the interface doesn't name, in the order they first came. */
export function extraFields(rows: readonly AnsweredRow[], known: readonly string[]): string[] {
  const named = new Set(known);
  const extra = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) if (!named.has(name)) extra.add(name);
  return [...extra];
}

/** A value as text, digit for digit; null where there is none. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return JSON.stringify(value);
}

/** The currency that a field's amount is in. */
export function currencyOf(field: FieldName, row: AnsweredRow): string | null {
  return valueText(field === "toAmount" ? row.toCurrencyId : row.currencyId);
}

// What the lines of an answer come to: this computer's arithmetic, exact, and never across currencies.

const decimalOf = (value: unknown): Big | null => {
  const text = valueText(value);
  return text !== null && /^-?\d+(?:\.\d+)?$/.test(text) ? new Big(text) : null;
};

/** Quantity times price; nothing for free goods, null where either is not known. */
export function answeredTotal(row: AnsweredRow): string | null {
  const quantity = decimalOf(row.quantity);
  const price = decimalOf(row.price);
  if (quantity === null || price === null) return null;
  return valueText(row.isFree) === "true" ? "0" : quantity.times(price).toFixed();
}

interface CurrencyTotal {
  currencyId: string;
  amount: string;
}

/** The sum of each currency in the order they first come; null where a line or its currency is not known. */
export function answeredTotals(rows: readonly AnsweredRow[]): CurrencyTotal[] | null {
  const sums = new Map<string, Big>();
  for (const row of rows) {
    const total = answeredTotal(row);
    const currencyId = valueText(row.currencyId);
    if (total === null || currencyId === null) return null;
    sums.set(currencyId, (sums.get(currencyId) ?? new Big(0)).plus(total));
  }
  return [...sums].map(([currencyId, sum]) => ({ currencyId, amount: sum.toFixed() }));
}

// Notes on an answer, gathered: five thousand lines without a date are one sentence and not five thousand.

type Note = DocumentDetail["notes"][number];

export interface NoteGroup {
  problem: Note["problem"];
  /** The transaction of the answer, from 1. */
  transaction: number;
  /** null: the transaction's own header. */
  part: PartName | null;
  /** null: the row or part itself. */
  field: string | null;
  /** Rows of the part, from 1; empty where no row is meant. */
  rows: number[];
}

interface NotePlace extends Pick<NoteGroup, "transaction" | "part" | "field"> {
  row: number | null;
}

/** Where a note points, as in "0.TenantBalances.2.amount". */
export function placeOfPath(path: string): NotePlace {
  const [index = "0", ...rest] = path.split(".");
  const transaction = Number(index) + 1;
  const part = partOfWire(rest[0] ?? "");
  if (part === null) return { transaction, part, row: null, field: rest.join(".") };
  const row = rest[1] === undefined ? null : Number(rest[1]) + 1;
  const field = rest.slice(2).join(".");
  return { transaction, part, row, field: field === "" ? null : field };
}

/** The notes by what they are about, in the order they came. */
export function groupNotes(notes: readonly Note[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const { path, problem } of notes) {
    const { transaction, part, row, field } = placeOfPath(path);
    const key = JSON.stringify([problem, transaction, part, field]);
    const group = groups.get(key) ?? { problem, transaction, part, field, rows: [] };
    if (row !== null) group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Whether a note speaks of something lost to reading, and not only of something more than expected. */
export const isOdd = ({ problem }: Pick<Note, "problem">): boolean => problem !== "unknown_field";
