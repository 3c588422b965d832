/** "Correct and send", and copying: a return that was sent before, as a draft again. */
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { parseExactJson } from "../../../../contract/exact-json.ts";
import { byLineField, COLUMNS, type LineField } from "../../../../contract/return-line.ts";
import { purchaseReturnBody } from "../../../../contract/service/requests.ts";
import { type EntryFiles, referenceRowsOf } from "../../../features/references/reference-rows.ts";
import type { ReturnDraft } from "./draft.ts";

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
