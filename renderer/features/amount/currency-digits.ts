/** The fraction digits of currencies, and what is written and said by them. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { parseTypedDecimal } from "../../../contract/typed-decimal.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { digitsTooMany, knownDigits, writtenDigits } from "../../i18n/currency-digits.ts";

/** What the reference data says of a currency's fraction digits: null where it says nothing, undefined until it is read. */
function useImportedDigits(currencyId: string | null): number | null | undefined {
  const rows = useChannel("mirror.search", { kind: "currency", text: "", limit: 1000 }).data?.rows;
  const row = rows?.find((found) => found.kind === "currency" && found.id === currencyId);
  return rows === undefined ? undefined : row?.kind === "currency" ? row.digits : null;
}

/** Fraction digits that an amount of the currency is written with at least. */
export function useCurrencyDigits(currencyId: string | null): number {
  const imported = useImportedDigits(currencyId) ?? null;
  return currencyId === null ? 0 : writtenDigits(currencyId, imported);
}

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

/** Writes an exact amount with its currency as text, for a sentence; `Amount` is for everything else. */
export function useMoneyText(): (amount: string, currencyId: string) => string {
  const formats = useFormats();
  const rows = useChannel("mirror.search", { kind: "currency", text: "", limit: 1000 }).data?.rows;
  return useCallback(
    (amount, currencyId) => {
      const row = rows?.find((found) => found.kind === "currency" && found.id === currencyId);
      const digits = writtenDigits(currencyId, row?.kind === "currency" ? row.digits : null);
      return `${formats.decimal(amount, digits)} ${currencyId}`;
    },
    [rows, formats],
  );
}
