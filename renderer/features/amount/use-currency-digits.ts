import { useChannel } from "../../client/queries.ts";
import { knownDigits, writtenDigits } from "../../i18n/currency-digits.ts";

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
export function useKnownDigits(currencyId: string | null): number | null {
  const imported = useImportedDigits(currencyId);
  return currencyId === null || imported === undefined ? null : knownDigits(currencyId, imported);
}
