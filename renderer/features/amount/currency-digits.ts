/** The fraction digits of currencies, and what is written by them. */
import { useCallback } from "react";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { writtenDigits } from "../../i18n/currency-digits.ts";

/** What the reference data says of a currency's fraction digits: null where it says nothing, undefined until it is read. */
export function useImportedDigits(currencyId: string | null): number | null | undefined {
  const rows = useChannel("mirror.search", { kind: "currency", text: "", limit: 1000 }).data?.rows;
  const row = rows?.find((found) => found.kind === "currency" && found.id === currencyId);
  return rows === undefined ? undefined : row?.kind === "currency" ? row.digits : null;
}

/** Fraction digits that an amount of the currency is written with at least. */
export function useCurrencyDigits(currencyId: string | null): number {
  const imported = useImportedDigits(currencyId) ?? null;
  return currencyId === null ? 0 : writtenDigits(currencyId, imported);
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
