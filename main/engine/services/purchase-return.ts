/** Goods back to a supplier against an advance payment (endpoint 1). */
import type { PurchaseReturnInput } from "../../../contract/channels/posting.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";
import { asDecimal, asSerialNo, type Decimal, timestampOf } from "../../../contract/values.ts";
import { placedFiles, sentReferences } from "./document-references.ts";
import { actorOf, assertKnownCurrency, type PostingContext, postedDraft } from "./posting-context.ts";
import { freezer } from "./request-body.ts";

const freeze = freezer(purchaseReturnBody);

type Priced = Pick<PurchaseReturnInput["lines"][number], "price" | "quantity">;

/** Canonical digits as a whole number of their last place: "81.25" is "8125" with a scale of 2. */
const scaled = (text: string): { whole: string; scale: number } => {
  const point = text.indexOf(".");
  if (point < 0) return { whole: text, scale: 0 };
  return { whole: text.slice(0, point) + text.slice(point + 1), scale: text.length - point - 1 };
};

/** The sum in plain numbers, which are exact below 2^53; null beyond. */
function smallSum(lines: readonly Priced[]): { sum: number; scale: number } | null {
  let sum = 0;
  let scale = 0;
  for (const line of lines) {
    const price = scaled(line.price);
    const quantity = scaled(line.quantity);
    const places = price.scale + quantity.scale;
    if (places > scale) sum *= 10 ** (places - scale);
    scale = Math.max(scale, places);
    sum += Number(price.whole) * Number(quantity.whole) * 10 ** (scale - places);
    // Nothing is negative: what was once too large stays so.
    if (!Number.isSafeInteger(sum)) return null;
  }
  return { sum, scale };
}

function largeSum(lines: readonly Priced[]): { sum: bigint; scale: number } {
  let sum = 0n;
  let scale = 0;
  for (const line of lines) {
    const price = scaled(line.price);
    const quantity = scaled(line.quantity);
    const places = price.scale + quantity.scale;
    if (places > scale) sum *= 10n ** BigInt(places - scale);
    scale = Math.max(scale, places);
    sum += BigInt(price.whole) * BigInt(quantity.whole) * 10n ** BigInt(scale - places);
  }
  return { sum, scale };
}

/** This counter's arithmetic: the sum of price × quantity, exact. Free goods cost nothing; nothing is negative. */
export function localAmountOf(lines: readonly Priced[]): Decimal {
  const { sum, scale } = smallSum(lines) ?? largeSum(lines);
  const digits = String(sum).padStart(scale + 1, "0");
  const fraction = digits.slice(digits.length - scale).replace(/(?<!0)0+$/, "");
  const whole = digits.slice(0, digits.length - scale);
  return asDecimal(scale === 0 || fraction === "" ? whole : `${whole}.${fraction}`);
}

/** Answers once document, entry and audit are on disk; throws `invalid_input` or a storage code. */
export function postPurchaseReturn(
  context: PostingContext,
  input: PurchaseReturnInput,
): { entryId: string; serialNo: string } {
  const { identity, names, clock, randomness } = context;
  assertKnownCurrency(names, "currencyId", input.currencyId);
  const now = clock.now();
  const entryId = randomness.uuid();
  const serialNo = asSerialNo(randomness.uuid());
  const body = freeze({
    tenantId: identity.tenantId,
    serialNo,
    currencyId: input.currencyId,
    storeId: input.storeId,
    supplierAccountId: input.supplierAccountId,
    cashOrBankAccountId: input.cashOrBankAccountId,
    note: input.note,
    tenantTransactionProductInputs: input.lines,
    transfers: [],
    status: input.status,
    createdAt: timestampOf(now),
    creatorUserId: identity.userId,
    creatorDeviceId: identity.deviceId,
    documentReferences: sentReferences(input.documentReferences),
  });
  const localAmount = localAmountOf(input.lines);
  const subject = names.account(input.supplierAccountId) ?? `#${input.supplierAccountId}`;
  const recorded = context.record({
    entry: {
      entry_id: entryId,
      kind: "purchaseReturn",
      ordering_key: `purchaseReturn ${serialNo}`,
      tenant_id: identity.tenantId,
      serial_no: serialNo,
      request_body: body.text,
      request_hash: body.hash,
      subject,
      currency_id: input.currencyId,
      local_amount: localAmount,
      created_at: now,
      corrects_entry_id: input.corrects ?? null,
    },
    document: {
      serialNo,
      kind: "purchaseReturn",
      subject,
      note: input.note,
      currencyId: input.currencyId,
      localAmount,
    },
    restore: null,
    audit: {
      actor: actorOf(identity),
      action: "purchaseReturn.posted",
      subject: serialNo,
      details: {
        entryId,
        lines: input.lines.length,
        amount: localAmount,
        currencyId: input.currencyId,
        requestHash: body.hash,
      },
    },
    draft: postedDraft(input),
    files: placedFiles(input.documentReferences),
  });
  if (recorded.isNew) context.posted(entryId, serialNo, recorded.sequence);
  return { entryId: recorded.entryId, serialNo: recorded.serialNo ?? serialNo };
}
