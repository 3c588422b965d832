/** What the columns of files are called. */
import type { TFunction } from "i18next";

/** The columns of all kinds, as the engine names them. Each has its words in the catalogues. */
const COLUMN_NAMES = [
  "id",
  "name",
  "barcode",
  "measureUnitId",
  "price",
  "costPrice",
  "deleted",
  "baseUnitId",
  "factor",
  "type",
  "digits",
  "fromCurrencyId",
  "toCurrencyId",
  "rate",
  "serialNo",
  "currencyId",
  "amount",
  "note",
  "status",
  "creatorUserId",
  "creatorDeviceId",
  "updatedAt",
  "productId",
  "storeId",
  "productionAt",
  "expiryAt",
  "quantity",
  "documentNo",
  "date",
  "supplierAccountId",
  "freeQuantity",
  "batch",
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

/** What a column is called on the screen; a column that this page doesn't know goes by its name. */
export function columnWords(t: TFunction, name: string): string {
  const known = COLUMN_NAMES.find((each) => each === name);
  return known === undefined ? name : t(`catalogue.fileColumn.${known}`);
}
