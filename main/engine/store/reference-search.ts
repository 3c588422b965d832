/** Finds products among very many: by id, by barcode, by how a name begins, by any part of a name. */
import type { Db } from "./open-database.ts";

/** Both, only live or only deleted rows. */
export type DeletedFilter = boolean | undefined;

/** No text sorts after a prefix followed by this. */
const LAST_LETTER = "\u{10FFFF}";
/** Words of fewer letters hold no trigram. */
const TRIGRAM = 3;
/** How many names are looked through for a short word before the search index is asked where it stands. */
const NAMES_LOOKED_THROUGH = 20_000;
/** More terms than this begin with the short word: then it is faster to look through all the names. */
const MAX_TERMS = 200;
const MAX_TRIGRAMS = 24;

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;

const trigramsOf = (word: string): string[] => {
  const letters = [...word];
  return letters.slice(TRIGRAM - 1).map((_, index) => letters.slice(index, index + TRIGRAM).join(""));
};

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

const BEFORE_ALL: ProductPlace = { search_name: "", deleted: -1, product_key: -1 };
const HAS_ALL_WORDS = `NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(search_name, value) = 0)`;
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
  const deletedByPart = db.prepare<[{ words: string; limit: number }], Key>(
    `SELECT product_key FROM product WHERE deleted = 1 AND ${HAS_ALL_WORDS} ORDER BY search_name LIMIT @limit`,
  );
  const byMatch = db.prepare<[Search & { match: string }], Key>(
    `SELECT product_key FROM product_search CROSS JOIN product ON product_key = product_search.rowid
     WHERE product_search MATCH @match AND ${HAS_ALL_WORDS} AND ${IS_WANTED} LIMIT @limit`,
  );
  const byLookingThrough = db.prepare<[Search & { names: number }], Key>(
    `SELECT product_key FROM
       (SELECT product_key, search_name, deleted FROM product ORDER BY search_name LIMIT @names) AS looked
     WHERE ${HAS_ALL_WORDS} AND ${isWanted("looked")} LIMIT @limit`,
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

  /** Only words of one or two letters: most are everywhere, and the rest hardly anywhere. */
  const shortWords = (words: readonly string[], search: Search): Key[] => {
    const near = byLookingThrough.all({ ...search, names: NAMES_LOOKED_THROUGH });
    if (near.length >= search.limit) return near;
    const longest = [...words].sort((a, b) => b.length - a.length)[0] ?? "";
    const terms = termsFrom.all(longest, `${longest}${LAST_LETTER}`, MAX_TERMS);
    if (terms.length === 0) return [];
    if (terms.length === MAX_TERMS) return byLookingThrough.all({ ...search, names: -1 });
    return byMatch.all({ ...search, match: terms.map(({ term }) => quoted(term)).join(" OR ") });
  };

  const part = (words: readonly string[], deleted: DeletedFilter, limit: number): Key[] => {
    const bound = JSON.stringify(words);
    if (deleted === true) return deletedByPart.all({ words: bound, limit });
    const search = { words: bound, deleted: deleted === undefined ? null : 0n, limit };
    const trigrams = new Set(words.flatMap(trigramsOf));
    if (words.every(isShort)) return shortWords(words, search);
    const match = [...trigrams].slice(0, MAX_TRIGRAMS).map(quoted).join(" AND ");
    return byMatch.all({ ...search, match });
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
          ...{ from: barcode, to: `${barcode}${LAST_LETTER}`, limit },
          deleted: deleted === undefined ? null : BigInt(deleted),
        })
        .map(({ product_key }) => product_key),
    /** Products whose (folded) name begins so, in the order of their names. */
    byBeginning: (text: string, deleted: DeletedFilter, limit: number): number[] =>
      beginning(text, deleted, limit).map(({ product_key }) => product_key),
    /** Products whose (folded) name holds every one of the words. */
    byPart: (words: readonly string[], deleted: DeletedFilter, limit: number): number[] =>
      part(words, deleted, limit).map(({ product_key }) => product_key),
  };
}
