/** Barcodes that a person linked to a product on this computer, for a catalogue that doesn't have them. */
export const linkedBarcodes = `
CREATE TABLE linked_barcode (
  barcode TEXT PRIMARY KEY,
  product_id ANY NOT NULL,
  measure_unit_id ANY,
  linked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX linked_barcode_by_product ON linked_barcode(product_id);
`;
