import { useEngine } from "../../client/engine-state.ts";
import { fileBusyOf } from "../../client/file-busy.ts";
import { useChannel } from "../../client/queries.ts";
import { type SyncTruth, syncTruth } from "./sync-truth.ts";

/** How sending stands now. */
export function useSyncTruth(): SyncTruth {
  const engineUp = useEngine((state) => state.up);
  const connection = useChannel("connection.get", {}).data;
  const { data: status, error } = useChannel("sync.status", {});
  const refusal = useChannel("recovery.refusal", {}).data ?? null;
  return syncTruth({
    engineUp,
    refused: refusal !== null,
    busy: error === null ? null : fileBusyOf(error),
    connected: connection === undefined ? undefined : connection !== null,
    status,
  });
}
