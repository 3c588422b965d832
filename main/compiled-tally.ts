/** How much of the program ran from compiled code, and where that code lies. Without imports: every bundle may use it. */

/** Counts of files. */
export interface CompiledTally {
  /** Run from their compiled code. */
  taken: number;
  /** V8 did not take it: made by another V8, or under other flags. */
  refused: number;
  /** There is none, or it was made from another source. */
  absent: number;
}

/** Before the compiled code in its file: the SHA-256 of the source that it was made from. */
export const DIGEST_BYTES = 32;

/** The loader and the program are bundled apart, so that one tally hangs where both find it. */
const TALLY = Symbol.for("counterside.compiledTally");

const isTally = (value: unknown): value is CompiledTally =>
  typeof value === "object" && value !== null && "taken" in value && "refused" in value && "absent" in value;

/** The one tally of this process. */
export function tallyOf(holder: object): CompiledTally {
  const known: unknown = Reflect.get(holder, TALLY);
  if (isTally(known)) return known;
  const tally: CompiledTally = { taken: 0, refused: 0, absent: 0 };
  Reflect.set(holder, TALLY, tally);
  return tally;
}

/** Of this system and this V8 only: another's would be refused at best. Below the bundles' folder. */
export const compiledFolder = ({ platform, arch, versions }: typeof process): string =>
  `compiled/${platform}-${arch}-v8-${versions.v8}`;
