/** What the catalogue shows, and what can be imported. */
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";

export const CATALOGUE_TABS = [
  "product",
  "measureUnit",
  "account",
  "store",
  "currency",
  "exchangeRate",
  "permission",
  "stock",
  "balance",
  "taxVoucher",
] as const;
export type CatalogueTab = (typeof CATALOGUE_TABS)[number];
export type PlainKind = Exclude<CatalogueTab, "stock" | "balance" | "taxVoucher">;

/** The kind of file a tab is filled from; stock and balances come from the service's answers only. */
export function importKindOf(tab: CatalogueTab): ReferenceKind | null {
  return tab === "stock" || tab === "balance" ? null : tab;
}

/** The columns of each kind of file: those the header row must name, and those it may. Others are ignored, with a note. */
export const FILE_COLUMNS = {
  product: {
    needed: ["id", "name"],
    optional: ["barcode", "measureUnitId", "price", "costPrice", "deleted"],
  },
  measureUnit: { needed: ["id", "name", "baseUnitId", "factor"], optional: ["deleted"] },
  account: { needed: ["id", "name", "type"], optional: ["deleted"] },
  store: { needed: ["id", "name"], optional: [] },
  currency: { needed: ["id", "name", "digits"], optional: [] },
  exchangeRate: { needed: ["fromCurrencyId", "toCurrencyId", "rate"], optional: ["deleted"] },
  permission: { needed: ["id", "name"], optional: ["deleted"] },
  taxVoucher: {
    needed: [
      ...["serialNo", "currencyId", "amount", "note", "status"],
      ...["creatorUserId", "creatorDeviceId", "updatedAt"],
    ],
    optional: [],
  },
} as const satisfies Record<ReferenceKind, { needed: readonly string[]; optional: readonly string[] }>;
