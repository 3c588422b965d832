/** The search finds the same by the blocks of product keys, without them, and while they are made. */
import { expect, it } from "vitest";
import { hostileClasses, NAME_KINDS } from "../../../bench/profiles/name-kinds.ts";
import { productNamed, productRow } from "../../../bench/profiles/product-names.ts";
import { openShop } from "../import/shop-files.ts";
import { assertAgrees, everyRow, fileOf, isWords, marksIn, PRODUCTS, questions } from "./search-model.ts";

it.each([
  ["by the search index where there is no block", "DELETE FROM product_block"],
  ["by a block, and the index for those that came after it", "UPDATE product_block SET up_to = 2500"],
  ["by a block, and by looking at the few that came after it", "UPDATE product_block SET up_to = 4300"],
])(
  "finds the same %s",
  async (_, statement) => {
    const shop = openShop();
    await shop.take("product", fileOf(everyRow));
    shop.db.exec(statement);
    // Were a block asked for what it doesn't know of, they would not be found.
    shop.db.exec("DELETE FROM product_block_term WHERE block NOT IN (SELECT block FROM product_block)");
    assertAgrees(
      shop,
      questions.filter((_text, at) => at % 3 === 0),
    );
  },
  60_000,
);

it("a few products that are renamed stay findable without a new block, and many make it anew", async () => {
  const shop = openShop();
  await shop.take("product", fileOf(everyRow));
  const renamed = (from: number, to: number): string =>
    fileOf(
      Array.from({ length: to - from }, (_, at) => {
        const { id, barcode } = productNamed(from + at);
        return `${id},ṽery new ${at} 𝔘nit,${barcode},1,1,1,0`;
      }),
    );
  const asked = ["very", "very new 7", "very ne 𝔘", "new", "ery new unit", "7"];
  await shop.take("product", renamed(100, 140));
  expect(marksIn(shop)).toMatchObject([{ changed: expect.stringMatching(/^( \d+){40}$/) }]);
  assertAgrees(shop, [...asked, ...questions.slice(0, 60)]);
  await shop.take("product", renamed(200, 700));
  expect(marksIn(shop)).toEqual([{ block: 0, up_to: PRODUCTS, changed: "" }]);
  assertAgrees(shop, [...asked, ...questions.slice(0, 60)]);
}, 60_000);

it("finds one letter many times, letters of two code units and what is beside them", async () => {
  const shop = openShop();
  const odd = [
    "a😀b tea",
    "😀",
    "000 0 b",
    "0000 b",
    "00000 b",
    "b 000000000",
    "c 00000000 0",
    "x\u0000y z",
    "ﷺ",
  ];
  await shop.take(
    "product",
    fileOf([...everyRow.slice(0, 900), ...odd.map((name, at) => `${at + 1},${name},,1,1,1,0`)]),
  );
  expect(marksIn(shop)).toHaveLength(1);
  const asked = [
    "a",
    "b t",
    "😀",
    "a😀",
    "b tea 😀",
    "0000 b",
    "00000 b",
    "000000000 b",
    "c 0000",
    "y z",
    "x\u0000",
  ];
  assertAgrees(shop, [...asked, "z".repeat(300), "a b c d e f g h i j k l m"]);
});

it("finds the same among names of every kind, however it is typed", async () => {
  for (const kind of NAME_KINDS.slice(1)) {
    const shop = openShop();
    const rows = Array.from(
      { length: 1_100 },
      (_, n) => `${100_000 + n},${kind.nameOf(n)},,1,1,1,${n % 50 === 0 ? 1 : 0}`,
    );
    await shop.take("product", fileOf(rows));
    expect(marksIn(shop)).toHaveLength(1);
    const asked = hostileClasses(kind, 1_100, 1).flatMap(({ texts }) => texts);
    assertAgrees(shop, asked.filter(isWords));
  }
}, 120_000);

it("finds the same while an import goes on and makes blocks", async () => {
  const shop = openShop();
  let isOver = false;
  const whole = shop
    .take("product", fileOf(Array.from({ length: 67_000 }, (_, n) => productRow(n))))
    .finally(() => {
      isOver = true;
    });
  const states = new Set<number>();
  while (!isOver) {
    const { length } = marksIn(shop);
    if (!states.has(length)) assertAgrees(shop, ["nestle mango kg", "حليب طازج", "qx", "x-1", "tea zqx"]);
    states.add(length);
    await new Promise((done) => setTimeout(done, 20));
  }
  await whole;
  expect(states.has(1)).toBe(true);
  expect(marksIn(shop)).toHaveLength(2);
  assertAgrees(shop, ["nestle mango kg", "حليب طازج", "qx", "x-1", "tea zqx"]);
}, 120_000);

it("a file without blocks gets them without an import, and one that comes meanwhile, or is tested, goes first", async () => {
  const shop = openShop();
  await shop.take("product", fileOf(everyRow));
  const made = marksIn(shop);
  const terms = () => shop.db.prepare("SELECT * FROM product_block_term").all();
  const before = terms();
  shop.db.exec("DELETE FROM product_block; DELETE FROM product_block_term");
  const caughtUp = shop.service.catchUp();
  await shop.take("product", fileOf(everyRow.slice(0, 1)));
  const path = shop.put(fileOf(everyRow.slice(0, 1)));
  await shop.service.import({ kind: "product", path, dryRun: true });
  expect(marksIn(shop)).toEqual([]);
  await caughtUp;
  expect(marksIn(shop)).toEqual(made);
  expect(terms()).toEqual(before);
});
