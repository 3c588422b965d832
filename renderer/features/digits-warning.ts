/** Amounts with more digits than their currency has. Apart from the rest, for the first screen reads no typed number. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../contract/typed-decimal.ts";
import { digitsTooMany, knownDigits } from "../i18n/currency-digits.ts";
import { useImportedDigits } from "./amount.tsx";

/** Fraction digits that the currency has; null where they are not known, and until the reference data is read. */
function useKnownDigits(currencyId: string | null): number | null {
  const imported = useImportedDigits(currencyId);
  return currencyId === null || imported === undefined ? null : knownDigits(currencyId, imported);
}

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
      if (used === null || digits === null) return null;
      return kind === "typed"
        ? t("components.digits.typed", { currency: currencyId, count: digits, used })
        : t("components.digits.total", { currency: currencyId, count: used, digits });
    },
    [t, digits, currencyId],
  );
}
