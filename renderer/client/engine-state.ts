/** What events say about the engine itself, and nothing that a channel could be asked for. */
import { create } from "zustand";
import type { EventPayload } from "../../contract/events.ts";

interface EngineState {
  /** False from the moment its process ended until it is up again. */
  up: boolean;
  restarting: boolean;
  reason: string | null;
  /** The import that runs now, or the last one. */
  importing: EventPayload<"referenceData.importProgressed"> | null;
  cameUp: () => void;
  wentDown: (reason: string, restarting: boolean) => void;
  importMoved: (progress: EventPayload<"referenceData.importProgressed">) => void;
}

/** The engine's state, as events told it. */
export const useEngine = create<EngineState>((set) => ({
  up: true,
  restarting: false,
  reason: null,
  importing: null,
  cameUp: () => set({ up: true, restarting: false, reason: null }),
  wentDown: (reason, restarting) => set({ up: false, restarting, reason }),
  importMoved: (importing) => set({ importing }),
}));
