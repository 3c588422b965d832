/** What was bought, by the files of the shop's other program: what of it may still go back, and what expires soon. */
import { z } from "zod";
import { accountId, entryId, exactInteger, productId, storeId } from "../values.ts";
import { decimalOut, limit, nothing, searchText, timeOut, typedText, wholeOut } from "./common.ts";
import { engine, withCosts } from "./declare.ts";

/** A purchase has the number that its supplier gave it. */
export const documentNo = typedText(200).trim().min(1);

/** Far above the lines that a purchase may have. */
const MOST_ROW = 1_000_000;

/** The line of a purchase that a line of a return gives back. It stays on this counter; nothing of it is sent. */
export const purchaseLine = z.strictObject({
  documentNo,
  supplierAccountId: accountId,
  /** Its number in the purchase, from 1. */
  row: exactInteger.pipe(z.number().int().min(1).max(MOST_ROW)),
});
export type PurchaseLine = z.output<typeof purchaseLine>;

const purchaseHead = z.object({
  documentNo: z.string(),
  date: z.string(),
  supplierAccountId: wholeOut,
  supplierName: z.string().nullable(),
  currencyId: z.string(),
  /** When the file that last listed it was imported. */
  importedAt: timeOut,
});

/**
 * In the purchase's own unit. `returned` is confirmed, `waiting` is entered and neither confirmed nor discarded; `left`
 * is what was bought less both, below zero where more went back. Those three are null where `problem` says why, and so is
 * `leftInBase`: what is left, exactly, in the unit that the purchase's is built on, or in its own where that
 * is not known.
 */
const amounts = {
  bought: decimalOut,
  returned: decimalOut.nullable(),
  waiting: decimalOut.nullable(),
  left: decimalOut.nullable(),
  leftInBase: decimalOut.nullable(),
};

const purchaseDetail = purchaseHead.extend({
  lines: z.array(
    z.object({
      row: z.number(),
      productId: wholeOut,
      measureUnitId: wholeOut,
      ...amounts,
      /** The same of what came free. */
      free: z.object(amounts),
      /**
       * `noConversion`: something went back in a unit that can't be converted into the purchase's. `inexact`: it can,
       * and the number has no end; it is rounded to six digits.
       */
      problem: z.enum(["noConversion", "inexact"]).nullable(),
      price: decimalOut.nullable(),
      productionAt: z.string().nullable(),
      expiryAt: z.string().nullable(),
      batch: z.string().nullable(),
    }),
  ),
});

export const MOST_WINDOW_DAYS = 3_650;
const days = z.number().int().min(0).max(MOST_WINDOW_DAYS);

const expiring = z.object({
  productId: wholeOut,
  measureUnitId: wholeOut,
  storeId: wholeOut,
  productionAt: z.string().nullable(),
  expiryAt: z.string(),
  /** Whole days from today; below zero where it has expired. */
  daysLeft: z.number(),
  /** What the newest fact says, less what was returned since and what waits. */
  quantity: decimalOut.nullable(),
  costPrice: decimalOut.nullable(),
  currencyId: z.string().nullable(),
  /** Quantity times cost; null where one of them is not known. */
  value: decimalOut.nullable(),
  /** Of the newest purchase with this product, first with this expiry; null where no purchase is known. */
  supplierAccountId: wholeOut.nullable(),
  supplierName: z.string().nullable(),
  storeName: z.string().nullable(),
  source: z.enum(["file", "service"]),
  updatedAt: timeOut,
});

export const returnWindows = z.object({
  /** Of every supplier for which none is set. */
  everyone: z.number(),
  suppliers: z.array(z.object({ accountId: wholeOut, days: z.number() })),
});

export const purchaseChannels = {
  /** The newest first. `text`: a part of the number, or a name of the supplier or of a product in it. */
  "purchases.search": engine.reads(
    "nothing",
    z.strictObject({
      text: searchText.optional(),
      supplierAccountId: accountId.optional(),
      productId: productId.optional(),
      limit: limit.optional(),
      /** Of the page before. */
      cursor: z.string().max(100).optional(),
    }),
    /** `lines` counts them; `cursor` is null at the end. */
    z.object({
      purchases: z.array(purchaseHead.extend({ lines: z.number() })),
      cursor: z.string().nullable(),
    }),
  ),
  /** Throws `not_found`. `without`: an entry that is being corrected, so that what it gives back is not counted twice. */
  "purchases.get": engine.reads(
    "nothing",
    z.strictObject({ documentNo, supplierAccountId: accountId, without: entryId.optional() }),
    purchaseDetail,
  ),
  /** What expires within a number of days, or within each supplier's own window; the soonest first. */
  "expiry.list": withCosts(
    { costPrice: "figure", value: "figure" },
    engine.reads(
      "nothing",
      z.strictObject({
        withinDays: days.optional(),
        storeId: storeId.optional(),
        supplierAccountId: accountId.optional(),
      }),
      /** `more`: there are further rows, later ones. */
      z.object({ rows: z.array(expiring), more: z.boolean() }),
    ),
  ),
  /** Of what expires within each supplier's own window: `value` by currency, `unvalued` rows without a known one. */
  "expiry.totals": engine.reads(
    "costs",
    nothing,
    z.object({
      batches: z.number(),
      /** Of them, those that have expired. */
      expired: z.number(),
      values: z.array(z.object({ currencyId: z.string().nullable(), value: decimalOut })),
      unvalued: z.number(),
      /** There are further rows, later ones, that were not looked at. */
      more: z.boolean(),
    }),
  ),
  "returnWindows.get": engine.reads("nothing", nothing, returnWindows),
  /** `accountId` null: of every supplier for which none is set. `days` null: as if it had never been set. */
  "returnWindows.set": engine.changes(
    "settings",
    z.strictObject({ accountId: accountId.nullable(), days: days.nullable() }),
    returnWindows,
  ),
};
