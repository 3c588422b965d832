/** Everything that was asked of the engine's one import at a time, in its order. */
import { create } from "zustand";
import type { ChannelInput, ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../api.ts";

export type ImportOrder = ChannelInput<"referenceData.import">;
export type ImportResult = ChannelOutput<"referenceData.import">;

interface Turns {
  /** Of those that run or wait, the first to have come first. */
  turns: number[];
}

/** Imports and trials alike: the engine takes them one after the other. */
export const useTurns = create<Turns>(() => ({ turns: [] }));

let lastTurn = 0;

/** Asks for an import; its turn tells when the engine works on it. */
export function runImport(order: ImportOrder): { turn: number; result: Promise<ImportResult> } {
  lastTurn += 1;
  const turn = lastTurn;
  useTurns.setState(({ turns }) => ({ turns: [...turns, turn] }));
  const result = invoke("referenceData.import", order).finally(() =>
    useTurns.setState(({ turns }) => ({ turns: turns.filter((one) => one !== turn) })),
  );
  return { turn, result };
}
