/** What each kind of file may hold, for what reads it and for what shows it. Without zod. */

export const ACCOUNT_TYPES = ["supplier", "cash", "bank", "other"] as const;
/** Whether a record is deleted. */
export const DELETED_MARKS = ["0", "1"] as const;

/** needed: in the file and never empty; mayBeEmpty: in the file; optional: may be missing altogether. */
export type Need = "needed" | "mayBeEmpty" | "optional";

/** A list whose records a column may name. */
export type ColumnList = "product" | "measureUnit" | "store" | "supplier" | "currency";

/** What a cell may hold, and the list whose records it may name instead. */
const LISTS = {
  id: null,
  name: null,
  barcode: null,
  unitId: "measureUnit",
  notNegative: null,
  factor: null,
  accountType: null,
  currency: "currency",
  digits: null,
  rate: null,
  uuid: null,
  decimal: null,
  note: null,
  status: null,
  userId: null,
  time: null,
  productId: "product",
  storeId: "store",
  supplierId: "supplier",
  day: null,
  dayOrMonth: null,
  dayOrTime: null,
  bookedAt: null,
  documentNo: null,
  batch: null,
  deleted: null,
} as const satisfies Record<string, ColumnList | null>;
export type Holds = keyof typeof LISTS;

/** The values that a column's cells may have, where they are few. */
const CHOICES: Partial<Record<Holds, readonly string[]>> = {
  accountType: ACCOUNT_TYPES,
  deleted: DELETED_MARKS,
};

const column = <Name extends string, H extends Holds>(name: Name, holds: H, need: Need = "needed") => ({
  name,
  holds,
  need,
  /** The currency of a list of currencies names none of them. */
  list: name === "id" ? null : LISTS[holds],
  choices: CHOICES[holds] ?? null,
});
const deleted = column("deleted", "deleted", "optional");

/** The columns of each kind of file, in the order of its example; `booksExport`: the books, as their program exports them. */
export const FILE_COLUMNS = {
  product: [
    column("id", "id"),
    column("name", "name"),
    column("barcode", "barcode", "optional"),
    column("measureUnitId", "unitId", "optional"),
    column("price", "notNegative", "optional"),
    column("costPrice", "notNegative", "optional"),
    deleted,
  ],
  measureUnit: [
    column("id", "id"),
    column("name", "name"),
    column("baseUnitId", "unitId", "mayBeEmpty"),
    column("factor", "factor", "mayBeEmpty"),
    deleted,
  ],
  account: [column("id", "id"), column("name", "name"), column("type", "accountType"), deleted],
  store: [column("id", "id"), column("name", "name")],
  currency: [column("id", "currency"), column("name", "name"), column("digits", "digits", "mayBeEmpty")],
  exchangeRate: [
    column("fromCurrencyId", "currency"),
    column("toCurrencyId", "currency"),
    column("rate", "rate"),
    deleted,
  ],
  permission: [column("id", "id"), column("name", "name"), deleted],
  taxVoucher: [
    column("serialNo", "uuid"),
    column("currencyId", "currency"),
    column("amount", "decimal"),
    column("note", "note", "mayBeEmpty"),
    column("status", "status"),
    column("creatorUserId", "userId", "mayBeEmpty"),
    column("creatorDeviceId", "uuid", "mayBeEmpty"),
    column("updatedAt", "time"),
  ],
  stock: [
    column("productId", "productId"),
    column("measureUnitId", "unitId"),
    column("storeId", "storeId"),
    column("barcode", "barcode", "optional"),
    column("productionAt", "dayOrMonth", "optional"),
    column("expiryAt", "dayOrMonth", "optional"),
    column("costPrice", "notNegative", "optional"),
    column("quantity", "decimal"),
    column("currencyId", "currency", "optional"),
    column("updatedAt", "dayOrTime", "optional"),
  ],
  purchase: [
    column("documentNo", "documentNo"),
    column("date", "day"),
    column("supplierAccountId", "supplierId"),
    column("currencyId", "currency"),
    column("productId", "productId"),
    column("measureUnitId", "unitId"),
    column("quantity", "notNegative"),
    column("freeQuantity", "notNegative", "optional"),
    column("price", "notNegative", "optional"),
    column("productionAt", "dayOrMonth", "optional"),
    column("expiryAt", "dayOrMonth", "optional"),
    column("batch", "batch", "optional"),
  ],
  booksExport: [
    column("serialNo", "uuid"),
    column("date", "bookedAt"),
    column("currencyId", "currency"),
    column("amount", "decimal"),
    column("status", "status", "optional"),
  ],
};

/** What a file may be about. */
export type FileKind = keyof typeof FILE_COLUMNS;
export type FileColumn = (typeof FILE_COLUMNS)[FileKind][number];
export type ColumnName = FileColumn["name"];

const BY_NAME: ReadonlyMap<string, FileColumn> = new Map(
  Object.values<readonly FileColumn[]>(FILE_COLUMNS)
    .flat()
    .map((one) => [one.name, one]),
);
/** The column of that name, whichever kind has it: each of them says the same of its list and its choices. */
export const columnNamed = (name: string): FileColumn | null => BY_NAME.get(name) ?? null;

/** How rows of a kind may leave out what the row above says of the same record. */
interface Continued {
  /** What names the record: a row that lacks some of it, and contradicts none of the rest, may belong to the one above. */
  record: readonly ColumnName[];
  /** What it has of the row above too where it is empty, as long as `unless` is empty or the same in both. */
  also: readonly ColumnName[];
  unless: ColumnName | null;
}
const CONTINUED = {
  // The price of another unit is another one.
  product: {
    record: ["id", "name"],
    also: ["measureUnitId", "price", "costPrice", "deleted"],
    unless: "measureUnitId",
  },
  // Not the store: what lacks it may be a row of sums.
  stock: { record: ["productId"], also: ["measureUnitId"], unless: null },
  purchase: { record: ["documentNo", "date", "supplierAccountId", "currencyId"], also: [], unless: null },
} as const satisfies Partial<Record<FileKind, Continued>>;
type ContinuedKind = keyof typeof CONTINUED;
/** Whether a kind's rows may leave out what the row above says. */
export const isContinued = (kind: FileKind): kind is ContinuedKind => kind in CONTINUED;
export const continuedOf = (kind: FileKind): Continued | null => (isContinued(kind) ? CONTINUED[kind] : null);
