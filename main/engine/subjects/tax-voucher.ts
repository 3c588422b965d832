/** The edit of a government-fees tax voucher (endpoint 2). */
import type { Call } from "../../../contract/call.ts";
import type { TaxVoucherInput } from "../../../contract/channels/posting.ts";
import { taxVoucherBody } from "../../../contract/service/requests.ts";
import { type DeviceId, deviceId, timestampOf, type UserId, userId } from "../../../contract/values.ts";
import type { Handlers } from "../core/context.ts";
import type { Db } from "../file/database/open-database.ts";
import {
  assertKnownCurrency,
  freezer,
  type PostingShop,
  placedFiles,
  postedBy,
  type Shop,
  sentReferences,
  voucherSubject,
} from "./shop.ts";

const freeze = freezer(taxVoucherBody);

/** Who made a voucher, where the mirror knows. */
type CreatorOf = (serialNo: string) => { userId: UserId | null; deviceId: DeviceId | null };

function creatorsIn(db: Db): CreatorOf {
  const creator = db.prepare<[string], { creator_user_id: unknown; creator_device_id: unknown }>(
    "SELECT creator_user_id, creator_device_id FROM voucher WHERE serial_no = ?",
  );
  return (serialNo) => {
    const row = creator.get(serialNo);
    return {
      userId: userId.safeParse(row?.creator_user_id).data ?? null,
      deviceId: deviceId.safeParse(row?.creator_device_id).data ?? null,
    };
  };
}

/**
 * Answers once document, entry and audit are on disk. The creator is the person who edits; where nobody is signed in the
 * given one, else the mirrored voucher's, else this user. The interface shows no conflict check: the last edit counts.
 */
export function updateTaxVoucher(
  shop: PostingShop,
  call: Call,
  input: TaxVoucherInput,
  creatorOf: CreatorOf,
): { entryId: string; serialNo: string } {
  const { tenantId, names, randomness } = shop;
  const { actor, at: now } = call;
  const entryId = randomness.uuid();
  const creator = creatorOf(input.serialNo);
  const body = freeze({
    tenantId,
    serialNo: input.serialNo,
    currencyId: input.currencyId,
    amount: input.amount,
    note: input.note,
    status: input.status,
    updatedAt: timestampOf(now),
    creatorUserId:
      actor.person === null ? (input.creatorUserId ?? creator.userId ?? actor.userId) : actor.userId,
    creatorDeviceId: input.creatorDeviceId ?? creator.deviceId ?? actor.deviceId,
    documentReferences: sentReferences(input.documentReferences).map((reference) => ({
      ...reference,
      deviceId: actor.deviceId,
    })),
    deviceId: actor.deviceId,
  });
  const serialNo = input.serialNo;
  const subject = voucherSubject(input);
  const recorded = shop.post({
    entry: {
      entry_id: entryId,
      kind: "taxVoucher",
      ordering_key: `taxVoucher ${serialNo.toLowerCase()}`,
      tenant_id: tenantId,
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
      actor,
      action: "taxVoucher.updated",
      subject: serialNo,
      details: { entryId, amount: input.amount, currencyId: input.currencyId, requestHash: body.hash },
    },
    by: postedBy(input, input.draftId),
    check: () => assertKnownCurrency(names, "currencyId", input.currencyId),
    files: placedFiles(input.documentReferences),
  });
  if (recorded.isNew) shop.posted(entryId, serialNo, recorded.sequence);
  return { entryId: recorded.entryId, serialNo: recorded.serialNo ?? serialNo };
}

export function voucherHandlers(shop: Shop): Handlers<"taxVoucher.update" | "taxVoucher.find"> {
  const creatorOf = creatorsIn(shop.db);
  return {
    "taxVoucher.update": (call, input) => updateTaxVoucher(shop, call, input, creatorOf),
    "taxVoucher.find": (_, input) => shop.mirror.findVouchers(input),
  };
}
