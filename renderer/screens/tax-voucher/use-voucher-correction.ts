import { useState } from "react";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { useCorrection } from "../../features/drafts/correction.ts";
import { type CorrectionRefusal, correctionRefusal } from "./correctable.ts";
import { editOf, keepEdit, useEdits } from "./edits-store.ts";
import { beginEdit, serialNoOf, waitingVoucher } from "./voucher-edit.ts";

export interface RefusedCorrection {
  reason: CorrectionRefusal;
  entry: EntryDetail;
}

/**
 * Opens the voucher entry that the address asks to correct, as an edit that will replace it. One that can't be
 * corrected is refused here and not when it is sent. An edit in progress stays.
 */
export function useVoucherCorrection(ready: boolean, onOpen: (serialNo: string) => void) {
  const [refused, setRefused] = useState<RefusedCorrection | null>(null);
  const { entryId, error } = useCorrection(ready, {
    take: (entry, files) => {
      const reason = correctionRefusal(entry);
      if (reason !== null) {
        setRefused({ reason, entry });
        return;
      }
      const serialNo = serialNoOf(entry.requestBody);
      const begun = editOf(useEdits.getState(), serialNo);
      if (begun?.corrects !== entry.entryId) {
        const sent = waitingVoucher(entry.entryId, entry.requestBody, files, () => crypto.randomUUID());
        const fresh = beginEdit(null, sent, entry.entryId);
        // What was typed before stays; it takes the entry's place when it is sent.
        const { corrects, creator } = fresh;
        keepEdit(serialNo, begun === undefined ? fresh : { ...begun, corrects, creator });
      }
      onOpen(serialNo);
    },
  });
  return { entryId, error, refused: refused?.entry.entryId === entryId ? refused : null };
}
