/** A shop with one store, or one currency, is not asked for it. */
import { useEffect, useRef } from "react";
import { useChannel } from "../../client/queries.ts";
import type { ReturnFrame } from "./draft/draft.ts";

type SoleField = "storeId" | "currencyId";

/** The only live record of its kind; null where there are none or several. */
function useSole(kind: "store" | "currency", enabled: boolean): string | null {
  const rows = useChannel("mirror.search", { kind, text: "", limit: 2 }, { enabled }).data?.rows ?? [];
  const [only, more] = rows;
  return only === undefined || more !== undefined || !("id" in only) ? null : String(only.id);
}

/** Fills in the only store and the only currency, once for each return: what is cleared by hand stays empty. */
export function useSoleChoices(draft: ReturnFrame, fill: (field: SoleField, id: string) => void): void {
  const store = useSole("store", draft.storeId === "");
  const currency = useSole("currency", draft.currencyId === "");
  const done = useRef(new Set<SoleField>());
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    const found = { storeId: store, currencyId: currency };
    for (const field of ["storeId", "currencyId"] as const) {
      const id = found[field];
      if (draft[field] !== "") done.current.add(field);
      if (id === null || done.current.has(field)) continue;
      done.current.add(field);
      latest.current(field, id);
    }
  }, [draft, store, currency]);
}
