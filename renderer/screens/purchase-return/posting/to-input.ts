/** A typed return to what the posting channel takes. */
import type { ChannelInput } from "../../../../contract/channels.ts";
import { byLineField, COLUMNS } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { referenceInput, typedReferences } from "../../../features/references/reference-rows.ts";
import { type MonthMeans, parseTypedDate } from "../../../ui/field/typed-date.ts";
import { isSent, type ReturnDraft, type ReturnLine } from "../draft/draft.ts";
import { referencesFor } from "../purchases/purchase-references.ts";

/** Text that is no number goes as it was typed, so that the refusal names it. */
const decimalOf = (typed: string, none: "" | "0"): string => {
  const parsed = parseTypedDecimal(typed);
  return parsed.kind === "decimal" ? parsed.value : parsed.kind === "empty" ? none : typed;
};
const dateOf = (typed: string, means: MonthMeans): string | null => {
  const parsed = parseTypedDate(typed, means);
  return parsed.kind === "date" ? parsed.value : parsed.kind === "empty" ? null : typed;
};

const lineInput = (line: ReturnLine) => ({
  ...byLineField((field) => {
    const column = COLUMNS.find((one) => one.field === field);
    return column?.kind === "decimal" ? decimalOf(line[field], column.required ? "" : "0") : line[field];
  }),
  productionAt: dateOf(line.productionAt, "firstDay"),
  expiryAt: dateOf(line.expiryAt, "lastDay"),
  description: line.description.trim() === "" ? null : line.description,
  ...(line.purchaseLine === undefined ? {} : { purchaseLine: line.purchaseLine }),
});

/**
 * The input, and the lines it holds in their order. Lines of which nothing is typed are left out, and lines of purchases
 * without a quantity, with the references of purchases that only they name.
 */
export function postInput(draft: ReturnDraft): {
  input: ChannelInput<"purchaseReturn.post">;
  lineIds: string[];
} {
  const lines = draft.lines.filter(isSent);
  return {
    lineIds: lines.map(({ lineId }) => lineId),
    input: {
      currencyId: draft.currencyId,
      storeId: draft.storeId,
      supplierAccountId: draft.supplierAccountId,
      cashOrBankAccountId: draft.cashOrBankAccountId,
      note: draft.note,
      lines: lines.map(lineInput),
      documentReferences: typedReferences(referencesFor(draft, lines)).map(referenceInput),
      draftId: draft.draftId,
      ...(draft.corrects === null ? {} : { corrects: draft.corrects }),
    },
  };
}
