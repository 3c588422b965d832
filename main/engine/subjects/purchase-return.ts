/** Goods back to a supplier against an advance payment (endpoint 1). */
import type { Call } from "../../../contract/call.ts";
import type { PurchaseReturnInput } from "../../../contract/channels/posting.ts";
import { localAmountOf } from "../../../contract/return-line.ts";
import { purchaseReturnBody } from "../../../contract/service/requests.ts";
import { asSerialNo, timestampOf } from "../../../contract/values.ts";
import type { Handlers } from "../core/context.ts";
import type { NewReturnLine } from "../core/outbox/return-lines.ts";
import {
  assertKnownCurrency,
  freezer,
  type PostingShop,
  placedFiles,
  postedBy,
  returnSubject,
  type Shop,
  sentReferences,
} from "./shop.ts";

const freeze = freezer(purchaseReturnBody);

/** The lines that are summed later: of a purchase, and of a batch. */
const returnLinesOf = ({ lines, storeId }: PurchaseReturnInput): NewReturnLine[] =>
  lines.flatMap(({ purchaseLine, expiryAt, productionAt, ...line }, position) =>
    purchaseLine === undefined && expiryAt === null
      ? []
      : [
          {
            position,
            productId: line.productId,
            measureUnitId: line.measureUnitId,
            storeId,
            productionAt: productionAt ?? "",
            expiryAt: expiryAt ?? "",
            quantity: line.quantity,
            freeQuantity: line.freeQuantity,
            purchase: purchaseLine ?? null,
          },
        ],
  );

/** Answers once document, entry and audit are on disk; throws `invalid_input` or a storage code. */
export function postPurchaseReturn(
  shop: PostingShop,
  call: Call,
  input: PurchaseReturnInput,
): { entryId: string; serialNo: string } {
  const { tenantId, names, randomness } = shop;
  const { actor, at: now } = call;
  const entryId = randomness.uuid();
  const serialNo = asSerialNo(randomness.uuid());
  const body = freeze({
    tenantId,
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
    creatorUserId: actor.userId,
    creatorDeviceId: actor.deviceId,
    documentReferences: sentReferences(input.documentReferences),
  });
  const localAmount = localAmountOf(input.lines);
  const subject = returnSubject(shop, input);
  const recorded = shop.post({
    entry: {
      entry_id: entryId,
      kind: "purchaseReturn",
      ordering_key: `purchaseReturn ${serialNo}`,
      tenant_id: tenantId,
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
      accountId: input.supplierAccountId,
    },
    restore: null,
    audit: {
      actor,
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
    by: postedBy(input, input.draftId),
    check: () => assertKnownCurrency(names, "currencyId", input.currencyId),
    files: placedFiles(input.documentReferences),
    returnLines: returnLinesOf(input),
  });
  if (recorded.isNew) shop.posted(entryId, serialNo, recorded.sequence);
  return { entryId: recorded.entryId, serialNo: recorded.serialNo ?? serialNo };
}

export const returnHandlers = (shop: Shop): Handlers<"purchaseReturn.post"> => ({
  "purchaseReturn.post": (call, input) => postPurchaseReturn(shop, call, input),
});
