/** The three ways to enter something, the drafts before, and the outbox after. */
import { z } from "zod";
import { ENTRY_STATES, type EntryState, RESOLUTION_KINDS } from "../entry-states.ts";
import { keptFile } from "../kept-file.ts";
import {
  OPERATION_KINDS,
  OPERATIONS,
  operationKind,
  postingId,
  RESTORE_KINDS,
  type RestoreInput,
  type RestoreKind,
  restoreOf,
} from "../operations.ts";
import { entryProblem } from "../reasons/entry-problem.ts";
import { replyError } from "../reply.ts";
import { localAmountOf, returnLineInput } from "../return-line.ts";
import { personName, type Right } from "../rights.ts";
import {
  accountId,
  because,
  currencyCode,
  decimal,
  deviceId,
  entryId,
  exactInteger,
  serialNo,
  storeId,
  text,
  userId,
} from "../values.ts";
import { decimalOut, entryState, LIMITS, limit, nothing, timeOut, typedText, wholeOut } from "./common.ts";
import { engine, withCosts } from "./declare.ts";
import { purchaseLine } from "./purchases.ts";

export const documentReferenceInput = z.strictObject({
  type: exactInteger,
  otherType: typedText(LIMITS.reference).nullable().default(null),
  reference: typedText(LIMITS.reference),
  url: typedText(LIMITS.url).nullable().default(null),
  description: typedText(LIMITS.description).nullable().default(null),
  /** The file that the reference names. It stays on this counter; nothing of it is sent. */
  kept: keptFile.nullable().default(null),
});
export type DocumentReferenceInput = z.output<typeof documentReferenceInput>;

/** One line of a purchase return. Expired goods are returnable; an expiry before the production is not. */
export const purchaseReturnLine = z
  .strictObject({
    ...returnLineInput,
    purchaseLine: purchaseLine.optional(),
  })
  .refine(
    (line) => line.productionAt === null || line.expiryAt === null || line.expiryAt >= line.productionAt,
    {
      path: ["expiryAt"],
      ...because("expiry_before_production"),
    },
  );

const draftId = text(100).min(1);
const documentReferences = z.array(documentReferenceInput).max(LIMITS.documentReferences).default([]);

export const purchaseReturnInput = z.strictObject({
  currencyId: currencyCode,
  storeId,
  supplierAccountId: accountId,
  cashOrBankAccountId: accountId,
  note: typedText(LIMITS.note).default(""),
  status: exactInteger.nullable().default(null),
  lines: z.array(purchaseReturnLine).min(1).max(LIMITS.lines),
  documentReferences,
  /** A refused or still unsent entry that this one replaces; it is discarded in the same transaction. */
  corrects: entryId.optional(),
  /** The draft this was typed in; it is removed in the same transaction. */
  draftId: draftId.optional(),
  postingId,
});
export type PurchaseReturnInput = z.output<typeof purchaseReturnInput>;

export const taxVoucherInput = z.strictObject({
  serialNo,
  currencyId: currencyCode,
  amount: decimal,
  note: typedText(LIMITS.note),
  status: exactInteger,
  /** Counts only where nobody is signed in: a person's edit is theirs. */
  creatorUserId: userId.optional(),
  creatorDeviceId: deviceId.optional(),
  documentReferences,
  corrects: entryId.optional(),
  /** The draft this was typed in; it is removed in the same transaction. */
  draftId: draftId.optional(),
  postingId,
});
export type TaxVoucherInput = z.output<typeof taxVoucherInput>;

/** A record to restore, by the list that it is of. */
const [firstRestore, ...otherRestores] = OPERATION_KINDS.flatMap((kind) => {
  const { restores } = OPERATIONS[kind];
  return restores === null ? [] : [restores.input];
});
if (firstRestore === undefined) throw new RangeError("no operation restores anything");
export const restoreInput = z.discriminatedUnion("kind", [firstRestore, ...otherRestores]);

/** The same of a record's ids, in the table's order; throws ZodError where one is no id. */
export const restoreInputOf = (kind: RestoreKind, ids: readonly string[]): RestoreInput =>
  restoreInput.parse({
    kind,
    ...Object.fromEntries(restoreOf(kind).keys.map(({ input }, at) => [input, ids[at]])),
  });

export const entrySummary = z.object({
  entryId: z.string(),
  sequence: z.number(),
  kind: operationKind,
  serialNo: z.string().nullable(),
  state: entryState,
  attempts: z.number(),
  needsAttention: z.boolean(),
  lastProblem: entryProblem.nullable(),
  /** The same in English, for other programs. */
  lastError: z.string().nullable(),
  createdAt: timeOut,
  nextAttemptAt: timeOut.nullable(),
  /** What the entry is about, for people: a supplier, a voucher's note, a record's name or ids. */
  subject: z.string(),
  currencyId: z.string().nullable(),
  /** This counter's arithmetic, not the service's. */
  localAmount: decimalOut.nullable(),
  /** False: confirmed, but the answer was not in all as in the interface; the raw answer is kept. */
  answerUnderstood: z.boolean().nullable(),
  correctsEntryId: z.string().nullable(),
  correctedByEntryId: z.string().nullable(),
  /** Confirmed because a person saw it in the books; the service itself has not confirmed it. */
  confirmedByStaff: z.boolean(),
  /** Who entered it, and who approved that, as they were called then; null where nobody was signed in, or approved. */
  person: personName.nullable(),
  approver: personName.nullable(),
});
export type EntrySummary = z.infer<typeof entrySummary>;

/**
 * What became of one attempt; the outcome policy decides the state by it. `accepted`: a 2xx whose body is evidence that
 * the service has the entry; `accepted_not_understood`: evidence with odd or missing other fields, or a 2xx without
 * evidence where the owner counts any; `no_evidence`: a 2xx that is not about the entry; `answer_not_read`: the program
 * ended while it read a large answer, so that a repeat could end it again.
 */
export const OUTCOMES = [
  "no_connection",
  "accepted",
  "accepted_not_understood",
  "no_evidence",
  "sign_in_needed",
  "asked_to_wait",
  "refused",
  "redirected",
  /** Redirected, and HTTP doesn't say that nothing was done: 300 to 306 after a POST. */
  "redirected_unknown",
  /** Refused by a service that refuses whatever comes: different entries with the same words, or with a page. */
  "service_refused",
  "server_error",
  "answer_lost",
  "interrupted",
  "answer_not_read",
] as const;
export const outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcome>;

const attempt = z.object({
  startedAt: timeOut,
  endedAt: timeOut.nullable(),
  outcome: outcome.nullable(),
  httpStatus: z.number().nullable(),
  /** The answer's text, read as UTF-8. */
  responseBody: z.string().nullable(),
  /** The answer's bytes in base64 where the text isn't exactly what came (not UTF-8); else null. */
  responseBase64: z.string().nullable(),
  /** True where only the beginning of the answer is kept. */
  answerCut: z.boolean(),
  /** Why there is no answer, or not all of one. */
  problem: entryProblem.nullable(),
  counted: z.boolean(),
});
export type Attempt = z.infer<typeof attempt>;

/** What a person said when they discarded it or marked it as recorded. */
export const resolution = z.object({
  kind: z.enum(RESOLUTION_KINDS),
  words: z.string(),
  at: timeOut,
  person: personName.nullable(),
  approver: personName.nullable(),
});
export type Resolution = z.infer<typeof resolution>;

const entryDetail = entrySummary.omit({ attempts: true }).extend({
  tenantId: wholeOut,
  orderingKey: z.string(),
  method: z.string(),
  path: z.string(),
  requestBody: z.string(),
  requestHash: z.string(),
  attempts: z.array(attempt),
  attemptCount: z.number(),
  resolution: resolution.nullable(),
  /** Whether a corrected entry may take its place: `corrects` of a posting is refused where not. */
  replaceable: z.boolean(),
  /** Of a return: which of its lines, from 0, gives back which line of a purchase. */
  purchaseLines: z.array(
    z.object({ line: z.number(), documentNo: z.string(), supplierAccountId: wholeOut, row: z.number() }),
  ),
});
export type EntryDetail = z.infer<typeof entryDetail>;

const words = typedText(2_000).trim().min(1);

/** What a draft may be of; a template is a return that is kept under a name. */
export const DRAFT_KINDS = ["purchaseReturn", "taxVoucher", "returnTemplate"] as const;
const draftKind = z.enum(DRAFT_KINDS);
export type DraftKind = z.infer<typeof draftKind>;

const draft = z.object({
  draftId: z.string(),
  kind: draftKind,
  content: z.string(),
  updatedAt: timeOut,
  /** Whose it is; null of a template, and where nobody was signed in: anybody's. */
  person: personName.nullable(),
  /** Who typed it before this person took it over. */
  takenFrom: personName.nullable(),
});

// Several restores in one call: a PIN, or an approval, is asked for once, for exactly the records the person saw.

/** What became of one record of the batch: its entry, or why there is none. */
export const restoreOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), entryId: z.string() }),
  z.object({ ok: z.literal(false), error: replyError }),
]);
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

/** What this counter knows of a record that it asked to be restored. */
const knownRestore = z.object({
  kind: z.enum(RESTORE_KINDS),
  /** What names it: its id, or a rate's two currencies. */
  ids: z.array(z.string()),
  /** The newest request, and what became of it. */
  entryId: z.string(),
  state: entryState,
  requestedAt: timeOut,
  /** When a restore of it was last confirmed, whatever became of the newest request; null: never. */
  confirmedAt: timeOut.nullable(),
});
export type KnownRestore = z.infer<typeof knownRestore>;

/** To replace an entry that waits is to discard it. A refused one is replaced freely, so that the counter goes on. */
export const discardOf = (replaced: EntryState | null): readonly Right[] =>
  replaced === null || replaced === "dead_letter" ? [] : ["discard"];

/** What the service answered to an attempt has balances in it. */
const ANSWERS = { responseBody: "answer", responseBase64: "figure" } as const;

export const postingChannels = {
  "purchaseReturn.post": engine.enters(
    (input, replaced) => [
      {
        right: "purchaseReturn",
        worth: { currencyId: input.currencyId, amount: () => localAmountOf(input.lines) },
      },
      ...discardOf(replaced),
    ],
    purchaseReturnInput,
    z.object({ entryId: z.string(), serialNo: z.string() }),
  ),
  "taxVoucher.update": engine.enters(
    (_, replaced) => ["taxVoucher", ...discardOf(replaced)],
    taxVoucherInput,
    z.object({ entryId: z.string(), serialNo: z.string() }),
  ),
  "restore.request": engine.enters(
    ({ kind }) => [restoreOf(kind).operation],
    restoreInput,
    z.object({ entryId: z.string() }),
  ),
  "outbox.list": engine.reads(
    "nothing",
    z.strictObject({
      states: z.array(entryState).max(ENTRY_STATES.length).optional(),
      /** Only discarded entries, whatever `states` says: those that another one replaced, or all the others. */
      corrected: z.boolean().optional(),
      limit: limit.optional(),
      beforeSequence: z.number().int().optional(),
    }),
    z.object({ entries: z.array(entrySummary) }),
  ),
  "outbox.get": withCosts(ANSWERS, engine.reads("nothing", z.strictObject({ entryId }), entryDetail)),
  "outbox.resend": withCosts(
    ANSWERS,
    engine.changes(
      (_, state) => (state === "outcome_unknown" ? ["resendUnknown"] : "anybody"),
      z.strictObject({ entryId }),
      entryDetail,
    ),
  ),
  "outbox.discard": withCosts(
    ANSWERS,
    engine.changes("discard", z.strictObject({ entryId, reason: words }), entryDetail),
  ),
  "outbox.markRecorded": withCosts(
    ANSWERS,
    engine.changes("confirm", z.strictObject({ entryId, evidence: words }), entryDetail),
  ),
  /** Unsent value by currency, and the last days' work and answer times. */
  "outbox.summary": engine.reads(
    "nothing",
    nothing,
    z.object({
      /** One row for each kind in each currency: a changed voucher's amount is not money as a return's is. */
      unsentByCurrency: z.array(
        z.object({
          kind: operationKind,
          currencyId: z.string(),
          amount: decimalOut,
          entries: z.number(),
          oldestAt: timeOut,
        }),
      ),
      /** One row a calendar day of this counter's, oldest first, 14 of them; days without work included. */
      days: z.array(
        z.object({
          date: z.string(),
          purchaseReturns: z.number(),
          taxVouchers: z.number(),
          restores: z.number(),
          /** The median of the day's newest confirming answers, in milliseconds; null where there was none. */
          answerMs: z.number().nullable(),
        }),
      ),
      recentAttempts: z.array(z.object({ startedAt: timeOut, elapsedMs: z.number(), outcome })),
    }),
  ),
  "draft.list": engine.reads("nothing", nothing, z.object({ drafts: z.array(draft) })),
  /** Also in the ten seconds after a lock: what was typed before it is kept for who typed it, and for nobody else. */
  "draft.save": engine.changes(
    "nothing",
    z.strictObject({
      draftId,
      kind: draftKind,
      content: text(4_000_000),
    }),
    z.object({ updatedAt: timeOut }),
  ),
  /** Makes another's draft one's own. */
  "draft.takeOver": engine.changes("anybody", z.strictObject({ draftId }), nothing),
  "draft.remove": engine.changes("anybody", z.strictObject({ draftId }), nothing),
  /** Every record that a restore was ever asked for from here; at most 5,000 of each list. */
  "restore.known": engine.reads("nothing", nothing, z.object({ records: z.array(knownRestore) })),
  /** Enters one restore after the other, each durable by itself; one that is refused holds no other up. */
  "restore.requestMany": engine.enters(
    ({ records }) => [...new Set(records.map(({ kind }) => restoreOf(kind).operation))],
    z.strictObject({
      /** Names the batch in `restore.batchProgressed`. */
      batchId: z.uuid(),
      records: z.array(restoreInput).min(1).max(LIMITS.lines),
    }),
    /** In the order of `records`. */
    z.object({ outcomes: z.array(restoreOutcome) }),
  ),
};
