/** Finds the header row of a file: titles and notes may stand above it. */
import { type FileRow, isBlank, type ReadRow } from "../file-rows.ts";

/** So many rows that hold something are looked at. */
export const HEAD_ROWS = 40;

/** How the cells of a row fit as the header of a kind. */
export interface HeaderFit {
  mapped: number;
  missing: number;
}

const filled = ({ cells }: ReadRow): number => cells.filter((cell) => cell.trim() !== "").length;

/** How many cells most rows fill. */
function usualFill(rows: readonly ReadRow[]): number {
  const times = new Map<number, number>();
  for (const row of rows) times.set(filled(row), (times.get(filled(row)) ?? 0) + 1);
  return [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/**
 * The row that is the header: the first that has every needed column; else the one that has most columns, if two; else
 * the first that fills about as many cells as most rows do. Null where there is no row at all.
 */
export function findHeader(
  head: readonly FileRow[],
  fitOf: (cells: readonly string[]) => HeaderFit,
): ReadRow | null {
  const rows = head.filter((row): row is ReadRow => "cells" in row && !isBlank(row));
  const readable = rows.filter(({ refused }) => refused === undefined);
  const fits = readable.map((row) => ({ row, ...fitOf(row.cells) }));
  const whole = fits.find(({ missing }) => missing === 0);
  if (whole !== undefined) return whole.row;
  if (rows[0]?.refused !== undefined) return rows[0];
  const most = fits.reduce((best, { mapped }) => Math.max(best, mapped), 0);
  if (most >= 2) return fits.find(({ mapped }) => mapped === most)?.row ?? null;
  const usual = usualFill(readable);
  return readable.find((row) => filled(row) >= Math.max(2, usual * 0.75)) ?? rows[0] ?? null;
}
