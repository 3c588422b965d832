/** What somebody asks to be approved, as an approver is shown it. */
import type { AskedApproval, Person } from "../../../../contract/channels/people.ts";
import { parseChannelInput } from "../../../../contract/channels.ts";
import { type RestoreInput, restoreOf } from "../../../../contract/operations.ts";
import { localAmountOf } from "../../../../contract/return-line.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { type EntryRow, summaryOf } from "../../core/outbox/entry-rows.ts";
import { restoreSubject, returnSubject, type Shop, voucherSubject } from "../shop.ts";
import type { Approval } from "./approvals.ts";

type Enters = AskedApproval["enters"][number];

const restored = (shop: Shop, input: RestoreInput): Enters => ({
  kind: restoreOf(input.kind).operation,
  subject: restoreSubject(shop, input),
  currencyId: null,
  amount: null,
  lines: null,
});

function entersBy(shop: Shop, { channel, input }: Approval): Enters[] {
  switch (channel) {
    case "purchaseReturn.post": {
      const posted = parseChannelInput(channel, input);
      const { currencyId, lines } = posted;
      const amount = localAmountOf(lines);
      const subject = returnSubject(shop, posted);
      return [{ kind: "purchaseReturn", subject, currencyId, amount, lines: lines.length }];
    }
    case "taxVoucher.update": {
      const edit = parseChannelInput(channel, input);
      const { currencyId, amount } = edit;
      return [{ kind: "taxVoucher", subject: voucherSubject(edit), currencyId, amount, lines: null }];
    }
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

/** The entry that a call decides on, or replaces; undefined where its input names none that is here. */
export function entryNamedBy({ entries }: Pick<Shop, "entries">, input: unknown): EntryRow | undefined {
  const named = textIn(input, "corrects", "entryId");
  return named === null ? undefined : entries.byId(named);
}

export function describeAsked(shop: Shop, approval: Approval, approvers: Person[]): AskedApproval {
  const { approvalId, channel, right, askedBy, at, input } = approval;
  const row = entryNamedBy(shop, input);
  return {
    approvalId,
    channel,
    right,
    askedBy,
    at: timestampOf(at),
    approvers,
    enters: entersBy(shop, approval),
    entry: row === undefined ? null : summaryOf(row),
    words: textIn(input, "reason", "evidence"),
  };
}
