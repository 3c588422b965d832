import { useEffect, useRef, useState } from "react";
import { invoke } from "../../api.ts";
import { useCorrects } from "../../hooks/corrects.ts";
import { keepEdit } from "./edits-store.ts";
import { beginEdit, serialNoOf, waitingVoucher } from "./voucher-edit.ts";

/** Opens the voucher entry that the address asks to correct, as an edit that will replace it. */
export function useVoucherCorrection(onOpen: (serialNo: string) => void): { error: unknown } {
  const { entryId } = useCorrects();
  const [error, setError] = useState<unknown>(null);
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (entryId === null || asked.current === entryId) return;
    asked.current = entryId;
    invoke("outbox.get", { entryId })
      .then(({ requestBody }) => {
        const serialNo = serialNoOf(requestBody);
        const sent = waitingVoucher(entryId, requestBody, () => crypto.randomUUID());
        keepEdit(serialNo, beginEdit(null, sent, entryId));
        onOpen(serialNo);
      })
      .catch(setError);
  }, [entryId, onOpen]);
  return { error };
}
