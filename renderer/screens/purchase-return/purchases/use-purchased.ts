/** What is known of the purchases that the return on the screen gives something back of. */
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { invoke } from "../../../client/api.ts";
import { channelKey } from "../../../client/queries.ts";
import type { ReturnLine } from "../draft/draft.ts";
import { activeLines, useReturns } from "../draft/returns-store.ts";
import { type Purchase, type Purchased, type PurchaseId, purchasedOf } from "./purchased.ts";

/** Asks for a purchase. `corrects`: what that entry gives back is not counted beside the return that replaces it. */
export const purchaseQuery = ({ documentNo, supplierAccountId }: PurchaseId, corrects: string | null) => {
  const question = {
    documentNo,
    supplierAccountId,
    ...(corrects === null ? {} : { without: corrects }),
  };
  return {
    queryKey: channelKey("purchases.get", question),
    queryFn: () => invoke("purchases.get", question),
  };
};

/** Each once, as "supplier number". */
function keysOf(lines: readonly ReturnLine[]): string[] {
  const keys = new Set<string>();
  for (const { purchaseLine: of } of lines)
    if (of !== undefined) keys.add(`${of.supplierAccountId} ${of.documentNo}`);
  return [...keys];
}

const known = (answers: UseQueryResult<Purchase>[]): Purchase[] =>
  answers.flatMap(({ data }) => (data === undefined ? [] : [data]));

export interface KnownPurchases {
  purchases: readonly Purchase[];
  lines: Purchased;
}

/** Another object only when one of them changed. */
export function usePurchased(corrects: string | null): KnownPurchases {
  const keys = useReturns(useShallow((state) => keysOf(activeLines(state))));
  const purchases = useQueries({
    queries: keys.map((key) => {
      const at = key.indexOf(" ");
      return purchaseQuery({ supplierAccountId: key.slice(0, at), documentNo: key.slice(at + 1) }, corrects);
    }),
    combine: known,
  });
  return useMemo(() => ({ purchases, lines: purchasedOf(purchases) }), [purchases]);
}
