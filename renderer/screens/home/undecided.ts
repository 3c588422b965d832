import type { SyncStatus } from "../../../contract/channels/connection.ts";

// What is not in the service's books and has no amount, such as restores: not to be forgotten beside the
// values. Pure.

/** How many of all open entries the rows with a value don't count. */
export function withoutValue(
  counts: SyncStatus["counts"] | undefined,
  valued: readonly { entries: number }[],
): number {
  if (counts === undefined) return 0;
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // The two are read one after the other: an entry may have moved in between.
  return Math.max(0, open - valued.reduce((sum, { entries }) => sum + entries, 0));
}
