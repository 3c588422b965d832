import { useCallback } from "react";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { writtenDigits } from "../../i18n/currency-digits.ts";

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
