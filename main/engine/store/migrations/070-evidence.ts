/**
 * Evidence. An answer's bytes are kept where its text isn't exactly them; an entry that an earlier version confirmed by
 * an answer that is no evidence carries the reason until a person has looked at it; `evidenceLook` says how far the one
 * look at what was confirmed before has come, as "attempts looked at/last attempt to look at".
 *
 * Stock rows are told apart by what makes a batch: also by the cost and its currency.
 */
export const evidence = `
ALTER TABLE attempt ADD COLUMN response_bytes BLOB;
ALTER TABLE entry ADD COLUMN evidence_gap TEXT;
CREATE INDEX entry_without_evidence ON entry(sequence) WHERE evidence_gap IS NOT NULL;
INSERT INTO meta (key, value)
  SELECT 'evidenceLook', '0/' || max(attempt_id) FROM attempt HAVING max(attempt_id) IS NOT NULL;

CREATE TABLE stock_by_batch (
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
  PRIMARY KEY (product_id, store_id, measure_unit_id, production_at, expiry_at, currency_id, cost_price)
) STRICT;
INSERT INTO stock_by_batch SELECT product_id, measure_unit_id, store_id, production_at, expiry_at, barcode,
  coalesce(currency_id, ''), coalesce(cost_price, ''), quantity, service_updated_at, answered_at FROM stock;
DROP TABLE stock;
ALTER TABLE stock_by_batch RENAME TO stock;
CREATE INDEX stock_by_store ON stock(store_id, product_id);
CREATE INDEX stock_by_barcode ON stock(barcode) WHERE barcode IS NOT NULL;
`;
