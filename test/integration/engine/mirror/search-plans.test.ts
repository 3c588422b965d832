/** The hot statements go through their indexes: read from the plans of exactly what the stores prepare. */
import { expect, it, vi } from "vitest";
import { tableOf } from "../../../../contract/lists.ts";
import { createBalanceHistory } from "../../../../main/engine/mirror/balances.ts";
import { createProductWriter } from "../../../../main/engine/mirror/lists/products.ts";
import { createReferenceReads } from "../../../../main/engine/mirror/lists/reads.ts";
import { createMirrorReads } from "../../../../main/engine/mirror/mirror-reads.ts";
import { createProductDetailService } from "../../../../main/engine/mirror/product-detail.ts";
import { createProductSearch } from "../../../../main/engine/mirror/search/search.ts";
import { openShop } from "../import/shop-files.ts";

type Db = ReturnType<typeof openShop>["db"];

/** Each prepared SELECT's text, with its plan as one text. */
function plansOf(db: Db, prepare: (db: Db) => unknown): { sql: string; plan: string }[] {
  const spy = vi.spyOn(db, "prepare");
  prepare(db);
  const texts = spy.mock.calls.map(([sql]) => sql).filter((sql) => /^\s*SELECT/.test(sql));
  spy.mockRestore();
  return texts.map((sql) => {
    const names = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, "x"]));
    const places = [...sql.matchAll(/\?/g)].map(() => "x");
    const explained = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    const rows = Object.keys(names).length > 0 ? explained.all(names) : explained.all(...places);
    return { sql, plan: rows.map(({ detail }) => detail).join("\n") };
  });
}

it.each([
  ["product search", createProductSearch],
  ["product writer", createProductWriter],
])("%s never looks through a whole table", (_, prepare) => {
  for (const { sql, plan } of plansOf(openShop().db, prepare)) {
    // A product's own few rows may be sorted, and the few products of an answer; all products never are.
    if (!/FROM product_unit WHERE product_key = \?|FROM json_each\(@keys\)/.test(sql))
      expect(plan, sql).not.toMatch(/TEMP B-TREE FOR (LAST|ORDER|RIGHT)/);
    // The newest first by key is a walk that its reader stops.
    if (/FROM product WHERE.*ORDER BY product_key DESC$/s.test(sql)) continue;
    const scans = plan.split("\n").filter((step) => /^SCAN (product|product_unit)\b/.test(step));
    for (const step of scans) expect(step, sql).toMatch(/INDEX product_(deleted_)?by_name/);
  }
});

it("a search by part asks the search index first, in its order, and deleted names are looked through by theirs", () => {
  const plans = plansOf(openShop().db, createProductSearch);
  const plan = (part: string) => plans.find(({ sql }) => sql.includes(part))?.plan;
  for (const { plan: found } of plans.filter(({ sql }) => sql.includes("MATCH @match"))) {
    const asked = /^SCAN product_search VIRTUAL TABLE INDEX[^\n]*\nSEARCH product USING INTEGER PRIMARY KEY/;
    expect(found).toMatch(asked);
    expect(found).not.toMatch(/TEMP B-TREE/);
  }
  expect(plan("deleted = 1 ORDER BY search_name LIMIT 5000")).toMatch(
    /SCAN product USING COVERING INDEX product_deleted_by_name/,
  );
  expect(plan("asked.value")).toMatch(
    /^SCAN asked VIRTUAL TABLE INDEX[^\n]*\nSEARCH product USING INTEGER PRIMARY KEY/,
  );
  expect(plan("AND term = ?")).toMatch(
    /^SEARCH product_block_term USING PRIMARY KEY \(block=\? AND term=\?\)/,
  );
  expect(plan("AND term >= ?")).toMatch(
    /^SEARCH product_block_term USING PRIMARY KEY \(block=\? AND term>\? AND term<\?\)/,
  );
  expect(plan("barcode >= @from")).toMatch(
    /SEARCH product_unit USING COVERING INDEX product_unit_by_barcode/,
  );
  expect(plan("deleted = 1 AND search_name")).toMatch(
    /SEARCH product USING COVERING INDEX product_deleted_by_name/,
  );
});

it("barcodes, stock, balances and vouchers are found by index", () => {
  const plans = plansOf(openShop().db, createMirrorReads);
  const plan = (part: string) => plans.find(({ sql }) => sql.includes(part))?.plan;
  expect(plan("WHERE barcode = ? AND")).toMatch(/SEARCH product_unit USING INDEX product_unit_by_barcode/);
  expect(plan("FROM stock WHERE barcode")).toMatch(/USING INDEX stock_by_barcode/);
  expect(plan("WHERE store_id = ? ORDER")).toMatch(/USING INDEX stock_by_store/);
  expect(plan("WHERE product_id = ? AND store_id")).toMatch(/USING INDEX sqlite_autoindex_stock_1/);
  expect(plan("instr(search_text")).toMatch(/SCAN voucher USING COVERING INDEX voucher_search/);
});

it("a search of a plain kind is answered by its name index", () => {
  const lists = ["account", "measureUnit", "exchangeRate"] as const;
  const plans = plansOf(openShop().db, (db) => {
    const reads = createReferenceReads(db);
    for (const list of lists) reads.plain(list, ["a"], null, undefined, 1);
  });
  for (const table of lists.map(tableOf)) {
    const plan = plans.find(({ sql }) => sql.includes(`FROM ${table}`) && sql.includes("json_each"))?.plan;
    expect(plan).toMatch(new RegExp(`SCAN ${table} USING (COVERING )?INDEX ${table}_by_name`));
  }
});

it("a product's detail and a conversion find every row by its key", () => {
  const plans = plansOf(openShop().db, (db) => createProductDetailService({ db }));
  const plan = (part: string) => plans.find(({ sql }) => sql.includes(part))?.plan;
  expect(plan("product_key FROM product WHERE id = ?")).toMatch(
    /^SEARCH product USING COVERING INDEX \S+ \(id=\?\)$/,
  );
  expect(plan("LEFT JOIN product_unit")).toMatch(
    /SEARCH product USING INTEGER PRIMARY KEY[^\n]*\nSEARCH product_unit USING INDEX \S+ \(product_key=\?\)[^\n]*\nSEARCH measure_unit USING INDEX \S+ \(id=\?\)/,
  );
  expect(plan("LEFT JOIN product_unit")).not.toMatch(/TEMP B-TREE/);
  expect(plan("FROM stock WHERE product_id = ? ORDER")).toMatch(
    /^SEARCH stock USING INDEX \S+ \(product_id=\?\)$/,
  );
  expect(plan("base_unit_id, factor FROM measure_unit")).toMatch(
    /^SEARCH measure_unit USING INDEX \S+ \(id=\?\)$/,
  );
  expect(plan("name FROM store")).toMatch(/^SEARCH store USING INDEX \S+ \(id=\?\)$/);
});

it("a balance's history is read in its index's order", () => {
  for (const { sql, plan } of plansOf(openShop().db, createBalanceHistory)) {
    expect(plan, sql).toMatch(
      /^SEARCH (balance_history USING (COVERING )?INDEX balance_history_by_account|balance USING|account USING)/,
    );
    expect(plan, sql).not.toMatch(/TEMP B-TREE|SCAN/);
  }
  const before = plansOf(openShop().db, createBalanceHistory).find(({ sql }) =>
    sql.includes("(answered_at, rowid) <"),
  );
  expect(before?.plan).toMatch(/account_id=\? AND currency_id=\? AND \(?answered_at/);
});
