/**
 * Which products of each stretch of keys have which letters in their names (`store/reference-data/product-blocks.ts`).
 * Empty at first: the engine fills it in the background, and what has no block yet is found by the search index.
 */
export const productBlocks = `
CREATE TABLE product_block (
  block INTEGER PRIMARY KEY,
  up_to INTEGER NOT NULL,
  changed TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE product_block_term (
  block INTEGER NOT NULL,
  term TEXT NOT NULL,
  keys BLOB NOT NULL,
  PRIMARY KEY (block, term)
) STRICT, WITHOUT ROWID;
`;
