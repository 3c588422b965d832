import { useEffect, useState } from "react";
import { invoke } from "../../api.ts";
import { useChannel } from "../../queries.ts";
import { cancelAllSaves, saveNow } from "./keep-drafts.ts";
import { openDrafts, useReturns } from "./returns-store.ts";

/** Finds the kept drafts again, once for each connection. Says whether they are there, or why not. */
export function useDrafts(): { ready: boolean; connected: boolean | undefined; error: unknown } {
  const connection = useChannel("connection.get", {}).data;
  const opened = useReturns((state) => state.connection);
  const [error, setError] = useState<unknown>(null);
  const key = connection == null ? null : `${connection.serviceUrl} ${connection.tenantId}`;

  useEffect(() => {
    if (key === null || useReturns.getState().connection === key) return;
    let current = true;
    cancelAllSaves();
    invoke("draft.list", {}).then(
      ({ drafts }) => {
        if (!current) return;
        setError(null);
        openDrafts(key, drafts);
      },
      (reason: unknown) => current && setError(reason),
    );
    return () => {
      current = false;
    };
  }, [key]);

  useEffect(() => {
    window.addEventListener("pagehide", saveNow);
    return () => window.removeEventListener("pagehide", saveNow);
  }, []);

  return {
    ready: key !== null && opened === key,
    connected: connection === undefined ? undefined : connection !== null,
    error,
  };
}
