/** What somebody asks to be approved, as an approver is shown it. */
import type { AskedApproval } from "../../../../contract/channels/people.ts";
import type { PurchaseReturnInput, TaxVoucherInput } from "../../../../contract/channels/posting.ts";
import { parseChannelInput } from "../../../../contract/channels.ts";
import { isNamed } from "../../../../contract/lists.ts";
import { idsOf, type RestoreInput, restoreOf, shownIds } from "../../../../contract/operations.ts";
import { localAmountOf } from "../../../../contract/return-line.ts";
import { exactIntegerOf, timestampOf } from "../../../../contract/values.ts";
import { summaryOf } from "../../core/outbox/entry-rows.ts";
import type { Shop } from "../shop.ts";
import type { Approval } from "./approvals.ts";

type Enters = AskedApproval["enters"][number];

const returned = ({ names }: Shop, input: PurchaseReturnInput): Enters => ({
  kind: "purchaseReturn",
  subject: names.name("account", input.supplierAccountId) ?? `#${input.supplierAccountId}`,
  currencyId: input.currencyId,
  amount: localAmountOf(input.lines),
  lines: input.lines.length,
});
const edited = (input: TaxVoucherInput): Enters => ({
  kind: "taxVoucher",
  subject: input.note === "" ? input.serialNo : input.note,
  currencyId: input.currencyId,
  amount: input.amount,
  lines: null,
});
const restored = ({ names }: Shop, input: RestoreInput): Enters => {
  const { operation, list } = restoreOf(input.kind);
  const ids = idsOf(list, input);
  const [only = "", second] = ids;
  const isPair = second !== undefined || !isNamed(list);
  return {
    kind: operation,
    subject: isPair ? shownIds(ids) : (names.name(list, exactIntegerOf(only) ?? only) ?? `#${only}`),
    currencyId: null,
    amount: null,
    lines: null,
  };
};

function entersBy(shop: Shop, { channel, input }: Approval): Enters[] {
  switch (channel) {
    case "purchaseReturn.post":
      return [returned(shop, parseChannelInput(channel, input))];
    case "taxVoucher.update":
      return [edited(parseChannelInput(channel, input))];
    case "restore.request":
      return [restored(shop, parseChannelInput(channel, input))];
    case "restore.requestMany":
      return parseChannelInput(channel, input).records.map((record) => restored(shop, record));
    default:
      return [];
  }
}

const textIn = (input: unknown, ...fields: readonly string[]): string | null => {
  if (typeof input !== "object" || input === null) return null;
  for (const field of fields) {
    const value: unknown = Reflect.get(input, field);
    if (typeof value === "string") return value;
  }
  return null;
};

export function describeAsked(shop: Shop, approval: Approval): AskedApproval {
  const { approvalId, channel, right, askedBy, at, input } = approval;
  const named = textIn(input, "corrects", "entryId");
  const row = named === null ? undefined : shop.entries.byId(named);
  return {
    approvalId,
    channel,
    right,
    askedBy,
    at: timestampOf(at),
    enters: entersBy(shop, approval),
    entry: row === undefined ? null : summaryOf(row),
    words: textIn(input, "reason", "evidence"),
  };
}
