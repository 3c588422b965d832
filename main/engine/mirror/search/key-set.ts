/**
 * A set of the numbers 0 to 65,535: which products of a block have a term. As bytes it is a bit for each number, or
 * where that is shorter the steps from one number to the next, seven bits a byte.
 */

/** How many products a block has, counted by their keys. */
export const BLOCK_KEYS = 65_536;
const BYTES = BLOCK_KEYS / 8;
const WORDS = BLOCK_KEYS / 32;

/** A bit for each number. */
export type KeySet = Uint32Array;

export const emptySet = (): KeySet => new Uint32Array(WORDS);

export function addKey(set: KeySet, key: number): void {
  set[key >>> 5] = (set[key >>> 5] ?? 0) | (1 << (key & 31));
}

/** How many numbers these 32 bits stand for. */
function countOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The numbers from the largest to the smallest. */
export function* descending(set: KeySet): Generator<number> {
  for (let at = WORDS - 1; at >= 0; at -= 1) {
    for (let bits = set[at] ?? 0; bits !== 0; ) {
      const bit = 31 - Math.clz32(bits);
      yield at * 32 + bit;
      bits ^= 1 << bit;
    }
  }
}

function* ascending(set: KeySet): Generator<number> {
  for (let at = 0; at < WORDS; at += 1) {
    for (let bits = set[at] ?? 0; bits !== 0; bits &= bits - 1) yield at * 32 + 31 - Math.clz32(bits & -bits);
  }
}

// One for all: a block has thousands of sets, and a buffer for each would be the import's memory.
const steps = new Uint8Array(BYTES);

/** The bytes of these numbers, which ascend. */
export function bytesOf(keys: KeySet | readonly number[]): Uint8Array {
  if (keys instanceof Uint32Array && keys.reduce((sum, bits) => sum + countOf(bits), 0) >= BYTES)
    return bitsOf(keys);
  let length = 0;
  let before = 0;
  for (const key of keys instanceof Uint32Array ? ascending(keys) : keys) {
    // A step has up to three bytes.
    if (length + 3 >= BYTES) return bitsOf(keys);
    let step = key - before;
    for (; step > 127; step >>>= 7) {
      steps[length] = 128 | (step & 127);
      length += 1;
    }
    steps[length] = step;
    length += 1;
    before = key;
  }
  return steps.slice(0, length);
}

function bitsOf(keys: KeySet | readonly number[]): Uint8Array {
  if (keys instanceof Uint32Array) return new Uint8Array(keys.buffer, keys.byteOffset, BYTES);
  const set = emptySet();
  for (const key of keys) addKey(set, key);
  return new Uint8Array(set.buffer);
}

/** The bits that these bytes are, every computer this runs on keeping the low byte first; null where they are steps. */
function asBits(bytes: Uint8Array): KeySet | null {
  if (bytes.length !== BYTES) return null;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, WORDS);
}

/** Adds the set of these bytes. Bytes that no set was written as add some numbers that a set may have. */
export function addBytes(set: KeySet, bytes: Uint8Array): void {
  const bits = asBits(bytes);
  if (bits !== null) {
    for (let at = 0; at < WORDS; at += 1) set[at] = (set[at] ?? 0) | (bits[at] ?? 0);
    return;
  }
  let key = 0;
  let step = 0;
  let shift = 0;
  for (const byte of bytes) {
    step |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    key = (key + step) & (BLOCK_KEYS - 1);
    addKey(set, key);
    step = 0;
    shift = 0;
  }
}

/** Takes out of `set` what `other` lacks; how many are left. */
export function keepCommon(set: KeySet, other: KeySet): number {
  let left = 0;
  for (let at = 0; at < WORDS; at += 1) {
    const bits = (set[at] ?? 0) & (other[at] ?? 0);
    set[at] = bits;
    if (bits !== 0) left += countOf(bits);
  }
  return left;
}

const scratch = emptySet();

/** The same with the set of these bytes. */
export function keepBytes(set: KeySet, bytes: Uint8Array): number {
  const bits = asBits(bytes);
  if (bits !== null) return keepCommon(set, bits);
  scratch.fill(0);
  addBytes(scratch, bytes);
  return keepCommon(set, scratch);
}
