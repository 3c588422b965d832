/** "Correct and send", and copying: a return that was sent before, as a draft again. */
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { parseExactJson } from "../../../../contract/exact-json.ts";
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

const orEmpty = (value: string | null): string => value ?? "";
const unlessZero = (value: string): string => (value === "0" ? "" : value);

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
      productId: String(line.productId),
      measureUnitId: String(line.measureUnitId),
      productionAt: orEmpty(line.productionAt),
      expiryAt: orEmpty(line.expiryAt),
      price: line.price,
      priceTyped: true,
      scanned: false,
      quantity: line.quantity,
      freeQuantity: unlessZero(line.freeQuantity),
      receivedQuantity: unlessZero(line.receivedQuantity),
      description: orEmpty(line.description),
      ...namedBy(purchaseLineOf.get(at)),
    })),
  };
}
