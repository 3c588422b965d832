/** The purchases' numbers among the document references, where the owner wants them there. Pure. */
import { emptyReference, type ReferenceRow } from "../../../features/references/reference-rows.ts";
import type { ReturnDraft, ReturnLine } from "../draft/draft.ts";
import type { PurchaseId } from "./purchased.ts";

const KEY = "purchase";

/** The reference of a purchase as the program fills it in. Its key says what that was: see `isUnedited`. */
export const referenceOf = ({ documentNo, supplierAccountId }: PurchaseId, type: string): ReferenceRow => ({
  ...emptyReference([KEY, type, supplierAccountId, documentNo].join(" ")),
  type,
  reference: documentNo,
});

/** The references with one more, unless one with the same text is there. */
export function withReference(rows: readonly ReferenceRow[], added: ReferenceRow): ReferenceRow[] {
  return rows.some(({ reference }) => reference.trim() === added.reference) ? [...rows] : [...rows, added];
}

/** The purchase that a reference was filled in for; null where a person typed it, or anything of it. */
function filledFor(row: ReferenceRow): PurchaseId | null {
  const [kind, type = "", supplierAccountId = "", ...number] = row.key.split(" ");
  if (kind !== KEY) return null;
  const purchase = { documentNo: number.join(" "), supplierAccountId };
  return JSON.stringify(row) === JSON.stringify(referenceOf(purchase, type)) ? purchase : null;
}

/** The references without those that were filled in for purchases of which no line is left. The same object where none is. */
export function referencesFor(draft: Pick<ReturnDraft, "references">, lines: readonly ReturnLine[]) {
  const { references } = draft;
  const isGone = (row: ReferenceRow): boolean => {
    const purchase = filledFor(row);
    return (
      purchase !== null &&
      !lines.some(
        ({ purchaseLine: of }) =>
          of?.documentNo === purchase.documentNo && of.supplierAccountId === purchase.supplierAccountId,
      )
    );
  };
  return references.some(isGone) ? references.filter((row) => !isGone(row)) : references;
}
