/** A file that puts very many rows on one product, as a wrong mapping does. */
import { expect, it } from "vitest";
import { MOST_BATCH_MS } from "../../../../main/engine/import/run/import-file.ts";
import { createImportStore } from "../../../../main/engine/mirror/lists/import-batches.ts";
import { MOST_PRODUCT_NAMES, MOST_PRODUCT_ROWS } from "../../../../main/engine/mirror/lists/product-crowd.ts";
import { type ReferenceRow, SeenRows } from "../../../../main/engine/mirror/lists/values.ts";
import { openShop } from "../import/shop-files.ts";

const HEADER = "id,name,barcode,measureUnitId\n";
const rowsOf = (n: number, name: (at: number) => string, from = 0): string =>
  Array.from({ length: n }, (_, at) => `1,${name(from + at)},B${from + at},1`).join("\n");

/** How often the whole of a product's rows was written to the search index. */
function countIndexing(shop: ReturnType<typeof openShop>): () => unknown {
  shop.db.exec(`CREATE TEMP TABLE refreshed (n INTEGER);
    CREATE TEMP TRIGGER refresh AFTER UPDATE ON main.product BEGIN INSERT INTO refreshed VALUES (1); END`);
  return () => shop.db.prepare("SELECT count(*) FROM refreshed").pluck().get();
}

it("very many rows of one product are taken up to a bound, each batch works the product out once, and the trial says the same", async () => {
  const shop = openShop();
  const path = shop.put(HEADER + rowsOf(2_000, (at) => `Tea of sort ${at}`));
  const trial = await shop.service.import({ kind: "product", path, dryRun: true });
  const refreshed = countIndexing(shop);
  const taken = await shop.service.import({ kind: "product", path });
  expect(trial).toEqual({ ...taken, findings: expect.anything(), dryRun: true });
  expect(taken).toMatchObject({ added: MOST_PRODUCT_NAMES, rejectedCount: 2_000 - MOST_PRODUCT_NAMES });
  expect(taken.rejected[0]).toMatchObject({
    line: 102,
    problems: [{ column: null, code: "productNames", params: { most: MOST_PRODUCT_NAMES } }],
  });
  expect(Number(refreshed())).toBeLessThanOrEqual(2_000 / 250);
  const again = await shop.service.import({ kind: "product", path });
  expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 100, rejectedCount: 1_900 });
  const found = shop.db.prepare("SELECT search_name FROM product WHERE id = 1").pluck().get();
  expect(found).toContain("tea of sort 99");
});

it("rows of one name are taken up to a bound that counts what an earlier file brought, in the trial too", async () => {
  const shop = openShop();
  const name = () => "Tea";
  expect(await shop.take("product", HEADER + rowsOf(MOST_PRODUCT_ROWS - 10, name))).toMatchObject({
    added: MOST_PRODUCT_ROWS - 10,
  });
  const path = shop.put(HEADER + rowsOf(30, name, MOST_PRODUCT_ROWS - 20));
  const trial = await shop.service.import({ kind: "product", path, dryRun: true });
  const taken = await shop.service.import({ kind: "product", path });
  expect(trial).toEqual({ ...taken, findings: expect.anything(), dryRun: true });
  expect(taken).toMatchObject({ added: 10, unchanged: 10, rejectedCount: 10 });
});

it("a row that is there may be renamed where its product has all the names that it may have", async () => {
  const shop = openShop();
  await shop.take("product", HEADER + rowsOf(MOST_PRODUCT_NAMES, (at) => `Tea ${at}`));
  shop.pass(1_000);
  const path = shop.put(HEADER + rowsOf(MOST_PRODUCT_NAMES, (at) => `Coffee ${at}`));
  const trial = await shop.service.import({ kind: "product", path, dryRun: true });
  expect(trial).toMatchObject({ updated: MOST_PRODUCT_NAMES, rejectedCount: 0 });
  expect(await shop.service.import({ kind: "product", path })).toMatchObject({
    updated: MOST_PRODUCT_NAMES,
    rejectedCount: 0,
  });
});

it("a transaction of an import ends when its time is over, and the rest of its batch goes into the next ones", async () => {
  const shop = openShop();
  const store = createImportStore(shop.db);
  const rows = Array.from(
    { length: 9 },
    (_, at): ReferenceRow => ({ id: BigInt(at), name: "Main", searchName: "main", deleted: 0n }),
  );
  let asked = 0;
  const isLate = (): boolean => {
    asked += 1;
    return asked % 4 === 0;
  };
  const seen = new SeenRows();
  expect(store.putBatch("store", rows, seen, 1, isLate)).toHaveLength(4);
  expect(store.putBatch("store", rows.slice(4), seen, 1, isLate)).toHaveLength(4);
  const trial = store.trial("store");
  expect(trial.judgeBatch(rows, () => true)).toEqual(["unchanged"]);
  trial.close();

  // A clock that moves by more than a transaction's time at each look: one row each, and every row is taken.
  const { now } = shop.clock;
  shop.clock.now = () => {
    shop.pass(MOST_BATCH_MS);
    return now();
  };
  const content = `id,name\n${Array.from({ length: 40 }, (_, at) => `${100 + at},Main`).join("\n")}\nx,Main\n`;
  expect(await shop.take("store", content)).toMatchObject({ added: 40, rejectedCount: 1 });
});
