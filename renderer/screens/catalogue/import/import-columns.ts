/** What each kind of file may hold. The engine decides; a test keeps this list true to it. */
import type { TFunction } from "i18next";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { type ColumnName, columnWords } from "../../../features/files/column-words.ts";

/** needed: in the file and never empty; mayBeEmpty: in the file; optional: may be missing altogether. */
export type Need = "needed" | "mayBeEmpty" | "optional";

export type Holds =
  | "id"
  | "name"
  | "barcode"
  | "unitId"
  | "price"
  | "factor"
  | "accountType"
  | "currency"
  | "digits"
  | "rate"
  | "uuid"
  | "amount"
  | "note"
  | "status"
  | "userId"
  | "time"
  | "productId"
  | "storeId"
  | "supplierId"
  | "day"
  | "dayOrMonth"
  | "dayOrTime"
  | "documentNo"
  | "batch"
  | "deleted";

export interface FileColumn {
  name: ColumnName;
  need: Need;
  holds: Holds;
}

const column = (name: ColumnName, holds: Holds, need: Need = "needed"): FileColumn => ({ name, need, holds });
const deleted = column("deleted", "deleted", "optional");

/** The columns of each kind of file, in the order of its example. */
export const FILE_COLUMNS: Record<ReferenceKind, readonly FileColumn[]> = {
  product: [
    column("id", "id"),
    column("name", "name"),
    column("barcode", "barcode", "optional"),
    column("measureUnitId", "unitId", "optional"),
    column("price", "price", "optional"),
    column("costPrice", "price", "optional"),
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
    column("amount", "amount"),
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
    column("costPrice", "price", "optional"),
    column("quantity", "amount"),
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
    column("quantity", "amount"),
    column("freeQuantity", "amount", "optional"),
    column("price", "price", "optional"),
    column("productionAt", "dayOrMonth", "optional"),
    column("expiryAt", "dayOrMonth", "optional"),
    column("batch", "batch", "optional"),
  ],
};

/** Whether the kind's column may have empty cells. */
export const mayBeEmpty = (kind: ReferenceKind, name: string): boolean =>
  FILE_COLUMNS[kind].some((column) => column.name === name && column.need !== "needed");

/** The header row of a file of that kind, in the words of the screen. */
export const headerOf = (t: TFunction, kind: ReferenceKind): string[] =>
  FILE_COLUMNS[kind].map(({ name }) => columnWords(t, name));
