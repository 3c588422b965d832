/** Finds products by parts of their names: by the blocks' sets, and by the search index what no block knows of. */
import type { Db } from "../../file/database/open-database.ts";
import { createProductBlocks, type KeyRange } from "./product-blocks.ts";
import { isShort, LAST_LETTER, MAX_TERMS, MAX_TRIGRAMS, quotedTerm, trigramsOf } from "./search-text.ts";

/** Both, only live or only deleted rows. */
export type DeletedFilter = boolean | undefined;

/** How many of the newest products, or of those with the long words, are looked at before the rest is narrowed. */
const LOOKED_AT = 2_000;
/** The same where a word's place counts: what comes after these, in any place, is found all the same. */
const LOOKED_FOR_PLACED = 500;
/** A stretch of so few keys is looked through. */
const FEW_KEYS = 1_000;
/** Names that are asked for by one statement: few at first, for the limit is soon full. */
const FIRST_ASKED = 64;
const MOST_ASKED = 1_024;
/** Deleted names are looked through while they are few; the search index knows nothing of them. */
const FEW_DELETED = 5_000;

interface Key {
  product_key: number;
}
/** What is looked for: words that each stand in what is found; blanks at their ends show their places. */
interface Search {
  words: readonly string[];
  deleted: bigint | null;
}
interface Bound {
  words: string;
  deleted: bigint | null;
}
/** A product that may have the words, and whether it has all of them. */
type Looked = [key: number, fits: 0 | 1];

const hasAll = (words: string): string =>
  `NOT EXISTS (SELECT 1 FROM json_each(${words}) WHERE instr(' ' || search_name || ' ', value) = 0)`;
const FITS = hasAll("@words");
const IS_WANTED = "(@deleted IS NULL OR product.deleted = @deleted)";

export function createPartSearch(db: Db) {
  const blocks = createProductBlocks(db);
  const deletedByPart = db.prepare<[{ words: string }], Key>(
    `SELECT product_key FROM
       (SELECT product_key, search_name FROM product WHERE deleted = 1 ORDER BY search_name LIMIT ${FEW_DELETED})
     WHERE ${FITS}`,
  );
  const countDeleted = db
    .prepare<[number], number>("SELECT count(*) FROM (SELECT 1 FROM product WHERE deleted = 1 LIMIT ?)")
    .pluck();
  // The newest first: the search index gives them in that order, and the reader stops at the limit.
  const matches = db
    .prepare<[Bound & KeyRange & { match: string }], Looked>(
      `SELECT product_key, ${FITS} FROM product_search CROSS JOIN product ON product_key = product_search.rowid
       WHERE product_search MATCH @match AND product_search.rowid BETWEEN @low AND @high AND ${IS_WANTED}
       ORDER BY product_search.rowid DESC`,
    )
    .raw();
  const newest = db
    .prepare<[Bound & KeyRange], Looked>(
      `SELECT product_key, ${FITS} FROM product WHERE product_key BETWEEN @low AND @high AND ${IS_WANTED}
       ORDER BY product_key DESC`,
    )
    .raw();
  const ofKeys = db
    .prepare<[Bound & { keys: string }], Looked>(
      `SELECT product_key, ${FITS} FROM json_each(@keys) AS asked CROSS JOIN product ON product_key = asked.value
       WHERE ${IS_WANTED}`,
    )
    .raw();
  const placesOf = db.prepare<[{ keys: string; whole: string; begun: string }], Key>(
    `SELECT product_key FROM json_each(@keys) CROSS JOIN product ON product_key = value
     ORDER BY ${hasAll("@whole")} DESC, ${hasAll("@begun")} DESC, product_key DESC`,
  );
  const lastKey = db.prepare<[], number | null>("SELECT max(product_key) FROM product").pluck();
  const termsFrom = db.prepare<[string, string, number], { term: string }>(
    "SELECT term FROM product_search_terms WHERE term >= ? AND term < ? LIMIT ?",
  );

  /** What the search index is asked so that it gives names with this short word; null where it is everywhere. */
  const startingWith = (word: string): string | null => {
    const terms = termsFrom.all(word, `${word}${LAST_LETTER}`, MAX_TERMS);
    return terms.length === MAX_TERMS ? null : `(${terms.map(({ term }) => quotedTerm(term)).join(" OR ")})`;
  };

  /**
   * By the search index. A word of one or two letters is either in many names, and then the limit is soon full, or in
   * few: then it begins few terms of the index, and reading those terms' lists is quick.
   */
  function* byIndex(range: KeyRange, { words, deleted }: Search): Generator<Looked> {
    const bound = { words: JSON.stringify(words), deleted };
    // Of a name's beginning the index knows no blank before it.
    const asked = words.map((word) => (isShort(word.trim()) ? word : word.trimStart()));
    const trigrams = [...new Set(asked.filter((word) => !isShort(word)).flatMap(trigramsOf))];
    const match = trigrams.slice(0, MAX_TRIGRAMS).map(quotedTerm).join(" AND ");
    const rowsOf = (low: number, high: number, by: string): Iterable<Looked> =>
      by === ""
        ? newest.iterate({ ...bound, low, high })
        : matches.iterate({ ...bound, low, high, match: by });
    const short = asked.filter(isShort);
    let looked = 0;
    let { high } = range;
    for (const row of rowsOf(range.low, high, match)) {
      yield row;
      looked += 1;
      high = row[0] - 1;
      if (short.length > 0 && looked === LOOKED_AT) break;
    }
    if (looked < LOOKED_AT || short.length === 0) return;
    const narrowing = short.map(startingWith).filter((one) => one !== null);
    if (narrowing.includes("()")) return;
    yield* rowsOf(range.low, high, [match, ...narrowing].filter((one) => one !== "").join(" AND "));
  }

  /** Asks the names of so many products at a time. */
  function* byNames(keys: Iterable<number>, { words, deleted }: Search): Generator<Looked> {
    const bound = { words: JSON.stringify(words), deleted };
    let waiting: number[] = [];
    let most = FIRST_ASKED;
    for (const key of keys) {
      waiting.push(key);
      if (waiting.length < most) continue;
      yield* ofKeys.all({ ...bound, keys: JSON.stringify(waiting) });
      waiting = [];
      most = Math.min(MOST_ASKED, most * 4);
    }
    if (waiting.length > 0) yield* ofKeys.all({ ...bound, keys: JSON.stringify(waiting) });
  }

  /** All that may have the words, the newest first. */
  function* lookedAt(search: Search): Generator<Looked> {
    const { words, deleted } = search;
    const last = lastKey.get() ?? 0;
    const keysOf = blocks.asking(words);
    for (const { low, high: end, mark } of blocks.stretches(words)) {
      const high = Math.min(end, last);
      if (mark !== null) yield* byNames(keysOf(mark), search);
      else if (high - low >= FEW_KEYS) yield* byIndex({ low, high }, search);
      else if (high >= low) yield* newest.iterate({ words: JSON.stringify(words), deleted, low, high });
    }
  }

  const find = (search: Search, limit: number, most: number): number[] => {
    const hits: number[] = [];
    let looked = 0;
    for (const [key, isHit] of lookedAt(search)) {
      looked += 1;
      if (isHit === 1) hits.push(key);
      if (hits.length === limit || looked === most) break;
    }
    return hits;
  };

  /**
   * The words with the blanks of words by themselves or, where `begun`, those of three letters and more at least as the
   * beginning of one: a digit or two are a whole word all the same.
   */
  const placed = (words: readonly string[], begun: boolean): string[] =>
    words.map((word) => ` ${word}${begun && !isShort(word) ? "" : " "}`);

  return (words: readonly string[], filter: DeletedFilter, limit: number): number[] => {
    const deleted = filter === undefined ? null : BigInt(filter);
    const [whole, begun] = [placed(words, false), placed(words, true)];
    const inOrder = (keys: readonly number[]): number[] =>
      placesOf
        .all({ keys: JSON.stringify(keys), whole: JSON.stringify(whole), begun: JSON.stringify(begun) })
        .map(({ product_key }) => product_key);
    if (filter === true && (countDeleted.get(FEW_DELETED) ?? 0) < FEW_DELETED)
      return inOrder(
        deletedByPart.all({ words: JSON.stringify(words) }).map(({ product_key }) => product_key),
      );
    const parts = find({ words, deleted }, limit, Number.POSITIVE_INFINITY);
    // These are all: their names alone say which come first.
    if (parts.length < limit) return inOrder(parts);
    const found = new Set<number>();
    for (const way of [whole, begun]) {
      if (found.size >= limit) break;
      for (const key of find({ words: way, deleted }, limit, LOOKED_FOR_PLACED)) found.add(key);
    }
    return [...found, ...parts];
  };
}
