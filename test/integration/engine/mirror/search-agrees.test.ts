/**
 * What the search finds is what looking at every name finds, whatever happened to the products since: taken in,
 * renamed, marked as deleted, given a second name, taken in once more. And where index and table drift apart, the
 * check that these tests lean on says so.
 */
import { expect, it } from "vitest";
import { checkAtOnce } from "../../../../main/engine/file/check.ts";
import { createMirrorService } from "../../../../main/engine/mirror/mirror.ts";
import { numbersOf, productNamed } from "../../../bench/profiles/product-names.ts";
import { openShop } from "../import/shop-files.ts";
import {
  assertAgrees,
  assertCounted,
  assertNoDrift,
  everyRow,
  fileOf,
  marksIn,
  namesIn,
  PRODUCTS,
} from "./search-model.ts";

it("after an import, a second one of the same file, renames, deletions and second names", async () => {
  const shop = openShop();
  await shop.take("product", fileOf(everyRow));
  assertNoDrift(shop);
  assertCounted(shop);
  expect(marksIn(shop)).toEqual([{ block: 0, up_to: PRODUCTS, changed: "" }]);
  assertAgrees(shop);
  const before = namesIn(shop);
  await shop.take("product", fileOf(everyRow));
  expect(namesIn(shop)).toEqual(before);
  assertNoDrift(shop);

  const next = numbersOf(7);
  const changed = Array.from({ length: 900 }, (_, at) => {
    const n = Math.floor(next() * PRODUCTS);
    const { id, barcode } = productNamed(n);
    const name = productNamed(PRODUCTS + n).name;
    if (at % 3 === 0) return `${id},${name},${barcode},1,1,1,0`;
    if (at % 3 === 1) return `${id},${productNamed(n).name},${barcode},1,1,1,1`;
    return `${id},${name},${Number(barcode) + 1_000_000},2,1,1,0`;
  });
  await shop.take("product", fileOf([...new Set(changed)]));
  expect(namesIn(shop)).not.toEqual(before);
  expect(namesIn(shop).filter(({ deleted }) => deleted === 1).length).toBeGreaterThan(100);
  assertNoDrift(shop);
  assertCounted(shop);
  assertAgrees(shop);
}, 120_000);

it("counts no product that is gone, and none twice that returns", async () => {
  const shop = openShop();
  const count = () =>
    createMirrorService({ db: shop.db })
      .counts()
      .kinds.find(({ kind }) => kind === "product");
  expect(count()).toMatchObject({ live: 0, deleted: 0 });
  await shop.take("product", "id,name,deleted\n11,Tea,0\n12,Coffee,1\n13,Sugar,0\n");
  expect(count()).toMatchObject({ live: 2, deleted: 1 });
  await shop.take("product", "id,name,deleted\n11,Tea,1\n12,Coffee,0\n13,Sugar,0\n");
  expect(count()).toMatchObject({ live: 2, deleted: 1 });
  assertCounted(shop);
});

it("counts nothing of a batch that was rolled back", async () => {
  const shop = openShop();
  shop.db.exec(
    "CREATE TRIGGER fault BEFORE INSERT ON product WHEN NEW.name = 'fault' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  await shop.take("product", "id,name\n11,Tea\n12,fault\n").catch(() => undefined);
  expect(namesIn(shop)).toEqual([]);
  assertCounted(shop);
  shop.db.exec("DROP TRIGGER fault");
  await shop.take("product", "id,name\n11,Tea\n12,Coffee\n");
  assertCounted(shop);
});

it("the check of a file finds a number that isn't theirs", async () => {
  const shop = openShop();
  await shop.take("product", "id,name,deleted\n11,Tea,0\n12,Coffee,1\n");
  expect(checkAtOnce(shop.db)).toMatchObject({ entries: 0 });
  for (const change of ["n = 7 WHERE deleted = 0", "n = 1 - n"]) {
    shop.db.exec(`SAVEPOINT before; UPDATE product_count SET ${change}`);
    expect(checkAtOnce(shop.db)).toEqual({ wrong: "there are not as many products as were counted" });
    shop.db.exec("ROLLBACK TO before");
  }
});

it("puts how names begin first by name, then parts of names, the newest first", async () => {
  const shop = openShop();
  await shop.take(
    "product",
    "id,name\n11,Green tea\n12,Tea rose\n13,Iced tea\n14,Tea bag\n15,شاي أخضر tea\n16,TEA bag\n",
  );
  const service = createMirrorService({ db: shop.db });
  const ids = (text: string) =>
    service.search({ kind: "product", text }).rows.map((row) => "id" in row && row.id);
  expect(ids("tea")).toEqual([14, 16, 12, 15, 13, 11]);
  expect(ids("te")).toEqual([14, 16, 12, 15, 13, 11]);
  expect(ids("ea gr")).toEqual([11]);
});

it("puts names with the words by themselves before those that hold them inside others", async () => {
  const shop = openShop();
  await shop.take(
    "product",
    "id,name\n11,Zabid Tea 7 / شاي زبيد 7\n12,Zabid Tea 12 / شاي زبيد 12\n13,7 up\n14,Zabid Tea 197 / شاي زبيد 197\n15,Zabid Tea 71 / شاي زبيد 71\n16,Zabid Tea 123 / شاي زبيد 123\n",
  );
  const service = createMirrorService({ db: shop.db });
  const ids = (text: string) =>
    service.search({ kind: "product", text }).rows.map((row) => "id" in row && row.id);
  expect(ids("tea 7")).toEqual([11, 15, 14]);
  expect(ids("7 zabid")).toEqual([11, 15, 14]);
  expect(ids("شاي 7")).toEqual([11, 15, 14]);
  expect(ids("tea 12")).toEqual([12, 16]);
  // Words that are only begun, and a number that is a whole one.
  expect(ids("zab tea 7")).toEqual([11, 15, 14]);
  expect(ids("tea 197")).toEqual([14]);
  // Among the whole words, and among the rest, the newest first.
  expect(ids("abid tea")).toEqual([16, 15, 14, 12, 11]);
}, 60_000);

it.each([
  ["a name that changed", "UPDATE product SET search_name = 'another' WHERE product_key = 1"],
  ["a product that is gone", "DELETE FROM product_unit; DELETE FROM product WHERE product_key = 1"],
  [
    "a product that was not taken in",
    "INSERT INTO product SELECT 99, 99, name, search_name, 0, source, 1 FROM product LIMIT 1",
  ],
  [
    "an index that lost a row",
    "INSERT INTO product_search (product_search, rowid, text) VALUES ('delete', 1, 'tea  ')",
  ],
])("the check finds %s behind the program's back", async (_, statement) => {
  const shop = openShop();
  await shop.take("product", "id,name\n11,Tea\n12,Coffee\n");
  assertNoDrift(shop);
  shop.db.exec(statement);
  expect(() => assertNoDrift(shop)).toThrow(/malformed/);
});
