/** The invariant of purchases, as a pure function. */
import Big from "big.js";
import { BOUGHT_PIECES, PIECES_OF_CARTON } from "./bought.ts";
import type { History } from "./history.ts";

/** Of every line of a purchase: bought less returned less waiting is left, by the entries that stand, to the piece. */
export function leftAddsUp({ rows, given, bought }: History): string[] {
  const returned = new Map<string, number>();
  const waiting = new Map<string, number>();
  for (const { state, request_body } of rows) {
    if (state === "discarded") continue;
    const sums = state === "confirmed" ? returned : waiting;
    const note = /"note"\s*:\s*"([^"]{0,40})"/.exec(request_body)?.[1] ?? "";
    for (const { documentNo, row, pieces } of given.get(note) ?? []) {
      const key = `${documentNo} ${row}`;
      sums.set(key, (sums.get(key) ?? 0) + pieces);
    }
  }
  const isOf = (cartons: string | null, pieces: number): boolean =>
    cartons !== null && new Big(cartons).minus(new Big(pieces).div(PIECES_OF_CARTON)).abs().lt(0.000_001);
  return bought.flatMap((line) => {
    const key = `${line.documentNo} ${line.row}`;
    const [back, waits] = [returned.get(key) ?? 0, waiting.get(key) ?? 0];
    const left = BOUGHT_PIECES - back - waits;
    if (line.leftInBase === String(left) && isOf(line.returned, back) && isOf(line.waiting, waits)) return [];
    return [
      `of ${key} ${left} pieces are left (${back} returned, ${waits} waiting), and the engine says ${line.leftInBase} (${line.returned} and ${line.waiting} cartons)`,
    ];
  });
}
