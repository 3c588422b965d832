/** Finds products among very many: by id, by barcode, by how a name begins, by any part of a name. */
import type { Db } from "../file/open-database.ts";

/** Both, only live or only deleted rows. */
export type DeletedFilter = boolean | undefined;

/** No text sorts after a prefix followed by this. */
const LAST_LETTER = "\u{10FFFF}";
/** Words of fewer letters hold no trigram. */
const TRIGRAM = 3;
/** How many of the newest products, or of those with the long words, are looked at before the rest is narrowed. */
const LOOKED_AT = 2_000;
/** The same where a word's place counts: what comes after these, in any place, is found all the same. */
const LOOKED_FOR_PLACED = 500;
/** A short word that begins more terms than this is nearly everywhere: narrowing by it costs more than it saves. */
const MAX_TERMS = 200;
const MAX_TRIGRAMS = 24;
/** Deleted names are looked through while they are few; the search index knows nothing of them. */
const FEW_DELETED = 5_000;

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/**
 * As few trigrams as cover the word: each one more is a list of products that is read to its end, and whether the
 * word stands there as a whole is asked of the name anyway.
 */
function trigramsOf(word: string): string[] {
  const letters = [...word];
  const last = letters.length - TRIGRAM;
  const starts = Array.from({ length: Math.ceil(letters.length / TRIGRAM) }, (_, index) =>
    Math.min(index * TRIGRAM, last),
  );
  return starts.map((start) => letters.slice(start, start + TRIGRAM).join(""));
}

const isShort = (word: string): boolean => [...word].length < TRIGRAM;

interface Key {
  product_key: number;
}
/** A product's place among all in the order of their names. */
export interface ProductPlace {
  product_key: number;
  search_name: string;
  deleted: number;
}
interface BoundPlace {
  product_key: bigint;
  search_name: string;
  deleted: bigint;
  limit: number;
}
interface Search {
  words: string;
  deleted: bigint | null;
  limit: number;
}
/** A product with the long words, and whether it has all of them. */
type Looked = [key: number, fits: 0 | 1];

const BEFORE_ALL: ProductPlace = { search_name: "", deleted: -1, product_key: -1 };
const HAS_ALL_WORDS = `NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(search_name, value) = 0)`;
/** The words, each with a blank before it and some with one behind, stand there so: by themselves, or as beginnings. */
const HAS_PLACED_WORDS = `NOT EXISTS
  (SELECT 1 FROM json_each(@words) WHERE instr(' ' || search_name || ' ', value) = 0)`;
const isWanted = (table: string): string => `(@deleted IS NULL OR ${table}.deleted = @deleted)`;
const IS_WANTED = isWanted("product");

export function createProductSearch(db: Db) {
  const byId = db.prepare<[{ id: bigint | string; deleted: bigint | null }], Key>(
    `SELECT product_key FROM product WHERE id = @id AND ${IS_WANTED}`,
  );
  const byBarcode = db.prepare<[{ from: string; to: string; deleted: bigint | null; limit: number }], Key>(
    `SELECT DISTINCT product_unit.product_key FROM product_unit CROSS JOIN product USING (product_key)
     WHERE barcode <> '' AND barcode >= @from AND barcode < @to AND ${IS_WANTED}
     ORDER BY barcode LIMIT @limit`,
  );
  const range = `search_name >= @from AND search_name < @to`;
  const byBeginning = db.prepare<[{ from: string; to: string; deleted: bigint | null; limit: number }], Key>(
    `SELECT product_key FROM product WHERE ${range} AND ${IS_WANTED} ORDER BY search_name LIMIT @limit`,
  );
  const deletedByBeginning = db.prepare<[{ from: string; to: string; limit: number }], Key>(
    `SELECT product_key FROM product WHERE deleted = 1 AND ${range} ORDER BY search_name LIMIT @limit`,
  );
  const deletedByPart = db.prepare<[Search & { looked: number }], Key>(
    `SELECT product_key FROM
       (SELECT product_key, search_name FROM product WHERE deleted = 1 ORDER BY search_name LIMIT @looked)
     WHERE ${HAS_ALL_WORDS} LIMIT @limit`,
  );
  const countDeleted = db
    .prepare<[number], number>("SELECT count(*) FROM (SELECT 1 FROM product WHERE deleted = 1 LIMIT ?)")
    .pluck();
  // The newest first: the search index gives them in that order, so it stops at the limit and never sorts.
  const matched = "product_search CROSS JOIN product ON product_key = product_search.rowid";
  const newest = "ORDER BY product_search.rowid DESC";
  const byMatch = db.prepare<[Search & { match: string }], Key>(
    `SELECT product_key FROM ${matched}
     WHERE product_search MATCH @match AND ${HAS_ALL_WORDS} AND ${IS_WANTED} ${newest} LIMIT @limit`,
  );
  const lookAtMatches = db
    .prepare<[{ words: string; match: string; deleted: bigint | null; looked: number }], Looked>(
      `SELECT product_key, ${HAS_ALL_WORDS} FROM ${matched}
       WHERE product_search MATCH @match AND ${IS_WANTED} ${newest} LIMIT @looked`,
    )
    .raw();
  const lookForPlaced = db
    .prepare<[{ words: string; match: string; deleted: bigint | null; looked: number }], Looked>(
      `SELECT product_key, ${HAS_PLACED_WORDS} FROM ${matched}
       WHERE product_search MATCH @match AND ${IS_WANTED} ${newest} LIMIT @looked`,
    )
    .raw();
  const lookAtNewest = db
    .prepare<[{ words: string; deleted: bigint | null; looked: number }], Looked>(
      `SELECT product_key, ${HAS_ALL_WORDS} FROM product WHERE ${IS_WANTED}
       ORDER BY product_key DESC LIMIT @looked`,
    )
    .raw();
  const byLookingThrough = db.prepare<[Search], Key>(
    `SELECT product_key FROM product WHERE ${HAS_ALL_WORDS} AND ${IS_WANTED}
     ORDER BY product_key DESC LIMIT @limit`,
  );
  // By the index from its first column to its last: a later page costs what the first one does.
  const pageOf = (where: string) =>
    db.prepare<[BoundPlace], ProductPlace>(
      `SELECT product_key, search_name, deleted FROM product
       WHERE ${where} ORDER BY search_name, deleted, product_key LIMIT @limit`,
    );
  const after = "(search_name, deleted, product_key) > (@search_name, @deleted, @product_key)";
  const pages = { all: pageOf(after), live: pageOf(`${after} AND +deleted = 0`) };
  const deletedPage = db.prepare<[BoundPlace], ProductPlace>(
    `SELECT product_key, search_name, deleted FROM product
     WHERE deleted = 1 AND (search_name, product_key) > (@search_name, @product_key)
     ORDER BY search_name, product_key LIMIT @limit`,
  );
  const termsFrom = db.prepare<[string, string, number], { term: string }>(
    "SELECT term FROM product_search_terms WHERE term >= ? AND term < ? LIMIT ?",
  );

  const beginning = (from: string, deleted: DeletedFilter, limit: number): Key[] => {
    const to = `${from}${LAST_LETTER}`;
    return deleted === true
      ? deletedByBeginning.all({ from, to, limit })
      : byBeginning.all({ from, to, deleted: deleted === undefined ? null : 0n, limit });
  };

  /** The hits among the rows looked at; `all` where there are no more rows to look at. */
  const fitting = (rows: Iterable<Looked>, limit: number): { hits: Key[]; all: boolean } => {
    const hits: Key[] = [];
    let looked = 0;
    for (const [product_key, fits] of rows) {
      looked += 1;
      if (fits === 1) hits.push({ product_key });
      if (hits.length === limit) break;
    }
    return { hits, all: looked < LOOKED_AT };
  };

  /** What the search index is asked so that it gives names with this short word; null where it is everywhere. */
  const startingWith = (word: string): string | null => {
    const terms = termsFrom.all(word, `${word}${LAST_LETTER}`, MAX_TERMS);
    return terms.length === MAX_TERMS ? null : `(${terms.map(({ term }) => quoted(term)).join(" OR ")})`;
  };

  /**
   * A word of one or two letters is either in many names, and then the limit is soon full, or in few: then it begins
   * few terms of the index, and reading those terms' lists is quick.
   */
  const withShortWords = (short: readonly string[], match: string, search: Search): Key[] => {
    const { words, deleted, limit } = search;
    const looked = { words, deleted, looked: LOOKED_AT };
    const rows = match === "" ? lookAtNewest.iterate(looked) : lookAtMatches.iterate({ ...looked, match });
    const { hits, all } = fitting(rows, limit);
    if (hits.length === limit || all) return hits;
    const narrowing = short.map(startingWith).filter((one) => one !== null);
    if (narrowing.includes("()")) return [];
    const narrowed = [match, ...narrowing].filter((one) => one !== "").join(" AND ");
    return narrowed === "" ? byLookingThrough.all(search) : byMatch.all({ ...search, match: narrowed });
  };

  const part = (words: readonly string[], deleted: DeletedFilter, limit: number): Key[] => {
    const search = {
      words: JSON.stringify(words),
      deleted: deleted === undefined ? null : BigInt(deleted),
      limit,
    };
    if (deleted === true && (countDeleted.get(FEW_DELETED) ?? 0) < FEW_DELETED)
      return deletedByPart.all({ ...search, looked: FEW_DELETED });
    const short = words.filter(isShort);
    const long = words.filter((word) => !isShort(word));
    const trigrams = [...new Set(long.flatMap(trigramsOf))].slice(0, MAX_TRIGRAMS);
    const match = trigrams.map(quoted).join(" AND ");
    return short.length > 0 ? withShortWords(short, match, search) : byMatch.all({ ...search, match });
  };

  /**
   * Names with every word by itself or, where `begun`, with those of three letters and more at least as the beginning
   * of one: a digit or two are a whole word all the same. The index's texts begin with no blank and end with two, so
   * the blank before a short word is asked for and the one before a long word is not.
   */
  const placed = (words: readonly string[], begun: boolean, deleted: DeletedFilter, limit: number): Key[] => {
    const ends = (word: string): string => (begun && !isShort(word) ? word : `${word} `);
    const asked = words.map((word) => (isShort(word) ? ` ${ends(word)}` : ends(word)));
    const match = [...new Set(asked.flatMap(trigramsOf))].slice(0, MAX_TRIGRAMS).map(quoted).join(" AND ");
    const rows = lookForPlaced.iterate({
      match,
      words: JSON.stringify(words.map((word) => ` ${ends(word)}`)),
      looked: LOOKED_FOR_PLACED,
      deleted: deleted === undefined ? null : BigInt(deleted),
    });
    return fitting(rows, limit).hits;
  };

  return {
    /** Up to `limit` products in the order of their names. */
    first: (deleted: DeletedFilter, limit: number): number[] =>
      beginning("", deleted, limit).map(({ product_key }) => product_key),
    /** Up to `limit` products after that place in the order of their names; null: from the first. */
    page(deleted: DeletedFilter, place: ProductPlace | null, limit: number): ProductPlace[] {
      const { search_name, deleted: mark, product_key } = place ?? BEFORE_ALL;
      const bound = { search_name, product_key: BigInt(product_key), deleted: BigInt(mark), limit };
      if (deleted === true) return deletedPage.all(bound);
      return (deleted === undefined ? pages.all : pages.live).all(bound);
    },
    byId: (id: bigint | string, deleted: DeletedFilter): number[] =>
      byId
        .all({ id, deleted: deleted === undefined ? null : BigInt(deleted) })
        .map(({ product_key }) => product_key),
    /** Products with a barcode that begins so; the exact one comes first. */
    byBarcode: (barcode: string, deleted: DeletedFilter, limit: number): number[] =>
      byBarcode
        .all({
          from: barcode,
          to: `${barcode}${LAST_LETTER}`,
          limit,
          deleted: deleted === undefined ? null : BigInt(deleted),
        })
        .map(({ product_key }) => product_key),
    /** Products whose (folded) name begins so, in the order of their names. */
    byBeginning: (text: string, deleted: DeletedFilter, limit: number): number[] =>
      beginning(text, deleted, limit).map(({ product_key }) => product_key),
    /**
     * Products in whose (folded) name the words stand by themselves, or begin words; the newest first, and among very
     * many only the newest.
     */
    byWords: (
      words: readonly string[],
      as: "whole" | "begun",
      deleted: DeletedFilter,
      limit: number,
    ): number[] => placed(words, as === "begun", deleted, limit).map(({ product_key }) => product_key),
    /** Products whose (folded) name holds every one of the words, the newest first. */
    byPart: (words: readonly string[], deleted: DeletedFilter, limit: number): number[] =>
      part(words, deleted, limit).map(({ product_key }) => product_key),
  };
}
