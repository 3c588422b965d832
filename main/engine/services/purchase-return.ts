/** Goods back to a supplier against an advance payment (endpoint 1). */
import type { PurchaseReturnInput } from "../../../contract/channels/posting.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";
import {
  asDecimal,
  type Decimal,
  serialNo as serialNoSchema,
  timestampOf,
} from "../../../contract/values.ts";
import { placedFiles, sentReferences } from "./document-references.ts";
import { actorOf, assertKnownCurrency, type PostingContext } from "./posting-context.ts";
import { freezer } from "./request-body.ts";

const freeze = freezer(purchaseReturnBody);

/** Canonical digits as a whole number of their last place: "81.25" is 8125 with a scale of 2. */
const scaled = (text: string): { whole: bigint; scale: number } => {
  const point = text.indexOf(".");
  if (point < 0) return { whole: BigInt(text), scale: 0 };
  return { whole: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
};

/** This counter's arithmetic: the sum of price × quantity, exact. Free goods cost nothing; nothing is negative. */
export function localAmountOf(
  lines: readonly Pick<PurchaseReturnInput["lines"][number], "price" | "quantity">[],
): Decimal {
  let sum = 0n;
  let scale = 0;
  for (const line of lines) {
    const price = scaled(line.price);
    const quantity = scaled(line.quantity);
    const places = price.scale + quantity.scale;
    if (places > scale) sum *= 10n ** BigInt(places - scale);
    scale = Math.max(scale, places);
    sum += price.whole * quantity.whole * 10n ** BigInt(scale - places);
  }
  const digits = String(sum).padStart(scale + 1, "0");
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
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
  const serialNo = serialNoSchema.parse(randomness.uuid());
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
  const sequence = context.record({
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
    draftId: input.draftId ?? null,
    files: placedFiles(input.documentReferences),
  });
  context.posted(entryId, serialNo, sequence);
  return { entryId, serialNo };
}
