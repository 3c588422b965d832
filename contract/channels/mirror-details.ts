/** What is known around one product, unit or account: conversions, stock in one unit, a balance over time. */
import { z } from "zod";
import { accountId, currencyCode, measureUnitId, productId, storeId } from "../values.ts";
import { decimalOut, limit, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";
import { productRow, stockRow } from "./mirror.ts";

/**
 * Why a unit can't be converted: it or its base is not in the mirror, says no factor, leads back to itself,
 * or stands on more units than any shop has.
 */
const conversionProblem = z.enum(["unknown_unit", "no_factor", "cycle", "too_long"]);
export type ConversionProblem = z.infer<typeof conversionProblem>;

const conversion = z.object({
  measureUnitId: wholeOut,
  name: z.string().nullable(),
  /** The unit at the chain's end, itself where it stands on none; null where there is a problem. */
  baseUnitId: wholeOut.nullable(),
  baseUnitName: z.string().nullable(),
  /** How many base units one of this unit is, exactly; null where there is a problem. */
  factor: decimalOut.nullable(),
  problem: conversionProblem.nullable(),
  /** From the unit itself to where the chain ends or breaks; `factor` is of the next one, null for the last. */
  chain: z.array(
    z.object({ measureUnitId: wholeOut, name: z.string().nullable(), factor: decimalOut.nullable() }),
  ),
});
export type Conversion = z.infer<typeof conversion>;

/** A store's stock of a product in base units, as last answered. */
const stockTotal = z.object({
  storeId: wholeOut.nullable(),
  storeName: z.string().nullable(),
  baseUnitId: wholeOut.nullable(),
  baseUnitName: z.string().nullable(),
  /** Null where it can't be said, and `problem` says why. */
  quantity: decimalOut.nullable(),
  /** A unit can't be converted; the units stand on different bases; a row has no quantity. */
  problem: z.enum(["no_conversion", "several_bases", "no_quantity"]).nullable(),
  /** The units that the problem is about. */
  measureUnitIds: z.array(wholeOut.nullable()),
  /** When the oldest of its rows was received. */
  answeredAt: timeOut,
});

export const mirrorDetailChannels = {
  /** All products in the order of their names, page by page, however many there are. */
  "mirror.browse": engine.reads(
    z.strictObject({
      kind: z.literal("product"),
      /** true: only deleted rows; false: only live ones; left out: both. */
      deleted: z.boolean().optional(),
      limit: limit.optional(),
      /** Of the page before. */
      cursor: z.string().max(5_000).optional(),
    }),
    /** `cursor` is null at the end. */
    z.object({ rows: z.array(productRow), cursor: z.string().nullable() }),
  ),
  "mirror.unitConversion": engine.reads(
    z.strictObject({ measureUnitId, productId: productId.optional(), storeId: storeId.optional() }),
    conversion.extend({
      /** The product's other units; to convert between two of one base, multiply by one factor and divide by the other. */
      units: z.array(conversion),
      /** The product's stock, a row for each store. */
      stock: z.array(stockTotal),
    }),
  ),
  "mirror.productDetail": engine.reads(
    z.strictObject({ productId, storeId: storeId.optional() }),
    z
      .object({
        product: productRow,
        /** `answeredAt` is when this counter received it, whatever time the service gives the row. */
        stock: z.array(stockRow.extend({ storeName: z.string().nullable(), answeredAt: timeOut })),
        totals: z.array(stockTotal),
      })
      .nullable(),
  ),
  "mirror.balanceHistory": engine.reads(
    z.strictObject({ accountId, currencyId: currencyCode.optional(), limit: limit.optional() }),
    z.object({
      /** The newest `limit` of each currency, in the order of currency and time. */
      points: z.array(
        z.object({
          currencyId: z.string(),
          answeredAt: timeOut,
          amount: decimalOut.nullable(),
          /** The document whose answer told it. */
          serialNo: z.string().nullable(),
        }),
      ),
      /** Whether there are older ones. */
      more: z.boolean(),
    }),
  ),
};
