/** Which random inputs a property is tried with: others in each run, or those of a run that failed. */

/**
 * What `COUNTERSIDE_FUZZ_SEED` asks of fast-check: all inputs of `SEED`, or of `SEED:PATH` the smallest that failed. A
 * property that fails names both. Throws if it is neither.
 */
export function readReplay(wanted: string | undefined): { seed: number; path?: string } | null {
  if (wanted === undefined) return null;
  const [, seed, path] = /^(-?\d+)(?::(\d+(?::\d+)*))?$/.exec(wanted) ?? [];
  if (seed === undefined)
    throw new Error(
      `COUNTERSIDE_FUZZ_SEED is SEED or SEED:PATH, as in -1234 or -1234:0:1, and not "${wanted}"`,
    );
  return path === undefined ? { seed: Number(seed) } : { seed: Number(seed), path };
}
