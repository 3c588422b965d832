/** The middle of the values in their order, the lower one of two; null where there are none. Pure. */
export function medianOf(values: readonly number[]): number | null {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor((ordered.length - 1) / 2)] ?? null;
}
