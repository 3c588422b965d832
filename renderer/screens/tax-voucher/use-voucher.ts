/** What is known of the voucher that is open, and the entry of it that the address asks to correct. */
import { useMemo, useState } from "react";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { type EntryState, OPEN_STATES } from "../../../contract/entry-states.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { useCorrection } from "../../features/drafts/correction.ts";
import { editOf, keepEdit, useEdits } from "./edits-store.ts";
import {
  beginEdit,
  type CorrectionRefusal,
  correctionRefusal,
  type SaidVoucher,
  saidVoucher,
  serialNoOf,
  type WaitingVoucher,
  waitingVoucher,
} from "./voucher-edit.ts";

const OPEN: readonly EntryState[] = OPEN_STATES;

interface KnownVoucher {
  ready: boolean;
  said: SaidVoucher | null;
  waiting: WaitingVoucher | null;
  /** The entry that was refused: an edit made now takes its place, for nothing else can move it. */
  refused: WaitingVoucher | null;
  /** How many of this voucher's entries are not confirmed. */
  open: number;
  /** What kept us from knowing; a voucher that nobody knows is no error. */
  error: unknown;
}

/** All that is known of the voucher that is open. */
export function useVoucher(opened: string | null): KnownVoucher {
  const serialNo = opened ?? "";
  const enabled = opened !== null;
  const document = useChannel("documents.get", { serialNo }, { enabled });
  const found = useChannel("taxVoucher.find", { text: serialNo, limit: 5 }, { enabled });
  const mirrored = found.data?.vouchers.find(
    (voucher) => voucher.serialNo.toLowerCase() === serialNo.toLowerCase(),
  );
  const open = (document.data?.entries ?? []).filter(
    ({ state, kind }) => kind === "taxVoucher" && OPEN.includes(state),
  );
  const newest = open.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.entryId;
  const entry = useChannel("outbox.get", { entryId: newest ?? "" }, { enabled: newest !== undefined });
  const body = newest === undefined ? undefined : entry.data?.requestBody;
  const files = useChannel(
    "attachment.ofEntry",
    { entryId: newest ?? "" },
    { enabled: newest !== undefined },
  );
  const kept = files.data?.files;
  const waiting = useMemo(
    () =>
      newest === undefined || body === undefined || kept === undefined
        ? null
        : waitingVoucher(newest, body, kept, () => crypto.randomUUID()),
    [newest, body, kept],
  );
  const unknown = document.error !== null && replyErrorOf(document.error).code === "not_found";
  return {
    ready:
      (document.data !== undefined || unknown) &&
      found.data !== undefined &&
      (newest === undefined || waiting !== null),
    said: saidVoucher(document.data, mirrored),
    waiting,
    refused:
      entry.data?.state === "dead_letter" && entry.data.replaceable && entry.data.entryId === newest
        ? waiting
        : null,
    open: open.length,
    error:
      found.error ??
      (unknown ? null : document.error) ??
      (newest === undefined ? null : (entry.error ?? files.error)),
  };
}

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
