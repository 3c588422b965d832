/** A typed return to what the posting channel takes, and a frozen request body to a draft again. */

import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import type { ChannelInput } from "../../../../contract/channels.ts";
import { parseExactJson } from "../../../../contract/exact-json.ts";
import { byLineField, COLUMNS, type LineField } from "../../../../contract/return-line.ts";
import { purchaseReturnBody } from "../../../../contract/service/requests.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import {
  type EntryFiles,
  referenceInput,
  referenceRowsOf,
  typedReferences,
} from "../../../features/references/reference-rows.ts";
import { type MonthMeans, parseTypedDate } from "../../../lib/typed-date.ts";
import { isSent, type ReturnDraft, type ReturnLine } from "./draft.ts";
import { referencesFor } from "./draft-actions.ts";

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

type PurchaseLines = EntryDetail["purchaseLines"];

interface Made {
  draftId: string;
  /**
   * The entry whose body this is, and that the draft replaces; null for a copy that stands on its own. A copy takes
   * no document references: those papers belong to the past return.
   */
  corrects: string | null;
  newId: () => string;
  /** The files of that entry's references. */
  files: EntryFiles;
  /** Which of that entry's lines give back which lines of purchases; none of a copy's do. */
  purchaseLines: PurchaseLines;
}

const MAY_BE_ZERO = new Set<string>(COLUMNS.flatMap(({ field, required }) => (required ? [field] : [])));
const typedText = (value: string | number | null, field: LineField): string =>
  value === null || (value === "0" && !MAY_BE_ZERO.has(field)) ? "" : String(value);

const namedBy = (of: Omit<PurchaseLines[number], "line"> | undefined) =>
  of === undefined
    ? {}
    : {
        purchaseLine: {
          documentNo: of.documentNo,
          supplierAccountId: String(of.supplierAccountId),
          row: String(of.row),
        },
      };

/** Reads a frozen request body digit for digit. Throws where it is not a purchase return. */
export function draftOfBody(
  requestBody: string,
  { draftId, corrects, newId, files, purchaseLines }: Made,
): ReturnDraft {
  const purchaseLineOf = new Map(purchaseLines.map(({ line, ...of }) => [line, of]));
  const body = purchaseReturnBody.parse(parseExactJson(requestBody));
  return {
    version: 1,
    draftId,
    corrects,
    supplierAccountId: String(body.supplierAccountId),
    cashOrBankAccountId: String(body.cashOrBankAccountId),
    storeId: String(body.storeId),
    currencyId: body.currencyId,
    note: body.note,
    references: corrects === null ? [] : referenceRowsOf(body.documentReferences, files, newId),
    lines: body.tenantTransactionProductInputs.map((line, at) => ({
      lineId: newId(),
      ...byLineField((field) => typedText(line[field], field)),
      priceTyped: true,
      scanned: false,
      ...namedBy(purchaseLineOf.get(at)),
    })),
  };
}
