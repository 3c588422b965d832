/** What is known around a product, a unit and an account: exact, or said to be unknown. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHANNELS, type ChannelInput } from "../../../../contract/channels.ts";
import { createProductDetailService } from "../../../../main/engine/mirror/product-detail.ts";
import { connect, newFolder, openTestEngine } from "../../../helpers/engine.ts";
import { openShop } from "../import/shop-files.ts";

type Shop = ReturnType<typeof openShop>;

/** Calls as the router does: the input parsed, the answer held against the contract. */
function openDetails(shop: Shop) {
  const service = createProductDetailService({ db: shop.db });
  const { "mirror.unitConversion": conversion, "mirror.productDetail": detail } = CHANNELS;
  const history = CHANNELS["mirror.balanceHistory"];
  return {
    conversion: (input: ChannelInput<"mirror.unitConversion">) =>
      conversion.output.parse(service.conversion(conversion.input.parse(input))),
    detail: (input: ChannelInput<"mirror.productDetail">) =>
      detail.output.parse(service.detail(detail.input.parse(input))),
    history: (input: ChannelInput<"mirror.balanceHistory">) =>
      history.output.parse(service.balanceHistory(history.input.parse(input))),
  };
}

interface Stock {
  product?: number;
  unit: number | string;
  store: number;
  quantity: string | null;
  cost?: string;
  expiry?: string;
  updatedAt?: string;
  at?: number;
}

function putStock(
  shop: Shop,
  { product = 1, unit, store, quantity, cost, expiry, updatedAt, at }: Stock,
): void {
  shop.db
    .prepare(
      `INSERT INTO stock (product_id, measure_unit_id, store_id, production_at, expiry_at, barcode, currency_id,
         cost_price, quantity, service_updated_at, answered_at)
       VALUES (?, ?, ?, '', ?, NULL, 'USD', ?, ?, ?, ?)`,
    )
    .run(product, unit, store, expiry ?? "", cost ?? "", quantity, updatedAt ?? null, at ?? 1_000);
}

const UNITS = [
  "id,name,baseUnitId,factor,deleted",
  ...["1,piece,,,", "2,box,1,12,", "3,carton,2,2.5,", "4,litre,4,1,", "5,jug,4,0.75,", "6,lost,99,3,"],
  ...["7,round,8,2,", "8,about,7,3,", "9,old box,1,6,1"],
].join("\n");
const PRODUCTS = [
  "id,name,barcode,measureUnitId,price,costPrice,deleted",
  ...["1,Tea,11,1,2.5,1.25,0", "1,Tea,12,2,28,,0", "1,Tea,13,9,14,7,1", "2,Gone,21,1,1,1,1", "3,Plain,,,,,0"],
].join("\n");

const open = async () => {
  const shop = openShop();
  expect(await shop.take("measureUnit", UNITS)).toMatchObject({ added: 9 });
  expect(await shop.take("product", PRODUCTS)).toMatchObject({ added: 5 });
  await shop.take("store", "id,name\n4,Main\n5,Back\n");
  return { shop, details: openDetails(shop) };
};

describe("a unit", () => {
  it.each([
    [1, { baseUnitId: 1, factor: "1", problem: null }, ["piece"]],
    [2, { baseUnitId: 1, baseUnitName: "piece", factor: "12", problem: null }, ["box", "piece"]],
    [3, { baseUnitId: 1, factor: "30", name: "carton", problem: null }, ["carton", "box", "piece"]],
    [5, { baseUnitId: 4, factor: "0.75", problem: null }, ["jug", "litre"]],
    [9, { baseUnitId: 1, factor: "6", problem: null }, ["old box", "piece"]],
    [6, { baseUnitId: null, factor: null, problem: "unknown_unit" }, ["lost", null]],
    [7, { factor: null, problem: "cycle" }, ["round", "about"]],
    [50, { factor: null, name: null, problem: "unknown_unit" }, [null]],
    ["9007199254740993", { problem: "unknown_unit" }, [null]],
  ])("%s leads to its base", async (measureUnitId, expected, names) => {
    const { details } = await open();
    const found = details.conversion({ measureUnitId });
    expect(found).toMatchObject(expected);
    expect(found.chain.map(({ name }) => name)).toEqual(names);
    expect(found).toMatchObject({ units: [], stock: [] });
  });

  it("without a factor, and on more units than any shop has, isn't converted", async () => {
    const { shop, details } = await open();
    const put = shop.db.prepare(
      "INSERT INTO measure_unit (id, name, base_unit_id, factor, search_name, source, updated_at) VALUES (?, 'u', ?, ?, 'u', 'file', 0)",
    );
    put.run(100, 1, null);
    for (let n = 200; n < 240; n += 1) put.run(n, n + 1, "2");
    expect(details.conversion({ measureUnitId: 100 })).toMatchObject({ problem: "no_factor", factor: null });
    const long = details.conversion({ measureUnitId: 200 });
    expect(long).toMatchObject({ problem: "too_long", factor: null });
    expect(long.chain).toHaveLength(32);
  });

  it("has exactly the product of its factors, whatever they are", async () => {
    const factor = fc.tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 12 }));
    const shop = openShop();
    const details = openDetails(shop);
    await fc.assert(
      fc.asyncProperty(fc.array(factor, { minLength: 1, maxLength: 8 }), async (factors) => {
        const decimals = factors.map(([digits, exponent]) => new Big(digits).div(new Big(10).pow(exponent)));
        shop.db.exec("DELETE FROM measure_unit");
        const rows = decimals.map((one, n) => `${n + 1},u${n},${n},${one.toFixed()}`);
        await shop.take("measureUnit", `id,name,baseUnitId,factor\n0,base,,\n${rows.join("\n")}\n`);
        expect(details.conversion({ measureUnitId: factors.length }).factor).toBe(
          decimals.reduce((all, one) => all.times(one), new Big(1)).toFixed(),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("comes with the product's other units and its stock in base units, store by store", async () => {
    const { shop, details } = await open();
    putStock(shop, { unit: 1, store: 4, quantity: "7", at: 5_000 });
    putStock(shop, { unit: 3, store: 4, quantity: "0.1", at: 2_000 });
    putStock(shop, { unit: 2, store: 5, quantity: "-1.5" });
    const found = details.conversion({ measureUnitId: 2, productId: 1 });
    expect(found.units.map(({ measureUnitId, factor }) => [measureUnitId, factor])).toEqual([
      [1, "1"],
      [3, "30"],
    ]);
    expect(found.stock).toEqual([
      {
        storeId: 4,
        storeName: "Main",
        baseUnitId: 1,
        baseUnitName: "piece",
        quantity: "10",
        problem: null,
        measureUnitIds: [],
        answeredAt: "1970-01-01T00:00:02.000Z",
      },
      expect.objectContaining({ storeId: 5, storeName: "Back", quantity: "-18", problem: null }),
    ]);
    expect(details.conversion({ measureUnitId: 2, productId: 1, storeId: 5 }).stock).toHaveLength(1);
  });

  it.each([
    [
      [
        { unit: 1, store: 4, quantity: "7" },
        { unit: 6, store: 4, quantity: "1" },
      ],
      "no_conversion",
      [6],
      null,
    ],
    [
      [
        { unit: 1, store: 4, quantity: "7" },
        { unit: 5, store: 4, quantity: "1" },
      ],
      "several_bases",
      [1, 5],
      null,
    ],
    [
      [
        { unit: 1, store: 4, quantity: "7" },
        { unit: 2, store: 4, quantity: null },
      ],
      "no_quantity",
      [2],
      1,
    ],
  ])("says why a store's stock can't be summed", async (rows, problem, measureUnitIds, baseUnitId) => {
    const { shop, details } = await open();
    for (const row of rows) putStock(shop, row);
    expect(details.conversion({ measureUnitId: 1, productId: 1 }).stock).toEqual([
      expect.objectContaining({ quantity: null, problem, measureUnitIds, baseUnitId }),
    ]);
  });
});

describe("a product's detail", () => {
  it("has units, stock with its age, and totals", async () => {
    const { shop, details } = await open();
    putStock(shop, {
      unit: 1,
      store: 4,
      quantity: "5",
      cost: "1.3",
      expiry: "2026-05-01",
      updatedAt: "2026-01-02T00:00:00.000Z",
      at: 9_000,
    });
    putStock(shop, {
      unit: 1,
      store: 4,
      quantity: "1",
      cost: "1.4",
      expiry: "2026-06-01",
      updatedAt: "2026-01-03T00:00:00.000Z",
    });
    putStock(shop, { unit: 3, store: 5, quantity: "2", cost: "40", updatedAt: "2026-01-01T00:00:00.000Z" });
    const found = details.detail({ productId: 1, storeId: 4 });
    expect(found?.product).toMatchObject({
      id: 1,
      name: "Tea",
      units: [{ barcode: "11" }, { barcode: "12" }],
    });
    expect(found?.stock.map((row) => [row.expiryAt, row.quantity, row.storeName, row.answeredAt])).toEqual([
      ["2026-05-01", "5", "Main", "1970-01-01T00:00:09.000Z"],
      ["2026-06-01", "1", "Main", "1970-01-01T00:00:01.000Z"],
    ]);
    expect(found?.totals).toEqual([expect.objectContaining({ storeId: 4, quantity: "6" })]);
    const everywhere = details.detail({ productId: 1 });
    expect(everywhere?.stock).toHaveLength(3);
    expect(details.detail({ productId: 1, storeId: 6 })).toMatchObject({ stock: [], totals: [] });
    expect(details.detail({ productId: 3 })).toMatchObject({ stock: [], totals: [] });
  });

  it("is of deleted products too, of those that only stock tells of, and null of no other", async () => {
    const { shop, details } = await open();
    putStock(shop, { product: 77, unit: 1, store: 4, quantity: "1", cost: "2" });
    putStock(shop, { product: 77, unit: "90071992547409931", store: 4, quantity: "1" });
    expect(details.detail({ productId: 2 })?.product).toMatchObject({
      deleted: true,
      units: [{ barcode: "21" }],
    });
    const known = details.detail({ productId: 77, storeId: 5 });
    expect(known).toMatchObject({
      product: { name: "", source: "service" },
      stock: [],
    });
    expect(details.detail({ productId: 78 })).toBeNull();
    expect(details.detail({ productId: "9007199254740993" })).toBeNull();
  });
});

describe("a balance over time", () => {
  const put = (
    shop: Shop,
    currency: string,
    amount: string | null,
    at: number,
    serialNo: string | null = null,
  ) => {
    shop.db.prepare("INSERT INTO balance_history VALUES (7, ?, ?, ?, ?)").run(currency, amount, serialNo, at);
    shop.db
      .prepare("INSERT OR REPLACE INTO balance VALUES (7, ?, ?, NULL, NULL, ?)")
      .run(currency, amount, at);
  };

  it("is in the order of time, of one currency or each, the newest where there are too many", () => {
    const shop = openShop();
    const { history } = openDetails(shop);
    for (let n = 0; n < 5; n += 1) put(shop, "USD", String(n), 1_000 + Math.floor(n / 2), `s${n}`);
    put(shop, "YER", null, 500);
    expect(history({ accountId: 7, currencyId: "USD", limit: 3 })).toEqual({
      more: true,
      points: [2, 3, 4].map((n) => ({
        currencyId: "USD",
        amount: String(n),
        serialNo: `s${n}`,
        answeredAt: new Date(1_000 + Math.floor(n / 2)).toISOString(),
      })),
    });
    const both = history({ accountId: "7" });
    expect(both.more).toBe(false);
    expect(both.points.map(({ currencyId, amount }) => [currencyId, amount])).toEqual([
      ...[
        ["USD", "0"],
        ["USD", "1"],
        ["USD", "2"],
        ["USD", "3"],
        ["USD", "4"],
        ["YER", null],
      ],
    ]);
    expect(history({ accountId: 8 })).toEqual({ points: [], more: false });
  });
});

it("the engine answers all of it by its channels", async () => {
  const engine = openTestEngine();
  await connect(engine, "http://127.0.0.1:9");
  const path = join(newFolder(), "units.csv");
  writeFileSync(path, "unit no;unit name;base unit;conversion factor\n1;piece;;\n2;box;1;12\n");
  const { mapping } = await engine.call("referenceData.preview", { kind: "measureUnit", path });
  const input = { kind: "measureUnit", path, mapping } as const;
  expect(await engine.call("referenceData.import", { ...input, dryRun: true })).toMatchObject({
    added: 2,
    dryRun: true,
  });
  expect(await engine.call("referenceData.import", input)).toMatchObject({ added: 2 });
  expect(await engine.call("mirror.unitConversion", { measureUnitId: "2" })).toMatchObject({ factor: "12" });
  expect(await engine.call("mirror.productDetail", { productId: 1 })).toBeNull();
  expect(await engine.call("mirror.balanceHistory", { accountId: 1 })).toEqual({ points: [], more: false });
  const refused = await engine.refusal("referenceData.import", {
    ...input,
    mapping: { "unit no": "barcode" },
  });
  expect(refused).toMatchObject({
    code: "invalid_input",
    details: { issues: [{ field: "mapping.unit no" }] },
  });
});
