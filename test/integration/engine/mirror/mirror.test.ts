import { describe, expect, it } from "vitest";
import { CHANNELS, type ChannelInput } from "../../../../contract/channels.ts";
import { REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { createMirrorService } from "../../../../main/engine/mirror/mirror.ts";
import { searchable } from "../../../../main/engine/mirror/search/search-text.ts";
import { openShop } from "../import/shop-files.ts";

type Shop = ReturnType<typeof openShop>;

/** Calls as the router does: the input parsed, the answer held against the contract. */
function openMirror(shop: Shop) {
  const service = createMirrorService({ db: shop.db });
  return {
    search: (value: ChannelInput<"mirror.search">) =>
      CHANNELS["mirror.search"].output.parse(service.search(CHANNELS["mirror.search"].input.parse(value)))
        .rows,
    names: (text: string, more: { deleted?: boolean; limit?: number } = {}): string[] =>
      CHANNELS["mirror.search"].output
        .parse(service.search(CHANNELS["mirror.search"].input.parse({ kind: "product", text, ...more })))
        .rows.map((row) => (row.kind === "product" ? row.name : row.kind)),
    barcode: (barcode: string) =>
      CHANNELS["mirror.lookupBarcode"].output.parse(service.lookupBarcode({ barcode })),
    stock: (value: ChannelInput<"mirror.stock">) =>
      CHANNELS["mirror.stock"].output.parse(service.stock(CHANNELS["mirror.stock"].input.parse(value))).rows,
    balances: (value: ChannelInput<"mirror.balances">) =>
      CHANNELS["mirror.balances"].output.parse(
        service.balances(CHANNELS["mirror.balances"].input.parse(value)),
      ).rows,
    counts: () => CHANNELS["mirror.counts"].output.parse(service.counts()).kinds,
    vouchers: (text: string, limit?: number) =>
      CHANNELS["taxVoucher.find"].output.parse(
        service.findVouchers(limit === undefined ? { text } : { text, limit }),
      ).vouchers,
  };
}

function putStock(shop: Shop, productId: number, storeId: number, barcode: string | null): void {
  shop.db
    .prepare(
      `INSERT INTO stock (product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id,
         cost_price, quantity, service_updated_at, answered_at)
       VALUES (?, 1, ?, '', '2026-05-01', ?, 'USD', '1.25', '7', NULL, ?)`,
    )
    .run(productId, storeId, barcode, Date.UTC(2026, 0, 2));
}

const PRODUCTS = [
  "id,name,barcode,measureUnitId,price,costPrice,deleted",
  "1,Green tea,6281000000016,1,2.5,1.25,0",
  "1,Green tea,6281000000023,2,28,15,0",
  "2,Black Tea 500 g,012345678905,1,3,,0",
  "3,شَاي أَخْضَر,,,,,0",
  "4,قهوة عربيـــة ٢٥٠,,,,,0",
  "5,Café crème,,,,,0",
  "6,Old tea,999,,,,1",
  '7,"100% ""pure"" honey_x",,,,,0',
  "9007199254740993,Huge,777,,,,0",
].join("\n");

describe("finding products", () => {
  const open = async () => {
    const shop = openShop();
    await shop.take("measureUnit", "id,name,baseUnitId,factor\n1,piece,,\n2,carton,1,12\n");
    await shop.take("product", PRODUCTS);
    return { shop, mirror: openMirror(shop) };
  };

  it.each([
    ["tea", ["Green tea", "Black Tea 500 g", "Old tea"]],
    ["TEA gre", ["Green tea"]],
    ["شاي اخضر", ["شَاي أَخْضَر"]],
    ["شـاي", ["شَاي أَخْضَر"]],
    ["قهوه عربية", ["قهوة عربيـــة ٢٥٠"]],
    ["250", ["قهوة عربيـــة ٢٥٠"]],
    ["٥٠٠", ["Black Tea 500 g"]],
    ["cafe creme", ["Café crème"]],
    ["CAFÉ", ["Café crème"]],
    ["100%", ['100% "pure" honey_x']],
    ['"pure"', ['100% "pure" honey_x']],
    ["y_x", ['100% "pure" honey_x']],
    ["-x", []],
    ["tea AND black", []],
    ["tea*", []],
    ["nothing such", []],
    // One and two letters: where a name begins comes first, then anywhere, its end included.
    ["bl", ["Black Tea 500 g"]],
    ["kt", []],
    ["ck", ["Black Tea 500 g"]],
    ["g", ["Green tea", "Black Tea 500 g", "Huge"]],
    ["يه", ["قهوة عربيـــة ٢٥٠"]],
    ["_x", ['100% "pure" honey_x']],
    ["x", ['100% "pure" honey_x']],
    ["ge", ["Huge"]],
    ["5 g te", ["Black Tea 500 g"]],
    // Ids and barcodes.
    ["3", ["شَاي أَخْضَر"]],
    ["٣", ["شَاي أَخْضَر"]],
    ["9007199254740993", ["Huge"]],
    ["6281000000023", ["Green tea"]],
    ["٦٢٨١٠٠٠", ["Green tea"]],
    ["0123", ["Black Tea 500 g"]],
  ])("by %s", async (text, names) => {
    const { mirror } = await open();
    expect(mirror.names(text).sort()).toEqual([...names].sort());
  });

  it("lists by name where nothing is asked for, and takes a limit", async () => {
    const { mirror } = await open();
    expect(mirror.names("", { limit: 4 })).toEqual([
      '100% "pure" honey_x',
      "Black Tea 500 g",
      "Café crème",
      "Green tea",
    ]);
    expect(mirror.names("  ")).toHaveLength(9 - 1);
  });

  it("keeps deleted ones apart where asked", async () => {
    const { mirror } = await open();
    expect(mirror.names("tea", { deleted: true })).toEqual(["Old tea"]);
    expect(mirror.names("te", { deleted: true })).toEqual(["Old tea"]);
    expect(mirror.names("999", { deleted: true })).toEqual(["Old tea"]);
    expect(mirror.names("6", { deleted: false })).not.toContain("Old tea");
    expect(mirror.names("", { deleted: true })).toEqual(["Old tea"]);
    // By a part of the name the newest comes first.
    expect(mirror.names("tea", { deleted: false })).toEqual(["Black Tea 500 g", "Green tea"]);
  });

  it("shows a product with its units", async () => {
    const { mirror } = await open();
    expect(mirror.search({ kind: "product", text: "green" })).toEqual([
      {
        kind: "product",
        id: 1,
        name: "Green tea",
        deleted: false,
        source: "file",
        updatedAt: "2026-01-01T00:00:00.000Z",
        units: [
          {
            barcode: "6281000000016",
            measureUnitId: 1,
            measureUnitName: "piece",
            price: "2.5",
            costPrice: "1.25",
          },
          {
            barcode: "6281000000023",
            measureUnitId: 2,
            measureUnitName: "carton",
            price: "28",
            costPrice: "15",
          },
        ],
      },
    ]);
  });

  it("finds the rare short word among very many names", async () => {
    const { shop, mirror } = await open();
    const rows = Array.from({ length: 25_000 }, (_, index) => `${index + 100},common name ${index}`);
    await shop.take("product", `id,name\n${rows.join("\n")}\n90000,zz of kiwi qj\n`);
    expect(mirror.names("qj")).toEqual(["zz of kiwi qj"]);
    expect(mirror.names("j")).toEqual(["zz of kiwi qj"]);
    expect(mirror.names("qx")).toEqual([]);
    expect(mirror.names("om")).toHaveLength(50);
  });
});

describe("a barcode", () => {
  const open = async () => {
    const shop = openShop();
    await shop.take("product", PRODUCTS);
    return { shop, mirror: openMirror(shop) };
  };

  it("gives the product with its units and stock rows", async () => {
    const { shop, mirror } = await open();
    putStock(shop, 1, 4, "6281000000016");
    putStock(shop, 1, 5, null);
    putStock(shop, 2, 4, null);
    const found = mirror.barcode(" ٦٢٨١٠٠٠٠٠٠٠١٦ ");
    expect(found).toMatchObject({ id: 1, barcode: "6281000000016" });
    expect(found?.units).toHaveLength(2);
    expect(found?.stock.map((row) => row.storeId)).toEqual([4, 5]);
    expect(found?.stock[0]).toEqual({
      productId: 1,
      measureUnitId: 1,
      storeId: 4,
      barcode: "6281000000016",
      currencyId: "USD",
      productionAt: null,
      expiryAt: "2026-05-01",
      costPrice: "1.25",
      source: "service",
      other: null,
      quantity: "7",
      updatedAt: "2026-01-02T00:00:00.000Z",
    });
  });

  it("is found in either spelling of a UPC-A", async () => {
    const { mirror } = await open();
    expect(mirror.barcode("0012345678905")).toMatchObject({ id: 2, barcode: "012345678905" });
    expect(mirror.barcode("12345678905")).toBeNull();
  });

  it("prefers a live product, and gives a deleted one where there is no other", async () => {
    const { shop, mirror } = await open();
    expect(mirror.barcode("999")).toMatchObject({ id: 6, deleted: true, units: [{ barcode: "999" }] });
    await shop.take("product", "id,name,barcode\n50,New tea,999\n");
    expect(mirror.barcode("999")).toMatchObject({ id: 50, deleted: false });
  });

  it("is known from the service's stock rows too", async () => {
    const { shop, mirror } = await open();
    putStock(shop, 2, 4, "555");
    putStock(shop, 777_777, 4, "556");
    expect(mirror.barcode("555")).toMatchObject({ id: 2, name: "Black Tea 500 g", stock: [{ storeId: 4 }] });
    expect(mirror.barcode("556")).toMatchObject({ id: 777_777, name: "", source: "service" });
    expect(mirror.barcode("557")).toBeNull();
  });
});

describe("the other kinds", () => {
  it.each([
    [
      "measureUnit",
      "id,name,baseUnitId,factor,deleted\n1,piece,,,0\n2,carton,1,12,1\n",
      "cart",
      { id: 2, factor: "12", baseUnitId: 1, deleted: true },
    ],
    [
      "account",
      "id,name,type\n40,مورّد الشمال,supplier\n41,Till,cash\n",
      "مورد",
      { id: 40, type: "supplier" },
    ],
    ["account", "id,name,type\n40,North,supplier\n41,Till 40,cash\n", "40", { id: 40 }],
    ["store", "id,name\n1,Main\n2,Back room\n", "OO", { id: 2, name: "Back room" }],
    ["currency", "id,name,digits\nUSD,Dollar,2\nYER,Rial,0\n", "yer", { id: "YER", digits: 0 }],
    [
      "exchangeRate",
      "fromCurrencyId,toCurrencyId,rate\nUSD,YER,530.1250\nUSD,SAR,3.75\n",
      "usd yer",
      { rate: "530.125" },
    ],
    ["permission", "id,name\n7,Post returns\n8,Other\n", "return", { id: 7, name: "Post returns" }],
  ] as const)("%s is found", async (kind, content, text, expected) => {
    const shop = openShop();
    await shop.take(kind, content);
    const mirror = openMirror(shop);
    expect(mirror.search({ kind, text })[0]).toMatchObject({ kind, ...expected });
    expect(mirror.search({ kind, text: ` ${text} ` })[0]).toMatchObject({ kind, ...expected });
    expect(mirror.search({ kind, text: "" })).toHaveLength(2);
    expect(mirror.search({ kind, text: "", limit: 1 })).toHaveLength(1);
    expect(mirror.search({ kind, text: "zzz" })).toEqual([]);
  });

  it("are counted, with the time of the last import", async () => {
    const shop = openShop();
    await shop.take("account", "id,name,type,deleted\n1,A,bank,0\n2,B,bank,1\n3,C,bank,0\n");
    const counts = openMirror(shop).counts();
    expect(counts.map(({ kind }) => kind).toSorted()).toEqual([...REFERENCE_KINDS].toSorted());
    expect(counts.find(({ kind }) => kind === "account")).toEqual({
      kind: "account",
      live: 2,
      deleted: 1,
      importedAt: "2026-01-01T00:00:00.000Z",
    });
    expect(counts.find(({ kind }) => kind === "store")).toMatchObject({ live: 0, importedAt: null });
  });
});

describe("what the service answered", () => {
  it("is read by product, store, account", async () => {
    const shop = openShop();
    const mirror = openMirror(shop);
    putStock(shop, 1, 4, null);
    putStock(shop, 1, 5, null);
    putStock(shop, 2, 4, null);
    expect(mirror.stock({})).toHaveLength(3);
    expect(mirror.stock({ productId: 1 })).toHaveLength(2);
    expect(mirror.stock({ productIds: [2, 1] }).map(({ productId }) => productId)).toEqual([2, 1, 1]);
    expect(mirror.stock({ productIds: [] })).toEqual([]);
    expect(mirror.stock({ storeId: "4" })).toHaveLength(2);
    expect(mirror.stock({ productId: 2, storeId: 5 })).toEqual([]);
    await shop.take("account", "id,name,type\n9,North,supplier\n");
    shop.db
      .prepare("INSERT INTO balance VALUES (?, 'USD', '-12.5', NULL, '2026-01-03T00:00:00.000Z', 0)")
      .run(9);
    shop.db.prepare("INSERT INTO balance VALUES (?, 'USD', NULL, NULL, NULL, 0)").run("90071992547409931");
    expect(mirror.balances({})).toHaveLength(2);
    expect(mirror.balances({ accountId: 9 })).toEqual([
      {
        accountId: 9,
        accountName: "North",
        currencyId: "USD",
        amount: "-12.5",
        ceilAmount: null,
        updatedAt: "2026-01-03T00:00:00.000Z",
      },
    ]);
    expect(mirror.balances({ accountId: "90071992547409931" })).toMatchObject([
      { accountName: null, amount: null },
    ]);
  });

  it("finds vouchers by a part of the serial number or note, newest first", async () => {
    const shop = openShop();
    const serial = (n: number) => `0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c0${n}e`;
    const header = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt";
    await shop.take(
      "taxVoucher",
      `${header}\n${serial(10)},USD,1,رسوم البَلَدِيّة,1,,,2026-01-01T00:00:00.000Z\n`,
    );
    shop.pass(1_000);
    await shop.take(
      "taxVoucher",
      `${header}\n${serial(11)},USD,2,Customs FEE,1,5,,2026-01-01T00:00:00.000Z\n`,
    );
    const mirror = openMirror(shop);
    const found = (text: string) => mirror.vouchers(text).map(({ amount }) => amount);
    expect(found("")).toEqual(["2", "1"]);
    expect(found("البلديه")).toEqual(["1"]);
    expect(found("fee cust")).toEqual(["2"]);
    expect(found("0F0A3B1C011E")).toEqual(["2"]);
    expect(found("nothing")).toEqual([]);
    expect(mirror.vouchers("", 1)).toMatchObject([
      { source: "file", creatorUserId: 5, creatorDeviceId: null },
    ]);
  });
});

describe("text for search", () => {
  it.each([
    ["  Two   Words ", "two words"],
    ["أإآٱ", "اااا"],
    ["ىيی", "ييي"],
    ["مكتبة", "مكتبه"],
    ["ﻻ", "لا"],
    ["ـحــليبـ", "حليب"],
    ["١٢٣ ۴۵۶", "123 456"],
    ["a\u200Fb", "ab"],
    ["Ⅷ", "viii"],
  ])("%s is %s", (text, folded) => {
    expect(searchable(text)).toBe(folded);
    expect(searchable(folded)).toBe(folded);
  });

  it("every letter of a usual name is folded as beside one that takes the long way", () => {
    const letters = [0x20, 0x620, 0x640].flatMap((first) =>
      Array.from({ length: first === 0x20 ? 95 : 27 }, (_, index) => String.fromCodePoint(first + index)),
    );
    for (const letter of letters)
      expect(searchable(`${letter}B${letter}`), letter).toBe(searchable(`\u200F${letter}B${letter}`));
  });
});

it("what is typed or scanned with spaces around it is found by its number, its barcode and its code", async () => {
  const shop = openShop();
  await shop.take(
    "product",
    "id,name,barcode,measureUnitId\n41,Tea,6281000000016,1\n42,Coffee,6281000000023,1\n",
  );
  await shop.take("store", "id,name\n7,Main\n8,Yard\n");
  await shop.take("currency", "id,name,digits\nAAA,Before YER,2\nYER,Rial,\n");
  const mirror = openMirror(shop);
  expect([mirror.names(" 42 "), mirror.names("\t6281000000016\n")]).toEqual([["Coffee"], ["Tea"]]);
  expect(mirror.search({ kind: "store", text: " 7 " })).toMatchObject([{ name: "Main" }]);
  expect(mirror.search({ kind: "currency", text: " YER ", limit: 1 })).toMatchObject([{ name: "Rial" }]);
});
