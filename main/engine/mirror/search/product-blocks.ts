/**
 * Which products may hold a query's words, by sets of keys: for each block of 65,536 product keys the file keeps every
 * letter and every three letters in a row (terms) with the products whose name has them. Two sets of a block have their
 * common products found in microseconds, however common the words are. Whether a product really has the words is asked
 * of its name, so a set may have too many and never lacks one.
 */
import type { Db } from "../../file/database/open-database.ts";
import { LAST_LETTER } from "./search-text.ts";

// A set of the numbers 0 to 65,535: which products of a block have a term. As bytes it is a bit for each number, or
// where that is shorter the steps from one number to the next, seven bits a byte.

/** How many products a block has, counted by their keys. */
export const BLOCK_KEYS = 65_536;
const BYTES = BLOCK_KEYS / 8;
const WORDS = BLOCK_KEYS / 32;

/** A bit for each number. */
export type KeySet = Uint32Array;

export const emptySet = (): KeySet => new Uint32Array(WORDS);

export function addToSet(set: KeySet, key: number): void {
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
  for (const key of keys) addToSet(set, key);
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
    addToSet(set, key);
    step = 0;
    shift = 0;
  }
}

/** Takes out of `set` what `other` lacks; how many are left. */
function keepCommon(set: KeySet, other: KeySet): number {
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

/** Letters of a term; a word of fewer begins some terms. */
const TERM = 3;
/** Asking the names of so few costs no more than another set. */
const FEW = 64;
const MAX_TERMS = 40;
/** Letters of two code units are in no term: the search index is asked for them. */
const HALF_LETTER = /[\uD800-\uDFFF]/;

/** A stretch of product keys, both ends in it. */
export interface KeyRange {
  low: number;
  high: number;
}
interface Mark {
  block: number;
  /** The last key that the block knows of. */
  up_to: number;
  /** The places of products that got another name since, each with a blank before it. */
  changed: string;
}
/** Keys that a block knows of, or that no block does. */
type Stretch = KeyRange & { mark: Mark | null };

/** One letter over and over. Its three letters in a row say little of how often it is there. */
const RUN = /(.)\1{3,}/g;
/** Longer ones are distinguished by the names. */
export const LONGEST_RUN = 8;

/** The word's terms: those that cover it, then the rest of every three letters in a row. */
function termsOf(word: string): string[] {
  const last = word.length - TERM;
  const all = Array.from({ length: Math.max(0, last + 1) }, (_, at) => word.slice(at, at + TERM));
  const isCover = (at: number): boolean => at % TERM === 0 || at === last;
  return [
    ...(word.match(RUN) ?? []).map((run) => run.slice(0, LONGEST_RUN)),
    ...all.filter((_, at) => isCover(at)),
    ...all.filter((_, at) => !isCover(at)),
  ];
}

/** The terms of all words: first one of each, for words that stand together less often than their letters. */
function termsOfAll(words: readonly string[]): string[] {
  const each = words.map((word) => (word.length === 1 ? [word] : termsOf(word)));
  const longest = Math.max(0, ...each.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) => each.flatMap((terms) => terms[at] ?? []));
  return [...new Set(turns.flat())].slice(0, MAX_TERMS);
}

export function createProductBlocks(db: Db) {
  const marks = db.prepare<[], Mark>("SELECT block, up_to, changed FROM product_block ORDER BY block DESC");
  const ofTerm = db
    .prepare<[number, string], Uint8Array>("SELECT keys FROM product_block_term WHERE block = ? AND term = ?")
    .pluck();
  const ofBeginning = db
    .prepare<[number, string, string], Uint8Array>(
      "SELECT keys FROM product_block_term WHERE block = ? AND term >= ? AND term < ?",
    )
    .pluck();

  /** Leaves in `set` the block's products that may have all of the words; `begun` is room for one more set. */
  const keepFitting = (
    set: KeySet,
    begun: KeySet,
    block: number,
    { terms, pairs }: { terms: readonly string[]; pairs: readonly string[] },
  ): void => {
    let left = BLOCK_KEYS;
    for (const term of terms) {
      if (left <= FEW) return;
      const bytes = ofTerm.get(block, term);
      if (bytes === undefined) {
        set.fill(0);
        return;
      }
      left = keepBytes(set, bytes);
    }
    for (const pair of pairs) {
      if (left <= FEW) return;
      begun.fill(0);
      for (const bytes of ofBeginning.iterate(block, pair, `${pair}${LAST_LETTER}`)) addBytes(begun, bytes);
      left = keepCommon(set, begun);
    }
  };

  return {
    /** All product keys, the newest first, as stretches that a block knows of and stretches that none does. */
    stretches(words: readonly string[]): Stretch[] {
      const found: Stretch[] = [];
      let high = Number.MAX_SAFE_INTEGER;
      for (const mark of words.some((word) => HALF_LETTER.test(word)) ? [] : marks.all()) {
        const low = mark.block * BLOCK_KEYS;
        if (mark.up_to < high) found.push({ low: mark.up_to + 1, high, mark: null });
        found.push({ low, high: mark.up_to, mark });
        high = low - 1;
      }
      if (high > 0) found.push({ low: 0, high, mark: null });
      return found;
    },
    /** Gives of a block's products those that may hold all of the words, by their keys, the newest first. */
    asking(words: readonly string[]): (mark: Mark) => Generator<number> {
      const parts = { terms: termsOfAll(words), pairs: words.filter(({ length }) => length === 2) };
      // One block is read after the other, so all share these.
      const [set, begun] = [emptySet(), emptySet()];
      return function* keysOf({ block, up_to, changed }) {
        set.fill(0xffffffff);
        keepFitting(set, begun, block, parts);
        for (const place of changed.split(" "))
          if (place !== "") addToSet(set, Number(place) & (BLOCK_KEYS - 1));
        // While a block is made anew its sets may know of more than its mark says.
        for (const place of descending(set)) {
          const key = block * BLOCK_KEYS + place;
          if (key <= up_to) yield key;
        }
      };
    },
  };
}
