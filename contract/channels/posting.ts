/** The three ways to enter something, the drafts before, and the outbox after. */
import { z } from "zod";
import { keptFile } from "../kept-file.ts";
import {
  accountId,
  because,
  currencyCode,
  decimal,
  deviceId,
  entryId,
  exactInteger,
  isoDate,
  measureUnitId,
  nonNegativeDecimal,
  permissionId,
  productId,
  serialNo,
  storeId,
  userId,
} from "../values.ts";
import {
  channel,
  decimalOut,
  ENTRY_STATES,
  entryState,
  LIMITS,
  limit,
  nothing,
  operationKind,
  timeOut,
  typedText,
  wholeOut,
} from "./common.ts";

export const documentReferenceInput = z.strictObject({
  type: exactInteger,
  otherType: typedText(LIMITS.reference).nullable().default(null),
  reference: typedText(LIMITS.reference),
  url: typedText(LIMITS.url).nullable().default(null),
  description: typedText(LIMITS.description).nullable().default(null),
  /** The file that the reference stands for. It stays on this counter; nothing of it is sent. */
  kept: keptFile.nullable().default(null),
});
export type DocumentReferenceInput = z.output<typeof documentReferenceInput>;

/** One line of a purchase return. Expired goods are returnable; an expiry before the production is not. */
export const purchaseReturnLine = z
  .strictObject({
    productId,
    measureUnitId,
    productionAt: isoDate.nullable().default(null),
    expiryAt: isoDate.nullable().default(null),
    price: nonNegativeDecimal,
    quantity: nonNegativeDecimal,
    freeQuantity: nonNegativeDecimal.default(decimal.parse("0")),
    receivedQuantity: nonNegativeDecimal.default(decimal.parse("0")),
    description: typedText(LIMITS.description).nullable().default(null),
  })
  .refine(
    (line) => line.productionAt === null || line.expiryAt === null || line.expiryAt >= line.productionAt,
    {
      path: ["expiryAt"],
      message: "is before the production date",
      ...because("expiry_before_production"),
    },
  );

const draftId = z.string().min(1).max(100);
const documentReferences = z.array(documentReferenceInput).max(LIMITS.documentReferences).default([]);

export const purchaseReturnInput = z.strictObject({
  currencyId: currencyCode,
  storeId,
  supplierAccountId: accountId,
  cashOrBankAccountId: accountId,
  note: typedText(LIMITS.note).default(""),
  status: exactInteger.nullable().default(null),
  lines: z.array(purchaseReturnLine).min(1, { message: "holds no line" }).max(LIMITS.lines),
  documentReferences,
  /** A refused or still unsent entry that this one replaces; it is discarded in the same transaction. */
  corrects: entryId.optional(),
  /** The draft this was typed in; it is removed in the same transaction. */
  draftId: draftId.optional(),
});
export type PurchaseReturnInput = z.output<typeof purchaseReturnInput>;

export const taxVoucherInput = z.strictObject({
  serialNo,
  currencyId: currencyCode,
  amount: decimal,
  note: typedText(LIMITS.note),
  status: exactInteger,
  creatorUserId: userId.optional(),
  creatorDeviceId: deviceId.optional(),
  documentReferences,
  corrects: entryId.optional(),
  /** The draft this was typed in; it is removed in the same transaction. */
  draftId: draftId.optional(),
});
export type TaxVoucherInput = z.output<typeof taxVoucherInput>;

export const restoreInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("exchangeRate"),
    fromCurrencyId: currencyCode,
    toCurrencyId: currencyCode,
  }),
  z.strictObject({ kind: z.literal("permission"), permissionId }),
  z.strictObject({ kind: z.literal("measureUnit"), measureUnitId }),
  z.strictObject({ kind: z.literal("account"), accountId }),
]);
export type RestoreInput = z.output<typeof restoreInput>;

const entrySummary = z.object({
  entryId: z.string(),
  sequence: z.number(),
  kind: operationKind,
  serialNo: z.string().nullable(),
  state: entryState,
  attempts: z.number(),
  needsAttention: z.boolean(),
  /** In plain words: the service's own where it gave some. */
  lastError: z.string().nullable(),
  createdAt: timeOut,
  nextAttemptAt: timeOut.nullable(),
  /** What the entry is about, for people: a supplier, a voucher's note, a record's name or ids. */
  subject: z.string(),
  currencyId: z.string().nullable(),
  /** This counter's arithmetic, not the service's. */
  localAmount: decimalOut.nullable(),
  /** False: confirmed by a 2xx whose body was not as in the interface; the raw answer is kept. */
  answerUnderstood: z.boolean().nullable(),
  correctsEntryId: z.string().nullable(),
  correctedByEntryId: z.string().nullable(),
});
export type EntrySummary = z.infer<typeof entrySummary>;

/** What became of one attempt; the outcome policy decides the state by it. */
export const OUTCOMES = [
  "no_connection",
  "accepted",
  "accepted_not_understood",
  "sign_in_needed",
  "asked_to_wait",
  "refused",
  "redirected",
  "server_error",
  "answer_lost",
  "interrupted",
] as const;
export const outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcome>;

const attempt = z.object({
  startedAt: timeOut,
  endedAt: timeOut.nullable(),
  outcome: outcome.nullable(),
  httpStatus: z.number().nullable(),
  responseBody: z.string().nullable(),
  /** The network's words, where there was no answer. */
  detail: z.string().nullable(),
  counted: z.boolean(),
});
export type Attempt = z.infer<typeof attempt>;

const entryDetail = entrySummary.omit({ attempts: true }).extend({
  tenantId: wholeOut,
  orderingKey: z.string(),
  method: z.string(),
  path: z.string(),
  requestBody: z.string(),
  requestHash: z.string(),
  attempts: z.array(attempt),
  attemptCount: z.number(),
  /** What a person said when they discarded it or marked it as recorded. */
  resolution: z
    .object({ kind: z.enum(["discarded", "marked_recorded", "corrected"]), words: z.string(), at: timeOut })
    .nullable(),
});
export type EntryDetail = z.infer<typeof entryDetail>;

const words = typedText(2_000).trim().min(1, { message: "is empty" });

/** What a draft may be of. */
export const DRAFT_KINDS = ["purchaseReturn", "taxVoucher"] as const;
const draftKind = z.enum(DRAFT_KINDS);
export type DraftKind = z.infer<typeof draftKind>;

const draft = z.object({
  draftId: z.string(),
  kind: draftKind,
  content: z.string(),
  updatedAt: timeOut,
});

export const postingChannels = {
  "purchaseReturn.post": channel(
    "engine",
    purchaseReturnInput,
    z.object({ entryId: z.string(), serialNo: z.string() }),
  ),
  "taxVoucher.update": channel(
    "engine",
    taxVoucherInput,
    z.object({ entryId: z.string(), serialNo: z.string() }),
  ),
  "restore.request": channel("engine", restoreInput, z.object({ entryId: z.string() })),
  "outbox.list": channel(
    "engine",
    z.strictObject({
      states: z.array(entryState).max(ENTRY_STATES.length).optional(),
      /** Only discarded entries, whatever `states` says: those that another one replaced, or all the others. */
      corrected: z.boolean().optional(),
      limit: limit.optional(),
      beforeSequence: z.number().int().optional(),
    }),
    z.object({ entries: z.array(entrySummary) }),
  ),
  "outbox.get": channel("engine", z.strictObject({ entryId }), entryDetail),
  "outbox.resend": channel("engine", z.strictObject({ entryId }), entryDetail),
  "outbox.discard": channel("engine", z.strictObject({ entryId, reason: words }), entryDetail),
  "outbox.markRecorded": channel("engine", z.strictObject({ entryId, evidence: words }), entryDetail),
  /** Unsent value by currency, and the last days' work. */
  "outbox.summary": channel(
    "engine",
    nothing,
    z.object({
      unsentByCurrency: z.array(
        z.object({ currencyId: z.string(), amount: decimalOut, entries: z.number(), oldestAt: timeOut }),
      ),
      /** One row a calendar day of this counter's, oldest first, 14 of them; days without work included. */
      days: z.array(
        z.object({
          date: z.string(),
          purchaseReturns: z.number(),
          taxVouchers: z.number(),
          restores: z.number(),
        }),
      ),
      recentAttempts: z.array(z.object({ startedAt: timeOut, elapsedMs: z.number(), outcome })),
    }),
  ),
  "draft.list": channel("engine", nothing, z.object({ drafts: z.array(draft) })),
  "draft.save": channel(
    "engine",
    z.strictObject({
      draftId,
      kind: draftKind,
      content: z.string().max(4_000_000),
    }),
    z.object({ updatedAt: timeOut }),
  ),
  "draft.remove": channel("engine", z.strictObject({ draftId }), nothing),
};
