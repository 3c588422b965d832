import { useEffect, useState } from "react";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { invoke } from "../../client/api.ts";
import { useCorrects } from "../../lib/corrects.ts";
import { type CorrectionRefusal, correctionRefusal } from "./correctable.ts";
import { keepEdit, keyOf, useEdits } from "./edits-store.ts";
import { beginEdit, serialNoOf, waitingVoucher } from "./voucher-edit.ts";

export interface RefusedCorrection {
  reason: CorrectionRefusal;
  entry: EntryDetail;
}

type Trouble = { error: unknown; refused: RefusedCorrection | null };
const NONE: Trouble = { error: null, refused: null };

/**
 * Opens the voucher entry that the address asks to correct, as an edit that will replace it. One that can't be
 * corrected is refused here and not when it is sent. Waits until the kept edits are there: one in progress stays.
 */
export function useVoucherCorrection(
  ready: boolean,
  onOpen: (serialNo: string) => void,
): Trouble & { entryId: string | null } {
  const { entryId } = useCorrects();
  const [trouble, setTrouble] = useState<{ of: string | null } & Trouble>({ of: null, ...NONE });
  useEffect(() => {
    if (!ready || entryId === null) return;
    let current = true;
    Promise.all([invoke("outbox.get", { entryId }), invoke("attachment.ofEntry", { entryId })]).then(
      ([entry, { files }]) => {
        if (!current) return;
        const reason = correctionRefusal(entry);
        if (reason !== null) {
          setTrouble({ of: entryId, error: null, refused: { reason, entry } });
          return;
        }
        const serialNo = serialNoOf(entry.requestBody);
        const begun = useEdits.getState().edits[keyOf(serialNo)];
        if (begun?.corrects !== entryId) {
          const sent = waitingVoucher(entryId, entry.requestBody, files, () => crypto.randomUUID());
          const fresh = beginEdit(null, sent, entryId);
          // What was typed before stays; it takes the entry's place when it is sent.
          keepEdit(
            serialNo,
            begun === undefined ? fresh : { ...begun, corrects: entryId, creator: fresh.creator },
          );
        }
        onOpen(serialNo);
      },
      (error: unknown) => current && setTrouble({ of: entryId, error, refused: null }),
    );
    return () => {
      current = false;
    };
  }, [ready, entryId, onOpen]);
  // What was said of one entry says nothing of the next.
  return { entryId, ...(trouble.of === entryId ? trouble : NONE) };
}
