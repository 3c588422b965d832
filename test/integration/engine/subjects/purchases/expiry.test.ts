/** What expires soon, by the newest stock, less what went back and what waits. */
import { describe, expect, it } from "vitest";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import { timestampOf } from "../../../../../contract/values.ts";
import { TENANT, type TestEngine, until } from "../../../../helpers/engine.ts";
import { answer, goodBody, type HttpService, startHttpService } from "../../../../helpers/http-service.ts";
import { back, bought, openShop, STOCK, take } from "./shop.ts";

const GOODS = { productId: 1001, measureUnitId: 1, expiryAt: "2026-03-20", productionAt: "2026-01-01" };

/** Returns so much of a batch; the service confirms with these stock rows, which it dated before its answer came. */
async function confirmed(
  engine: TestEngine,
  service: HttpService,
  quantity: string,
  rows: readonly { quantity: number | null }[],
): Promise<void> {
  const updatedAt = timestampOf(engine.clock.now());
  engine.clock.runUntil(engine.clock.now() + 1_500);
  const row = {
    ...GOODS,
    rowNo: 1,
    tenantId: TENANT,
    storeId: 1,
    currencyId: "YER",
    costPrice: 10,
    updatedAt,
  };
  service.behave = (outgoing, came) => {
    const [own] = JSON.parse(goodBody(came));
    const storages = rows.map((one) => ({ ...row, ...one }));
    answer(200, JSON.stringify([{ ...own, TenantProductStorages: storages }]))(outgoing, came);
  };
  const input = { ...back({ ...GOODS, quantity }), storeId: 1 };
  const { entryId } = await engine.call("purchaseReturn.post", input);
  engine.clock.runUntil(engine.clock.now());
  await until(async () => (await engine.entry(entryId)).state === "confirmed");
}

describe("what expires", () => {
  it("comes the soonest first, with its value and days, within each supplier's window", async () => {
    const engine = await bought();
    await take(engine, "stock", STOCK);
    const list = async (input: ChannelInput<"expiry.list"> = {}) =>
      (await engine.call("expiry.list", input)).rows;
    expect(await list()).toMatchObject([
      { productId: 1002, daysLeft: -9, quantity: "5", value: "40", supplierAccountId: 1101 },
      { productId: 1001, daysLeft: 19, quantity: "12", value: "120", supplierAccountId: 1101 },
    ]);
    await engine.call("returnWindows.set", { accountId: 1101, days: 10 });
    expect((await list()).map(({ productId }) => productId)).toEqual([1002]);
    expect(await list({ withinDays: 3_650 })).toHaveLength(3);
    expect((await list({ withinDays: 3_650, storeId: 2 })).map(({ productId }) => productId)).toEqual([1003]);
    expect(await list({ withinDays: 3_650, supplierAccountId: 1102 })).toMatchObject([{ productId: 1003 }]);
    expect(await engine.call("returnWindows.set", { accountId: 1101, days: null })).toEqual({
      everyone: 90,
      suppliers: [],
    });
  });

  it("is summed by currency within the windows, with what has expired and what has no value", async () => {
    const engine = await bought();
    expect(await engine.call("expiry.totals", {})).toEqual({
      batches: 0,
      expired: 0,
      values: [],
      unvalued: 0,
      more: false,
    });
    await take(engine, "store", ["id,name", "1,Main store"]);
    await take(engine, "stock", [
      ...STOCK,
      "1003,1,1,,,2026-03-05,,7,USD,",
      "1003,1,2,,,2026-03-05,0.1,3,USD,",
    ]);
    expect(await engine.call("expiry.totals", {})).toEqual({
      batches: 4,
      expired: 1,
      values: [
        { currencyId: "YER", value: "160" },
        { currencyId: "USD", value: "0.3" },
      ],
      unvalued: 1,
      more: false,
    });
    expect((await engine.call("expiry.list", {})).rows[0]).toMatchObject({
      supplierName: "Hadda Trading",
      storeName: "Main store",
    });
  });

  it("is less what waits, and what was returned leaves it", async () => {
    const engine = await bought();
    await take(engine, "stock", STOCK);
    const goods = { productId: 1001, measureUnitId: 1, expiryAt: "2026-03-20" };
    const input = { ...back({ ...goods, quantity: "8" }), storeId: 1 };
    await engine.call("purchaseReturn.post", input);
    const left = async () =>
      (await engine.call("expiry.list", {})).rows.find(({ productId }) => productId === 1001);
    expect(await left()).toMatchObject({ quantity: "4", value: "40" });
    await engine.call("purchaseReturn.post", { ...back({ ...goods, quantity: "4" }), storeId: 1 });
    expect(await left()).toBeUndefined();
  });

  it("is not crowded out by what is sold out, nor one store's by another's, and says where there is more", async () => {
    const engine = await openShop();
    const [header = ""] = STOCK;
    const many = (store: number, quantity: number) =>
      Array.from({ length: 2_000 }, (_, n) => `${2_000 + n},1,${store},,,2026-02-01,1,${quantity},YER,`);
    await take(engine, "stock", [header, ...many(1, 0), ...many(2, 3), "1001,1,1,,,2026-03-10,2,4,YER,"]);
    expect(await engine.call("expiry.list", { storeId: 1 })).toMatchObject({
      rows: [{ productId: 1001, quantity: "4" }],
      more: false,
    });
    const all = await engine.call("expiry.list", {});
    expect(all).toMatchObject({ more: true });
    expect(new Set(all.rows.map(({ storeId }) => storeId))).toEqual(new Set([2]));
  });

  it("of the last batch that one look reads has all rows, also those that the limit leaves out", async () => {
    const engine = await openShop();
    const [header = ""] = STOCK;
    const before = Array.from({ length: 1_999 }, (_, n) => `${2_000 + n},1,1,,,2026-02-01,1,3,YER,`);
    const last = (cost: number) => `1001,1,1,,,2026-03-10,${cost},4,YER,`;
    await take(engine, "stock", [header, ...before, last(1), last(2)]);
    const { rows, more } = await engine.call("expiry.list", {});
    expect(rows.slice(1_999)).toMatchObject([
      { productId: 1001, costPrice: "1", quantity: "4" },
      { productId: 1001, costPrice: "2", quantity: "4" },
    ]);
    expect([rows.length, more]).toEqual([2_001, true]);
  });

  it("ends with none left or less, and begins again with the smallest quantity", async () => {
    const engine = await openShop();
    const [header = ""] = STOCK;
    const row = (cost: number, quantity: string, day: string) =>
      `1001,1,1,,,2026-03-10,${cost},${quantity},YER,${day}`;
    await take(engine, "stock", [header, row(1, "5", "2026-02-01"), row(2, "0", "2026-02-02")]);
    const quantities = async () =>
      (await engine.call("expiry.list", {})).rows.map(({ quantity }) => quantity);
    expect(await quantities()).toEqual(["5"]);
    await take(engine, "stock", [header, row(1, "0.00", "2026-02-03")]);
    expect(await quantities()).toEqual([]);
    await take(engine, "stock", [header, row(1, "-2", "2026-02-04")]);
    expect(await quantities()).toEqual([]);
    await take(engine, "stock", [header, row(1, "0.001", "2026-02-05")]);
    expect(await quantities()).toEqual(["0.001"]);
    await take(engine, "stock", [header, row(1, "5", "2026-02-06"), row(2, "-2", "2026-02-06")]);
    expect(await quantities()).toEqual(["3"]);
  });

  it("is less a return once: in the unit that went back, where the batch is held in two", async () => {
    const engine = await bought();
    const [header = ""] = STOCK;
    const cartons = "1001,2,1,,,2026-03-20,120,3,YER,";
    await take(engine, "stock", [header, "1001,1,1,,,2026-03-20,10,30,YER,", cartons]);
    const goods = { productId: 1001, expiryAt: "2026-03-20", quantity: "2" };
    const post = (measureUnitId: number) =>
      engine.call("purchaseReturn.post", { ...back({ ...goods, measureUnitId }), storeId: 1 });
    const held = async () =>
      (await engine.call("expiry.list", {})).rows.map(({ measureUnitId, quantity }) => [
        measureUnitId,
        quantity,
      ]);
    await post(2);
    await post(1);
    expect(await held()).toEqual([
      [1, "28"],
      [2, "1"],
    ]);
    await take(engine, "stock", [header, cartons.replace(",3,", ",0,")]);
    // Held in pieces alone, what went back in cartons is taken from the pieces.
    expect(await held()).toEqual([[1, "4"]]);
  });

  it("is not less what the service's own answer counted, though the answer was written before it arrived", async () => {
    const service = await startHttpService();
    const engine = await bought(service.url);
    await take(engine, "stock", STOCK);
    const returned = (quantity: string, stock: number | null) =>
      confirmed(engine, service, quantity, stock === null ? [] : [{ quantity: stock }]);
    const left = async () =>
      (await engine.call("expiry.list", {})).rows.find(({ productId }) => productId === 1001);
    await returned("8", 4);
    expect(await left()).toMatchObject({ quantity: "4", source: "service" });
    // An answer without the batch leaves the stock as it was known before.
    await returned("1", null);
    expect(await left()).toMatchObject({ quantity: "3" });
  });

  it("is less a return of the same store and production only", async () => {
    const engine = await bought();
    await take(engine, "stock", STOCK);
    const left = async () =>
      (await engine.call("expiry.list", {})).rows.find(({ productId }) => productId === 1001)?.quantity;
    const post = (storeId: number, productionAt: string | null) =>
      engine.call("purchaseReturn.post", { ...back({ ...GOODS, productionAt, quantity: "2" }), storeId });
    await post(2, GOODS.productionAt);
    await post(1, "2026-01-02");
    expect(await left()).toBe("12");
    await post(1, null);
    expect(await left()).toBe("10");
  });

  it("is less what was confirmed since the file gave the stock, and not what was before", async () => {
    const service = await startHttpService();
    const engine = await bought(service.url);
    await take(engine, "stock", STOCK);
    await confirmed(engine, service, "5", []);
    const left = async () =>
      (await engine.call("expiry.list", {})).rows.find(({ productId }) => productId === 1001)?.quantity;
    expect(await left()).toBe("7");
    await take(
      engine,
      "stock",
      STOCK.map((row) => row.replace("10,12,YER,2026-02-28", "10,7,YER,2026-03-02")),
    );
    expect(await left()).toBe("7");
  });

  it("keeps a batch of unknown quantity until something of it goes back", async () => {
    const service = await startHttpService();
    const engine = await bought(service.url);
    await confirmed(engine, service, "5", [{ quantity: null }]);
    const rows = async () => (await engine.call("expiry.list", {})).rows;
    expect(await rows()).toMatchObject([{ productId: 1001, quantity: null, value: null }]);
    await engine.call("purchaseReturn.post", { ...back({ ...GOODS, quantity: "1" }), storeId: 1 });
    expect(await rows()).toEqual([]);
  });

  it("is of the supplier that the same expiry was bought from, before the newest one", async () => {
    const engine = await bought();
    const [header = ""] = STOCK;
    const purchase = "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,expiryAt";
    await take(engine, "purchase", [
      purchase,
      "P-1,2026-01-01,1102,YER,1001,1,5,2026-03-20",
      "P-2,2026-02-27,1101,YER,1001,1,5,2026-09-30",
    ]);
    await take(engine, "stock", [
      header,
      "1001,1,1,,,2026-03-20,10,5,YER,",
      "1001,1,1,,,2026-03-21,10,5,YER,",
    ]);
    const { rows } = await engine.call("expiry.list", {});
    expect(rows.map(({ supplierAccountId }) => supplierAccountId)).toEqual([1102, 1101]);
  });
});
