/** What events say about the engine itself, and nothing that a channel could be asked for. */
import { create } from "zustand";

interface EngineState {
  /** False from the moment its process ended until it is up again. */
  up: boolean;
  restarting: boolean;
  reason: string | null;
  cameUp: () => void;
  wentDown: (reason: string, restarting: boolean) => void;
}

/** The engine's state, as events told it. */
export const useEngine = create<EngineState>((set) => ({
  up: true,
  restarting: false,
  reason: null,
  cameUp: () => set({ up: true, restarting: false, reason: null }),
  wentDown: (reason, restarting) => set({ up: false, restarting, reason }),
}));
