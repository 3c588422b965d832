import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";

/** Fraction digits a currency is written with: what the reference data says, else what is commonly known. */
export function useCurrencyDigits(currencyId: string | null): number {
  const formats = useFormats();
  const currencies = useChannel("mirror.search", { kind: "currency", text: "", limit: 1000 });
  if (currencyId === null) return 0;
  const row = currencies.data?.rows.find((found) => found.kind === "currency" && found.id === currencyId);
  return formats.currencyDigits(currencyId, row?.kind === "currency" ? row.digits : null);
}
