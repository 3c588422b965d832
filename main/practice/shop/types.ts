import type { ACCOUNT_TYPES, Holds, PlainList, RecordOf } from "../../../contract/lists.ts";

/** What a shop is made of before its first transaction. Ids, decimals and dates as text or small numbers. */
export interface ShopProductUnit {
  measureUnitId: number | string;
  barcode: string;
  /** Sell price and cost of one such unit, in the shop's main currency. */
  price: string;
  costPrice: string;
}

export interface ShopStock {
  productId: number | string;
  measureUnitId: number | string;
  storeId: number | string;
  productionAt: string;
  expiryAt: string;
  quantity: string;
  costPrice: string;
  barcode: string;
}

export interface ShopPurchaseLine {
  productId: number | string;
  measureUnitId: number | string;
  quantity: string;
  freeQuantity: string;
  price: string;
  productionAt: string;
  expiryAt: string;
  batch: string;
}

export interface ShopPurchase {
  documentNo: string;
  date: string;
  supplierAccountId: number;
  currencyId: string;
  lines: ShopPurchaseLine[];
}

export interface ShopVoucher {
  serialNo: string;
  currencyId: string;
  amount: string;
  note: string;
  status: number;
  creatorUserId: number;
  creatorDeviceId: string;
  updatedAt: string;
  /** Where the fee is booked and what it was paid from. */
  feesAccountId: number;
  cashAccountId: number;
}

type Id = number | string;
interface ShopCells extends Record<Holds, number | string> {
  name: string;
  factor: string;
  accountType: (typeof ACCOUNT_TYPES)[number];
  currency: string;
  digits: number;
  rate: string;
}
/** The records of plain lists, each with an id of the books. */
export type ShopLists = {
  [L in PlainList]?: (RecordOf<L, ShopCells> & { id: Id; deleted?: boolean })[];
};

/** Everything that `startPracticeService` lays into empty books. */
export interface SampleShop {
  tenantId: number;
  userId: number;
  name: string;
  /** The day as YYYY-MM-DD on which the stock was counted; what keeps for a short time is dated from it. */
  openedOn: string;
  mainCurrencyId: string;
  lists: ShopLists;
  balances: { accountId: number | string; currencyId: string; amount: string; ceilAmount: string }[];
  products: { id: number | string; name: string; deleted: boolean; units: ShopProductUnit[] }[];
  stock: ShopStock[];
  /** What the shop's other program knows; the books of the service don't. */
  purchases: ShopPurchase[];
  vouchers: ShopVoucher[];
}

/** The languages that the sample shop's names come in; one of them at a time, as in a real shop. */
export const SHOP_LANGUAGES = ["en", "ar"] as const;
export type ShopLanguage = (typeof SHOP_LANGUAGES)[number];

/** A name in one of the languages. */
export const named = (language: ShopLanguage, english: string, arabic: string): string =>
  language === "ar" ? arabic : english;
