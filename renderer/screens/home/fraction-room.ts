/** How many digits a column of amounts needs after the separator, three at least: every currency has its place then. */
export const fractionRoom = (amounts: readonly (string | null)[]): number =>
  amounts.reduce((most, amount) => Math.max(most, amount?.split(".")[1]?.length ?? 0), 3);
