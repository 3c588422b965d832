/** A migration that adds a column is asked what the column may hold (docs/DEVELOPERS-GUIDE.md, "Add a migration"). */
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { fitting } from "../../../../main/engine/store/file/row-rules.ts";
import { migrate } from "../../../../main/engine/store/migrations/index.ts";

it("every column has a row rule, or its type and the schema say enough: one that is added is put on a list", () => {
  const db = new Database(":memory:");
  migrate(db);
  const columns = db
    .prepare<[], { table: string; column: string }>(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
    )
    .all();
  const unruled = columns
    .filter(({ table, column }) => !new RegExp(`\\b${column}\\b`).test(fitting(db, table)))
    .map(({ table, column }) => `${table}.${column}`);
  db.close();
  expect(columns.length).toBeGreaterThan(unruled.length);
  expect(unruled).toMatchInlineSnapshot(`
    [
      "account.type",
      "account.search_name",
      "account.deleted",
      "account.source",
      "attempt.sequence",
      "audit.sequence",
      "audit.previous_hash",
      "audit.hash",
      "balance.currency_id",
      "balance.amount",
      "balance.ceil_amount",
      "balance.service_updated_at",
      "balance_history.currency_id",
      "balance_history.amount",
      "balance_history.serial_no",
      "currency.id",
      "currency.search_name",
      "currency.deleted",
      "currency.source",
      "document.serial_no",
      "document.currency_id",
      "document.last_sequence",
      "document.service_amount",
      "document.search_text",
      "entry_count.state",
      "entry_count.n",
      "exchange_rate.from_currency_id",
      "exchange_rate.to_currency_id",
      "exchange_rate.rate",
      "exchange_rate.search_name",
      "exchange_rate.deleted",
      "exchange_rate.source",
      "import_log.kind",
      "import_log.file_name",
      "import_log.added",
      "import_log.updated",
      "import_log.unchanged",
      "import_log.rejected",
      "kept_file.sequence",
      "measure_unit.base_unit_id",
      "measure_unit.factor",
      "measure_unit.search_name",
      "measure_unit.deleted",
      "measure_unit.source",
      "permission.search_name",
      "permission.deleted",
      "permission.source",
      "posted_draft.draft_id",
      "posted_draft.input_hash",
      "posted_draft.sequence",
      "product.search_name",
      "product.deleted",
      "product.source",
      "product_count.deleted",
      "product_count.n",
      "product_unit.product_key",
      "product_unit.barcode",
      "product_unit.price",
      "product_unit.cost_price",
      "product_unit.deleted",
      "product_unit.source",
      "recovery.kind",
      "recovery.decision",
      "recovery_entry.recovery_id",
      "recovery_entry.sequence",
      "recovery_entry.origin",
      "recovery_entry.reason",
      "recovery_entry.held",
      "recovery_row.recovery_id",
      "recovery_row.source",
      "recovery_row.row",
      "restore_record.record_key",
      "restore_record.kind",
      "restore_record.last_sequence",
      "restore_record.confirmed_sequence",
      "stock.production_at",
      "stock.expiry_at",
      "stock.barcode",
      "stock.currency_id",
      "stock.cost_price",
      "stock.quantity",
      "stock.service_updated_at",
      "store.search_name",
      "store.deleted",
      "store.source",
      "transaction_answer.serial_no",
      "transaction_answer.sequence",
      "voucher.serial_no",
      "voucher.currency_id",
      "voucher.amount",
      "voucher.creator_device_id",
      "voucher.updated_at",
      "voucher.source",
      "voucher.search_text",
    ]
  `);
});
