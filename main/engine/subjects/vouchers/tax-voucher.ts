/** The edit of a government-fees tax voucher (endpoint 2). */
import type { TaxVoucherInput } from "../../../../contract/channels/posting.ts";
import { taxVoucherBody } from "../../../../contract/service/requests.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { placedFiles, sentReferences } from "../document-references.ts";
import { actorOf, assertKnownCurrency, type PostingContext, postedBy } from "../posting-context.ts";
import { freezer } from "../request-body.ts";
import type { VoucherStore } from "./vouchers.ts";

const freeze = freezer(taxVoucherBody);

/**
 * Answers once document, entry and audit are on disk. The creator is the given one, else the mirrored
 * voucher's, else this user and device. The interface shows no conflict check: the last edit stands.
 */
export function updateTaxVoucher(
  context: PostingContext,
  vouchers: VoucherStore,
  input: TaxVoucherInput,
): { entryId: string; serialNo: string } {
  const { identity, names, clock, randomness } = context;
  const now = clock.now();
  const entryId = randomness.uuid();
  const creator = vouchers.creatorOf(input.serialNo);
  const body = freeze({
    tenantId: identity.tenantId,
    serialNo: input.serialNo,
    currencyId: input.currencyId,
    amount: input.amount,
    note: input.note,
    status: input.status,
    updatedAt: timestampOf(now),
    creatorUserId: input.creatorUserId ?? creator.userId ?? identity.userId,
    creatorDeviceId: input.creatorDeviceId ?? creator.deviceId ?? identity.deviceId,
    documentReferences: sentReferences(input.documentReferences).map((reference) => ({
      ...reference,
      deviceId: identity.deviceId,
    })),
    deviceId: identity.deviceId,
  });
  const serialNo = input.serialNo;
  const subject = input.note.split("\n", 1)[0]?.slice(0, 120) || serialNo;
  const recorded = context.record({
    entry: {
      entry_id: entryId,
      kind: "taxVoucher",
      ordering_key: `taxVoucher ${serialNo.toLowerCase()}`,
      tenant_id: identity.tenantId,
      serial_no: serialNo,
      request_body: body.text,
      request_hash: body.hash,
      subject,
      currency_id: input.currencyId,
      local_amount: input.amount,
      created_at: now,
      corrects_entry_id: input.corrects ?? null,
    },
    document: {
      serialNo,
      kind: "taxVoucher",
      subject,
      note: input.note,
      currencyId: input.currencyId,
      localAmount: input.amount,
      accountId: null,
    },
    restore: null,
    audit: {
      actor: actorOf(identity),
      action: "taxVoucher.updated",
      subject: serialNo,
      details: { entryId, amount: input.amount, currencyId: input.currencyId, requestHash: body.hash },
    },
    by: postedBy(input, input.draftId),
    check: () => assertKnownCurrency(names, "currencyId", input.currencyId),
    files: placedFiles(input.documentReferences),
  });
  if (recorded.isNew) context.posted(entryId, serialNo, recorded.sequence);
  return { entryId: recorded.entryId, serialNo: recorded.serialNo ?? serialNo };
}
