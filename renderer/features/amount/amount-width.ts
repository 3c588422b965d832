/** How wide a column of amounts must be, so that its longest one is shown whole. */

const DIGIT_REM = 0.56;
const SEPARATOR_REM = 0.27;
/** The cell's padding, and the currency with its gap. */
const PADDING_REM = 1.5;
const CURRENCY_REM = 2.75;
/** Beyond this an amount is cut, visibly; its title and the copied text have it whole. */
const MOST_REM = 26;

/** The width in rem for these decimals, with room for a fraction of `fraction` digits; at least `least`. */
export function amountWidth(
  decimals: readonly (string | null)[],
  { fraction, least, currency }: { fraction: number; least: number; currency: boolean },
): number {
  const digits = decimals.reduce(
    (most, text) => Math.max(most, text?.replace("-", "").split(".")[0]?.length ?? 0),
    1,
  );
  const negative = decimals.some((text) => text?.startsWith("-") === true);
  const characters = digits + fraction + (negative ? 1 : 0);
  const separators = Math.floor((digits - 1) / 3) + (fraction > 0 ? 1 : 0);
  const width = characters * DIGIT_REM + separators * SEPARATOR_REM + PADDING_REM + 0.25;
  return Math.min(MOST_REM, Math.max(least, Math.ceil((width + (currency ? CURRENCY_REM : 0)) * 2) / 2));
}

/** The digits of the longest fraction, and at least so many: as room for all of them it aligns their separators. */
export const longestFraction = (decimals: readonly (string | null)[], least = 0): number =>
  decimals.reduce((room, text) => Math.max(room, text?.split(".")[1]?.length ?? 0), least);
