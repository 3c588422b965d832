/** Account, store and currency of the return entered last, for the first one after a start. */
import { useEffect, useState } from "react";
import { parseExactJson } from "../../../../contract/exact-json.ts";
import { purchaseReturnBody } from "../../../../contract/service/requests.ts";
import { invoke } from "../../../client/api.ts";
import { optionOf } from "../../../features/record-picker/picker-kinds.ts";
import type { Usual } from "./draft.ts";
import { NO_USUAL, setUsual, useReturns } from "./returns-store.ts";

/** Returns that are looked through: others may have come from the central system, or been refused. */
const LOOKED = 10;

const KINDS = { cashOrBankAccountId: "account", storeId: "store", currencyId: "currency" } as const;

/** The id, unless its record is known to be deleted by now. */
async function unlessDeleted(field: keyof Usual, id: string): Promise<string> {
  const kind = KINDS[field];
  const { rows } = await invoke("mirror.search", { kind, text: id, limit: LOOKED, deleted: true });
  return rows.some((row) => optionOf(row, kind).some((option) => option.deleted && option.id === id))
    ? ""
    : id;
}

async function usualOfLast(): Promise<Usual> {
  const { documents } = await invoke("documents.search", { kind: "purchaseReturn", limit: LOOKED });
  const last = documents.find(
    ({ state }) => state !== null && state !== "dead_letter" && state !== "discarded",
  );
  if (last === undefined) return NO_USUAL;
  const { requestBody } = await invoke("documents.get", { serialNo: last.serialNo });
  if (requestBody === null) return NO_USUAL;
  const body = purchaseReturnBody.parse(parseExactJson(requestBody));
  const [cashOrBankAccountId, storeId, currencyId] = await Promise.all([
    unlessDeleted("cashOrBankAccountId", String(body.cashOrBankAccountId)),
    unlessDeleted("storeId", String(body.storeId)),
    unlessDeleted("currencyId", body.currencyId),
  ]);
  return { cashOrBankAccountId, storeId, currencyId };
}

/**
 * Looks once for each connection where one usually works, and says whether that was done. Nothing is told where it
 * can't be read: it is a help only.
 */
export function useUsual(ready: boolean): boolean {
  const connection = useReturns((state) => state.connection);
  const known = useReturns((state) => state.usual !== null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!ready || useReturns.getState().usual !== null) return;
    usualOfLast().then(
      (usual) => useReturns.getState().connection === connection && setUsual(usual),
      (error: unknown) => {
        console.error("account, store and currency of the last return can't be read", error);
        setFailed(true);
      },
    );
  }, [ready, connection]);
  return ready && (known || failed);
}
