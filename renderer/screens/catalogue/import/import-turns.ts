/** Everything that was asked of the engine's one import at a time, in its order. */
import { create } from "zustand";
import type { ChannelInput, ChannelOutput } from "../../../../contract/channels.ts";
import { invoke } from "../../../client/api.ts";

export type ImportOrder = ChannelInput<"referenceData.import">;
export type ImportResult = ChannelOutput<"referenceData.import">;

interface Turns {
  /** Of those that run or wait, the first to have come first. */
  turns: number[];
}

/** Imports and trials alike: the engine takes them one after the other. */
export const useTurns = create<Turns>(() => ({ turns: [] }));

let lastTurn = 0;

/** The page may be drawn anew while an import runs: its names are of one page's life. */
const PAGE = crypto.randomUUID();

/** The name under which the engine knows a turn. */
export const importIdOf = (turn: number): string => `${PAGE} ${turn}`;

/** Asks the engine to stop what runs or waits; its own call then ends with `cancelled`. */
export async function stopImport(turn: number): Promise<void> {
  await invoke("referenceData.cancelImport", { importId: importIdOf(turn) });
}

/** Asks for an import; its turn tells when the engine works on it. */
export function runImport(order: ImportOrder): { turn: number; result: Promise<ImportResult> } {
  lastTurn += 1;
  const turn = lastTurn;
  useTurns.setState(({ turns }) => ({ turns: [...turns, turn] }));
  const result = invoke("referenceData.import", { ...order, importId: importIdOf(turn) }).finally(() =>
    useTurns.setState(({ turns }) => ({ turns: turns.filter((one) => one !== turn) })),
  );
  return { turn, result };
}
