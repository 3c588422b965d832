/** What this counter knows: documents, the mirror, imported reference data, backups and the audit chain. */
import { z } from "zod";
import {
  ACCOUNT_TYPES,
  columnsOf,
  type Holds,
  PLAIN_LISTS,
  type PlainList,
  REFERENCE_KINDS,
  type RecordOf,
  SEARCHED_LISTS,
} from "../lists.ts";
import { operationKind } from "../operations.ts";
import { personName } from "../rights.ts";
import { accountId, currencyCode, measureUnitId, productId, serialNo, storeId } from "../values.ts";
import {
  asTyped,
  decimalOut,
  entryState,
  filePath,
  LIMITS,
  limit,
  nothing,
  searchText,
  timeOut,
  wholeOut,
} from "./common.ts";
import { engine, withCosts } from "./declare.ts";
import { outcome, resolution } from "./posting.ts";
import { missingFiles } from "./recovery.ts";

export const referenceKind = z.enum(REFERENCE_KINDS);

/** Where a row came from: a file, or an answer of the service. */
const origin = { source: z.enum(["file", "service"]), updatedAt: timeOut };
type Origin = z.infer<z.ZodObject<typeof origin>>;

/** What a record has of a cell, by what the cell holds. */
const CELLS = {
  id: wholeOut,
  name: z.string(),
  barcode: z.string(),
  unitId: wholeOut,
  notNegative: decimalOut,
  factor: decimalOut,
  accountType: z.enum(ACCOUNT_TYPES),
  currency: z.string(),
  digits: z.number(),
  rate: decimalOut,
  uuid: z.string(),
  decimal: decimalOut,
  note: z.string(),
  status: wholeOut,
  userId: wholeOut,
  time: timeOut,
  productId: wholeOut,
  storeId: wholeOut,
  supplierId: wholeOut,
  day: z.string(),
  dayOrMonth: z.string(),
  dayOrTime: z.string(),
  documentNo: z.string(),
  text: z.string(),
  deleted: z.boolean(),
} satisfies Record<Holds, z.ZodType>;
type CellValues = { [H in Holds]: z.infer<(typeof CELLS)[H]> };

export const productRow = z.object({
  kind: z.literal("product"),
  id: wholeOut,
  name: z.string(),
  deleted: z.boolean(),
  units: z.array(
    z.object({
      barcode: z.string().nullable(),
      measureUnitId: wholeOut.nullable(),
      measureUnitName: z.string().nullable(),
      price: decimalOut.nullable(),
      costPrice: decimalOut.nullable(),
    }),
  ),
  ...origin,
});
/** A record of a plain list, as the table of lists says. */
type PlainRowOf<L extends PlainList> = { kind: L } & RecordOf<L, CellValues> & { deleted: boolean } & Origin;
export type PlainRow = { [L in PlainList]: PlainRowOf<L> }[PlainList];
export type MirrorRow = ProductRow | PlainRow;

function mirrorRowSchema(): z.ZodType<MirrorRow>;
// Its parts are made from the table that the type is made from.
function mirrorRowSchema(): z.ZodType {
  const plain = PLAIN_LISTS.map((list) =>
    z.object({
      kind: z.literal(list),
      ...Object.fromEntries(
        columnsOf(list).map(({ name, holds, need, empty }) => [
          name,
          need === "needed" || empty !== null ? CELLS[holds] : CELLS[holds].nullable(),
        ]),
      ),
      deleted: z.boolean(),
      ...origin,
    }),
  );
  return z.discriminatedUnion("kind", [productRow, ...plain]);
}
const mirrorRow = mirrorRowSchema();
export type ProductRow = z.infer<typeof productRow>;

export const stockRow = z.object({
  productId: wholeOut,
  measureUnitId: wholeOut.nullable(),
  storeId: wholeOut.nullable(),
  barcode: z.string().nullable(),
  currencyId: z.string().nullable(),
  productionAt: z.string().nullable(),
  expiryAt: z.string().nullable(),
  costPrice: decimalOut.nullable(),
  quantity: decimalOut.nullable(),
  source: z.enum(["file", "service"]),
  updatedAt: timeOut,
  /** What the older source says of the same batch; null where it says the same, or nothing. */
  other: z
    .object({
      source: z.enum(["file", "service"]),
      quantity: decimalOut.nullable(),
      costPrice: decimalOut.nullable(),
      updatedAt: timeOut,
    })
    .nullable(),
});
export type StockRow = z.infer<typeof stockRow>;

const balanceRow = z.object({
  accountId: wholeOut,
  accountName: z.string().nullable(),
  currencyId: z.string(),
  amount: decimalOut.nullable(),
  ceilAmount: decimalOut.nullable(),
  updatedAt: timeOut,
});

const voucher = z.object({
  serialNo: z.string(),
  currencyId: z.string().nullable(),
  amount: decimalOut.nullable(),
  note: z.string().nullable(),
  status: wholeOut.nullable(),
  creatorUserId: wholeOut.nullable(),
  creatorDeviceId: z.string().nullable(),
  updatedAt: timeOut.nullable(),
  source: z.enum(["file", "service"]),
  mirroredAt: timeOut,
});
export type Voucher = z.infer<typeof voucher>;

const entryOfDocument = z.object({
  entryId: z.string(),
  state: entryState,
  /** The entry that replaced it; it is discarded for that alone. */
  correctedByEntryId: z.string().nullable(),
  createdAt: timeOut,
  kind: operationKind,
  /** What became of its newest attempt; null where none has ended. */
  lastOutcome: outcome.nullable(),
  resolution: resolution.nullable(),
  person: personName.nullable(),
  approver: personName.nullable(),
});

const documentRow = z.object({
  serialNo: z.string(),
  kind: z.enum(["purchaseReturn", "taxVoucher"]),
  note: z.string(),
  currencyId: z.string().nullable(),
  /** What was entered here. */
  localAmount: decimalOut.nullable(),
  /** What the service last answered; null until it did. */
  serviceAmount: decimalOut.nullable(),
  serviceStatus: wholeOut.nullable(),
  /** Of the newest entry; null where the document is known from the service or a file only. */
  state: entryState.nullable(),
  /** The entry that replaced the newest one, which is discarded for that alone. */
  correctedByEntryId: z.string().nullable(),
  /** The newest one is confirmed because a person saw it in the books; the service itself has not confirmed it. */
  confirmedByStaff: z.boolean(),
  subject: z.string(),
  createdAt: timeOut,
});
export type DocumentRow = z.infer<typeof documentRow>;

/** A balance of the answer, beside what this counter last knew of it before: others may have changed it between. */
const balanceChange = z.object({
  accountId: wholeOut,
  accountName: z.string().nullable(),
  currencyId: z.string(),
  /** Null where nothing was known of it before. */
  before: decimalOut.nullable(),
  beforeAt: timeOut.nullable(),
  after: decimalOut.nullable(),
  /** `after` less `before`; null where either is not known. */
  difference: decimalOut.nullable(),
});

/** A part's row as last answered: the interface's field names; numbers as exact text where they need it. */
const answeredRow = z.record(z.string(), z.unknown());

// What is known around one product, unit or account: conversions, stock in one unit, a balance over time.

/**
 * Why a unit can't be converted: it or its base is not in the mirror, says no factor, leads back to itself,
 * or is built on more units than any shop has.
 */
const conversionProblem = z.enum(["unknown_unit", "no_factor", "cycle", "too_long"]);
export type ConversionProblem = z.infer<typeof conversionProblem>;

const conversion = z.object({
  measureUnitId: wholeOut,
  name: z.string().nullable(),
  /** The unit at the chain's end, itself where it is built on none; null where there is a problem. */
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

export const COST_PRICE = { costPrice: "figure" } as const;
const DOCUMENT_COSTS = {
  ...COST_PRICE,
  balances: "figure",
  balanceChanges: "figure",
  rawAnswer: "answer",
  rawAnswerBase64: "figure",
} as const;

export const mirrorChannels = {
  "documents.search": engine.reads(
    "nothing",
    z.strictObject({
      text: searchText.optional(),
      kind: z.enum(["purchaseReturn", "taxVoucher"]).optional(),
      limit: limit.optional(),
      cursor: z.string().max(200).optional(),
    }),
    /** With a text it may hold fewer than asked for, or none, while there is more: only a null `cursor` is the end. */
    z.object({ documents: z.array(documentRow), cursor: z.string().nullable() }),
  ),
  "documents.get": withCosts(
    DOCUMENT_COSTS,
    engine.reads(
      "nothing",
      z.strictObject({ serialNo }),
      z.object({
        document: documentRow,
        /** The header as last answered, or null where the service has not answered yet. */
        transaction: answeredRow.nullable(),
        transfers: z.array(answeredRow),
        balances: z.array(answeredRow),
        products: z.array(answeredRow),
        requests: z.array(answeredRow),
        logs: z.array(answeredRow),
        storages: z.array(answeredRow),
        answeredAt: timeOut.nullable(),
        notes: z.array(z.object({ path: z.string(), problem: z.enum(["missing", "odd", "unknown_field"]) })),
        /** The whole answer as text; also one that is no evidence, as long as there is no better. */
        rawAnswer: z.string().nullable(),
        /** The answer's bytes in base64 where the text isn't exactly what came (not UTF-8); else null. */
        rawAnswerBase64: z.string().nullable(),
        /** What was entered, as the request body's text. */
        requestBody: z.string().nullable(),
        entries: z.array(entryOfDocument),
        balanceChanges: z.array(balanceChange),
      }),
    ),
  ),
  "taxVoucher.find": engine.reads(
    "nothing",
    z.strictObject({ text: searchText, limit: limit.optional() }),
    z.object({ vouchers: z.array(voucher) }),
  ),
  "mirror.search": withCosts(
    COST_PRICE,
    engine.reads(
      "nothing",
      z.strictObject({
        kind: z.enum(SEARCHED_LISTS),
        text: searchText,
        limit: limit.optional(),
        /** true: only deleted rows; false: only live ones; left out: both. */
        deleted: z.boolean().optional(),
      }),
      z.object({ rows: z.array(mirrorRow) }),
    ),
  ),
  "mirror.lookupBarcode": withCosts(
    COST_PRICE,
    engine.reads(
      "nothing",
      z.strictObject({ barcode: z.string().min(1).max(200).transform(asTyped) }),
      productRow.extend({ barcode: z.string(), stock: z.array(stockRow) }).nullable(),
    ),
  ),
  "mirror.balances": engine.reads(
    "costs",
    z.strictObject({ accountId: accountId.optional() }),
    z.object({ rows: z.array(balanceRow) }),
  ),
  "mirror.stock": withCosts(
    COST_PRICE,
    engine.reads(
      "nothing",
      z.strictObject({
        productId: productId.optional(),
        /** Of several products, in their order; left out with `productId`. */
        productIds: z.array(productId).max(LIMITS.lines).optional(),
        storeId: storeId.optional(),
        /** Of a page of a store or of all; 10,000 where left out. */
        limit: limit.optional(),
        /** Of the page before. */
        cursor: z.string().max(1_000).optional(),
      }),
      /** `cursor` is null at the end, and where products were named. */
      z.object({ rows: z.array(stockRow), cursor: z.string().nullable() }),
    ),
  ),
  "mirror.counts": engine.reads(
    "nothing",
    nothing,
    z.object({
      kinds: z.array(
        z.object({
          kind: referenceKind,
          live: z.number(),
          deleted: z.number(),
          importedAt: timeOut.nullable(),
        }),
      ),
    }),
  ),
  "backup.create": engine.changes(
    ({ path }) => (path === undefined ? "nothing" : ["export"]),
    z.strictObject({ path: filePath.optional() }),
    z.object({
      path: z.string(),
      bytes: z.number(),
      verified: z.boolean(),
      /** Files behind references that could not be put into it: they are neither in the profile nor in a backup. */
      missingFiles,
    }),
    { path: "saveBackup" },
  ),
  /** All products in the order of their names, page by page, however many there are. */
  "mirror.browse": withCosts(
    COST_PRICE,
    engine.reads(
      "nothing",
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
  ),
  "mirror.unitConversion": engine.reads(
    "nothing",
    z.strictObject({ measureUnitId, productId: productId.optional(), storeId: storeId.optional() }),
    conversion.extend({
      /** The product's other units; to convert between two of one base, multiply by one factor and divide by the other. */
      units: z.array(conversion),
      /** The product's stock, a row for each store. */
      stock: z.array(stockTotal),
    }),
  ),
  "mirror.productDetail": withCosts(
    COST_PRICE,
    engine.reads(
      "nothing",
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
  ),
  "mirror.balanceHistory": engine.reads(
    "costs",
    z.strictObject({ accountId, currencyId: currencyCode.optional(), limit: limit.optional() }),
    z.object({
      /** The newest `limit` of each currency, in the order of currency and time. */
      points: z.array(
        z.object({
          currencyId: z.string(),
          answeredAt: timeOut,
          amount: decimalOut.nullable(),
          /** The document whose answer reported it. */
          serialNo: z.string().nullable(),
        }),
      ),
      /** Whether there are older ones. */
      more: z.boolean(),
    }),
  ),
};
