import { useMemo } from "react";
import type { EntryState } from "../../../contract/entry-states.ts";
import { OPEN_STATES } from "../../../contract/entry-states.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { type SaidVoucher, saidVoucher, type WaitingVoucher, waitingVoucher } from "./voucher-edit.ts";

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
