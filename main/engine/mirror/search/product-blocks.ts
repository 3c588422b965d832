/**
 * Which products may hold a query's words, by sets of keys: for each block of 65,536 product keys the file keeps every
 * letter and every three letters in a row (terms) with the products whose name has them. Two sets of a block have their
 * common products found in microseconds, however common the words are. Whether a product really has the words is asked
 * of its name, so a set may have too many and never lacks one.
 */
import type { Db } from "../../file/database/open-database.ts";
import {
  addBytes,
  addKey,
  BLOCK_KEYS,
  descending,
  emptySet,
  type KeySet,
  keepBytes,
  keepCommon,
} from "./key-set.ts";
import { LAST_LETTER } from "./trigrams.ts";

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
export type Stretch = KeyRange & { mark: Mark | null };

/** One letter over and over. Its three letters in a row say little of how often it stands there. */
const RUN = /(.)\1{3,}/g;
/** Longer ones are told apart by the names. */
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
          if (place !== "") addKey(set, Number(place) & (BLOCK_KEYS - 1));
        // While a block is made anew its sets may know of more than its mark says.
        for (const place of descending(set)) {
          const key = block * BLOCK_KEYS + place;
          if (key <= up_to) yield key;
        }
      };
    },
  };
}
