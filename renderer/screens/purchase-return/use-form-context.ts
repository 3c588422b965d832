/** What the lines of a return are drawn by, the same object until one of it changes; and their prices in another place. */
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useFormats } from "../../client/use-formats.ts";
import { useCurrencyDigits } from "../../features/amount/use-currency-digits.ts";
import { useDigitsWarning } from "../../features/amount/use-digits-warning.ts";
import type { ReturnFrame } from "./draft/draft.ts";
import { activeLines, changeDraft, useReturns } from "./draft/returns-store.ts";
import { usePriceIn } from "./finder/use-goods.ts";
import type { FormContext } from "./grid/grid-context.ts";

type Given = Omit<FormContext, "draftId" | "storeId" | "currencyId" | "digits" | "digitsWarning" | "formats">;

/** Its functions must be the same from one drawing to the next. */
export function useFormContext({ draft, ...given }: { draft: ReturnFrame } & Given): FormContext {
  const { draftId, storeId, currencyId } = draft;
  const formats = useFormats();
  const digits = useCurrencyDigits(currencyId || null);
  const digitsWarning = useDigitsWarning(currencyId || null);
  const { disabled, units, bases, purchased, onNotFound, onNotOne, onUnsettled, onError, say } = given;
  return useMemo(
    () => ({
      draftId,
      storeId,
      currencyId,
      digits,
      digitsWarning,
      formats,
      disabled,
      units,
      bases,
      purchased,
      onNotFound,
      onNotOne,
      onUnsettled,
      onError,
      say,
    }),
    [
      draftId,
      storeId,
      currencyId,
      digits,
      digitsWarning,
      formats,
      disabled,
      units,
      bases,
      purchased,
      onNotFound,
      onNotOne,
      onUnsettled,
      onError,
      say,
    ],
  );
}

type Place = { storeId: string; currencyId: string };

/** Asks anew for the prices that nobody typed, in another store or currency. */
export function useReprice(draftId: string, onError: (error: unknown) => void): (place: Place) => void {
  const priceIn = usePriceIn();
  const reprice = (place: Place) => {
    const untyped = activeLines(useReturns.getState()).filter(
      (line) => !line.priceTyped && line.productId !== "",
    );
    Promise.all(untyped.map(async (line) => [line.lineId, await priceIn(line, place)] as const)).then(
      (prices) => changeDraft(draftId, { type: "reprice", prices: new Map(prices) }),
      onError,
    );
  };
  const latest = useRef(reprice);
  useEffect(() => {
    latest.current = reprice;
  });
  return useCallback((place) => latest.current(place), []);
}
