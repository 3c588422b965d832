/** What a scan means, and the owner's rules for it. */
import { z } from "zod";
import { measureUnitId, notThe, productId, text } from "../values.ts";
import { asTyped, decimalOut, nothing, timeOut, wholeOut } from "./common.ts";
import { engine, withCosts } from "./declare.ts";
import { COST_PRICE, productRow, stockRow } from "./mirror.ts";

/** What a shop's own code holds behind the item's number. */
export const IN_STORE_VALUES = ["weight", "price", "count"] as const;
export const IN_STORE_DIGITS = 13;
const MOST_RULES = 20;
/** The longest code that is read. No barcode of goods comes near it. */
export const MOST_READ = 4_000;
/** Above what one barcode can hold (a QR code: 7,089 digits). Codes between the two are answered as too long. */
export const MOST_SCANNED = 8_000;

type Split = { prefix: string; itemDigits: number; decimals: number; ownCheckDigit: boolean };

/** How many digits of such a code are left for its value; the last one is the check digit. */
export const valueDigitsOf = ({ prefix, itemDigits, ownCheckDigit }: Omit<Split, "decimals">): number =>
  IN_STORE_DIGITS - prefix.length - itemDigits - (ownCheckDigit ? 1 : 0) - 1;

/** Whether they are enough for a value with these decimals. */
export const leavesDigits = (rule: Split): boolean => valueDigitsOf(rule) >= Math.max(1, rule.decimals);

/** How a code of the shop's own (EAN-13) is read: its first digits, the item's number, the value and the check digit. */
export const inStoreRule = z
  .strictObject({
    /** GS1 leaves the codes that begin so to each shop. `02` also means a UPC-A that begins with 2. */
    prefix: z.string().regex(/^(?:02|2\d?)$/),
    itemDigits: z.number().int().min(1).max(10),
    holds: z.enum(IN_STORE_VALUES),
    /** Of the value's digits, those behind the decimal point. */
    decimals: z.number().int().min(0).max(4),
    /** Between the item and the value is a check digit of the value alone. */
    ownCheckDigit: z.boolean(),
  })
  .refine(leavesDigits, { path: ["itemDigits"], ...notThe("enough_digits") });
export type InStoreRule = z.infer<typeof inStoreRule>;

export const scanRules = z.strictObject({
  inStore: z
    .array(inStoreRule)
    .max(MOST_RULES)
    .refine(
      (rules) => new Set(rules.map(({ prefix }) => prefix)).size === rules.length,
      notThe("different_prefixes"),
    ),
  /** The batch of a GS1 code goes into the line's description: the interface has no field for it. */
  batchInDescription: z.boolean(),
});
export type ScanRules = z.infer<typeof scanRules>;

const foundProduct = productRow.extend({ barcode: z.string(), stock: z.array(stockRow) });

/** What a scan fills a line with; what it says nothing of is left out. */
const scannedGoods = z.object({
  product: foundProduct,
  /** The unit that the barcode is on. */
  measureUnitId: wholeOut.optional(),
  /** Left out: one more. */
  quantity: decimalOut.optional(),
  /** The code says how much, but not in the product's unit: a person enters the quantity. */
  asksQuantity: z.literal(true).optional(),
  /** The price that is printed on a label of the shop's own. */
  amount: decimalOut.optional(),
  productionAt: z.string().optional(),
  expiryAt: z.string().optional(),
  batch: z.string().optional(),
  serial: z.string().optional(),
});
export type ScannedGoods = z.infer<typeof scannedGoods>;

// Barcodes that a person linked to a product: kept on this computer, and never sent.

const link = z.object({
  barcode: z.string(),
  productId: wholeOut,
  measureUnitId: wholeOut.nullable(),
  linkedAt: timeOut,
  /** The product that the reference data gives the barcode to by now: the link is not used. */
  overruledBy: wholeOut.nullable(),
});

export const scanChannels = {
  /** The code as the scanner sent it, with symbology identifier and GS where it sends them. Never part of a code. */
  "mirror.scan": withCosts(
    COST_PRICE,
    engine.reads(
      "nothing",
      z.strictObject({
        code: z.string().min(1).max(MOST_SCANNED),
        /** Tried instead of the rules that are kept. */
        rules: scanRules.optional(),
      }),
      z.object({
        found: z.enum(["product", "unknown", "several"]),
        ...scannedGoods.partial().shape,
        /** Of `several`: products with this barcode, or what one code may say where the scanner sends no separators. */
        choices: z.array(scannedGoods).optional(),
        /**
         * Of `unknown`. `checkDigit`: misread or misprinted. `contradicts`: misread, or two codes in one.
         * `noProductNumber`: a GS1 code without one. `tooLong`: more than `MOST_READ` characters.
         */
        why: z.enum(["noProduct", "checkDigit", "contradicts", "noProductNumber", "tooLong"]).optional(),
        /** What was looked for, or can be read of it. */
        barcode: z.string(),
        /** Whether the batch goes into the line's description. */
        batchInDescription: z.boolean(),
      }),
    ),
  ),
  "scanRules.get": engine.reads("nothing", nothing, scanRules),
  "scanRules.set": engine.changes("settings", scanRules.partial().strict(), scanRules),
  "linkedBarcodes.list": engine.reads(
    "nothing",
    z.strictObject({ productId }),
    z.object({ links: z.array(link) }),
  ),
  /** Of the code as the scanner sent it. Throws `invalid_input` where the code is none that a product can have. */
  "linkedBarcodes.add": engine.changes(
    "settings",
    z.strictObject({
      code: text(MOST_READ).min(1),
      productId,
      measureUnitId: measureUnitId.nullable().default(null),
    }),
    z.object({ barcode: z.string() }),
  ),
  "linkedBarcodes.remove": engine.changes(
    "settings",
    z.strictObject({ barcode: text(200).min(1).transform(asTyped) }),
    z.object({ removed: z.boolean() }),
  ),
};
