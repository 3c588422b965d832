import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { digitsTooMany } from "../../i18n/currency-digits.ts";
import { useKnownDigits } from "./use-currency-digits.ts";

/** Of an amount as it is typed, or of a total that was worked out here. */
type Warned = "typed" | "total";

/**
 * Says of an amount that it has more digits than its currency; null where it fits, is no number, or the currency's
 * digits are not known. A warning and no more: what the central system does with such an amount is not known.
 */
export function useDigitsWarning(currencyId: string | null): (amount: string, kind: Warned) => string | null {
  const { t } = useTranslation();
  const digits = useKnownDigits(currencyId);
  return useCallback(
    (amount, kind) => {
      const read = parseTypedDecimal(amount);
      const used = read.kind === "decimal" ? digitsTooMany(read.value, digits) : null;
      return used === null || digits === null
        ? null
        : t(`components.digits.${kind}`, { currency: currencyId, count: digits, used });
    },
    [t, digits, currencyId],
  );
}
