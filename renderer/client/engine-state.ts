/** What events say about the engine itself, and nothing that a channel could be asked for. */
import { create } from "zustand";
import type { ReplyError } from "../../contract/reply.ts";

interface EngineState {
  /** False from the moment its process ended until it is up again. */
  up: boolean;
  restarting: boolean;
  /** Why it can't work, or how it ended; null while it is up. */
  error: ReplyError | null;
  cameUp: () => void;
  wentDown: (error: ReplyError, restarting: boolean) => void;
}

/** The engine's state, as events told it. */
export const useEngine = create<EngineState>((set) => ({
  up: true,
  restarting: false,
  error: null,
  cameUp: () => set({ up: true, restarting: false, error: null }),
  wentDown: (error, restarting) => set({ up: false, restarting, error }),
}));
