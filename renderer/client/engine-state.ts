/** What events say about the engine itself, and nothing that a channel could be asked for. */
import { create } from "zustand";
import type { FileBusy } from "../../contract/channels/connection.ts";
import { openCounts } from "../../contract/entry-states.ts";
import { isRecord } from "../../contract/is-record.ts";
import type { ReplyError } from "../../contract/reply.ts";
import { replyErrorOf } from "./api.ts";

interface EngineState {
  /** False from the moment its process ended until it is up again. */
  up: boolean;
  restarting: boolean;
  /** Why it can't work, or how it ended; null while it is up. */
  error: ReplyError | null;
  cameUp: () => void;
  wentDown: (error: ReplyError, restarting: boolean) => void;
}

/** The engine's state, from its events. */
export const useEngine = create<EngineState>((set) => ({
  up: true,
  restarting: false,
  error: null,
  cameUp: () => set({ up: true, restarting: false, error: null }),
  wentDown: (error, restarting) => set({ up: false, restarting, error }),
}));

// The connection's file while it is not open: read out of a refusal. Not by its schema: the first screen
// loads none.

const STATES: readonly FileBusy["state"][] = ["opening", "recovering", "waiting"];

function countsOf(value: unknown): FileBusy["counts"] {
  if (!isRecord(value)) return null;
  return openCounts((state) => {
    const count = value[state];
    return typeof count === "number" ? count : 0;
  });
}

/** What a refusal says of the file; null where it is about something else. */
export function fileBusyOf(error: unknown): FileBusy | null {
  const { code, details } = replyErrorOf(error);
  const state = STATES.find((known) => known === details.state);
  if (code !== "storage_busy" || state === undefined) return null;
  const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    state,
    counts: countsOf(details.counts),
    oldestUnsentAt: textOf(details.oldestUnsentAt),
    knownAt: textOf(details.knownAt),
    cause: textOf(details.cause),
  };
}
