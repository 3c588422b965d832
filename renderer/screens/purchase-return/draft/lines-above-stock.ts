/** Which lines of a return take more than is known to be in stock. Pure. */
import { isAboveStock, knownStockInBase, type StockRow } from "../finder/known-stock.ts";
import type { UnitBases } from "../units/unit-conversion.ts";
import type { ReturnLine } from "./draft.ts";
import { sumsOfLines, takenOf } from "./line-sums.ts";

/**
 * The places of the lines that take more than is known to be there. Goods that several lines take are counted together.
 */
export function linesAboveStock(
  lines: readonly ReturnLine[],
  rows: readonly StockRow[],
  { storeId, bases }: { storeId: string; bases: UnitBases },
): number[] {
  const sums = sumsOfLines(lines, bases);
  const of = new Map<string, StockRow[]>();
  for (const row of rows) {
    const id = String(row.productId);
    const known = of.get(id);
    if (known === undefined) of.set(id, [row]);
    else known.push(row);
  }
  return lines.flatMap((line, at) => {
    const stock = knownStockInBase(of.get(line.productId) ?? [], { ...line, storeId }, bases);
    return line.productId !== "" && isAboveStock(takenOf(sums, line), stock) ? [at] : [];
  });
}
