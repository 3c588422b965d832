/**
 * Stock from files beside the service's answers; purchases; and the lines of returns, so that what went back and what
 * waits is known of a purchase and of a batch.
 *
 * A stock row from a file has in `answered_at` when it was imported. A purchase's line is found again by its product,
 * unit, dates and batch, the first of those that are alike first: `row` is its number in the purchase and never changes.
 */
export const purchases = `
CREATE TABLE stock_by_source (
  product_id ANY NOT NULL,
  measure_unit_id ANY NOT NULL,
  store_id ANY NOT NULL,
  production_at TEXT NOT NULL DEFAULT '',
  expiry_at TEXT NOT NULL DEFAULT '',
  barcode TEXT,
  currency_id TEXT NOT NULL DEFAULT '',
  cost_price TEXT NOT NULL DEFAULT '',
  quantity TEXT,
  service_updated_at TEXT,
  answered_at INTEGER NOT NULL,
  source TEXT NOT NULL DEFAULT 'service' CHECK (source IN ('file','service')),
  PRIMARY KEY (product_id, store_id, measure_unit_id, production_at, expiry_at, source, currency_id, cost_price)
) STRICT;
INSERT INTO stock_by_source (product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id,
    cost_price, quantity, service_updated_at, answered_at)
  SELECT product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id, cost_price, quantity,
    service_updated_at, answered_at FROM stock;
DROP TABLE stock;
ALTER TABLE stock_by_source RENAME TO stock;
CREATE INDEX stock_by_store ON stock(store_id, product_id, measure_unit_id, production_at, expiry_at);
CREATE INDEX stock_by_barcode ON stock(barcode) WHERE barcode IS NOT NULL;
-- A decimal is stored in one spelling, which as text is above '0' where its number is.
CREATE INDEX stock_by_expiry ON stock(expiry_at, product_id, store_id, measure_unit_id, production_at)
  WHERE expiry_at <> '' AND coalesce(quantity, '1') > '0';

CREATE TABLE purchase (
  purchase_key INTEGER PRIMARY KEY,
  supplier_account_id ANY NOT NULL,
  document_no TEXT NOT NULL,
  date TEXT NOT NULL,
  currency_id TEXT NOT NULL,
  search_no TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  UNIQUE (supplier_account_id, document_no)
) STRICT;
CREATE INDEX purchase_by_date ON purchase(date, purchase_key, search_no);
CREATE INDEX purchase_by_supplier ON purchase(supplier_account_id, date, purchase_key);

CREATE TABLE purchase_line (
  line_key INTEGER PRIMARY KEY,
  purchase_key INTEGER NOT NULL REFERENCES purchase(purchase_key),
  row INTEGER NOT NULL,
  date TEXT NOT NULL,
  product_id ANY NOT NULL,
  measure_unit_id ANY NOT NULL,
  production_at TEXT NOT NULL DEFAULT '',
  expiry_at TEXT NOT NULL DEFAULT '',
  batch TEXT NOT NULL DEFAULT '',
  quantity TEXT NOT NULL,
  free_quantity TEXT NOT NULL,
  price TEXT,
  imported_at INTEGER NOT NULL,
  UNIQUE (purchase_key, row)
) STRICT;
CREATE INDEX purchase_line_by_product ON purchase_line(product_id, date, purchase_key, expiry_at);

-- Of returns, the lines that name a purchase or a batch: what the request's body says, so that it can be summed.
CREATE TABLE return_line (
  sequence INTEGER NOT NULL REFERENCES entry(sequence),
  position INTEGER NOT NULL,
  product_id ANY NOT NULL,
  measure_unit_id ANY NOT NULL,
  store_id ANY NOT NULL,
  production_at TEXT NOT NULL DEFAULT '',
  expiry_at TEXT NOT NULL DEFAULT '',
  quantity TEXT NOT NULL,
  free_quantity TEXT NOT NULL,
  supplier_account_id ANY,
  document_no TEXT,
  row INTEGER,
  PRIMARY KEY (sequence, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX return_line_by_purchase ON return_line(supplier_account_id, document_no, row)
  WHERE document_no IS NOT NULL;
CREATE INDEX return_line_by_batch ON return_line(product_id, expiry_at) WHERE expiry_at <> '';

-- How many days before its expiry a supplier still takes goods back; the account '' is every other supplier's.
CREATE TABLE return_window (
  account_id ANY PRIMARY KEY NOT NULL,
  days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 3650),
  updated_at INTEGER NOT NULL
) STRICT;
`;
