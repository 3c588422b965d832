/**
 * How many products there are, kept by the file itself: counting a million of them anew walks through a whole index,
 * at each start and after each answer that changed the mirror.
 */
export const productCount = `
CREATE TABLE product_count (deleted INTEGER PRIMARY KEY CHECK (deleted IN (0, 1)), n INTEGER NOT NULL) STRICT;
INSERT INTO product_count (deleted, n)
  SELECT 0, count(*) FROM product WHERE deleted = 0 UNION ALL SELECT 1, count(*) FROM product WHERE deleted = 1;
CREATE TRIGGER product_counted AFTER INSERT ON product BEGIN
  UPDATE product_count SET n = n + 1 WHERE deleted = NEW.deleted;
END;
CREATE TRIGGER product_recounted AFTER UPDATE OF deleted ON product WHEN OLD.deleted <> NEW.deleted BEGIN
  UPDATE product_count SET n = n - 1 WHERE deleted = OLD.deleted;
  UPDATE product_count SET n = n + 1 WHERE deleted = NEW.deleted;
END;
CREATE TRIGGER product_uncounted AFTER DELETE ON product BEGIN
  UPDATE product_count SET n = n - 1 WHERE deleted = OLD.deleted;
END;
`;
