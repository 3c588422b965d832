/** How wide a column of codes must be, so that its longest one is shown whole. */

/** A letter of the fixed-width face, and beside the code the cell's padding with the sign for copying. */
const LETTER_REM = 0.5;
const AROUND_REM = 2.75;
/** Beyond this a code is cut, visibly; it is copied whole. */
const MOST_REM = 20;

/** The width in rem; at least `least`. */
export function codeWidth(codes: readonly (string | null)[], least: number): number {
  const letters = codes.reduce((most, code) => Math.max(most, code?.length ?? 0), 0);
  return Math.min(MOST_REM, Math.max(least, Math.ceil((letters * LETTER_REM + AROUND_REM) * 2) / 2));
}
