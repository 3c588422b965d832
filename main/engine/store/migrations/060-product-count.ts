/**
 * How many products there are, kept in the file: counting a million of them anew walks through a whole index, at each
 * start and after each answer that changed the mirror. Whoever writes products keeps it (`store/reference-data/product-count.ts`), a
 * batch at a time: a trigger makes SQLite keep a journal for each row, and an import took half as long again.
 */
export const productCount = `
CREATE TABLE product_count (deleted INTEGER PRIMARY KEY CHECK (deleted IN (0, 1)), n INTEGER NOT NULL) STRICT;
INSERT INTO product_count (deleted, n)
  SELECT 0, count(*) FROM product WHERE deleted = 0 UNION ALL SELECT 1, count(*) FROM product WHERE deleted = 1;
`;
