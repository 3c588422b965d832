/** Half-typed work that was kept on the disk, found again once for each connection. */
import { useEffect, useState } from "react";
import type { ChannelOutput } from "../../contract/channels.ts";
import { invoke } from "./api.ts";
import { type DraftKeeper, keptFor } from "./draft-keeper.ts";
import { useChannel } from "./queries.ts";

type KeptDraft = ChannelOutput<"draft.list">["drafts"][number];

/** Where one kind of draft lives while the program runs. The same object every time: made outside of components. */
export interface DraftShelf {
  kind: KeptDraft["kind"];
  /** The connection whose drafts it holds. */
  holds: () => string | null;
  open: (connection: string, kept: KeptDraft[]) => void;
  keeper: DraftKeeper;
}

export interface KeptDrafts {
  ready: boolean;
  /** Undefined: not known yet. */
  connected: boolean | undefined;
  /** Why they could not be read; null while all is well. */
  error: unknown;
}

/** Fills the shelf; `opened` is the connection it holds now, as the component sees it. */
export function useKeptDrafts(shelf: DraftShelf, opened: string | null): KeptDrafts {
  const connection = useChannel("connection.get", {}).data;
  const [error, setError] = useState<unknown>(null);
  const key = connection === undefined ? null : keptFor(connection);

  useEffect(() => {
    if (key === null) return;
    if (shelf.holds() === key) {
      shelf.keeper.takeUp();
      return;
    }
    let current = true;
    shelf.keeper.cancelAll();
    invoke("draft.list", {}).then(
      ({ drafts }) => {
        if (!current) return;
        setError(null);
        shelf.open(
          key,
          drafts.filter(({ kind }) => kind === shelf.kind),
        );
      },
      (reason: unknown) => current && setError(reason),
    );
    return () => {
      current = false;
    };
  }, [key, shelf]);

  useEffect(() => {
    const { saveNow } = shelf.keeper;
    window.addEventListener("pagehide", saveNow);
    return () => window.removeEventListener("pagehide", saveNow);
  }, [shelf]);

  return {
    ready: key !== null && opened === key,
    connected: connection === undefined ? undefined : connection !== null,
    error,
  };
}
