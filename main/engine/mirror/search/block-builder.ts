/** Writes the blocks of product keys (`product-blocks.ts`): from the names, a little at a time. */
import type { Db } from "../../file/database/open-database.ts";
import { addToSet, BLOCK_KEYS, bytesOf, emptySet, type KeySet, LONGEST_RUN } from "./product-blocks.ts";

/** Names that one step reads, and bytes of sets that one writes: some milliseconds each. */
const NAMES_A_STEP = 400;
const BYTES_A_STEP = 200_000;
/** What a term costs beside its bytes, as many bytes. */
const BYTES_A_TERM = 200;
/** A set of more is kept as bits while it is made. */
const MOST_LISTED = 512;
/** Items that all lists have room for at first. */
const ITEMS = 65_536;
/** So many products that no block knows of are looked through by each search. */
const MOST_AFTER = 500;
/** Code units are 16 bits; three of them are a whole number all the same. */
const UNIT = 65_536;
/** A letter that is there so many times in a row is one negative number. */
const RUNS = 16;
/** A letter of two code units is in no term that is asked for: each half is replaced by another sign. */
const unitAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return (unit & 0xf800) === 0xd800 ? 0xfffd : unit;
};

/**
 * While a block is made: its products by term. Short lists share three arrays, each item naming the one before it: as
 * arrays of their own they are what the collector keeps, and the import's memory was a third more.
 */
class TermSets {
  readonly #numbers = new Map<number, number>();
  /** By the term's number: its list's last item, or its set. */
  readonly #lasts: (number | KeySet)[] = [];
  #places = new Uint16Array(ITEMS);
  #counts = new Uint16Array(ITEMS);
  #befores = new Uint32Array(ITEMS);
  #length = 0;

  put(term: number, place: number): void {
    const number = this.#numbers.get(term);
    if (number === undefined) {
      this.#numbers.set(term, this.#lasts.length);
      this.#lasts.push(this.#add(place, 1, 0));
      return;
    }
    const last = this.#lasts[number] ?? 0;
    if (last instanceof Uint32Array) {
      addToSet(last, place);
      return;
    }
    if (this.#places[last] === place) return;
    const count = (this.#counts[last] ?? 0) + 1;
    const added = this.#add(place, count, last);
    this.#lasts[number] = count > MOST_LISTED ? union(emptySet(), this.#listAt(added)) : added;
  }

  terms(): Float64Array {
    return Float64Array.from(this.#numbers.keys()).sort();
  }

  /** The term's products; a list ascends. */
  of(term: number): readonly number[] | KeySet {
    const last = this.#lasts[this.#numbers.get(term) ?? -1] ?? emptySet();
    return last instanceof Uint32Array ? last : this.#listAt(last);
  }

  #add(place: number, count: number, before: number): number {
    const at = this.#length;
    if (at === this.#places.length) {
      const more = <T extends Uint16Array | Uint32Array>(longer: T, items: T): T => {
        longer.set(items);
        return longer;
      };
      this.#places = more(new Uint16Array(at * 2), this.#places);
      this.#counts = more(new Uint16Array(at * 2), this.#counts);
      this.#befores = more(new Uint32Array(at * 2), this.#befores);
    }
    this.#places[at] = place;
    this.#counts[at] = count;
    this.#befores[at] = before;
    this.#length += 1;
    return at;
  }

  #listAt(last: number): number[] {
    const count = this.#counts[last] ?? 0;
    const list = new Array<number>(count);
    for (let left = count, at = last; left > 0; left -= 1, at = this.#befores[at] ?? 0)
      list[left - 1] = this.#places[at] ?? 0;
    return list;
  }
}

function union(set: KeySet, places: readonly number[] | KeySet): KeySet {
  if (places instanceof Uint32Array)
    for (let at = 0; at < set.length; at += 1) set[at] = (set[at] ?? 0) | (places[at] ?? 0);
  else for (const place of places) addToSet(set, place);
  return set;
}

/** The terms of a name with blanks around it: a word by itself, or at its beginning, is known by its blanks. */
function putName(sets: TermSets, name: string, place: number): void {
  const text = ` ${name}  `;
  let [first, second] = [unitAt(text, 0), unitAt(text, 1)];
  let run = 1;
  for (let at = 2; at < text.length; at += 1) {
    const third = unitAt(text, at);
    sets.put((first * UNIT + second) * UNIT + third, place);
    run = third === second ? run + 1 : 1;
    if (run > 3 && run <= LONGEST_RUN) sets.put(-(third * RUNS + run), place);
    first = second;
    second = third;
  }
}

/** Every term with its products, about in the order of the table's key: a letter follows the terms that it begins. */
function* termsOf(sets: TermSets): Generator<[term: string, bytes: Uint8Array]> {
  let letter = -1;
  let withLetter = emptySet();
  for (const term of sets.terms()) {
    const places = sets.of(term);
    if (term < 0) {
      yield [String.fromCharCode(Math.floor(-term / RUNS)).repeat(-term % RUNS), bytesOf(places)];
      continue;
    }
    const first = Math.floor(term / UNIT / UNIT);
    if (first !== letter) {
      if (letter >= 0) yield [String.fromCharCode(letter), bytesOf(withLetter)];
      [letter, withLetter] = [first, emptySet()];
    }
    union(withLetter, places);
    yield [String.fromCharCode(first, Math.floor(term / UNIT) % UNIT, term % UNIT), bytesOf(places)];
  }
  if (letter >= 0) yield [String.fromCharCode(letter), bytesOf(withLetter)];
}

export function createBlockBuilder(db: Db) {
  const lastKey = db.prepare<[], number | null>("SELECT max(product_key) FROM product").pluck();
  const nextKey = db
    .prepare<[number], number | null>("SELECT min(product_key) FROM product WHERE product_key >= ?")
    .pluck();
  const marks = db.prepare<[], { block: number; up_to: number }>("SELECT block, up_to FROM product_block");
  const names = db.prepare<[number, number], { product_key: number; search_name: string }>(
    `SELECT product_key, search_name FROM product WHERE product_key > ? AND product_key < ?
     ORDER BY product_key LIMIT ${NAMES_A_STEP}`,
  );
  const putTerm = db.prepare<[number, string, Uint8Array]>(
    "INSERT OR REPLACE INTO product_block_term (block, term, keys) VALUES (?, ?, ?)",
  );
  const mark = db.prepare<[number, number]>(
    "INSERT OR REPLACE INTO product_block (block, up_to, changed) VALUES (?, ?, '')",
  );
  const putTerms = db.transaction((block: number, terms: readonly [string, Uint8Array][]): void => {
    for (const [term, bytes] of terms) putTerm.run(block, term, bytes);
  });

  return {
    /** The first block in which there is no product yet. */
    firstEmpty(): number {
      const last = lastKey.get() ?? null;
      return last === null ? 0 : Math.floor(last / BLOCK_KEYS) + 1;
    },
    /**
     * The first block from `from` on that is to be made: none knows of its products, or of too many that came since.
     * Where only those that are `whole` are asked for, more products are to come.
     */
    due(from: number, whole: boolean): number | null {
      const last = lastKey.get() ?? 0;
      const known = new Map(marks.all().map(({ block, up_to }) => [block, up_to]));
      let key = nextKey.get(from * BLOCK_KEYS) ?? null;
      for (; key !== null; key = nextKey.get(key) ?? null) {
        const block = Math.floor(key / BLOCK_KEYS);
        const end = (block + 1) * BLOCK_KEYS - 1;
        if (whole && end > last) return null;
        if (Math.min(end, last) - (known.get(block) ?? block * BLOCK_KEYS - 1) > MOST_AFTER) return block;
        key = end + 1;
      }
      return null;
    },
    /**
     * Makes a block, pausing after each step. No product may change meanwhile. Terms of an earlier one that no name has
     * any more stay: each only has too many products.
     */
    *make(block: number): Generator<void> {
      const [low, end] = [block * BLOCK_KEYS, (block + 1) * BLOCK_KEYS];
      const sets = new TermSets();
      let upTo = low - 1;
      for (let rows = names.all(upTo, end); rows.length > 0; rows = names.all(upTo, end)) {
        for (const { product_key, search_name } of rows) {
          putName(sets, search_name, product_key - low);
          upTo = product_key;
        }
        yield;
      }
      // Nothing more comes into a block that others follow.
      if ((lastKey.get() ?? 0) >= end) upTo = end - 1;
      let terms: [string, Uint8Array][] = [];
      let bytes = 0;
      for (const term of termsOf(sets)) {
        terms.push(term);
        bytes += term[1].length + BYTES_A_TERM;
        if (bytes < BYTES_A_STEP) continue;
        putTerms.immediate(block, terms);
        [terms, bytes] = [[], 0];
        yield;
      }
      db.transaction(() => {
        for (const [term, of] of terms) putTerm.run(block, term, of);
        mark.run(block, upTo);
      }).immediate();
    },
  };
}
