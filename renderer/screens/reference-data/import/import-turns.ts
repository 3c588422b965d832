/** Everything that was asked of the engine's one import at a time, in its order. */
import { create } from "zustand";
import type { ChannelInput, ChannelOutput } from "../../../../contract/channels.ts";
import { invoke, subscribe } from "../../../client/api.ts";

export type ImportOrder = ChannelInput<"referenceData.import">;
export type ImportResult = ChannelOutput<"referenceData.import">;

interface Turns {
  /** Of those that run or wait, the first to have come first. */
  turns: number[];
  /** How many rows the first of them has read. */
  rows: number;
}

/** Imports and trials alike: the engine takes them one after the other. */
export const useTurns = create<Turns>(() => ({ turns: [], rows: 0 }));

let lastTurn = 0;

/** The page may be drawn anew while an import runs: its names are of one page's life. */
const PAGE = crypto.randomUUID();

/** The name under which the engine knows a turn. */
const importIdOf = (turn: number): string => `${PAGE} ${turn}`;

/** Asks the engine to stop what runs or waits; its own call then ends with `cancelled`. */
export async function stopImport(turn: number): Promise<void> {
  await invoke("referenceData.cancelImport", { importId: importIdOf(turn) });
}

/** Asks for an import; its turn tells when the engine works on it. */
export function runImport(order: ImportOrder): { turn: number; result: Promise<ImportResult> } {
  lastTurn += 1;
  const turn = lastTurn;
  useTurns.setState(({ turns }) => ({ turns: [...turns, turn] }));
  const importId = importIdOf(turn);
  const stop = subscribe(({ event, payload }) => {
    if (event === "referenceData.importProgressed" && payload.importId === importId)
      useTurns.setState({ rows: payload.done ? 0 : payload.rows });
  });
  const result = invoke("referenceData.import", { ...order, importId }).finally(() => {
    stop();
    useTurns.setState(({ turns, rows }) => ({
      turns: turns.filter((one) => one !== turn),
      rows: turns[0] === turn ? 0 : rows,
    }));
  });
  return { turn, result };
}
